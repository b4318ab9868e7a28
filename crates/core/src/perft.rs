//! Counts the leaves of a game tree: the classic test of a move generator.

use std::hint::black_box;

use crate::{Game, Path};

/// The number of move sequences of exactly `depth` turns. A finished game has none of one turn or more.
///
/// The last turn is counted without playing it; [`perft_played`] plays it too.
pub fn perft<G: Game>(path: &mut Path<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = Count(0);
    descend(path, depth, &mut Vec::new(), &mut leaves);
    leaves.0
}

/// Like [`perft`], but plays every leaf: a fair measure of a generator's speed.
pub fn perft_played<G: Game>(path: &mut Path<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = Played(0);
    descend(path, depth, &mut Vec::new(), &mut leaves);
    leaves.0
}

/// How to count the last turn of a walk.
trait Leaves<G: Game> {
    fn last_turn(&mut self, game: &G, state: &G::State, moves: &[G::Move]);
}

struct Count(u64);

impl<G: Game> Leaves<G> for Count {
    fn last_turn(&mut self, _: &G, _: &G::State, moves: &[G::Move]) {
        self.0 += moves.len() as u64;
    }
}

struct Played(u64);

impl<G: Game> Leaves<G> for Played {
    fn last_turn(&mut self, game: &G, state: &G::State, moves: &[G::Move]) {
        let (game, state) = (game.clone(), *state);
        for &mv in moves {
            let mut leaf = state;
            game.play(&mut leaf, mv);
            black_box(leaf);
        }
        self.0 += moves.len() as u64;
    }
}

/// One stack of moves serves the whole walk: each node's moves lie above those of its parent.
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
