//! The estimate of the difference after a sequential test has stopped.
//!
//! A test stops when the results lean far to one side, so their plain share is biased, and its interval contains
//! the true value less often than stated. Here the time of stopping is part of the result: of two stops at the
//! upper bound the earlier is stronger evidence, of two at the lower bound the later, and any stop at the upper
//! bound is stronger evidence than any stop at the lower one. The estimate is the difference under which stronger
//! evidence is as likely as weaker; under the ends of the interval stronger evidence has a probability of 2.5 and
//! 97.5 %. After few pairs the tails are smaller: there the interval is widened by an ad hoc rule, as Student's
//! quantile is wider than the normal one. There is no proof that this is the right width; `coverage` measures its
//! actual coverage.
//!
//! The model follows the lead, that is the points beyond the middle of the two hypotheses, as a Brownian motion
//! whose drift belongs to the assumed difference and whose variance is that of pairs like the observed ones under
//! that difference. The test stops by the log-likelihood ratio, which grows with the lead while the lead is small,
//! and ever more slowly beyond. So the bounds of the lead are where the ratio of pairs with the observed shares
//! reaches its own bounds. They are moved outwards by the mean overshoot of a step (Siegmund 1985).

use std::f64::consts::PI;

use crate::normal::{normal_below, student};
use crate::sprt::expected;
use crate::{Estimate, Pentanomial, Sprt, Verdict};

/// The mean overshoot of a step beyond a bound, in standard deviations.
const BEYOND: f64 = 0.5826;
/// Below this time, in units of the squared distance between the bounds, no path has reached both bounds.
const SHORT: f64 = 0.02;

/// A Brownian motion starting at 0 between two bounds.
#[derive(Clone, Copy, Debug)]
struct Motion {
    drift: f64,
    variance: f64,
    lower: f64,
    upper: f64,
}

impl Motion {
    /// The mirrored motion.
    fn mirrored(self) -> Motion {
        Motion { drift: -self.drift, lower: -self.upper, upper: -self.lower, ..self }
    }

    fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// The probability of having reached the upper bound by this time, without reaching the lower one before.
    fn reached(&self, time: f64) -> f64 {
        let Motion { drift, variance, lower, upper } = *self;
        let width = self.width();
        if variance * time < SHORT * width * width {
            let deviation = (variance * time).sqrt();
            let image = (2.0 * drift * upper / variance).min(700.0).exp();
            let first = normal_below((drift * time - upper) / deviation);
            return first + image * normal_below(-(drift * time + upper) / deviation);
        }
        let at_last = |from: f64| -> f64 {
            let tilt = 2.0 * drift / variance;
            if (tilt * width).abs() < 1e-9 {
                return from / width;
            }
            // Both forms give the same number; the exponents are never above 0, so nothing overflows.
            match tilt > 0.0 {
                true => (-tilt * from).exp_m1() / (-tilt * width).exp_m1(),
                false => {
                    (tilt * (width - from)).exp() * (tilt * from).exp_m1() / (tilt * width).exp_m1()
                }
            }
        };
        let mut later = 0.0;
        for k in (1_u32..).map(f64::from) {
            let wave = k * PI / width;
            let rate = wave * wave * variance / 2.0 + drift * drift / (2.0 * variance);
            let sign = if k as u32 % 2 == 1 { 1.0 } else { -1.0 };
            let size = variance * wave / width * sign * (wave * -lower).sin() / rate;
            later += size * (drift * upper / variance - rate * time).exp();
            if wave * wave * variance * time / 2.0 > 45.0 {
                break;
            }
        }
        at_last(-lower) - later
    }

    /// The probability of having reached neither bound by this time and being at or above `place`.
    fn between(&self, time: f64, place: f64) -> f64 {
        let Motion { drift, variance, lower, upper } = *self;
        let width = self.width();
        if variance * time < SHORT * width * width {
            // A path that touched a bound and ends above the place mirrors one beyond that bound.
            let (moved, deviation) = (drift * time, (variance * time).sqrt());
            let image = |bound: f64| (2.0 * drift * bound / variance).min(700.0).exp();
            let back = image(upper) * normal_below((place - 2.0 * upper - moved) / deviation);
            let up = image(lower) * normal_below((moved + 2.0 * lower - place) / deviation);
            let above = normal_below((moved - place) / deviation);
            return above - (self.reached(time) - back) - up;
        }
        let tilt = drift / variance;
        let mut found = 0.0;
        for k in (1_u32..).map(f64::from) {
            let wave = k * PI / width;
            let decay = wave * wave * variance * time / 2.0;
            let fall = tilt * lower - drift * drift * time / (2.0 * variance) - decay;
            // One exponent for both factors, each of which may overflow or underflow alone.
            let primitive = |z: f64| {
                (fall + tilt * z).exp() * (tilt * (wave * z).sin() - wave * (wave * z).cos())
                    / (tilt * tilt + wave * wave)
            };
            let start = (wave * -lower).sin();
            found += 2.0 / width * start * (primitive(width) - primitive(place - lower));
            if decay > 45.0 {
                break;
            }
        }
        found
    }
}

/// The largest difference in Elo that is searched; an end beyond it is infinite.
const FARTHEST: f64 = 2000.0;
/// The smallest absolute log-likelihood ratio at which its quotient with the lead is reliable.
const TELLING: f64 = 1.0;

impl Sprt {
    /// The difference of A relative to B in Elo after these pairs, corrected for the time at which the test
    /// stopped, or for not having stopped yet. Returns `None` before the first pair, and if the counts show that
    /// counting continued after the test was over ([`went_on`](Sprt::went_on)): then the time of the stop is
    /// unknown, and the plain share is as good as any estimate. An end is infinite if no difference is large
    /// enough, as after nothing but wins that have not stopped the test.
    ///
    /// ```
    /// use ninefold_arena::{Pentanomial, Sprt, elo};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    /// let pairs = Pentanomial([2, 20, 73, 38, 5]);
    /// let corrected = test.corrected(&pairs).expect("pairs");
    /// // 54.3 % of the points are 30.3 Elo, which overstates the difference because of the stop at the upper bound.
    /// assert!(corrected.value < 30.3 && corrected.value > 20.0);
    /// ```
    pub fn corrected(&self, pairs: &Pentanomial) -> Option<Estimate> {
        let tells = pairs.pairs() > 0 && !self.went_on(pairs);
        tells.then(|| self.estimate(pairs, self.ratio(pairs)))
    }

    /// The same for at least one pair with this log-likelihood ratio: the last pair stopped the test, or none did.
    pub(crate) fn estimate(&self, pairs: &Pentanomial, ratio: f64) -> Estimate {
        let count = pairs.pairs() as f64;
        let (share0, share1) = (expected(self.elo0), expected(self.elo1));
        let middle = (share0 + share1) / 2.0;
        let verdict = self.verdict_at(ratio);
        // The lead per unit of the ratio; near 0 by the normal approximation.
        let scale = match count * (pairs.share() - middle) / ratio {
            scale if ratio.abs() >= TELLING && scale > 0.0 => scale,
            _ => pairs.variance() / (share1 - share0),
        };
        let stronger = |elo: f64| {
            let share = expected(elo);
            let variance = pairs.variance_at(share);
            let beyond = BEYOND * variance.sqrt();
            let motion = Motion {
                drift: share - middle,
                variance,
                lower: scale * self.lower() - beyond,
                upper: scale * self.upper() + beyond,
            };
            match verdict {
                Some(Verdict::Accepted) => motion.reached(count),
                Some(Verdict::Rejected) => 1.0 - motion.mirrored().reached(count),
                None => motion.reached(count) + motion.between(count, scale * ratio),
            }
        };
        let at = |part: f64| {
            let (mut low, mut high) = (-FARTHEST, FARTHEST);
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                if stronger(middle) < part { low = middle } else { high = middle }
            }
            match (low + high) / 2.0 {
                end if end.abs() > FARTHEST - 1.0 => f64::INFINITY.copysign(end),
                end => end,
            }
        };
        // The variance is estimated from these pairs, so the tails are those of Student's quantile: an ad hoc
        // widening without a theorem, which `coverage` checks.
        let tail = normal_below(-student(count + 3.0));
        Estimate { value: at(0.5), low: at(tail), high: at(1.0 - tail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(drift: f64) -> Motion {
        Motion { drift, variance: 0.02, lower: -3.0, upper: 2.5 }
    }

    /// Wald: the upper bound is eventually reached with probability (1 − exp(2 μ a / v)) / (exp(−2 μ b / v) − …);
    /// without drift by the distances alone, 3 / 5.5. The probabilities of both bounds add up to 1.
    #[test]
    fn in_the_end_it_is_at_one_of_the_bounds() {
        assert!((motion(0.0).reached(1e6) - 3.0 / 5.5).abs() < 1e-9);
        for drift in [-0.01, 0.0, 0.004, 0.02] {
            let both = motion(drift).reached(1e6) + motion(drift).mirrored().reached(1e6);
            assert!((both - 1.0).abs() < 1e-9, "{drift}: {both}");
        }
    }

    /// At any time the path has reached the upper bound, the lower bound, or neither.
    #[test]
    fn everything_adds_up() {
        for time in [10.0, 29.0, 31.0, 100.0, 700.0] {
            for drift in [-0.02, 0.0, 0.01] {
                let moving = motion(drift);
                let all = moving.reached(time)
                    + moving.mirrored().reached(time)
                    + moving.between(time, moving.lower);
                assert!((all - 1.0).abs() < 1e-6, "{time} {drift}: {all}");
            }
        }
    }

    /// Compared with the random walk itself, pair by pair with normal steps, whose distribution an independent
    /// program computed on a fine grid.
    #[test]
    fn the_estimate_is_that_of_the_walk() {
        let cases = [
            ((0.0, 40.0), [2, 20, 73, 38, 5], [24.54, -3.23, 49.9]),
            ((0.0, 40.0), [2, 30, 71, 31, 5], [14.87, -10.63, 43.19]),
        ];
        for ((elo0, elo1), pairs, wanted) in cases {
            holds(elo0, elo1, pairs, wanted, 1.0);
        }
    }

    /// Narrow bounds and tens of thousands of pairs. The first, undecided case is compared with 8,000 walks
    /// simulated by an independent program, of which 2.4 and 97.5 % end with stronger evidence under the ends of
    /// the interval; the second with the walk on a grid.
    #[test]
    fn the_estimate_holds_for_small_differences() {
        holds(0.0, 1.0, [1000, 4000, 9000, 4100, 1000], [0.9, -1.35, 3.2], 0.15);
        holds(0.0, 2.0, [189, 8340, 17993, 8573, 242], [1.35, -0.22, 2.78], 0.05);
    }

    /// Far from both hypotheses the test stops after 23 pairs or a few more whatever the difference is, since one
    /// pair contributes at most ln (0.5715 / 0.5) to the ratio, and the share is the only other evidence. No test
    /// stops before 23 pairs, so the estimate is at least the difference under which half of the tests stop then,
    /// and its ends are at least those under which 2.5 and 97.5 % do: 418, 193 and 690 Elo by an independent
    /// program that follows all possible counts, among pairs like these. It is less than the plain share, 97.8 %
    /// [92.1, 99.4], which is biased by the stop.
    #[test]
    fn far_from_both_hypotheses_the_share_tells_the_difference() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let found = test.corrected(&Pentanomial([0, 0, 0, 2, 21])).expect("pairs");
        assert!((418.0..661.0).contains(&found.value), "{found:?}");
        assert!((193.0..427.0).contains(&found.low), "{found:?}");
        assert!((690.0..896.0).contains(&found.high), "{found:?}");
    }

    /// Twenty-two pairs, all won, without a stop yet: however large the difference is, no stronger evidence was
    /// possible, so only the lower end is finite. Mirrored, it is the upper one.
    #[test]
    fn an_end_that_lies_nowhere_is_infinite() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let won = test.corrected(&Pentanomial([0, 0, 0, 0, 22])).expect("pairs");
        assert!((200.0..406.0).contains(&won.low), "{won:?}");
        assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
        let mirrored = Sprt { elo0: -50.0, elo1: 0.0, ..test };
        let lost = mirrored.corrected(&Pentanomial([22, 0, 0, 0, 0])).expect("pairs");
        assert!((lost.high + won.low).abs() < 1e-6 && lost.low == f64::NEG_INFINITY, "{lost:?}");
    }

    /// The test stopped after a tenth of the pairs, so all of them together contain no information about the stop.
    #[test]
    fn counts_beyond_the_stop_are_not_corrected() {
        let test = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
        assert!(test.corrected(&Pentanomial([2, 20, 73, 38, 5])).is_some());
        for pairs in [[200, 2000, 7300, 3800, 500], [0, 0, 100, 0, 0]] {
            assert!(test.corrected(&Pentanomial(pairs)).is_none(), "{pairs:?}");
        }
    }

    fn holds(elo0: f64, elo1: f64, pairs: [u64; 5], wanted: [f64; 3], within: f64) {
        let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        let found = test.corrected(&Pentanomial(pairs)).expect("pairs");
        for (found, wanted) in [found.value, found.low, found.high].iter().zip(wanted) {
            assert!((found - wanted).abs() < within, "{pairs:?}: {found}, wanted {wanted}");
        }
    }
}
