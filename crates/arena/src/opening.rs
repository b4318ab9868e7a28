//! Where a set begins.

use ninefold_core::{Agent, Game, Path, Random, RandomAgent};

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
