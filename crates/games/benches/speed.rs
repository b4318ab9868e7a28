//! How fast the rules are: `cargo bench -p ninefold-games`.
//!
//! Times on a shared machine mean little, so every comparison runs both sides in turns and prints a
//! ratio of medians.

use std::hint::black_box;
use std::time::Instant;

use ninefold_core::{Host, Path, Random, View, perft, perft_played, playout};
use ninefold_games::registry;

#[path = "../tests/reference/mod.rs"]
#[allow(dead_code)]
mod reference;

const ROUNDS: usize = 5;

fn main() {
    perft_against_reference();
    playouts();
}

/// Both sides count from the start and play every leaf.
fn perft_against_reference() {
    let pure = reference::morris::Options {
        mill_limit: None,
        fly_limit: None,
        repetitions: None,
        ..Default::default()
    };
    println!("morris perft, leaves a second, one core");
    compare("pure game", "morris:draws=off", pure);
    compare("draw rules", "morris", Default::default());
}

fn compare(name: &str, spec: &str, options: reference::morris::Options) {
    let slow = reference::morris::Morris::new(options);
    let mut rates: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        rates[0].push(rate(|| slow.perft(5)));
        rates[1].push(registry().open(spec, Perft { played: true }).expect("a known game"));
        rates[2].push(registry().open(spec, Perft { played: false }).expect("a known game"));
    }
    let [slow, played, counted] = rates.map(median);
    let (times, counted_times) = (played / slow, counted / slow);
    println!("  {name:<11} slow reference, every leaf played  {slow:>12.0}");
    println!("  {name:<11} this crate, every leaf played      {played:>12.0}  {times:5.1} times");
    println!(
        "  {name:<11} this crate, last turn counted      {counted:>12.0}  {counted_times:5.1} times"
    );
}

struct Perft {
    played: bool,
}

impl Host for Perft {
    type Output = f64;

    fn receive<G: View>(self, game: G, _spec: String) -> f64 {
        let start = game.start(0);
        let mut path = Path::new(game, start);
        rate(|| if self.played { perft_played(&mut path, 6) } else { perft(&mut path, 6) })
    }
}

/// Random games of every kind, with the draw rules of each.
fn playouts() {
    println!("random playouts, moves a second, one core");
    for spec in
        ["morris", "morris:draws=off", "mnk:3,3,3", "mnk:15,15,5", "369:9", "9tka:2", "9tka:4"]
    {
        let rates = (0..ROUNDS).map(|_| registry().open(spec, Playouts).expect("a known game"));
        println!("  {spec:<18}{:>13.0}", median(rates.collect()));
    }
}

struct Playouts;

impl Host for Playouts {
    type Output = f64;

    fn receive<G: View>(self, game: G, _spec: String) -> f64 {
        let (mut random, mut moves) = (Random::new(1), Vec::new());
        rate(|| {
            let mut plies = 0;
            while plies < 2_000_000 {
                let start = game.start(plies);
                let game = playout(&game, start, 500, &mut random, &mut moves);
                plies += u64::from(black_box(game).plies);
            }
            plies
        })
    }
}

/// What `work` counts, each second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let done = black_box(work());
    done as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
