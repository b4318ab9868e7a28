//! The normal distribution, as far as intervals need it.

/// The two-sided 95 % quantile.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`.
///
/// Uses a series near the middle and a continued fraction in the tails, both to full precision.
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

/// The two-sided 95 % quantile of Student's distribution with `degrees` degrees of freedom, from 4 on: the first
/// terms of its expansion around the normal quantile (Abramowitz and Stegun, 26.7.5).
pub(crate) fn student(degrees: f64) -> f64 {
    let z = |power: i32| Z.powi(power);
    let terms = [
        (z(3) + z(1)) / 4.0,
        (5.0 * z(5) + 16.0 * z(3) + 3.0 * z(1)) / 96.0,
        (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * z(1)) / 384.0,
        (79.0 * z(9) + 776.0 * z(7) + 1482.0 * z(5) - 1920.0 * z(3) - 945.0 * z(1)) / 92_160.0,
    ];
    (1..).zip(terms).fold(Z, |sum, (power, term)| sum + term / degrees.powi(power))
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

    /// From published tables of Student's distribution.
    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        let table = [(4.0, 2.776), (5.0, 2.571), (7.0, 2.365), (10.0, 2.228), (20.0, 2.086)];
        for (degrees, wanted) in table {
            let found = student(degrees);
            assert!((found - wanted).abs() < 0.0011, "{degrees}: {found}, wanted {wanted}");
        }
        assert!((student(1e9) - Z).abs() < 1e-8);
    }
}
