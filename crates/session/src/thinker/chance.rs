//! Players that choose at random.

use ninefold_core::{Game, MoveRule, Path, Random, View};
use ninefold_search::{Limits, StopFlag};

use super::{Thinker, Thought, values_here};

/// Chooses uniformly among the legal moves, or among those that a [`MoveRule`] permits.
///
/// Its n-th turn of a game uses the n-th number of its generator, whoever played the earlier turns.
#[derive(Clone, Debug)]
pub(crate) struct Chance<G: Game> {
    /// The generator at the beginning of the game.
    pub(crate) random: Random,
    /// The move rule, if it has one.
    pub(crate) move_rule: Option<MoveRule<G>>,
    /// Whether only turns decided by move rules count.
    pub(crate) only_by_habit: bool,
}

impl<G: View> Chance<G> {
    /// Whether its move rule applies to the position at the end of a path.
    pub(crate) fn decides(&self, path: &Path<G>) -> bool {
        self.is_about(path.game(), path.state())
    }

    fn is_about(&self, game: &G, state: &G::State) -> bool {
        self.move_rule.as_ref().is_some_and(|move_rule| (move_rule.decides)(game, state))
    }

    /// Its move at the end of a path; `None` once the game is over.
    pub(crate) fn pick(&self, path: &Path<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        match &self.move_rule {
            Some(move_rule) if path.outcome().is_none() => {
                (move_rule.moves)(path.game(), path.state(), &mut moves);
            }
            _ => path.moves(&mut moves),
        }
        (!moves.is_empty()).then(|| self.generator(path).pick(&moves))
    }

    /// The generator after this player's turns so far.
    fn generator(&self, path: &Path<G>) -> Random {
        let game = path.game();
        let player = game.to_move(path.state());
        let mut random = self.random.clone();
        let mut state = *path.origin();
        for &mv in path.played() {
            let counts = !self.only_by_habit || self.is_about(game, &state);
            if counts && game.to_move(&state) == player {
                // Every turn draws a number, whatever its bound.
                random.below(1);
            }
            game.play(&mut state, mv);
        }
        random
    }
}

impl<G: View> Thinker<G> for Chance<G> {
    fn consider(&mut self, path: &Path<G>, _limits: Limits, _stop: &StopFlag) -> Thought<G::Move> {
        Thought::without_search(self.pick(path), values_here(path))
    }

    fn choose(&mut self, path: &Path<G>, _limits: Limits, _stop: &StopFlag) -> Option<G::Move> {
        self.pick(path)
    }
}
