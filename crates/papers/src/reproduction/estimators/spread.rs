//! Several evolutions of each range, and how far they differ.

use anyhow::Result;
use ninefold_arena::{Estimate, Generation, rows};

use super::{Evolved, GAME, RANGES, series};
use crate::reproduction::chapter::{Chapter, Verdict};
use crate::reproduction::lab::Lab;

/// The mean of some values, their deviation, minimum and maximum.
struct Spread {
    count: usize,
    mean: f64,
    deviation: f64,
    least: f64,
    most: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Spread {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Spread {
            count: values.len(),
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// Fractions as percentages: mean and deviation, minimum and maximum. A single value has no
    /// known deviation.
    fn percent(&self) -> String {
        let [mean, deviation, least, most] =
            [self.mean, self.deviation, self.least, self.most].map(|part| 100.0 * part);
        match self.count {
            0 | 1 => format!("{mean:.0} %"),
            _ => format!("{mean:.0} % ± {deviation:.0} ({least:.0}–{most:.0})"),
        }
    }
}

fn percent(estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|part| 100.0 * part);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}

/// The share of points of the second tournament's best against the first's; `None` if they are the
/// same.
fn against_first(lab: &Lab<'_>, one: &Evolved) -> Result<Option<Estimate>> {
    let players = [("winner", one.best(1)), ("E0", one.best(0))];
    if players[0].1 == players[1].1 {
        return Ok(None);
    }
    let title = format!(
        "depth {}, ranges {}, seed {}, winner against E0",
        one.depth, one.ranges, one.plan.seed
    );
    let (_, measured) = lab.round_robin(&title, GAME, &players, lab.games_of(20, 200), 4)?;
    Ok(Some(rows(&measured.found, 2, 2)[0].share))
}

/// The evolutions one by one, and their combined result.
pub(super) fn tables(lab: &Lab<'_>, chapter: &mut Chapter, evolved: &[Evolved]) -> Result<()> {
    let games = lab.games_of(20, 200);
    let counts: Vec<String> = series(lab)
        .iter()
        .map(|(depth, count)| match count {
            1 => format!("once at depth {depth}"),
            _ => format!("{count} times at depth {depth}"),
        })
        .collect();
    chapter.say(format!("**The two tournaments, {} for each range.** Fifty sets of 17 coefficients, every pair twice, a tie after 85 moves, five points a win; the best ten and forty children of twenty crossovers play again. The paper does not state the depth. It states ranges that its printed sets break (`stated`: 900 to 1200 for winning, 20 to 40 for a closed mill, less for the rest); `printed` are ranges that hold the printed sets. The last column is the winner of the second tournament against E0, the winner of the first, at the same depth after four random moves, in {games} games that neither was chosen by.", counts.join(" and ")));
    chapter.head(&[
        "depth",
        "ranges",
        "seed",
        "games a CPU second",
        "ties, first",
        "ties, second",
        "best score, first",
        "best score, second",
        "the winner is",
        "points against E0",
    ]);
    let each = series(lab).iter().flat_map(|&(depth, _)| RANGES.map(|ranges| (depth, ranges)));
    for (depth, ranges) in each {
        let alike = |one: &&Evolved| one.depth == depth && one.ranges == ranges;
        let of_range: Vec<&Evolved> = evolved.iter().filter(alike).collect();
        let (mut ties, mut shares, mut better, mut worse, mut same) =
            (Vec::new(), Vec::new(), 0, 0, 0);
        for one in &of_range {
            let [first, second] = &one.both;
            let winner = second.ranking[0];
            let top = |generation: &Generation| generation.score(generation.ranking[0]).to_string();
            ties.push(first.ties());
            let found = against_first(lab, one)?;
            match found {
                None => same += 1,
                Some(found) => {
                    shares.push(found.value);
                    better += usize::from(found.low > 0.5);
                    worse += usize::from(found.high < 0.5);
                }
            }
            chapter.row(&[
                depth.to_string(),
                ranges.to_owned(),
                one.plan.seed.to_string(),
                format!("{:.0}", one.rate),
                format!("{:.0} %", 100.0 * first.ties()),
                format!("{:.0} %", 100.0 * second.ties()),
                top(first),
                top(second),
                match second.members[winner].birth {
                    Some(birth) => format!(
                        "E{winner}, of E{} and E{} at {}",
                        birth.first, birth.second, birth.cut
                    ),
                    None => format!("E{winner}, a parent"),
                },
                found.map_or("it is E0".to_owned(), percent),
            ]);
        }
        let ties = Spread::of(&ties);
        chapter.claim(
            "about a quarter of the games were ties",
            format!(
                "depth {depth}, ranges {ranges}: {} in the first tournament{}",
                ties.percent(),
                if ties.count > 1 { " (mean ± deviation, least to most)" } else { "" },
            ),
            Verdict::of((ties.least..=ties.most).contains(&0.25)),
        );
        let mut here = format!(
            "depth {depth}, ranges {ranges}: better beyond chance in {better} of {} evolutions, worse in {worse}",
            of_range.len()
        );
        if same > 0 {
            here += &format!(", E0 itself in {same}");
        }
        if !shares.is_empty() {
            here += &format!("; {} of the points", Spread::of(&shares).percent());
        }
        chapter.claim(
            "the winner of the second tournament beats E0 (one game shown)",
            here,
            verdict(of_range.len(), better, worse),
        );
    }
    Ok(())
}

/// The verdict of several evolutions on the paper's sentence, by the number of winners better and
/// worse than E0 beyond chance. A single evolution cannot show what depends on its seed.
fn verdict(evolutions: usize, better: usize, worse: usize) -> Verdict {
    match (evolutions, 2 * better > evolutions, worse > better) {
        (0 | 1, ..) => Verdict::Open("one evolution cannot tell"),
        (_, true, _) => Verdict::Agrees,
        (_, _, true) => Verdict::Differs,
        _ if better + worse == 0 => Verdict::Open("no difference beyond chance"),
        _ => Verdict::Open("it depends on the seed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2, 4, 4, 4, 5, 5, 7, 9 have the mean 5 and the sum of squares 32.
    #[test]
    fn a_spread_is_that_of_the_textbook() {
        let found = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((found.mean - 5.0).abs() < 1e-12);
        assert!((found.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((found.least, found.most) == (2.0, 9.0));
    }

    #[test]
    fn one_value_has_no_spread_and_one_evolution_no_verdict() {
        assert_eq!(Spread::of(&[0.39]).percent(), "39 %");
        assert_eq!(Spread::of(&[0.39, 0.39]).percent(), "39 % ± 0 (39–39)");
        let open = |found: Verdict| match found {
            Verdict::Open(words) => words,
            _ => "decided",
        };
        assert_eq!(open(verdict(1, 0, 0)), "one evolution cannot tell");
        assert_eq!(open(verdict(10, 0, 0)), "no difference beyond chance");
        assert_eq!(open(verdict(10, 1, 0)), "it depends on the seed");
        assert!(matches!(verdict(10, 6, 0), Verdict::Agrees));
        assert!(matches!(verdict(10, 1, 2), Verdict::Differs));
    }
}
