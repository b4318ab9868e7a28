//! Whether intervals hold what they promise: players of known strength meet again and again, and it is counted how
//! often the interval that is printed holds the truth, and on which side it misses.
//!
//! `settings.rs` has matches and tournaments, `stopped.rs` sequential tests.

mod settings;
mod stopped;

use ninefold_core::Random;
use serde::Serialize;

use crate::{Estimate, GameResult};

/// How often an interval of one kind held the truth, or a test erred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    /// Who met whom.
    pub setting: &'static str,
    /// What was estimated.
    pub what: &'static str,
    /// Of how many intervals, or tests.
    pub count: u64,
    /// How often the truth was below the interval; for an error of a test how often it happened.
    pub below: u64,
    /// How often it was above.
    pub above: u64,
    /// How often the truth was below the estimate itself; for an error of a test nothing.
    pub below_value: u64,
}

impl Coverage {
    /// The part of the intervals that held the truth. As all parts no number if nothing was counted, which is neither above a limit
    /// nor below it.
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

    /// The part that missed with the truth below the interval.
    pub fn missed_below(&self) -> f64 {
        self.part(self.below)
    }

    /// The part that missed with the truth above the interval.
    pub fn missed_above(&self) -> f64 {
        self.part(self.above)
    }

    fn part(&self, of: u64) -> f64 {
        of as f64 / self.count as f64
    }

    /// Whether it tells the errors of a test rather than an interval.
    pub fn is_error(&self) -> bool {
        self.what.starts_with("error")
    }
}

/// Counts over so many runs of every setting, and of sequential tests.
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

/// Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let (a, b) = (uniform(random), uniform(random));
    (-2.0 * a.ln()).sqrt() * (2.0 * std::f64::consts::PI * b).cos()
}

/// One of several results with these odds.
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
