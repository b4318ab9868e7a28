//! Fits curves to results.

use ninefold_core::Odds;
use serde::Serialize;

use super::calibration::Sample;

/// Odds as an evaluator would declare them, and their loss.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Fitted {
    /// The lead that makes a player three times as likely to win.
    pub scale: i32,
    /// By how much the lead of the player to move is overestimated.
    pub tempo: i32,
    /// By how much the lead of the player who makes the last move of a search is overestimated.
    pub last_move: i32,
    /// By how many hundredths the scale grows with every turn beyond five.
    pub growth: u8,
    /// The percentage of games that a hopelessly losing player still wins.
    pub doubt: u8,
    /// The mean logarithmic loss.
    pub log_loss: f64,
}

impl Fitted {
    fn new(odds: Odds, samples: &[Sample]) -> Fitted {
        let Odds { scale, tempo, last_move, growth, doubt } = odds;
        Fitted { scale, tempo, last_move, growth, doubt, log_loss: loss(odds, samples) }
    }

    fn odds(&self) -> Odds {
        let Fitted { scale, tempo, last_move, growth, doubt, .. } = *self;
        Odds { scale, tempo, last_move, growth, doubt }
    }
}

/// The mean loss of the odds' predictions.
fn loss(odds: Odds, samples: &[Sample]) -> f64 {
    let foretold = |sample: &Sample| match sample.players {
        2 => odds.found_at(sample.depth).against_all(2, sample.lead),
        players => odds.against_all(players, sample.lead),
    };
    let losses = samples.iter().map(|sample| log_loss(foretold(sample), sample.happened));
    losses.sum::<f64>() / samples.len().max(1) as f64
}

/// The odds that predict the results best. They are tested with the function that computes chances,
/// so the values found can be used in an evaluator directly.
pub(super) fn best_odds(samples: &[Sample]) -> Fitted {
    let spread = samples.iter().map(|sample| f64::from(sample.lead).abs()).sum::<f64>();
    let spread = ((spread / samples.len().max(1) as f64) as i32).clamp(1, 1 << 24);
    let mut best = descend(Odds { scale: spread, ..Odds::default() }, spread, samples);
    loop {
        // More doubt or growth pays off only once the scale has adapted.
        let tried = one_off(best.odds()).map(|odds| descend(odds, 1 + odds.scale / 8, samples));
        match better(best, tried) {
            Some(better) => best = better,
            None => return best,
        }
    }
}

/// Improves odds by steps to better neighbours with the same growth and doubt, with steps of this
/// size at first, until there are none.
fn descend(odds: Odds, step: i32, samples: &[Sample]) -> Fitted {
    let (mut best, mut step) = (Fitted::new(odds, samples), step);
    while step > 0 {
        let odds = best.odds();
        let Odds { scale, tempo, last_move, .. } = odds;
        let steps = [
            Odds { scale: scale + step, ..odds },
            Odds { scale: (scale - step).max(1), ..odds },
            Odds { tempo: tempo + step, ..odds },
            Odds { tempo: tempo - step, ..odds },
            Odds { last_move: last_move + step, ..odds },
            Odds { last_move: last_move - step, ..odds },
        ];
        match better(best, steps.map(|odds| Fitted::new(odds, samples))) {
            Some(better) => best = better,
            None => step /= 2,
        }
    }
    best
}

/// The neighbours in the parameters that are small integers.
fn one_off(odds: Odds) -> [Odds; 4] {
    let Odds { growth, doubt, .. } = odds;
    [
        Odds { growth: (growth + 1).min(MOST_GROWTH), ..odds },
        Odds { growth: growth.saturating_sub(1), ..odds },
        Odds { doubt: (doubt + 1).min(MOST_DOUBT), ..odds },
        Odds { doubt: doubt.saturating_sub(1), ..odds },
    ]
}

/// The best candidate, if it is better.
fn better(best: Fitted, tried: impl IntoIterator<Item = Fitted>) -> Option<Fitted> {
    let least = tried.into_iter().min_by(|one, other| one.log_loss.total_cmp(&other.log_loss));
    least.filter(|least| least.log_loss < best.log_loss)
}

/// With more growth than this a search of depth one would be nearly certain of everything.
const MOST_GROWTH: u8 = 20;
/// With more doubt than this leads would mean nothing.
const MOST_DOUBT: u8 = 20;

/// The logarithmic loss of a prediction.
pub(super) fn log_loss(foretold: f64, happened: f64) -> f64 {
    let foretold = foretold.clamp(0.001, 0.999);
    -(happened * foretold.ln() + (1.0 - happened) * (1.0 - foretold).ln())
}

/// The mean loss of 1 / (1 + e^(−a − b value)) with the best a and b, by Newton's method.
pub(super) fn single_logistic(samples: &[Sample]) -> f64 {
    let spread = samples.iter().map(|sample| f64::from(sample.value).abs()).sum::<f64>();
    let spread = (spread / samples.len().max(1) as f64).max(1.0);
    let values: Vec<f64> = samples
        .iter()
        .map(|sample| (f64::from(sample.value) / spread).clamp(-10.0, 10.0))
        .collect();
    let (mut a, mut b) = (0.0_f64, 0.0_f64);
    let curve = |a: f64, b: f64, value: f64| 1.0 / (1.0 + (-a - b * value).exp());
    for _ in 0..50 {
        let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for (&value, sample) in values.iter().zip(samples) {
            let foretold = curve(a, b, value);
            let (rest, weight) = (sample.happened - foretold, foretold * (1.0 - foretold));
            ga += rest;
            gb += rest * value;
            haa += weight;
            hab += weight * value;
            hbb += weight * value * value;
        }
        let determinant = haa * hbb - hab * hab;
        a += (hbb * ga - hab * gb) / determinant;
        b += (haa * gb - hab * ga) / determinant;
    }
    let losses = values.iter().zip(samples);
    let loss: f64 =
        losses.map(|(&value, sample)| log_loss(curve(a, b, value), sample.happened)).sum();
    loss / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fitting results that follow known odds recovers those odds.
    #[test]
    fn what_odds_foretell_is_found_again() {
        let odds = Odds { scale: 640, tempo: 80, last_move: 40, growth: 6, doubt: 5 };
        let of = |depth: u32| {
            (-60..=60).map(move |step| {
                let happened = odds.found_at(depth).against_all(2, 50 * step);
                let (lead, value, position) = (50 * step, 25 * step, String::new());
                Sample {
                    game: 0,
                    ply: 0,
                    position,
                    value,
                    lead,
                    players: 2,
                    depth,
                    foretold: 0.5,
                    happened,
                }
            })
        };
        let samples: Vec<Sample> = [3, 4, 9, 10].into_iter().flat_map(of).collect();
        let found = best_odds(&samples);
        let off = |found: i32, wanted: i32| (found - wanted).abs();
        assert!(off(found.scale, 640) <= 2 && off(found.tempo, 80) <= 2, "{found:?}");
        assert!(off(found.last_move, 40) <= 2, "{found:?}");
        assert_eq!((found.growth, found.doubt), (6, 5));
    }
}
