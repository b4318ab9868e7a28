//! 9tka for two, solved within a second: `cargo bench -p ninefold-solve --bench ninetka`.
//!
//! For each ply of the movement phase 100 positions of seeded random games; one thread, and a second of processor
//! time each. Other numbers of positions and other plies: `… --bench ninetka -- 40 8 6 4`.

use std::time::Duration;

use ninefold_core::{Random, Rules};
use ninefold_games::ninetka::{Ninetka, State};
use ninefold_solve::ninetka::{Budget, Wanted, solve};

/// The movement phase begins after so many placements.
const PLACEMENTS: u64 = 36;
const SECOND: Duration = Duration::from_secs(1);
/// A position that takes longer than this is given up.
const LONGEST: Duration = Duration::from_secs(10);

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let (count, plies) = match numbers.as_slice() {
        [] => (100, [16, 12, 10, 8, 6, 4].as_slice()),
        [count] => (*count, [16, 12, 10, 8, 6, 4].as_slice()),
        [count, plies @ ..] => (*count, plies),
    };
    println!("| ply | in a second | median ms | worst ms | positions, mean | first player wins |");
    println!("|---:|---:|---:|---:|---:|---:|");
    for &ply in plies {
        let (mut times, mut nodes, mut wins) = (Vec::new(), 0, 0);
        let mut seed = 0;
        while (times.len() as u64) < count {
            seed += 1;
            let Some(state) = position(ply, seed) else { continue };
            let budget = Budget { time: Some(LONGEST), memory: 64 << 20, ..Budget::default() };
            let before = cpu_time();
            let found = solve(&Ninetka::new(2), &state, &budget, Wanted::default(), &mut |_, _| {});
            let spent = cpu_time().zip(before).map_or(found.elapsed, |(after, b)| after - b);
            times.push(if found.wins.is_some() { spent } else { LONGEST });
            nodes += found.nodes;
            let first = Ninetka::new(2).to_move(&state).index() == 0;
            wins += u64::from(found.wins == Some(first));
        }
        times.sort();
        let solved = times.iter().filter(|&&time| time <= SECOND).count();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "| {ply} | {solved} of {count} | {:.1} | {:.0} | {} | {wins} |",
            milliseconds(median),
            milliseconds(worst),
            nodes / count
        );
    }
}

/// The position after so many moves of a random game, if it lasts that long.
fn position(ply: u64, seed: u64) -> Option<State> {
    let game = Ninetka::new(2);
    let (mut random, mut state) = (Random::stream(seed, ply), game.start(seed));
    for _ in 0..PLACEMENTS + ply {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            return None;
        }
        game.play(&mut state, random.pick(&moves));
    }
    game.outcome(&state).is_none().then_some(state)
}

/// What this process has used of a processor, where the system says.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
