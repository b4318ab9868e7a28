//! Simultaneous perturbation (SPSA): all genes are changed at once, up in one player and down in another, and the
//! point moves towards the better of the two.
//!
//! After James C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization"
//! (IEEE Transactions on Aerospace and Electronic Systems 34, 1998), with its usual exponents. Genes are scaled to
//! their ranges.
//!
//! ```text
//! place   0       1       2       3       4
//!         point   + Δ₁    − Δ₁    + Δ₂    − Δ₂   …
//! ```

use ninefold_core::Random;

use super::{Gene, Generation, Search};

/// The exponents by which steps and perturbations shrink.
const STEP_EXPONENT: f64 = 0.602;
const PERTURBATION_EXPONENT: f64 = 0.101;
/// The first perturbation, and the first step after a pair in which one side won everything, as fractions of a range.
const FIRST_PERTURBATION: f64 = 0.1;
const FIRST_STEP: f64 = 0.3;

/// The state of the search.
pub(super) struct Spsa {
    genes: Vec<Gene>,
    point: Vec<f64>,
    /// The planned number of steps; a tenth of it delays the shrinking of the steps.
    steps: f64,
    taken: f64,
}

impl Spsa {
    /// Creates a search of `steps` steps that starts at the mean of some genomes, or at the middle of the ranges if
    /// there are none.
    pub(super) fn new(genes: &[Gene], steps: usize, begin: &[Vec<i64>]) -> Spsa {
        let point = Gene::middle(genes, begin);
        Spsa { genes: genes.to_vec(), point, steps: steps as f64, taken: 0.0 }
    }

    /// The point, rounded to integers.
    pub(super) fn genome(&self) -> Vec<i64> {
        self.genes.iter().zip(&self.point).map(|(gene, &share)| gene.unscale(share)).collect()
    }
}

impl Search for Spsa {
    /// The point, then as many pairs around it as fit.
    fn population(&self, count: usize, random: &mut Random) -> Vec<Vec<i64>> {
        let away = FIRST_PERTURBATION / (self.taken + 1.0).powf(PERTURBATION_EXPONENT);
        let mut population = vec![self.genome()];
        for _ in 0..count.saturating_sub(1) / 2 {
            let up: Vec<bool> = self.genes.iter().map(|_| random.below(2) == 0).collect();
            for is_plus in [true, false] {
                let number = |index: usize| {
                    // At least one integer, or nothing would change.
                    let away = away.max(self.genes[index].one());
                    let away = if up[index] == is_plus { away } else { -away };
                    self.genes[index].unscale(self.point[index] + away)
                };
                population.push((0..self.genes.len()).map(number).collect());
            }
        }
        population
    }

    fn learn(&mut self, earlier: &Generation) {
        let slow = self.steps / 10.0 + 1.0;
        let step = FIRST_STEP * (slow / (slow + self.taken)).powf(STEP_EXPONENT);
        let pairs = (earlier.members.len() - 1) / 2;
        for pair in 0..pairs {
            let (plus, minus) = (2 * pair + 1, 2 * pair + 2);
            let lead = earlier.share(plus) - earlier.share(minus);
            let genomes = [plus, minus].map(|place| &earlier.members[place].genome);
            for (index, number) in self.point.iter_mut().enumerate() {
                // At the limit of a range both values may coincide: then nothing was tested there.
                let direction = (genomes[0][index] - genomes[1][index]).signum() as f64;
                *number = (*number + step * lead * direction / pairs as f64).clamp(0.0, 1.0);
            }
        }
        self.taken += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The player closer to the target numbers wins more often, by the logistic curve of a quadratic. The mean
    /// result of the pairs is the gradient, so the point must approach the target although every single result is
    /// random.
    #[test]
    fn it_comes_near_what_wins_though_results_are_chance() {
        let genes: Vec<Gene> =
            (0..8).map(|index| Gene { name: index.to_string(), low: -100, high: 100 }).collect();
        let wanted = [40_i64, -60, 0, 75, -20, 10, 60, -80];
        let far = |genome: &[i64]| -> f64 {
            genome.iter().zip(&wanted).map(|(x, w)| ((x - w) as f64 / 100.0).powi(2)).sum()
        };
        let mut random = Random::new(7);
        let mut search = Spsa::new(&genes, 60, &[]);
        let begun = far(&search.genome());
        for _ in 0..60 {
            let population = search.population(41, &mut random);
            let mut generation = Generation::of(population);
            for pair in 0..20 {
                let (plus, minus) = (2 * pair + 1, 2 * pair + 2);
                let lead =
                    far(&generation.members[minus].genome) - far(&generation.members[plus].genome);
                let chance = 1.0 / (1.0 + (-4.0 * lead).exp());
                for _ in 0..4 {
                    let won = (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
                    generation.tally[plus][if won { 0 } else { 2 }] += 1;
                    generation.tally[minus][if won { 2 } else { 0 }] += 1;
                }
            }
            search.learn(&generation);
        }
        let ended = far(&search.genome());
        assert!(ended < begun / 20.0, "{begun} then {ended}: {:?}", search.genome());
    }

    /// Ranges of few integers are still tested on both sides.
    #[test]
    fn a_small_range_is_changed_by_whole_numbers() {
        let genes = [Gene { name: "few".into(), low: 0, high: 4 }];
        let population = Spsa::new(&genes, 10, &[]).population(5, &mut Random::new(1));
        assert_eq!(population[0], [2]);
        for pair in population[1..].chunks(2) {
            assert_eq!((pair[0][0] - pair[1][0]).abs(), 2, "{population:?}");
        }
    }
}
