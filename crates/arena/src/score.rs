//! Shares of points with their intervals.

use crate::normal::Z;

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The mean of the sets' shares with its interval: that of Agresti and Coull (1998) with sets as trials, because the
/// games of a set share an opening and are no independent trials. About two
/// sets won and two lost are added before mean and spread are taken, so that sets that all ended alike claim no
/// certainty, and one that ended otherwise never narrows the interval.
pub(crate) fn share(sets: &[f64]) -> Estimate {
    let (count, sum) = (sets.len() as f64, sets.iter().sum::<f64>());
    if sets.is_empty() {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let added = Z * Z;
    let all = count + added;
    let middle = (sum + added / 2.0) / all;
    let squares: f64 = sets.iter().map(|set| (set - middle).powi(2)).sum();
    let squares = squares + added / 2.0 * (middle.powi(2) + (1.0 - middle).powi(2));
    let half = Z * squares.sqrt() / all;
    Estimate { value: sum / count, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// Wilson's interval of a share over independent trials.
pub fn wilson(value: f64, trials: f64) -> Estimate {
    let square = Z * Z / trials;
    let middle = (value + square / 2.0) / (1.0 + square);
    let half =
        Z * (value * (1.0 - value) / trials + square / (4.0 * trials)).sqrt() / (1.0 + square);
    Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The Elo difference of a share between two players; nothing at 0 and 1, where it is infinite.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets with 1, 1/2, 3/4 and 3/4 of the points, a hundred times: mean 3/4, variance 1/32, error of the mean
    /// the root of 1/12800. The sets that are added count little among so many.
    #[test]
    fn the_interval_is_that_of_the_sets() {
        let share = share(&[1.0, 0.5, 0.75, 0.75].repeat(100));
        assert_eq!(share.value, 0.75);
        let error = 1.959_963_984_540_054 * (1.0_f64 / 12_800.0).sqrt();
        assert!((share.low - (0.75 - error)).abs() < 0.005, "{share:?}");
        assert!((share.high - (0.75 + error)).abs() < 0.005, "{share:?}");
    }

    /// Where sets are won or lost as a whole the interval is the published one of Agresti and Coull: for 10 of 10
    /// from 0.679, for 7 of 10 from 0.392 to 0.897, both at 95 %.
    #[test]
    fn whole_sets_have_the_published_interval() {
        let of = |won: usize| share(&[vec![1.0; won], vec![0.0; 10 - won]].concat());
        let sweep = of(10);
        assert_eq!((sweep.value, sweep.high), (1.0, 1.0));
        assert!((sweep.low - 0.679).abs() < 5e-4, "{sweep:?}");
        let most = of(7);
        assert!((most.low - 0.392).abs() < 5e-4 && (most.high - 0.897).abs() < 5e-4, "{most:?}");
    }

    /// Nobody is surer of a player who lost one game of twenty than of one who lost none.
    #[test]
    fn a_loss_does_not_narrow_the_interval() {
        let mut sets = [1.0; 10];
        let sweep = share(&sets);
        sets[0] = 0.5;
        let near = share(&sets);
        assert!(near.low < sweep.low, "{near:?} {sweep:?}");
    }

    /// 3/4 of the points is 190.85 Elo by the logistic formula.
    #[test]
    fn elo_is_logistic() {
        assert_eq!(elo(0.5), Some(-0.0));
        assert!((elo(0.75).expect("finite") - 190.848).abs() < 1e-3);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }
}
