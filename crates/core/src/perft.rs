//! Counting the leaves of a game tree: the oldest test of a move generator.

use crate::{Game, Path};

/// The number of move sequences of exactly `depth` turns. A finished game has none.
///
/// The last turn is counted without playing it; [`perft_played`] plays it too.
pub fn perft<G: Game>(path: &mut Path<G>, depth: u32) -> u64 {
    let mut count = Count(0);
    walk(path, depth, &mut count);
    count.0
}

/// What [`perft_played`] saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// How many leaves there are.
    pub leaves: u64,
    /// The exclusive or of the leaves' keys: two generators that agree on it reached the same
    /// positions.
    pub keys: u64,
}

/// As [`perft`], with every leaf played and its key taken.
pub fn perft_played<G: Game>(path: &mut Path<G>, depth: u32) -> Played {
    let mut played = Played::default();
    walk(path, depth, &mut played);
    played
}

/// [`perft`] for each move of the first turn. `depth` is at least 1.
pub fn divide<G: Game>(path: &mut Path<G>, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let count = |mv| {
        path.play(mv);
        let leaves = perft(path, depth - 1);
        path.undo();
        (mv, leaves)
    };
    moves.into_iter().map(count).collect()
}

/// What to do with the last turn of a walk.
trait Leaves<G: Game> {
    fn root(&mut self, game: &G, state: &G::State);
    fn last_turn(&mut self, game: &G, state: &G::State, moves: &[G::Move]);
}

struct Count(u64);

impl<G: Game> Leaves<G> for Count {
    fn root(&mut self, _: &G, _: &G::State) {
        self.0 += 1;
    }

    fn last_turn(&mut self, _: &G, _: &G::State, moves: &[G::Move]) {
        self.0 += moves.len() as u64;
    }
}

impl<G: Game> Leaves<G> for Played {
    fn root(&mut self, game: &G, state: &G::State) {
        self.leaves += 1;
        self.keys ^= game.key(state);
    }

    fn last_turn(&mut self, game: &G, state: &G::State, moves: &[G::Move]) {
        for &mv in moves {
            let mut leaf = *state;
            game.play(&mut leaf, mv);
            self.root(game, &leaf);
        }
    }
}

fn walk<G: Game, L: Leaves<G>>(path: &mut Path<G>, depth: u32, leaves: &mut L) {
    match depth {
        0 => leaves.root(path.game(), path.state()),
        _ => descend(path, depth, &mut Vec::new(), leaves),
    }
}

/// One stack of moves serves the whole walk: each node's moves lie above its parent's.
fn descend<G: Game, L: Leaves<G>>(
    path: &mut Path<G>,
    depth: u32,
    stack: &mut Vec<G::Move>,
    leaves: &mut L,
) {
    let base = stack.len();
    path.moves(stack);
    if depth == 1 {
        leaves.last_turn(path.game(), path.state(), &stack[base..]);
    } else {
        for index in base..stack.len() {
            path.play(stack[index]);
            descend(path, depth - 1, stack, leaves);
            path.undo();
        }
    }
    stack.truncate(base);
}
