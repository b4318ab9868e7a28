//! Covariance matrix adaptation evolution strategy (CMA-ES), based on ranks.
//!
//! After Nikolaus Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with its usual constants. Genes are
//! scaled to their ranges, so that one step size fits all of them; samples are rounded and clamped to the ranges.

use ninefold_core::Random;

use super::{Gene, Generation, Search};
use crate::linear::Matrix;

/// The state of the search.
pub(super) struct Cmaes {
    genes: Vec<Gene>,
    mean: Vec<f64>,
    step: f64,
    covariance: Matrix,
    path_step: Vec<f64>,
    path_covariance: Vec<f64>,
    weights: Vec<f64>,
    generation: f64,
}

impl Cmaes {
    /// Creates a search that starts at the mean of some genomes, or at the middle of the ranges if there are none.
    pub(super) fn new(genes: &[Gene], population: usize, begin: &[Vec<i64>]) -> Cmaes {
        let size = genes.len();
        let parents = population / 2;
        let raw: Vec<f64> = (1..=parents)
            .map(|rank| (population as f64 / 2.0 + 0.5).ln() - (rank as f64).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        Cmaes {
            genes: genes.to_vec(),
            mean: Gene::middle(genes, begin),
            step: 0.3,
            covariance: identity(size),
            path_step: vec![0.0; size],
            path_covariance: vec![0.0; size],
            weights: raw.into_iter().map(|weight| weight / sum).collect(),
            generation: 0.0,
        }
    }

    /// Moves the mean towards the best of the last population, given in order from the best.
    fn learn_from(&mut self, ranked: &[&[i64]]) {
        let size = self.genes.len();
        let n = size as f64;
        let effective = 1.0 / self.weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_step = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_step;
        let c_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let c_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let c_rank = (1.0 - c_one)
            .min(2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective));
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let scaled: Vec<Vec<f64>> = ranked
            .iter()
            .map(|genome| genome.iter().zip(&self.genes).map(|(v, gene)| gene.scale(*v)).collect())
            .collect();
        let away: Vec<Vec<f64>> = scaled
            .iter()
            .map(|point: &Vec<f64>| {
                point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.step).collect()
            })
            .collect();
        let towards: Vec<f64> = (0..size)
            .map(|index| self.weights.iter().zip(&away).map(|(w, y)| w * y[index]).sum())
            .collect();
        for (mean, towards) in self.mean.iter_mut().zip(&towards) {
            *mean += self.step * towards;
        }
        let whitened = self.whiten(&towards);
        let keep = (c_step * (2.0 - c_step) * effective).sqrt();
        for (path, value) in self.path_step.iter_mut().zip(&whitened) {
            *path = (1.0 - c_step) * *path + keep * value;
        }
        self.generation += 1.0;
        let length = self.path_step.iter().map(|value| value * value).sum::<f64>().sqrt();
        let usual = length / (1.0 - (1.0 - c_step).powf(2.0 * self.generation)).sqrt() / expected;
        let moving = f64::from(u8::from(usual < 1.4 + 2.0 / (n + 1.0)));
        let keep = moving * (c_path * (2.0 - c_path) * effective).sqrt();
        for (path, value) in self.path_covariance.iter_mut().zip(&towards) {
            *path = (1.0 - c_path) * *path + keep * value;
        }
        let stalled = (1.0 - moving) * c_path * (2.0 - c_path);
        for row in 0..size {
            for column in 0..size {
                let rank: f64 =
                    self.weights.iter().zip(&away).map(|(w, y)| w * y[row] * y[column]).sum();
                let one = self.path_covariance[row] * self.path_covariance[column];
                let old = self.covariance[row][column];
                self.covariance[row][column] =
                    (1.0 - c_one - c_rank + c_one * stalled) * old + c_one * one + c_rank * rank;
            }
        }
        self.step *= ((c_step / damping) * (length / expected - 1.0)).exp();
        // Below a thousandth of the ranges nothing changes; above one everything is at the limits.
        self.step = self.step.clamp(1e-3, 1.0);
    }

    /// The vector in coordinates in which the covariance is the identity.
    fn whiten(&self, vector: &[f64]) -> Vec<f64> {
        let (values, vectors) = eigen(&self.covariance);
        let size = vector.len();
        let along: Vec<f64> = (0..size)
            .map(|axis| {
                let part: f64 = (0..size).map(|row| vectors[row][axis] * vector[row]).sum();
                part / values[axis].max(1e-12).sqrt()
            })
            .collect();
        (0..size).map(|row| (0..size).map(|axis| vectors[row][axis] * along[axis]).sum()).collect()
    }
}

impl Search for Cmaes {
    /// Samples `count` genomes around the mean.
    fn population(&self, count: usize, random: &mut Random) -> Vec<Vec<i64>> {
        let (values, vectors) = eigen(&self.covariance);
        let draw = |random: &mut Random| {
            let normal: Vec<f64> =
                values.iter().map(|value| value.max(0.0).sqrt() * normal(random)).collect();
            let number = |index: usize| {
                let away: f64 = vectors[index].iter().zip(&normal).map(|(v, n)| v * n).sum();
                self.genes[index].unscale(self.mean[index] + self.step * away)
            };
            (0..self.genes.len()).map(number).collect()
        };
        (0..count).map(|_| draw(random)).collect()
    }

    fn learn(&mut self, earlier: &Generation) {
        let genome = |&member: &usize| &earlier.members[member].genome[..];
        self.learn_from(&earlier.ranking.iter().map(genome).collect::<Vec<_>>());
    }
}

/// A standard normal deviate, by the Box–Muller method.
fn normal(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 53;
    let share = |random: &mut Random| (random.below(STEPS) as f64 + 0.5) / STEPS as f64;
    let (radius, angle) = (share(random), share(random));
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}

fn identity(size: usize) -> Matrix {
    (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect()
}

/// The eigenvalues of a symmetric matrix and, as columns, its eigenvectors, by Jacobi rotations.
fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.len();
    let (mut a, mut vectors) = (matrix.clone(), identity(size));
    for _ in 0..60 {
        let off: f64 = (0..size)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(r, c)| a[r][c] * a[r][c])
            .sum();
        if off < 1e-24 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut().chain(vectors.iter_mut()) {
                    let (x, y) = (row[p], row[q]);
                    (row[p], row[q]) = (c * x - s * y, s * x + c * y);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(below[0].iter_mut()) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    ((0..size).map(|index| a[index][index]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::product;

    /// The matrix with rows 2 1 and 1 2 has the eigenvalues 1 and 3; in general V D Vᵀ reproduces the matrix.
    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let (mut values, _) = eigen(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-12 && (values[1] - 3.0).abs() < 1e-12, "{values:?}");
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 3.0, 0.5], vec![-2.0, 0.5, 6.0]];
        let (values, vectors) = eigen(&matrix);
        let scaled: Matrix = vectors
            .iter()
            .map(|row| row.iter().zip(&values).map(|(v, value)| v * value).collect())
            .collect();
        let transposed: Matrix =
            (0..3).map(|column| vectors.iter().map(|row| row[column]).collect()).collect();
        let again = product(&scaled, &transposed);
        for (row, wanted) in again.iter().zip(&matrix) {
            for (found, wanted) in row.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-9, "{again:?}");
            }
        }
    }

    /// An elongated ellipsoid with an off-centre minimum: found to within a few units.
    #[test]
    fn it_finds_the_least_point_of_an_ellipsoid() {
        let genes: Vec<Gene> =
            (0..6).map(|index| Gene { name: index.to_string(), low: 0, high: 10_000 }).collect();
        let wanted = [2000_i64, 7000, 5000, 1234, 9000, 4321];
        let cost = |genome: &[i64]| -> f64 {
            let terms = genome.iter().zip(&wanted).enumerate();
            terms
                .map(|(index, (x, w))| 10_f64.powi(index as i32 / 2) * ((x - w) as f64).powi(2))
                .sum()
        };
        let mut search = Cmaes::new(&genes, 20, &[]);
        let mut random = Random::new(5);
        for _ in 0..120 {
            let mut population = search.population(20, &mut random);
            population.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
            let ranked: Vec<&[i64]> = population.iter().map(Vec::as_slice).collect();
            search.learn_from(&ranked);
        }
        for (mean, wanted) in search.mean.iter().zip(wanted) {
            assert!((mean * 10_000.0 - wanted as f64).abs() < 60.0, "{:?}", search.mean);
        }
    }
}
