//! Logistic regression by Newton's method.

/// What was read from a position and how the game ended for the player on turn: 0, a half or 1.
pub struct Sample {
    pub features: Vec<f64>,
    pub result: f64,
}

/// Weights, and the mean loss they leave (the entropy of results given the forecast, in nats).
pub struct Fitted {
    pub weights: Vec<f64>,
    pub loss: f64,
}

/// Keeps weights of features that are hardly ever seen near 0.
const RIDGE: f64 = 1.0;
const STEPS: usize = 12;

/// The weights w for which 1 / (1 + exp(−w·x)) foretells the results best.
pub fn logistic(samples: &[Sample]) -> Fitted {
    let count = samples.first().map_or(0, |sample| sample.features.len());
    let mut weights = vec![0.0; count];
    let mut loss = 0.0;
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        for (index, row) in curvature.iter_mut().enumerate() {
            row[index] = RIDGE;
        }
        loss = 0.0;
        for Sample { features, result } in samples {
            let sum: f64 = features.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
            let forecast = (1.0 / (1.0 + (-sum).exp())).clamp(1e-9, 1.0 - 1e-9);
            loss -= result * forecast.ln() + (1.0 - result) * (1.0 - forecast).ln();
            let slope = forecast * (1.0 - forecast);
            for (i, x) in features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                gradient[i] += x * (forecast - result);
                for (j, y) in features.iter().enumerate() {
                    curvature[i][j] += x * y * slope;
                }
            }
        }
        loss /= samples.len().max(1) as f64;
        for (weight, step) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight -= step;
        }
    }
    Fitted { weights, loss }
}

/// The solution of a system of linear equations, by elimination with the largest pivot.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..count).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let own = matrix[column].clone();
        for row in 0..count {
            if row != column {
                let factor = matrix[row][column] / own[column];
                for (entry, own) in matrix[row].iter_mut().zip(&own).skip(column) {
                    *entry -= factor * own;
                }
                right[row] -= factor * right[column];
            }
        }
    }
    (0..count).map(|index| right[index] / matrix[index][index]).collect()
}
