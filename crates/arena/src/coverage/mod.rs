//! Coverage of the confidence intervals: players of known strength meet again and again, and the program counts how
//! often the printed interval contains the true value, and on which side it misses.
//!
//! `settings.rs` covers matches and tournaments, `stopped.rs` sequential tests.

mod settings;
mod stopped;

use ninefold_core::Random;
use serde::Serialize;

use crate::{Estimate, GameResult};

/// How often an interval of one kind contained the true value, or a test erred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    /// The players and conditions.
    pub setting: &'static str,
    /// What was estimated.
    pub what: &'static str,
    /// The number of intervals or tests.
    pub count: u64,
    /// How often the true value was below the interval; for the error of a test, how often it occurred.
    pub below: u64,
    /// How often the true value was above the interval.
    pub above: u64,
    /// How often the true value was below the estimate itself; unused for the error of a test.
    pub below_value: u64,
}

impl Coverage {
    /// The fraction of intervals that contained the true value. If nothing was counted, this and all other
    /// fractions are NaN, which is neither above nor below a limit.
    ///
    /// ```
    /// let nothing = ninefold_arena::Coverage {
    ///     setting: "nobody",
    ///     what: "nothing",
    ///     count: 0,
    ///     below: 0,
    ///     above: 0,
    ///     below_value: 0,
    /// };
    /// assert!(nothing.held().is_nan());
    /// ```
    pub fn held(&self) -> f64 {
        1.0 - self.part(self.below + self.above)
    }

    /// The fraction that missed with the true value below the interval.
    pub fn missed_below(&self) -> f64 {
        self.part(self.below)
    }

    /// The fraction that missed with the true value above the interval.
    pub fn missed_above(&self) -> f64 {
        self.part(self.above)
    }

    fn part(&self, of: u64) -> f64 {
        of as f64 / self.count as f64
    }

    /// Whether this counts the errors of a test rather than the coverage of an interval.
    pub fn is_error(&self) -> bool {
        self.what.starts_with("error")
    }
}

/// Counts over `runs` runs of every setting, and of sequential tests.
pub fn coverage(runs: u64, seed: u64) -> Vec<Coverage> {
    let mut found = Vec::new();
    for (number, setting) in settings::SETTINGS.iter().enumerate() {
        setting.count(runs, Random::stream(seed, number as u64), &mut found);
    }
    let mut next = settings::SETTINGS.len() as u64;
    stopped::count(runs, Random::stream(seed, next), &mut found);
    for setting in &settings::FURTHER {
        next += 1;
        setting.count(runs, Random::stream(seed, next), &mut found);
    }
    stopped::count_repeated(runs, Random::stream(seed, next + 1), &mut found);
    found
}

impl Coverage {
    fn new(setting: &'static str, what: &'static str) -> Coverage {
        Coverage { setting, what, count: 0, below: 0, above: 0, below_value: 0 }
    }

    fn look(&mut self, estimate: Estimate, truth: f64) {
        self.count += 1;
        self.below += u64::from(truth < estimate.low);
        self.above += u64::from(truth > estimate.high);
        self.below_value += u64::from(truth < estimate.value);
    }
}

fn game(seed: u64, seats: Vec<usize>, points: Vec<f64>) -> GameResult {
    GameResult { seats, points, seed, ..GameResult::default() }
}

fn uniform(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 30;
    (random.below(STEPS) as f64 + 0.5) / STEPS as f64
}

/// A normal deviate by the Box–Muller method.
fn normal(random: &mut Random) -> f64 {
    let (a, b) = (uniform(random), uniform(random));
    (-2.0 * a.ln()).sqrt() * (2.0 * std::f64::consts::PI * b).cos()
}

/// Draws the index of a result with these odds.
fn drawn(odds: &[f64], random: &mut Random) -> usize {
    let mut left = uniform(random);
    for (index, odds) in odds.iter().enumerate() {
        if left < *odds {
            return index;
        }
        left -= odds;
    }
    odds.len() - 1
}
