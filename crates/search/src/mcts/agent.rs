//! Monte-Carlo tree search as a player.

use ninefold_core::{Agent, Evaluator, Game, Path};

use super::{Mcts, MctsOptions, Simulated};
use crate::{Limits, StopFlag};

/// Plays the move that Monte-Carlo tree search finds.
pub struct MctsAgent<G: Game> {
    /// The limits for each move.
    pub limits: Limits,
    /// The options of the search.
    pub options: MctsOptions,
    /// The evaluator for random playouts that are cut off.
    pub evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> MctsAgent<G> {
    /// Searches the position at the end of `path` and returns the full result.
    pub fn find(&self, path: &Path<G>, stop: StopFlag) -> Simulated<G::Move> {
        self.find_within(path, self.limits, stop)
    }

    /// Searches within other limits than the agent's own.
    pub fn find_within(
        &self,
        path: &Path<G>,
        limits: Limits,
        stop: StopFlag,
    ) -> Simulated<G::Move> {
        Mcts::new(path, &*self.evaluator, limits, self.options, stop).run()
    }
}

impl<G: Game> Agent<G> for MctsAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.find(path, StopFlag::default()).found.line.first().copied()
    }
}
