//! Sequential tests between two players of known strength.

use ninefold_core::Random;

use super::{Coverage, drawn, game};
use crate::sprt::expected;
use crate::{GameResult, Pentanomial, SetResult, Sprt, StageSource, Tested, Verdict, elo, rows};

const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
const MOST_PAIRS: u64 = 100_000;

/// A true difference: its name, its value, and the verdict that is then an error, with the name of that error.
type True = (&'static str, f64, Option<(&'static str, Verdict)>);

const TRUTHS: [True; 6] = [
    ("test 0,50: 0 is true", 0.0, Some(("error: 50 accepted", Verdict::Accepted))),
    ("test 0,50: 50 is true", 50.0, Some(("error: 0 accepted", Verdict::Rejected))),
    ("test 0,50: 25 is true", 25.0, None),
    ("test 0,50: -100 is true", -100.0, None),
    ("test 0,50: 150 is true", 150.0, None),
    ("test 0,50: 250 is true", 250.0, None),
];

/// Counts errors of the test, and how often the intervals after it contain the true value. A third of the games are
/// drawn. The true difference is either hypothesis, their middle, or far from both.
pub(super) fn count(runs: u64, mut random: Random, found: &mut Vec<Coverage>) {
    for (name, truth, error) in TRUTHS {
        let mut errors = error.map(|(what, verdict)| (Coverage::new(name, what), verdict));
        let mut plain = Coverage::new(name, "Elo by the share, after the stop");
        let mut corrected = Coverage::new(name, "Elo corrected for the stop");
        for _ in 0..runs {
            let sets = tested(truth, &mut random);
            let mut pairs = Pentanomial::default();
            sets.iter().for_each(|set| pairs.count(set.points_of(0)));
            if let Some((errors, wrong)) = &mut errors {
                errors.count += 1;
                errors.below += u64::from(TEST.verdict(&pairs) == Some(*wrong));
            }
            let end = |share: f64| elo(share).unwrap_or(f64::INFINITY.copysign(share - 0.5));
            plain.look(rows(&sets, 2, 2)[0].share.map(end), truth);
            if let Some(estimate) = TEST.corrected(&pairs) {
                corrected.look(estimate, truth);
            }
        }
        found.extend(errors.map(|(errors, _)| errors));
        found.extend([plain, corrected]);
    }
}

/// A test on a book of this many openings that repeat the same pairs. Since copies do not count, it may end
/// undecided.
const REPEATED: (&str, usize) = ("test 0,50 on 60 openings, always alike: 0 is true", 60);

/// Counts errors when copies of pairs must not count.
pub(super) fn count_repeated(runs: u64, mut random: Random, found: &mut Vec<Coverage>) {
    let (name, lines) = REPEATED;
    let mut errors = Coverage::new(name, "error: 50 accepted");
    for _ in 0..runs {
        let book: Vec<SetResult> =
            (0..lines as u64).map(|set| pair(set, 0.0, &mut random)).collect();
        let mut source = Tested::new(Vec::new(), TEST);
        let mut played = Vec::new();
        let mut ends = None;
        for set in book.iter().cycle().take(4 * lines) {
            played.push(set.clone());
            ends = ends.or_else(|| source.ends(&played));
        }
        errors.count += 1;
        errors.below += u64::from(ends.is_some_and(|end| end.contains("accepted")));
    }
    found.push(errors);
}

/// A pair of games from its own opening, between two players with this true difference.
fn pair(number: u64, truth: f64, random: &mut Random) -> SetResult {
    let [one, two] = [0, 1].map(|_| 1.0 - drawn(&odds_of(truth), random) as f64 / 2.0);
    let from = |seats: Vec<usize>, points: Vec<f64>| GameResult {
        opening: 1,
        moves: vec![format!("line {number}"), "…".to_owned()],
        ..game(number, seats, points)
    };
    let games =
        vec![from(vec![0, 1], vec![one, 1.0 - one]), from(vec![1, 0], vec![1.0 - two, two])];
    SetResult { run: 0, set: number, games }
}

/// The odds of a win, a draw and a loss, with a third of the games drawn.
fn odds_of(truth: f64) -> [f64; 3] {
    let share = expected(truth);
    [share - 1.0 / 6.0, 1.0 / 3.0, 1.0 - share - 1.0 / 6.0]
}

/// Plays pairs of games with this true difference until the test ends.
fn tested(truth: f64, random: &mut Random) -> Vec<SetResult> {
    let odds = odds_of(truth);
    let (mut pairs, mut sets) = (Pentanomial::default(), Vec::new());
    while TEST.verdict(&pairs).is_none() && pairs.pairs() < MOST_PAIRS {
        let [one, two] = [0, 1].map(|_| 1.0 - drawn(&odds, random) as f64 / 2.0);
        let set = pairs.pairs();
        pairs.count(one + two);
        let games = vec![
            game(set, vec![0, 1], vec![one, 1.0 - one]),
            game(set, vec![1, 0], vec![1.0 - two, two]),
        ];
        sets.push(SetResult { run: 0, set, games });
    }
    sets
}
