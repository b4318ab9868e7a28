//! Shares of points with their intervals.

use crate::normal::{Z, student};

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

impl Estimate {
    /// Maps the estimate to another scale by an increasing function.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// The points of an entrant in a cluster of games with the same opening, which are not independent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cluster {
    /// The points.
    pub(crate) points: f64,
    /// The number of games.
    pub(crate) games: f64,
    /// The number of sets.
    pub(crate) sets: f64,
}

impl Cluster {
    /// Scales points, games and sets by a factor.
    pub(crate) fn scaled(self, part: f64) -> Cluster {
        Cluster { points: part * self.points, games: part * self.games, sets: part * self.sets }
    }
}

/// The share of the points with a Wilson interval, using as many trials as would have the same spread as the
/// clusters.
///
/// Four clusters are added to the observed spread (Agresti and Coull's number, the square of the quantile); their
/// sets are won or lost as a whole, half of them won. The quantile is Student's. Few clusters, or many that ended
/// alike, therefore claim no certainty. An entrant who won everything has at most as many trials as games.
pub(crate) fn share(clusters: &[Cluster], seats: usize) -> Estimate {
    let alone: Vec<(Cluster, f64)> = clusters.iter().map(|cluster| (*cluster, 1.0)).collect();
    share_of_kinds(&alone, seats)
}

/// The same for kinds of clusters, each with its count.
pub(crate) fn share_of_kinds(kinds: &[(Cluster, f64)], seats: usize) -> Estimate {
    let sum = |of: &dyn Fn(&Cluster) -> f64| -> f64 {
        kinds.iter().map(|(cluster, times)| times * of(cluster)).sum()
    };
    let (points, games, sets) = (sum(&|c| c.points), sum(&|c| c.games), sum(&|c| c.sets));
    if games == 0.0 {
        return Estimate { value: 1.0 / seats as f64, low: 0.0, high: 1.0 };
    }
    let count = sum(&|_| 1.0);
    let (value, added) = (points / games, Z * Z);
    let usual = games / count;
    let middle = (value * count + added / seats as f64) / (count + added);
    let widest = middle * (1.0 - middle);
    let seen = sum(&|c| ((c.points - middle * c.games) / usual).powi(2));
    let spread = (seen + added * widest * count / sets) / (count + added);
    let mut trials = count * widest / spread;
    // Rare results carry little information. A mean m near 0 (or 1) has the least spread if all but a few games
    // scored 0 and those few scored the smallest possible share s of a point; then the variance of a game is m (s -
    // m), so the number of trials is at most games m (1 - m) / (m (s - m)).
    let (rare, least) = (value.min(1.0 - value), 1.0 / seats as f64);
    if rare <= 0.0 {
        trials = trials.min(games);
    } else if rare < least {
        trials = trials.min(games * (1.0 - rare) / (least - rare));
    }
    wilson_within(value, trials, student(count + 3.0))
}

/// The Wilson interval of a share over independent trials.
pub fn wilson(value: f64, trials: f64) -> Estimate {
    wilson_within(value, trials, Z)
}

fn wilson_within(value: f64, trials: f64, quantile: f64) -> Estimate {
    let square = quantile * quantile / trials;
    let middle = (value + square / 2.0) / (1.0 + square);
    let half = quantile * (value * (1.0 - value) / trials + square / (4.0 * trials)).sqrt()
        / (1.0 + square);
    Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The Elo difference for a share between two players; `None` at 0 and 1, where it is infinite.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// Formats a difference with its sign and `digits` decimals. A value that rounds to zero is not negative.
///
/// ```
/// use ninefold_arena::signed;
///
/// assert_eq!(signed(30.25, 0), "+30");
/// assert_eq!(signed(-0.04, 1), "+0.0");
/// ```
pub fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|byte| matches!(byte, b'0' | b'.')) => format!("+{size}"),
        _ => text,
    }
}

impl Estimate {
    /// Formats a difference with its interval, with `digits` decimals: `+24.5 Elo [-3.2, +49.9]`.
    ///
    /// ```
    /// let found = ninefold_arena::Estimate { value: 400.0, low: 311.6, high: f64::INFINITY };
    /// assert_eq!(found.as_elo(1), "+400.0 Elo [+311.6, +∞]");
    /// ```
    pub fn as_elo(&self, digits: usize) -> String {
        let told = |end: f64| match end.is_infinite() {
            true if end > 0.0 => "+∞".to_owned(),
            true => "−∞".to_owned(),
            false => signed(end, digits),
        };
        let [value, low, high] = [self.value, self.low, self.high].map(told);
        format!("{value} Elo [{low}, {high}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of two games with these shares of the points, each with its own opening.
    fn of_sets(shares: &[f64]) -> Estimate {
        let set = |share: &f64| Cluster { points: 2.0 * share, games: 2.0, sets: 1.0 };
        share(&shares.iter().map(set).collect::<Vec<_>>(), 2)
    }

    /// Sets with 1, 1/2, 3/4 and 3/4 of the points, a hundred times: mean 3/4, variance 1/32, standard error of the
    /// mean √(1/12800). The added sets have little weight among so many.
    #[test]
    fn the_interval_is_that_of_the_sets() {
        let share = of_sets(&[1.0, 0.5, 0.75, 0.75].repeat(100));
        assert_eq!(share.value, 0.75);
        let error = 1.959_963_984_540_054 * (1.0_f64 / 12_800.0).sqrt();
        assert!((share.low - (0.75 - error)).abs() < 0.005, "{share:?}");
        assert!((share.high - (0.75 + error)).abs() < 0.005, "{share:?}");
    }

    /// If many sets are won or lost as a whole, the interval is Wilson's for the sets: for 700 of 1000 from 0.671
    /// to 0.728 at 95 %.
    #[test]
    fn whole_sets_have_the_published_interval() {
        let most = of_sets(&[vec![1.0; 700], vec![0.0; 300]].concat());
        assert!((most.low - 0.6709).abs() < 5e-4 && (most.high - 0.7276).abs() < 5e-4, "{most:?}");
    }

    /// Twenty wins in twenty games are at most twenty trials: with Student's 2.160 for 13 degrees of freedom
    /// Wilson's lower end is 20 / (20 + 2.160²) = 0.811.
    #[test]
    fn a_clean_sweep_has_no_more_trials_than_games() {
        let sweep = of_sets(&[1.0; 10]);
        assert_eq!((sweep.value, sweep.high), (1.0, 1.0));
        assert!((sweep.low - 0.811).abs() < 5e-4, "{sweep:?}");
    }

    /// One loss in twenty games does not give more certainty than none.
    #[test]
    fn a_loss_does_not_narrow_the_interval() {
        let mut sets = [1.0; 10];
        let sweep = of_sets(&sets);
        sets[0] = 0.5;
        let near = of_sets(&sets);
        assert!(near.low < sweep.low, "{near:?} {sweep:?}");
    }

    /// One draw and 799 losses in 200 openings of four games: by the rarest results with this mean these are 1601
    /// trials, for which Wilson's upper end with Student's 1.972 is 0.0036.
    #[test]
    fn one_rare_result_claims_little() {
        let mut clusters = [Cluster { points: 0.0, games: 4.0, sets: 2.0 }; 200];
        clusters[7].points = 0.5;
        let found = share(&clusters, 2);
        assert!((found.high - 0.0036).abs() < 1e-4, "{found:?}");
    }

    /// Without games the share is even and unknown.
    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(share(&[], 4), Estimate { value: 0.25, low: 0.0, high: 1.0 });
    }

    /// 3/4 of the points is 190.85 Elo by the logistic formula.
    #[test]
    fn elo_is_logistic() {
        assert_eq!(elo(0.5), Some(-0.0));
        assert!((elo(0.75).expect("finite") - 190.848).abs() < 1e-3);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }
}
