//! A match of 9tka: one player at each seat in turn, all other seats taken by copies of another.
//!
//! `cargo run --release -p ninefold-desk --example match_9tka -- PLAYERS FIRST SECOND GAMES [SEED]`
//!
//! Without arguments: our evaluator against the paper's player, for two, three and four players.

mod arena;

use std::time::Instant;

use arena::Score;

/// The paper's player: depth n + 3, random placement by its rules.
const PAPER: &str = "maxn:eval=eva,place=literal";
/// Ours: the same search with another evaluator, and others.
const OURS: [&str; 4] = [
    "maxn:nodes=20000,eval=sections,place=search",
    "paranoid:nodes=20000,eval=sections,place=search",
    "brs:nodes=20000,eval=sections,place=search",
    "mcts:nodes=5000,eval=sections,playout=0",
];
/// How many games of each, a multiple of all numbers of players.
const GAMES: usize = 120;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("players  games  won %  95 % interval  fair %  s a game  players");
    match arguments.iter().map(String::as_str).collect::<Vec<&str>>()[..] {
        [players, first, second, games] => report(number(players), first, second, number(games), 1),
        [players, first, second, games, seed] => {
            report(number(players), first, second, number(games), number(seed) as u64);
        }
        _ => {
            for players in 2..=4 {
                OURS.iter().for_each(|ours| report(players, ours, PAPER, GAMES, 1));
            }
        }
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

fn report(players: usize, first: &str, second: &str, games: usize, seed: u64) {
    let start = Instant::now();
    let score = arena::play(players, first, second, games as u32, seed);
    let (low, high) = interval(score);
    println!(
        "{players:7} {games:6} {:6.1} {:7.1} – {:4.1} {:7.1} {:9.2}  {first}  against  {second}",
        100.0 * score.share(),
        100.0 * low,
        100.0 * high,
        100.0 / players as f64,
        start.elapsed().as_secs_f64() / games as f64,
    );
}

/// The 95 % interval of the share of games won (Wilson 1927).
fn interval(score: Score) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (games, share) = (f64::from(score.games), score.share());
    let middle = share + Z * Z / (2.0 * games);
    let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let whole = 1.0 + Z * Z / games;
    ((middle - spread) / whole, (middle + spread) / whole)
}
