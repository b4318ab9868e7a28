//! The normal distribution, as far as intervals need it.

/// The two-sided 95 % quantile.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal number is below `x`.
///
/// A series near the middle and a continued fraction in the tails, both to the last digits.
pub fn normal_below(x: f64) -> f64 {
    /// Where the continued fraction converges faster than the series.
    const TAIL: f64 = 3.0;
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < TAIL {
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let mut fraction = x.abs();
    for step in (1..=80).rev() {
        fraction = x.abs() + f64::from(step) / fraction;
    }
    let tail = density / fraction;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From published tables of the normal distribution.
    #[test]
    fn the_distribution_is_that_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.644_853_626_951_472, 0.95),
            (Z, 0.975),
            (2.575_829_303_548_901, 0.995),
            (3.090_232_306_167_813, 0.999),
            (-4.0, 3.167_124_183_311_998e-5),
        ];
        for (x, below) in table {
            assert!((normal_below(x) - below).abs() < 1e-14, "{x}: {}", normal_below(x));
        }
    }
}
