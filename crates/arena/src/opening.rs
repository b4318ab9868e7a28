//! Where a set begins.

use std::collections::BTreeSet;

use ninefold_core::{Agent, Game, Path, Random, RandomAgent, mix};

/// The game's start of a seed with this many random legal moves played, fewer when they would end it.
pub fn opening<G: Game>(game: &G, seed: u64, plies: u32) -> Path<G> {
    let mut path = Path::new(game.clone(), game.start(seed));
    let mut agent = RandomAgent::new(Random::stream(seed, 0), None);
    for _ in 0..plies {
        let Some(mv) = agent.choose(&path) else { break };
        path.play(mv);
        if path.outcome().is_some() {
            path.undo();
            break;
        }
    }
    path
}

/// The seeds of a run's openings: no two of them lead to positions that are images of each other under
/// the board's symmetries, as long as there are others to be found.
pub fn opening_seeds<G: Game>(game: &G, seed: u64, plies: u32, sets: usize) -> Vec<u64> {
    /// How often another opening is drawn before repetition is accepted.
    const ATTEMPTS: u64 = 64;
    let mut seen = BTreeSet::new();
    let mut exhausted = false;
    let mut draw = |set: u64| {
        let first = mix(seed ^ mix(set));
        if exhausted {
            return first;
        }
        for attempt in 0..ATTEMPTS {
            let seed = if attempt == 0 { first } else { mix(first ^ attempt) };
            if seen.insert(game.canonical(opening(game, seed, plies).state())) {
                return seed;
            }
        }
        exhausted = true;
        first
    };
    (0..sets as u64).map(&mut draw).collect()
}
