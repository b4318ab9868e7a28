//! Whether intervals hold what they promise: players of known strength meet again and again, and it is counted how
//! often the interval that is printed holds the truth, and on which side it misses.

use ninefold_core::Random;
use serde::Serialize;

use crate::logit::{Sum, odds};
use crate::rating::ELO;
use crate::{
    Estimate, GameResult, Pentanomial, Ratings, SetResult, Sprt, Verdict, elo, rows, sprt::expected,
};

/// How often an interval of one kind held the truth, or a test erred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    /// Who met whom.
    pub setting: &'static str,
    /// What was estimated.
    pub what: &'static str,
    /// Of how many intervals, or tests.
    pub count: u64,
    /// How often the truth was below the interval; for an error of a test how often it happened.
    pub below: u64,
    /// How often it was above.
    pub above: u64,
}

impl Coverage {
    /// The part of the intervals that held the truth.
    pub fn held(&self) -> f64 {
        1.0 - (self.below + self.above) as f64 / self.count.max(1) as f64
    }

    /// The part that missed with the truth below the interval.
    pub fn missed_below(&self) -> f64 {
        self.below as f64 / self.count.max(1) as f64
    }

    /// The part that missed with the truth above the interval.
    pub fn missed_above(&self) -> f64 {
        self.above as f64 / self.count.max(1) as f64
    }

    /// Whether it tells the errors of a test rather than an interval.
    pub fn is_error(&self) -> bool {
        self.what.starts_with("error")
    }
}

/// Players of known strength, in natural units.
struct Setting {
    name: &'static str,
    strengths: &'static [f64],
    /// What each seat adds.
    seats: &'static [f64],
    /// The weight of a draw between two; nothing at larger tables.
    draws: f64,
    openings: usize,
    /// By how much openings differ in what the first seat is worth, and in whom they suit.
    unfair: f64,
    suits: f64,
}

/// Two who begin in turn, from openings that suit both.
const TWO: Setting = Setting {
    name: "",
    strengths: &[],
    seats: &[0.3, 0.0],
    draws: 0.0,
    openings: 10,
    unfair: 0.0,
    suits: 0.0,
};

const SETTINGS: [Setting; 8] = [
    Setting {
        name: "many draws, 20 games",
        strengths: &[0.3, 0.0],
        draws: 4.0,
        openings: 10,
        ..TWO
    },
    Setting {
        name: "many draws, 200 games",
        strengths: &[0.3, 0.0],
        draws: 4.0,
        openings: 100,
        ..TWO
    },
    Setting {
        name: "one-sided (94 %), 20 games",
        strengths: &[5.4, 0.0],
        draws: 2.0,
        openings: 10,
        ..TWO
    },
    Setting {
        name: "one-sided (94 %), 100 games",
        strengths: &[5.4, 0.0],
        draws: 2.0,
        openings: 50,
        ..TWO
    },
    Setting {
        name: "one-sided (97 %) without draws, 40 games",
        strengths: &[3.5, 0.0],
        draws: 0.0,
        openings: 20,
        ..TWO
    },
    Setting {
        name: "unfair openings, 40 games",
        strengths: &[1.0, 0.0],
        draws: 1.0,
        openings: 20,
        unfair: 1.5,
        ..TWO
    },
    Setting {
        name: "four players, 10 shared openings",
        strengths: &[1.5, 0.5, 0.3, 0.0],
        draws: 1.0,
        openings: 10,
        unfair: 1.0,
        suits: 0.8,
        ..TWO
    },
    Setting {
        name: "three seats, 30 games",
        strengths: &[1.0, 0.3, 0.0],
        seats: &[0.3, 0.0, -0.3],
        draws: 0.0,
        openings: 10,
        ..TWO
    },
];

/// Counts over so many runs of every setting, and of sequential tests.
pub fn coverage(runs: u64, seed: u64) -> Vec<Coverage> {
    let mut found = Vec::new();
    for (number, setting) in SETTINGS.iter().enumerate() {
        setting.count(runs, Random::stream(seed, number as u64), &mut found);
    }
    tests(runs, Random::stream(seed, SETTINGS.len() as u64), &mut found);
    found
}

fn uniform(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 30;
    (random.below(STEPS) as f64 + 0.5) / STEPS as f64
}

/// Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let (a, b) = (uniform(random), uniform(random));
    (-2.0 * a.ln()).sqrt() * (2.0 * std::f64::consts::PI * b).cos()
}

/// One of several results with these odds.
fn drawn(odds: &[f64], random: &mut Random) -> usize {
    let mut left = uniform(random);
    for (index, odds) in odds.iter().enumerate() {
        if left < *odds {
            return index;
        }
        left -= odds;
    }
    odds.len() - 1
}

/// What an opening does: whom it suits, and what it adds to the first seat.
struct OpeningEffect {
    suits: Vec<f64>,
    first: f64,
}

impl Setting {
    fn effect(&self, random: &mut Random) -> OpeningEffect {
        OpeningEffect {
            suits: self.strengths.iter().map(|_| self.suits * normal(random)).collect(),
            first: self.unfair * normal(random),
        }
    }

    /// The odds of the results at a table: of two win, draw, loss, otherwise who wins.
    fn odds(&self, seated: &[usize], effect: &OpeningEffect) -> Vec<f64> {
        let at = |(seat, &who): (usize, &usize)| {
            let first = if seat == 0 { effect.first } else { 0.0 };
            self.strengths[who] + effect.suits[who] + self.seats[seat] + first
        };
        let sums: Vec<f64> = seated.iter().enumerate().map(at).collect();
        let predictors: Vec<Sum> = match sums[..] {
            [_, _] => vec![vec![(0, 0.5), (1, -0.5)], vec![(2, 1.0)], vec![(0, -0.5), (1, 0.5)]],
            _ => (0..sums.len()).map(|seat| vec![(seat, 1.0)]).collect(),
        };
        let mut at = sums;
        at.push(self.draws.max(1e-9).ln());
        odds(&predictors, &at)
    }

    /// What each seat gets when a result comes.
    fn points(&self, result: usize) -> Vec<f64> {
        match self.seats.len() {
            2 => vec![1.0 - result as f64 / 2.0, result as f64 / 2.0],
            seats => (0..seats).map(|seat| f64::from(u8::from(seat == result))).collect(),
        }
    }

    fn tables(&self) -> Vec<Vec<usize>> {
        match self.seats.len() {
            2 => {
                let all = 0..self.strengths.len();
                all.clone().flat_map(|a| (a + 1..all.end).map(move |b| vec![a, b])).collect()
            }
            _ => vec![(0..self.strengths.len()).collect()],
        }
    }

    /// The seatings of a set: every rotation.
    fn seatings(table: &[usize]) -> Vec<Vec<usize>> {
        (0..table.len()).map(|turn| [&table[turn..], &table[..turn]].concat()).collect()
    }

    /// A run.
    fn play(&self, random: &mut Random) -> Vec<SetResult> {
        let mut results = Vec::new();
        for opening in 0..self.openings as u64 {
            let effect = self.effect(random);
            for table in self.tables() {
                let mut games = Vec::new();
                for seats in Setting::seatings(&table) {
                    let points = self.points(drawn(&self.odds(&seats, &effect), random));
                    games.push(game(opening, seats, points));
                }
                results.push(SetResult { run: 0, set: results.len() as u64, games });
            }
        }
        results
    }

    /// What entrant `a` gets of games at these tables, on the mean of all openings.
    fn truth(&self, a: usize, tables: &[Vec<usize>], effects: &[OpeningEffect]) -> f64 {
        let (mut points, mut games) = (0.0, 0.0);
        for effect in effects {
            for seats in tables.iter().flat_map(|table| Setting::seatings(table)) {
                let Some(seat) = seats.iter().position(|&who| who == a) else { continue };
                let odds = self.odds(&seats, effect);
                let got = |(result, odds): (usize, &f64)| odds * self.points(result)[seat];
                points += odds.iter().enumerate().map(got).sum::<f64>();
                games += 1.0;
            }
        }
        points / games
    }

    fn count(&self, runs: u64, mut random: Random, found: &mut Vec<Coverage>) {
        let sampled = if self.unfair + self.suits > 0.0 { 20_000 } else { 1 };
        let effects: Vec<OpeningEffect> = (0..sampled).map(|_| self.effect(&mut random)).collect();
        let (players, seats) = (self.strengths.len(), self.seats.len());
        let (anchor, tables) = (players - 1, self.tables());
        let shares: Vec<f64> = (0..players).map(|a| self.truth(a, &tables, &effects)).collect();
        let elos: Vec<f64> = (0..anchor)
            .map(|a| match seats {
                2 => elo(self.truth(a, &[vec![a, anchor]], &effects)).unwrap_or(f64::NAN),
                _ => ELO * (self.strengths[a] - self.strengths[anchor]),
            })
            .collect();
        let fair = self.unfair + self.suits == 0.0;
        let mut share = self.of("share of the points");
        let mut rating = self.of("Elo");
        let mut seat = self.of("share of the first seat");
        let equals = Setting { strengths: &[0.0; 4][..seats], ..*self };
        let first = equals.truth_of_first_seat();
        for _ in 0..runs {
            let results = self.play(&mut random);
            // The last player's share is what the others leave: it would mirror the misses of a match of two.
            for (row, truth) in rows(&results, players, seats)[..anchor].iter().zip(&shares) {
                share.look(row.share, *truth);
            }
            let Some(ratings) = Ratings::fit(&results, players, anchor) else { continue };
            for (rated, truth) in ratings.elo.iter().zip(&elos) {
                rating.look(*rated, *truth);
            }
            if fair {
                seat.look(ratings.seats[0], first);
            }
        }
        found.extend([share, rating]);
        found.extend(fair.then_some(seat));
    }

    fn truth_of_first_seat(&self) -> f64 {
        let seats: Vec<usize> = (0..self.seats.len()).collect();
        let nothing = OpeningEffect { suits: vec![0.0; seats.len()], first: 0.0 };
        let odds = self.odds(&seats, &nothing);
        odds.iter().enumerate().map(|(result, odds)| odds * self.points(result)[0]).sum()
    }

    fn of(&self, what: &'static str) -> Coverage {
        Coverage { setting: self.name, what, count: 0, below: 0, above: 0 }
    }
}

impl Coverage {
    fn look(&mut self, estimate: Estimate, truth: f64) {
        self.count += 1;
        self.below += u64::from(truth < estimate.low);
        self.above += u64::from(truth > estimate.high);
    }
}

fn game(seed: u64, seats: Vec<usize>, points: Vec<f64>) -> GameResult {
    GameResult { seats, points, seed, ..GameResult::default() }
}

/// Sequential tests between two with a third of their games drawn: either hypothesis is true, or the middle.
fn tests(runs: u64, mut random: Random, found: &mut Vec<Coverage>) {
    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
    const MOST_PAIRS: usize = 100_000;
    let settings = [
        ("test 0,50: 0 is true", "error: 50 accepted", 0.0, Some(Verdict::Accepted)),
        ("test 0,50: 50 is true", "error: 0 accepted", 50.0, Some(Verdict::Rejected)),
        ("test 0,50: 25 is true", "", 25.0, None),
    ];
    for (name, wrong, truth, error) in settings {
        let of = |what| Coverage { setting: name, what, count: 0, below: 0, above: 0 };
        let mut errors = of(wrong);
        let mut plain = of("Elo by the share, after the stop");
        let mut corrected = of("Elo corrected for the stop");
        let share = expected(truth);
        let odds = [share - 1.0 / 6.0, 1.0 / 3.0, 1.0 - share - 1.0 / 6.0];
        for _ in 0..runs {
            let (mut pairs, mut results) = (Pentanomial::default(), Vec::new());
            for set in 0..MOST_PAIRS as u64 {
                let [one, two] = [0, 1].map(|_| 1.0 - drawn(&odds, &mut random) as f64 / 2.0);
                pairs.count(one + two);
                results.push((set, one, two));
                if TEST.verdict(&pairs).is_some() {
                    break;
                }
            }
            errors.count += 1;
            errors.below += u64::from(TEST.verdict(&pairs) == error && error.is_some());
            let sets: Vec<SetResult> = results
                .into_iter()
                .map(|(set, one, two)| SetResult {
                    run: 0,
                    set,
                    games: vec![
                        game(set, vec![0, 1], vec![one, 1.0 - one]),
                        game(set, vec![1, 0], vec![1.0 - two, two]),
                    ],
                })
                .collect();
            let by_share = rows(&sets, 2, 2)[0].share;
            plain.look(by_share.map(|share| elo(share).unwrap_or(2000.0 * (share - 0.5))), truth);
            corrected.look(TEST.corrected(&pairs).unwrap_or(by_share), truth);
        }
        found.extend(error.map(|_| errors));
        found.extend([plain, corrected]);
    }
}
