//! One number of a genome, and its range.

use ninefold_core::Random;
use serde::{Deserialize, Serialize};

/// One number of a genome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gene {
    /// What it weighs.
    pub name: String,
    /// The least it is drawn from.
    pub low: i64,
    /// The most it is drawn from.
    pub high: i64,
}

impl Gene {
    /// A number of the range, each as likely as any other.
    pub(super) fn draw(&self, random: &mut Random) -> i64 {
        self.low + random.below((self.high - self.low + 1) as usize) as i64
    }

    /// Where a number lies in the range, from 0 to 1.
    pub(super) fn scale(&self, value: i64) -> f64 {
        (value - self.low) as f64 / (self.high - self.low).max(1) as f64
    }

    /// The number that lies there.
    pub(super) fn unscale(&self, share: f64) -> i64 {
        let value = self.low as f64 + share * (self.high - self.low) as f64;
        (value.round() as i64).clamp(self.low, self.high)
    }

    /// How much of the range lies between one number and the next.
    pub(super) fn one(&self) -> f64 {
        1.0 / (self.high - self.low).max(1) as f64
    }

    /// The middle of some genomes, scaled, or of the ranges if there are none.
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
