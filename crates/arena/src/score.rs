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
    /// The same on another scale: a rising function of it.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// What somebody got in games that belong together: those of one opening, which are no independent trials.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cluster {
    /// The points.
    pub(crate) points: f64,
    /// Of how many games.
    pub(crate) games: f64,
    /// In how many sets.
    pub(crate) sets: f64,
}

impl Cluster {
    /// The same with a part of its points, games and sets.
    pub(crate) fn scaled(self, part: f64) -> Cluster {
        Cluster { points: part * self.points, games: part * self.games, sets: part * self.sets }
    }
}

/// The share of the points with its interval: Wilson's, with as many trials as would spread as much as the clusters do.
///
/// To the spread that was seen some four clusters are added (Agresti and Coull's number, the square of the quantile)
/// whose sets are won or lost as a whole, an even part of them won, and the quantile is Student's: few clusters, or
/// many that ended alike, claim no certainty. Whoever won everything has at most as many trials as games.
pub(crate) fn share(clusters: &[Cluster], seats: usize) -> Estimate {
    let alone: Vec<(Cluster, f64)> = clusters.iter().map(|cluster| (*cluster, 1.0)).collect();
    share_of_kinds(&alone, seats)
}

/// The same of kinds of clusters, each with how many of it there are.
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
    // Rare results say little. A mean m near 0 (or 1) comes with the least spread if all but a few games gave 0 and those few the smallest
    // share s of a point that there is; then the variance of a game is m (s - m), and no more trials are worth of it than
    // games m (1 - m) / (m (s - m)).
    let (rare, least) = (value.min(1.0 - value), 1.0 / seats as f64);
    if rare <= 0.0 {
        trials = trials.min(games);
    } else if rare < least {
        trials = trials.min(games * (1.0 - rare) / (least - rare));
    }
    wilson_within(value, trials, student(count + 3.0))
}

/// Wilson's interval of a share over independent trials.
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

/// The Elo difference of a share between two players; nothing at 0 and 1, where it is infinite.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// A number as differences are written: with its sign and so many digits after the point. What rounds to nothing is not
/// below it.
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
    /// A difference with its interval as it is written, with so many digits after the point: `+24.5 Elo [-3.2, +49.9]`.
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

    /// Sets of two games with these shares of the points, each with an opening of its own.
    fn of_sets(shares: &[f64]) -> Estimate {
        let set = |share: &f64| Cluster { points: 2.0 * share, games: 2.0, sets: 1.0 };
        share(&shares.iter().map(set).collect::<Vec<_>>(), 2)
    }

    /// Sets with 1, 1/2, 3/4 and 3/4 of the points, a hundred times: mean 3/4, variance 1/32, error of the mean
    /// the root of 1/12800. The sets that are added count little among so many.
    #[test]
    fn the_interval_is_that_of_the_sets() {
        let share = of_sets(&[1.0, 0.5, 0.75, 0.75].repeat(100));
        assert_eq!(share.value, 0.75);
        let error = 1.959_963_984_540_054 * (1.0_f64 / 12_800.0).sqrt();
        assert!((share.low - (0.75 - error)).abs() < 0.005, "{share:?}");
        assert!((share.high - (0.75 + error)).abs() < 0.005, "{share:?}");
    }

    /// Where many sets are won or lost as a whole the interval is Wilson's of the sets: for 700 of 1000 from 0.671 to
    /// 0.728 at 95 %.
    #[test]
    fn whole_sets_have_the_published_interval() {
        let most = of_sets(&[vec![1.0; 700], vec![0.0; 300]].concat());
        assert!((most.low - 0.6709).abs() < 5e-4 && (most.high - 0.7276).abs() < 5e-4, "{most:?}");
    }

    /// Twenty games won of twenty are twenty trials at most: with Student's 2.160 for 13 degrees of freedom Wilson's
    /// lower end is 20 / (20 + 2.160²) = 0.811.
    #[test]
    fn a_clean_sweep_has_no_more_trials_than_games() {
        let sweep = of_sets(&[1.0; 10]);
        assert_eq!((sweep.value, sweep.high), (1.0, 1.0));
        assert!((sweep.low - 0.811).abs() < 5e-4, "{sweep:?}");
    }

    /// Nobody is surer of a player who lost one game of twenty than of one who lost none.
    #[test]
    fn a_loss_does_not_narrow_the_interval() {
        let mut sets = [1.0; 10];
        let sweep = of_sets(&sets);
        sets[0] = 0.5;
        let near = of_sets(&sets);
        assert!(near.low < sweep.low, "{near:?} {sweep:?}");
    }

    /// One draw and 799 losses in 200 openings of four games: by the rarest results that have this mean these are
    /// 1601 trials, for which Wilson's upper end with Student's 1.972 is 0.0036.
    #[test]
    fn one_rare_result_claims_little() {
        let mut clusters = [Cluster { points: 0.0, games: 4.0, sets: 2.0 }; 200];
        clusters[7].points = 0.5;
        let found = share(&clusters, 2);
        assert!((found.high - 0.0036).abs() < 1e-4, "{found:?}");
    }

    /// Who played nothing has an even share, and nothing is known of it.
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
