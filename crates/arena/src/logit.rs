//! The fit behind all ratings: a multinomial choice among the results of a table, whose log odds are sums of
//! parameters.
//!
//! A result with the predictor η has the probability exp η / Σ exp η, and every predictor is a weighted sum of
//! parameters: strengths, seats, the frequency of draws. Newton's method finds the parameters that maximise the
//! likelihood of the results and of the virtual results of a prior. The prior is always present and proper, so
//! there is always exactly one finite solution.
//!
//! The uncertainty of a sum of parameters comes from the spread between clusters of results (the sandwich
//! estimator), supplemented by the model's own expectation for four more clusters, and uses the quantile of
//! Student's distribution. Few clusters, or many that all agree, therefore claim no certainty.

use std::collections::BTreeMap;

use crate::linear::{Matrix, inverse, times};
use crate::normal::student;

/// A weighted sum of parameters: their numbers and weights.
pub(crate) type Sum = Vec<(usize, f64)>;

/// One result: its table, the observed fraction of each possible result, and the set and cluster that it belongs to.
pub(crate) struct Seen {
    /// The number of the table.
    pub(crate) table: usize,
    /// The fraction of each of the table's results.
    pub(crate) parts: Vec<f64>,
    /// The set that the result belongs to.
    pub(crate) set: usize,
    /// The cluster: all sets with the same opening.
    pub(crate) cluster: usize,
}

/// The model to fit.
pub(crate) struct Model {
    /// The number of parameters.
    pub(crate) parameters: usize,
    /// The predictors of the results of each table.
    pub(crate) tables: Vec<Vec<Sum>>,
    /// The tables of the prior, each with [`PRIOR`] results, divided evenly among the kinds.
    pub(crate) prior: Vec<Vec<Sum>>,
    /// Groups of parameters that matter only relative to each other: their mean is 0.
    pub(crate) relative: Vec<std::ops::Range<usize>>,
}

/// The most likely parameters and their uncertainty.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fit {
    /// The parameters.
    pub(crate) at: Vec<f64>,
    clusters: f64,
    bread: Matrix,
    information: Matrix,
    by_set: Matrix,
    by_cluster: Matrix,
}

/// The number of results, possibly fractional, of each table of the prior.
pub(crate) const PRIOR: f64 = 0.5;
/// The number of clusters expected by the model that are added to the observed ones.
const ADDED: f64 = 4.0;

/// Accumulates the gradient and the information of the likelihood.
struct Slopes {
    gradient: Vec<f64>,
    information: Matrix,
}

/// The probabilities of a table's results.
pub(crate) fn odds(predictors: &[Sum], at: &[f64]) -> Vec<f64> {
    let sums: Vec<f64> =
        predictors.iter().map(|sum| sum.iter().map(|&(i, weight)| weight * at[i]).sum()).collect();
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let total: f64 = raised.iter().sum();
    raised.iter().map(|part| part / total).collect()
}

/// Adds the gradient from the results at a table: Σ (seen − expected) x.
fn slope(predictors: &[Sum], odds: &[f64], seen: &[f64], into: &mut [f64]) {
    let count: f64 = seen.iter().sum();
    for ((sum, odds), seen) in predictors.iter().zip(odds).zip(seen) {
        sum.iter().for_each(|&(i, weight)| into[i] += (seen - count * odds) * weight);
    }
}

impl Slopes {
    fn new(parameters: usize) -> Slopes {
        Slopes {
            gradient: vec![0.0; parameters],
            information: vec![vec![0.0; parameters]; parameters],
        }
    }

    fn add(&mut self, predictors: &[Sum], at: &[f64], seen: &[f64]) {
        let odds = odds(predictors, at);
        slope(predictors, &odds, seen, &mut self.gradient);
        let count: f64 = seen.iter().sum();
        // The information is the covariance of the predictors' weights under these odds.
        let mut mean: BTreeMap<usize, f64> = BTreeMap::new();
        for (sum, odds) in predictors.iter().zip(&odds) {
            for &(i, weight) in sum {
                *mean.entry(i).or_default() += odds * weight;
                for &(j, other) in sum {
                    self.information[i][j] += count * odds * weight * other;
                }
            }
        }
        for (&i, a) in &mean {
            for (&j, b) in &mean {
                self.information[i][j] -= count * a * b;
            }
        }
    }
}

impl Model {
    /// Fits the model to observed results.
    pub(crate) fn fit(&self, seen: &[Seen]) -> Fit {
        let mut totals: Vec<Vec<f64>> =
            self.tables.iter().map(|table| vec![0.0; table.len()]).collect();
        for result in seen {
            let total = &mut totals[result.table];
            total.iter_mut().zip(&result.parts).for_each(|(total, part)| *total += part);
        }
        let mut at = vec![0.0; self.parameters];
        for _ in 0..200 {
            let (data, prior) = self.slopes(&totals, &at);
            let mut gradient: Vec<f64> =
                data.gradient.iter().zip(&prior.gradient).map(|(a, b)| a + b).collect();
            for group in &self.relative {
                let mean = at[group.clone()].iter().sum::<f64>() / group.len() as f64;
                gradient[group.clone()].iter_mut().for_each(|slope| *slope -= mean);
            }
            let bend = self.held(&sum(&data.information, &prior.information));
            let Some(inverse) = inverse(&bend) else { break };
            let step = times(&inverse, &gradient);
            // Steps are limited to two units, so that the first ones do not diverge.
            let longest = step.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            let scale = (2.0 / longest).min(1.0);
            at.iter_mut().zip(&step).for_each(|(value, step)| *value += scale * step);
            if longest < 1e-12 {
                break;
            }
        }
        let (data, prior) = self.slopes(&totals, &at);
        let information = sum(&data.information, &prior.information);
        let nothing = || vec![vec![0.0; self.parameters]; self.parameters];
        let bread = inverse(&self.held(&information)).unwrap_or_else(nothing);
        let (sets, by_set) = self.spread(seen, &at, |result| result.set);
        let (clusters, by_cluster) = self.spread(seen, &at, |result| result.cluster);
        let corrected = |count: f64, spread: Matrix| {
            let correction = if count > 1.0 { count / (count - 1.0) } else { 1.0 };
            let scaled: Matrix =
                spread.iter().map(|row| row.iter().map(|v| v * correction).collect()).collect();
            sum(&scaled, &prior.information)
        };
        let (by_set, by_cluster) = (corrected(sets, by_set), corrected(clusters, by_cluster));
        Fit { at, clusters, bread, information, by_set, by_cluster }
    }

    /// The gradient and information of the data and of the prior.
    fn slopes(&self, totals: &[Vec<f64>], at: &[f64]) -> (Slopes, Slopes) {
        let (mut data, mut prior) = (Slopes::new(self.parameters), Slopes::new(self.parameters));
        for (table, seen) in self.tables.iter().zip(totals) {
            data.add(table, at, seen);
        }
        for table in &self.prior {
            prior.add(table, at, &vec![PRIOR / table.len() as f64; table.len()]);
        }
        (data, prior)
    }

    /// The information with the means of relative groups fixed.
    fn held(&self, information: &Matrix) -> Matrix {
        let mut held = information.clone();
        for group in &self.relative {
            for row in group.clone() {
                let part = 1.0 / group.len() as f64;
                held[row][group.clone()].iter_mut().for_each(|entry| *entry += part);
            }
        }
        held
    }

    /// The number of groups of results, and the sum of the outer products of their gradients.
    fn spread(&self, seen: &[Seen], at: &[f64], of: impl Fn(&Seen) -> usize) -> (f64, Matrix) {
        let odds: Vec<Vec<f64>> = self.tables.iter().map(|table| odds(table, at)).collect();
        let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for result in seen {
            let slopes = groups.entry(of(result)).or_insert_with(|| vec![0.0; self.parameters]);
            slope(&self.tables[result.table], &odds[result.table], &result.parts, slopes);
        }
        let mut spread = vec![vec![0.0; self.parameters]; self.parameters];
        for slopes in groups.values() {
            for (row, a) in slopes.iter().enumerate().filter(|(_, a)| **a != 0.0) {
                spread[row].iter_mut().zip(slopes).for_each(|(entry, b)| *entry += a * b);
            }
        }
        (groups.len() as f64, spread)
    }
}

impl Fit {
    /// The variance of a sum of parameters with these weights. `alone` means that the results have no finite
    /// solution without the prior; then the variance is at least that of the model itself.
    pub(crate) fn variance(&self, weights: &[f64], alone: bool) -> f64 {
        let pulled = times(&self.bread, weights);
        let square = |matrix: &Matrix| -> f64 {
            times(matrix, &pulled).iter().zip(&pulled).map(|(a, b)| a * b).sum()
        };
        let model = square(&self.information);
        let seen = square(&self.by_set).max(square(&self.by_cluster));
        let mixed = (self.clusters * seen + ADDED * model) / (self.clusters + ADDED);
        if alone { mixed.max(model) } else { mixed }.max(0.0)
    }

    /// The half width of a 95 % interval in standard deviations.
    pub(crate) fn reach(&self) -> f64 {
        student(self.clusters - 1.0 + ADDED)
    }
}

fn sum(a: &Matrix, b: &Matrix) -> Matrix {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
}
