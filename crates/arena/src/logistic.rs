//! Logistic regression: weights of counts that predict the share of the point.
//!
//! A player whose counts are x gets the point with probability 1 / (1 + exp −(b + Σ wᵢ xᵢ)); a draw is half of it.
//! The weights maximise the likelihood of the examples minus a *ridge* penalty that pulls every weight towards
//! zero. The penalty is measured in the usual size of each count, so that the unit of a count does not matter. The
//! term b for being on turn is not penalised. Newton's method converges in a few steps.

use crate::linear::{Matrix, inverse, times};

/// Positions with their counts and results, from the view of the player to move.
///
/// ```
/// use ninefold_arena::Examples;
///
/// let mut examples = Examples::new(1);
/// for (ahead, point) in [(2.0, 1.0), (1.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (-2.0, 0.5)] {
///     examples.push(&[ahead], point);
/// }
/// let all: Vec<usize> = (0..examples.len()).collect();
/// let fitted = examples.fit(&all, 1.0).unwrap();
/// assert!(fitted.weights[0] > 0.0, "who is ahead wins more");
/// assert!(examples.loss(&fitted, &all) < 2_f64.ln(), "better than a coin");
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Examples {
    width: usize,
    counts: Vec<f32>,
    points: Vec<f32>,
}

/// Weights, and the worth of being on turn.
#[derive(Clone, PartialEq, Debug)]
pub struct LogisticFit {
    /// A weight for every count; 0 for counts that never occurred.
    pub weights: Vec<f64>,
    /// The standard error of each weight.
    pub errors: Vec<f64>,
    /// The constant term.
    pub turn: f64,
}

/// The maximum number of steps; five to ten are usual.
const STEPS: usize = 100;
/// Converged when a step gains less than this fraction of an example.
const LITTLE: f64 = 1e-9;

impl Examples {
    /// Creates an empty list of examples with `width` counts each.
    pub fn new(width: usize) -> Examples {
        Examples { width, ..Examples::default() }
    }

    /// Adds an example: its counts, and the share of the point, from 0 to 1.
    pub fn push(&mut self, counts: &[f32], point: f32) {
        assert_eq!(counts.len(), self.width, "as many counts as all others");
        self.counts.extend_from_slice(counts);
        self.points.push(point);
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Fits weights to some of the examples; `None` if their likelihood has no unique maximum.
    pub fn fit(&self, rows: &[usize], ridge: f64) -> Option<LogisticFit> {
        let sizes = self.sizes(rows);
        let seen: Vec<usize> = (0..self.width).filter(|&count| sizes[count] > 0.0).collect();
        let task = Task { examples: self, rows, seen: &seen, sizes: &sizes, ridge };
        let (at, covariance) = task.top()?;
        let (mut weights, mut errors) = (vec![0.0; self.width], vec![0.0; self.width]);
        for (index, &count) in seen.iter().enumerate() {
            weights[count] = at[index] / sizes[count];
            errors[count] = covariance[index][index].sqrt() / sizes[count];
        }
        Some(LogisticFit { weights, errors, turn: at[seen.len()] })
    }

    /// The mean log loss on some of the examples: −ln of the probability predicted for the actual result.
    pub fn loss(&self, fit: &LogisticFit, rows: &[usize]) -> f64 {
        rows.iter().map(|&row| self.loss_of(fit, row)).sum::<f64>() / rows.len() as f64
    }

    /// By how much the mean log loss of `fit` is lower than that of `over`, with the 95 % interval, paired row by
    /// row.
    pub fn gain(&self, fit: &LogisticFit, over: &LogisticFit, rows: &[usize]) -> [f64; 3] {
        let gains: Vec<f64> =
            rows.iter().map(|&row| self.loss_of(over, row) - self.loss_of(fit, row)).collect();
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = 1.96 * (spread / count).sqrt();
        [mean, mean - error, mean + error]
    }

    /// The same examples with one count each: the sum of the counts weighted by `weights`.
    pub fn summed(&self, weights: &[f64]) -> Examples {
        let mut summed = Examples::new(1);
        for row in 0..self.len() {
            let sum: f64 = self.row(row).iter().zip(weights).map(|(&x, w)| f64::from(x) * w).sum();
            summed.push(&[sum as f32], self.points[row]);
        }
        summed
    }

    fn loss_of(&self, fit: &LogisticFit, row: usize) -> f64 {
        let sum: f64 = self.row(row).iter().zip(&fit.weights).map(|(&x, w)| f64::from(x) * w).sum();
        loss(sum + fit.turn, self.points[row].into())
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.counts[row * self.width..(row + 1) * self.width]
    }

    /// The root mean square of each count.
    fn sizes(&self, rows: &[usize]) -> Vec<f64> {
        let mut squares = vec![0.0; self.width];
        for &row in rows {
            squares.iter_mut().zip(self.row(row)).for_each(|(sum, &x)| *sum += f64::from(x * x));
        }
        squares.iter().map(|sum| (sum / rows.len() as f64).sqrt()).collect()
    }
}

/// The problem to solve, in units of the usual size of each count, with the constant term last.
struct Task<'a> {
    examples: &'a Examples,
    rows: &'a [usize],
    /// The counts that are ever non-zero.
    seen: &'a [usize],
    sizes: &'a [f64],
    ridge: f64,
}

impl Task<'_> {
    /// The maximum of the penalised likelihood, and the covariance there.
    fn top(&self) -> Option<(Vec<f64>, Matrix)> {
        let mut at = vec![0.0; self.seen.len() + 1];
        let mut now = self.penalised(&at);
        let mut covariance = None;
        for _ in 0..STEPS {
            let (gradient, information) = self.slopes(&at);
            let inverse = inverse(&information)?;
            let step = times(&inverse, &gradient);
            covariance = Some(inverse);
            let mut part = 1.0;
            let (next, reached) = loop {
                let next: Vec<f64> =
                    at.iter().zip(&step).map(|(at, step)| at + part * step).collect();
                let reached = self.penalised(&next);
                if reached <= now || part < 1e-6 {
                    break (next, reached);
                }
                part /= 2.0;
            };
            let gained = now - reached;
            if gained > 0.0 {
                (at, now) = (next, reached);
            }
            if gained < LITTLE {
                break;
            }
        }
        Some((at, covariance?))
    }

    /// The counts of a row, scaled; the constant term is unchanged.
    fn scaled(&self, row: usize, into: &mut [f64]) {
        let counts = self.examples.row(row);
        for (into, &count) in into.iter_mut().zip(self.seen) {
            *into = f64::from(counts[count]) / self.sizes[count];
        }
    }

    fn penalised(&self, at: &[f64]) -> f64 {
        let mut x = vec![1.0; at.len()];
        let mut sum = 0.0;
        for &row in self.rows {
            self.scaled(row, &mut x);
            sum += loss(dot(&x, at), self.examples.points[row].into());
        }
        let weights = &at[..self.seen.len()];
        sum + weights.iter().map(|weight| self.ridge / 2.0 * weight * weight).sum::<f64>()
    }

    fn slopes(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let size = at.len();
        let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        let mut x = vec![1.0; size];
        for &row in self.rows {
            self.scaled(row, &mut x);
            let chance = 1.0 / (1.0 + (-dot(&x, at)).exp());
            let point = f64::from(self.examples.points[row]);
            let (error, bend) = (point - chance, chance * (1.0 - chance));
            for one in 0..size {
                gradient[one] += error * x[one];
                let part = bend * x[one];
                for other in 0..=one {
                    information[one][other] += part * x[other];
                }
            }
        }
        for one in 0..self.seen.len() {
            gradient[one] -= self.ridge * at[one];
            information[one][one] += self.ridge;
        }
        // Only one half was summed; the other half is its mirror image.
        let half = information.clone();
        for (one, row) in information.iter_mut().enumerate() {
            let mirrored = row.iter_mut().enumerate().skip(one + 1);
            mirrored.for_each(|(other, entry)| *entry = half[other][one]);
        }
        (gradient, information)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// −point·ln p − (1 − point)·ln(1 − p) with p = 1 / (1 + exp −sum), computed without overflow.
fn loss(sum: f64, point: f64) -> f64 {
    sum.max(0.0) + (-sum.abs()).exp().ln_1p() - point * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_core::Random;

    fn draw(weights: &[f64], turn: f64, count: usize, seed: u64) -> Examples {
        let mut random = Random::new(seed);
        let mut examples = Examples::new(weights.len());
        for _ in 0..count {
            let counts: Vec<f32> = weights.iter().map(|_| random.below(7) as f32 - 3.0).collect();
            let sum: f64 = counts.iter().zip(weights).map(|(&x, w)| f64::from(x) * w).sum();
            let chance = 1.0 / (1.0 + (-(sum + turn)).exp());
            let won = random.below(1_000_000) as f64 / 1e6 < chance;
            examples.push(&counts, f32::from(u8::from(won)));
        }
        examples
    }

    #[test]
    fn known_weights_are_found_within_their_errors() {
        let known = [0.8, -0.3, 0.0, 0.05];
        let examples = draw(&known, 0.4, 20_000, 5);
        let all: Vec<usize> = (0..examples.len()).collect();
        let fit = examples.fit(&all, 0.0).unwrap();
        for ((found, error), known) in fit.weights.iter().zip(&fit.errors).zip(known) {
            assert!((found - known).abs() < 4.0 * error, "{found} ± {error}, {known}");
            assert!((0.005..0.03).contains(error), "{error}");
        }
        assert!((fit.turn - 0.4).abs() < 0.1, "{}", fit.turn);
    }

    /// At the maximum of the likelihood, no step in any direction gains anything.
    #[test]
    fn no_other_weights_do_better() {
        let examples = draw(&[0.5, -0.2], -0.1, 500, 6);
        let all: Vec<usize> = (0..500).collect();
        let best = examples.fit(&all, 0.0).unwrap();
        for (which, away) in [(0, 0.01), (0, -0.01), (1, 0.01), (1, -0.01)] {
            let mut other = best.clone();
            other.weights[which] += away;
            assert!(examples.gain(&other, &best, &all)[0] < 0.0);
        }
    }

    #[test]
    fn a_ridge_keeps_finite_what_has_no_top() {
        let mut examples = Examples::new(2);
        examples.push(&[1.0, 0.0], 1.0);
        examples.push(&[-1.0, 0.0], 0.0);
        let fit = examples.fit(&[0, 1], 1.0).unwrap();
        assert!(fit.weights[0] > 0.1 && fit.weights[0] < 10.0, "{fit:?}");
        assert_eq!(fit.weights[1], 0.0, "never counted");
        // The gradient of the penalised likelihood is zero: twice (1 − p) equals the pull of the ridge.
        let chance = 1.0 / (1.0 + (-fit.weights[0]).exp());
        assert!((2.0 * (1.0 - chance) - fit.weights[0]).abs() < 1e-4, "{fit:?}");
    }
}
