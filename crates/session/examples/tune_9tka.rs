//! Tunes the weights of the 9tka evaluator `sections` by self-play: simultaneous perturbation (SPSA, Spall
//! 1992).
//!
//! `cargo run --release -p ninefold-session --example tune_9tka -- ROUNDS [SEED]`
//!
//! Each round moves every weight a step up or down at random, plays the result against its mirror image
//! with two, three and four players, and shifts the weights towards whoever won more. The same numbers
//! give the same weights on every machine.

use ninefold_core::Random;
use ninefold_session::{MatchPlan, Programs, Setup, games, play_match, rows};

/// A weight: its name, where it begins, its step and the largest value.
struct Weight {
    name: &'static str,
    begin: f64,
    step: f64,
    most: f64,
}

const fn weight(name: &'static str, begin: f64, step: f64, most: f64) -> Weight {
    Weight { name, begin, step, most }
}

const WEIGHTS: [Weight; 8] = [
    weight("stay", 60.0, 12.0, 100.0),
    weight("threat", 50.0, 12.0, 100.0),
    weight("self", 80.0, 12.0, 100.0),
    weight("doubt", 100.0, 25.0, 400.0),
    weight("hand", 20.0, 10.0, 400.0),
    weight("tempo", 10.0, 10.0, 400.0),
    weight("tie", 30.0, 12.0, 400.0),
    weight("rival", 100.0, 12.0, 100.0),
];

/// How many games each number of players plays a round: whole rotations of the seats.
const GAMES: usize = 48;
/// What a player may look at in a turn.
const NODES: u32 = 400;
/// How many steps a round shifts a weight when all games are won.
const RATE: f64 = 1.5;
/// The weights are printed every so many rounds.
const BETWEEN_PRINTS: u64 = 10;

type Point = [f64; WEIGHTS.len()];

fn main() {
    let number = |index| std::env::args().nth(index).and_then(|text| text.parse::<u64>().ok());
    let (rounds, seed) = (number(1).unwrap_or(100), number(2).unwrap_or(1));
    let mut random = Random::new(seed);
    let mut point: Point = WEIGHTS.map(|weight| weight.begin);
    for round in 0..rounds {
        let signs: Point = WEIGHTS.map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 });
        let away = |direction: f64| -> Point {
            std::array::from_fn(|at| {
                let Weight { step, most, .. } = WEIGHTS[at];
                (point[at] + direction * signs[at] * step).clamp(0.0, most)
            })
        };
        let lead = lead(&player(&away(1.0)), &player(&away(-1.0)), seed + 1000 * round);
        // Steps become smaller, as far as a fifth.
        let rate = RATE * (1.0 - 0.8 * round as f64 / rounds as f64);
        for (at, Weight { step, most, .. }) in WEIGHTS.iter().enumerate() {
            point[at] = (point[at] + rate * lead * signs[at] * step).clamp(0.0, *most);
        }
        if (round + 1) % BETWEEN_PRINTS == 0 {
            println!("{:4} {:+.2} {}", round + 1, lead, evaluator(&point));
        }
    }
    println!("{}", evaluator(&point));
}

fn evaluator(point: &Point) -> String {
    let weights = WEIGHTS.iter().zip(point);
    let texts: Vec<String> =
        weights.map(|(weight, value)| format!("{}={}", weight.name, value.round())).collect();
    format!("sections({})", texts.join(","))
}

fn player(point: &Point) -> String {
    format!("brs:nodes={NODES},eval={},place=search", evaluator(point))
}

/// How much more the first player wins than the second: 1 when it wins everything.
fn lead(first: &str, second: &str, seed: u64) -> f64 {
    let leads = (2..=4).map(|players| match players {
        2 => 2.0 * won(players, first, second, seed) - 1.0,
        _ => won(players, first, second, seed) - won(players, second, first, seed),
    });
    leads.sum::<f64>() / 3.0
}

/// The share of games that a player wins among copies of another.
fn won(players: usize, one: &str, others: &str, seed: u64) -> f64 {
    let session =
        games().open(&format!("9tka:{players}"), &Setup::default()).expect("9tka is there");
    let mut specs = vec![others.to_owned(); players];
    specs[0] = one.to_owned();
    let plan = MatchPlan { seed, sets: GAMES / players, opening: 0, plies: 200 };
    let played = play_match(session.kind().arena(None, Programs::Refused), &specs, &plan, 2);
    rows(&played.expect("all can play 9tka"), players, players)[0].share.value
}
