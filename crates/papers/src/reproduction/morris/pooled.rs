//! All games of the paper's tables together: a line of one to five games shows little, 46 games
//! show more.

use super::{READINGS, Repeated};
use crate::reproduction::chapter::{Chapter, Verdict};

/// Games of this many moves or more are called long.
const LONG: usize = 200;

/// The property by which the paper's games are counted.
#[derive(Clone, Copy)]
enum Counted {
    /// Wins of player 1, draws, wins of player 2.
    Result(usize),
    /// Long games.
    Long,
}

const COUNTED: [(&str, Counted); 4] = [
    ("player 1 wins", Counted::Result(0)),
    ("draws", Counted::Result(1)),
    ("player 2 wins", Counted::Result(2)),
    ("of 200 moves or more", Counted::Long),
];

/// The distribution of the number of events in games with individual probabilities: the
/// probabilities of 0, 1, 2, … events.
fn poisson_binomial(chances: &[f64]) -> Vec<f64> {
    let mut odds = vec![1.0];
    for chance in chances {
        odds.push(0.0);
        for count in (0..odds.len()).rev() {
            let from_below = if count > 0 { odds[count - 1] * chance } else { 0.0 };
            odds[count] = odds[count] * (1.0 - chance) + from_below;
        }
    }
    odds
}

/// The probability of the observed number or more, if that is above the expectation; of that or
/// less, if below.
fn tail(chances: &[f64], seen: usize) -> f64 {
    let odds = poisson_binomial(chances);
    let above = seen as f64 >= chances.iter().sum::<f64>();
    let range = if above { seen..odds.len() } else { 0..seen + 1 };
    odds[range].iter().sum::<f64>().min(1.0)
}

/// The number expected from our games, and the paper's.
struct Expected {
    /// The probability for each of the paper's games.
    chances: Vec<f64>,
    /// The paper's number.
    seen: usize,
    /// The error of the expected number, since our games are a sample too (95 %).
    error: f64,
}

impl Expected {
    fn new(lines: &[Repeated], counted: Counted) -> Expected {
        let (mut chances, mut seen, mut variance) = (Vec::new(), 0, 0.0);
        for line in lines {
            // Equal evaluations and depths make equal moves: the pairing with the most games
            // represents the others.
            let alike = lines
                .iter()
                .filter(|other| other.pairing.moves_alike() == line.pairing.moves_alike())
                .max_by_key(|other| other.plies.len())
                .unwrap_or(line);
            let trials = alike.plies.len() as f64;
            let (count, listed) = match counted {
                Counted::Result(kind) => (alike.counts[kind], line.pairing.listed()[kind]),
                Counted::Long => (
                    alike.plies.iter().filter(|plies| **plies >= LONG).count(),
                    line.pairing.moves.iter().filter(|moves| **moves as usize >= LONG).count(),
                ),
            };
            // Half a game more of each result, so that nothing is impossible.
            let chance = (count as f64 + 0.5) / (trials + 1.5);
            let games = line.pairing.results.len();
            chances.extend(std::iter::repeat_n(chance, games));
            seen += listed;
            variance += (games as f64).powi(2) * chance * (1.0 - chance) / trials.max(1.0);
        }
        Expected { chances, seen, error: 1.96 * variance.sqrt() }
    }

    fn number(&self) -> f64 {
        self.chances.iter().sum()
    }

    fn tail(&self) -> f64 {
        tail(&self.chances, self.seen)
    }
}

/// A small probability for display.
fn shown(probability: f64) -> String {
    if probability < 0.001 { format!("{probability:.0e}") } else { format!("{probability:.3}") }
}

/// The table of all readings, and a claim about each; in words, which reading explains what.
pub(super) fn all(chapter: &mut Chapter, repeated: &[Vec<Repeated>]) -> String {
    let mut fits = COUNTED.map(|_| Vec::new());
    let listed = |lines: &[Repeated], counted| Expected::new(lines, counted).seen;
    let games: usize = repeated[0].iter().map(|line| line.pairing.results.len()).sum();
    chapter.say(format!("\n**All {games} games of the paper at once.** What our shares, line by line, let one expect of as many games as the paper lists, ± the 95 % error of our own sample; *P* is the probability of the paper's number or one still further off, exactly, each game with the share of its line (a Poisson binomial distribution). The moves are the mean over the same games."));
    let mut head = vec!["", "games"];
    for (name, _) in &COUNTED {
        head.extend([*name, "*P*"]);
    }
    head.push("moves");
    chapter.head(&head);
    let mut cells = vec!["the paper".to_owned(), games.to_string()];
    for (_, counted) in COUNTED {
        cells.extend([format!("**{}**", listed(&repeated[0], counted)), String::new()]);
    }
    let moves = repeated[0].iter().flat_map(|line| &line.pairing.moves);
    cells.push(format!("{:.0}", f64::from(moves.sum::<u32>()) / games as f64));
    chapter.row(&cells);
    for (reading, lines) in READINGS.iter().zip(repeated) {
        let games: usize = lines.iter().map(|line| line.pairing.results.len()).sum();
        let mut cells = vec![reading.rules.to_owned(), games.to_string()];
        let mut far = Vec::new();
        for ((name, counted), fits) in COUNTED.into_iter().zip(&mut fits) {
            let expected = Expected::new(lines, counted);
            let (number, p) = (expected.number(), expected.tail());
            cells.push(format!("{number:.1} ± {:.1}", expected.error));
            cells.push(shown(p));
            // A two-sided test.
            let is_far = 2.0 * p < 0.05;
            fits.push(!is_far);
            if is_far {
                far.push(format!("{name} {number:.1} against {}, P = {}", expected.seen, shown(p)));
            }
        }
        let mean = lines.iter().map(|line| line.mean_plies() * line.pairing.results.len() as f64);
        cells.push(format!("{:.0}", mean.sum::<f64>() / games.max(1) as f64));
        chapter.row(&cells);
        let here = match far.is_empty() {
            true => "nothing is further off than chance explains".to_owned(),
            false => format!("beyond chance: {}", far.join("; ")),
        };
        let claim = format!("all results and lengths together, with {}", reading.rules);
        chapter.claim(&claim, here, Verdict::of(far.is_empty()));
    }
    let explained = COUNTED.iter().zip(&fits).map(|((name, _), fits)| {
        // The index from which on it fits up to the last.
        let since = fits.iter().rposition(|fits| !fits).map_or(0, |last| last + 1);
        match READINGS.get(since) {
            Some(_) if since == 0 => format!("{name}: by all readings"),
            Some(reading) => format!("{name}: by {}", reading.rules),
            None => format!("{name}: **unexplained** by all of them"),
        }
    });
    explained.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three individual coins, with all eight outcomes computed by hand.
    #[test]
    fn unlike_coins_add_up() {
        let odds = poisson_binomial(&[0.5, 0.2, 0.1]);
        let wanted = [0.36, 0.49, 0.14, 0.01];
        assert!(odds.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12));
    }

    /// Of ten fair coins nine or ten show heads in 11 of 1024 cases.
    #[test]
    fn a_tail_is_on_the_side_of_what_was_seen() {
        let coins = [0.5; 10];
        assert!((tail(&coins, 9) - 11.0 / 1024.0).abs() < 1e-12);
        assert!((tail(&coins, 1) - 11.0 / 1024.0).abs() < 1e-12);
    }
}
