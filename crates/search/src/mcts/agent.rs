//! Monte-Carlo tree search as a player.

use ninefold_core::{Agent, Evaluator, Game, Path};

use super::{Mcts, MctsOptions, Simulated};
use crate::{Limits, StopFlag};

/// Plays what simulations find.
pub struct MctsAgent<G: Game> {
    /// What each move may cost.
    pub limits: Limits,
    /// How the search goes about it.
    pub options: MctsOptions,
    /// The judgement of random play that is cut off.
    pub evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> MctsAgent<G> {
    /// Everything the search finds in the position at the end of `path`.
    pub fn find(&self, path: &Path<G>, stop: StopFlag) -> Simulated<G::Move> {
        self.find_within(path, self.limits, stop)
    }

    /// Everything the search finds within other limits than its own.
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
