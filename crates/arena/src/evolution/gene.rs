//! A gene: one number of a genome, and its range.

use ninefold_core::Random;
use serde::{Deserialize, Serialize};

/// One number of a genome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gene {
    /// The name of the weight.
    pub name: String,
    /// The lower end of its range.
    pub low: i64,
    /// The upper end of its range.
    pub high: i64,
}

impl Gene {
    /// Draws a number uniformly from the range.
    pub(super) fn draw(&self, random: &mut Random) -> i64 {
        self.low + random.below((self.high - self.low + 1) as usize) as i64
    }

    /// Maps a number of the range to a position from 0 to 1.
    pub(super) fn scale(&self, value: i64) -> f64 {
        (value - self.low) as f64 / (self.high - self.low).max(1) as f64
    }

    /// Maps a position from 0 to 1 back to a number.
    pub(super) fn unscale(&self, share: f64) -> i64 {
        let value = self.low as f64 + share * (self.high - self.low) as f64;
        (value.round() as i64).clamp(self.low, self.high)
    }

    /// The distance between two consecutive numbers, as a fraction of the range.
    pub(super) fn one(&self) -> f64 {
        1.0 / (self.high - self.low).max(1) as f64
    }

    /// The scaled mean of some genomes, or the middle of the ranges if there are none.
    pub(super) fn middle(genes: &[Gene], genomes: &[Vec<i64>]) -> Vec<f64> {
        let of = |(index, gene): (usize, &Gene)| match genomes.len() {
            0 => 0.5,
            count => {
                genomes.iter().map(|genome| gene.scale(genome[index])).sum::<f64>() / count as f64
            }
        };
        genes.iter().enumerate().map(of).collect()
    }
}
