//! The sequential probability ratio test over pairs of games.
//!
//! Two games from one opening with swapped seats score 0, ½, 1, 1½ or 2 points: five kinds of pairs, hence
//! *pentanomial*. The test compares "A is `elo0` stronger than B" with "A is `elo1` stronger than B" by the
//! generalised likelihood ratio of the counts: each hypothesis gets the distribution of pairs that maximises the
//! likelihood of the counts among those with its expected score. (Michel Van den Bergh, "The Generalized Sequential
//! Probability Ratio Test for Elo", as used by Fishtest and fastchess.)

use serde::{Deserialize, Serialize};

use crate::score::{Cluster, share_of_kinds};
use crate::{DifferentSets, Estimate, SetResult};

/// A sequential test of A relative to B.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference in Elo of the null hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the alternative hypothesis.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower bound was reached: the difference is `elo0` rather than `elo1`.
    Rejected,
    /// The upper bound was reached: the difference is `elo1` rather than `elo0`.
    Accepted,
}

/// The number of pairs with 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair with these points for A.
    pub fn count(&mut self, points: f64) {
        self.0[((2.0 * points).round() as usize).min(4)] += 1;
    }

    /// The pairs of a match of two players, from the view of the first. Copies of a pair count once.
    pub fn of(results: &[SetResult]) -> Pentanomial {
        let (mut pairs, mut known) = (Pentanomial::default(), DifferentSets::default());
        let new = results.iter().filter(|result| known.is_new(result));
        new.for_each(|result| pairs.count(result.points_of(0)));
        pairs
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points.
    pub fn share(&self) -> f64 {
        let points = (0_u64..).zip(self.0).map(|(quarters, count)| quarters * count).sum::<u64>();
        points as f64 / (4 * self.pairs()).max(1) as f64
    }

    /// The share of the points with its interval, as for a match of a number of pairs that was not chosen by their
    /// results.
    ///
    /// ```
    /// use ninefold_arena::Pentanomial;
    ///
    /// let found = Pentanomial([2, 20, 73, 38, 5]).interval();
    /// assert!(found.low < 0.5435 && 0.5435 < found.high && found.high - found.low < 0.08);
    /// ```
    pub fn interval(&self) -> Estimate {
        let of = |(quarters, count): (u32, u64)| {
            let pair = Cluster { points: f64::from(quarters) / 2.0, games: 2.0, sets: 1.0 };
            (pair, count as f64)
        };
        share_of_kinds(&(0..).zip(self.0).map(of).collect::<Vec<_>>(), 2)
    }

    /// The variance of a pair's share.
    pub(crate) fn variance(&self) -> f64 {
        self.tilted(0.0).1
    }

    /// The variance of a pair's share among pairs like these, but with another share of the points: each result is
    /// reweighted according to its points (exponential tilting).
    pub(crate) fn variance_at(&self, share: f64) -> f64 {
        // At twice these tilts a double cannot distinguish the result from a certain one.
        let (mut low, mut high) = (-200.0, 200.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if self.tilted(middle).0 < share { low = middle } else { high = middle }
        }
        self.tilted((low + high) / 2.0).1
    }

    /// Mean and variance of a pair's share when its odds are multiplied by exp(tilt · share). One additional pair,
    /// with equal parts of every result, makes none impossible.
    fn tilted(&self, tilt: f64) -> (f64, f64) {
        let at = |index: usize| index as f64 / 4.0;
        let highest = if tilt > 0.0 { tilt } else { 0.0 };
        let parts: [f64; 5] = std::array::from_fn(|index| {
            (self.0[index] as f64 + 0.2) * (tilt * at(index) - highest).exp()
        });
        let total: f64 = parts.iter().sum();
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            parts.iter().enumerate().map(|(index, part)| part * of(at(index))).sum()
        };
        let mean = sum(&|at| at) / total;
        (mean, sum(&|at| (at - mean).powi(2)) / total)
    }
}

impl Sprt {
    /// Whether the two differences are in order and small enough to be meaningful: at 1000 Elo the better player
    /// gets 99.7 %.
    pub fn has_bounds(&self) -> bool {
        let range = -1000.0..=1000.0;
        self.elo0 < self.elo1 && range.contains(&self.elo0) && range.contains(&self.elo1)
    }

    /// The log-likelihood ratio at or below which `elo0` is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at or above which `elo1` is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        likelihood_ratio(&pairs.0, expected(self.elo0), expected(self.elo1))
    }

    /// Describes a verdict, with the numbers behind it.
    pub fn told(&self, verdict: Verdict, pairs: &Pentanomial) -> String {
        let said = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        };
        format!(
            "{:+} Elo {said} against {:+}, log-likelihood ratio {:.2} (bounds {:.2}, {:.2})",
            self.elo1,
            self.elo0,
            self.ratio(pairs),
            self.lower(),
            self.upper(),
        )
    }

    /// Whether the counts show that more pairs were counted than the test needed: it was over before the last of
    /// them, in whatever order they came. They do not always show it: counts that continued may reach a point where
    /// a test could just have stopped.
    ///
    /// ```
    /// use ninefold_arena::{Pentanomial, Sprt};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    /// assert!(!test.went_on(&Pentanomial([2, 20, 73, 38, 5])));
    /// assert!(test.went_on(&Pentanomial([200, 2000, 7300, 3800, 500])));
    /// ```
    pub fn went_on(&self, pairs: &Pentanomial) -> bool {
        let was_over = |kind: usize| {
            let mut before = *pairs;
            before.0[kind] -= 1;
            self.verdict(&before).is_some()
        };
        pairs.pairs() > 0 && (0..5).filter(|&kind| pairs.0[kind] > 0).all(was_over)
    }

    /// The verdict, if the test is over.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        self.verdict_at(self.ratio(pairs))
    }

    /// The verdict at this log-likelihood ratio.
    pub(crate) fn verdict_at(&self, ratio: f64) -> Option<Verdict> {
        match ratio {
            ratio if ratio >= self.upper() => Some(Verdict::Accepted),
            ratio if ratio <= self.lower() => Some(Verdict::Rejected),
            _ => None,
        }
    }
}

/// The expected share of points for a difference in Elo.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The generalised log-likelihood ratio of two expected shares, given the counts of several equally spaced results
/// from 0 to 1.
fn likelihood_ratio(counts: &[u64], share0: f64, share1: f64) -> f64 {
    /// The count used for a result that never occurred, so that its logarithm exists.
    const HARDLY: f64 = 1e-3;
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(HARDLY)).collect();
    let total: f64 = counts.iter().sum();
    let last = (counts.len() - 1) as f64;
    let seen: Vec<(f64, f64)> = counts
        .iter()
        .enumerate()
        .map(|(index, count)| (index as f64 / last, count / total))
        .collect();
    let (under0, under1) = (likeliest(&seen, share0), likeliest(&seen, share1));
    let terms = seen.iter().zip(under0.iter().zip(&under1));
    total * terms.map(|((_, share), (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
}

/// The distribution with this mean that maximises the likelihood of the observations: p / (1 + x (a − mean)), where
/// x makes the sum 1.
fn likeliest(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // Every factor is positive between the poles −1 / (1 − mean) and 1 / mean; between them the sum below falls
    // from +∞ to −∞.
    let excess =
        |x: f64| -> f64 { seen.iter().map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean))).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    seen.iter().map(|(a, p)| p / (1.0 + x * (a - mean))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Wald's bounds for errors of 5 %: ± ln 19.
    #[test]
    fn the_bounds_are_walds() {
        let test = sprt(0.0, 5.0);
        assert!((test.upper() - 19_f64.ln()).abs() < 1e-12);
        assert!((test.lower() + 19_f64.ln()).abs() < 1e-12);
    }

    /// The figures of the test suite of fastchess (github.com/Disservin/fastchess, app/tests/sprt_test.cpp,
    /// "logistic pentanomial" 1 and 2), which it gives to two digits. It counts pairs of one point in two parts,
    /// a win and a loss (20,279 and 55,003) and two draws (1,000 and 980).
    #[test]
    fn the_ratio_is_that_of_fastchess() {
        let cases = [
            (sprt(0.5, 2.5), [223, 9863, 21_279, 10_037, 246], -3.07),
            (sprt(0.0, 2.0), [871, 26_175, 55_983, 26_678, 821], -4.98),
        ];
        for (test, pairs, wanted) in cases {
            let ratio = test.ratio(&Pentanomial(pairs));
            assert!((ratio - wanted).abs() < 0.01, "{pairs:?}: {ratio}, wanted {wanted}");
        }
    }

    /// The same file's figures for single games ("logistic trinomial" 1 and 2): losses, draws, wins.
    #[test]
    fn the_ratio_of_single_games_is_that_of_fastchess() {
        let cases = [
            (0.5, 2.5, [21_184, 40_708, 21_404], -1.57),
            (0.0, 2.0, [57_030, 106_593, 57_433], -2.59),
        ];
        for (elo0, elo1, counts, wanted) in cases {
            let ratio = likelihood_ratio(&counts, expected(elo0), expected(elo1));
            assert!((ratio - wanted).abs() < 0.01, "{counts:?}: {ratio}, wanted {wanted}");
        }
    }

    /// For small differences the ratio approaches the normal approximation N (s1 − s0) (2 m − s0 − s1) / (2 σ²),
    /// computed here from mean and variance alone.
    #[test]
    fn the_ratio_nears_the_normal_approximation() {
        let counts = [1000_u64, 4000, 9000, 4400, 1100];
        let total: f64 = counts.iter().map(|&count| count as f64).sum();
        let at = |index: usize| index as f64 / 4.0;
        let mean: f64 = (0..5).map(|i| at(i) * counts[i] as f64).sum::<f64>() / total;
        let variance: f64 =
            (0..5).map(|i| (at(i) - mean).powi(2) * counts[i] as f64).sum::<f64>() / total;
        let test = sprt(0.0, 3.0);
        let (s0, s1) = (0.5, expected(3.0));
        let approximation = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = test.ratio(&Pentanomial(counts));
        assert!(
            (ratio - approximation).abs() < 0.01 * approximation.abs(),
            "{ratio} {approximation}"
        );
    }

    /// The largest numbers of pairs that `ninefold sprt` accepts, of one kind or of all, have a ratio.
    #[test]
    fn very_many_pairs_have_a_ratio() {
        const MANY: u64 = 1_000_000_000;
        for pairs in [[0, MANY, 0, 0, 0], [0, 0, MANY, 0, 0], [0, 0, 0, 0, MANY], [MANY; 5]] {
            let pairs = Pentanomial(pairs);
            assert!(sprt(0.0, 40.0).ratio(&pairs).is_finite(), "{pairs:?}");
            let found = pairs.interval();
            assert!(found.low <= found.value && found.value <= found.high, "{found:?}");
        }
    }

    #[test]
    fn a_clear_difference_is_accepted_and_none_is_rejected() {
        let test = sprt(0.0, 20.0);
        assert_eq!(test.verdict(&Pentanomial([0; 5])), None);
        assert_eq!(test.verdict(&Pentanomial([5, 20, 60, 80, 60])), Some(Verdict::Accepted));
        assert_eq!(test.verdict(&Pentanomial([60, 80, 60, 20, 5])), Some(Verdict::Rejected));
        assert_eq!(test.verdict(&Pentanomial([1, 2, 5, 2, 1])), None);
    }
}
