//! Searches as players.

use ninefold_core::{Agent, Evaluator, Game, Path};

use crate::{Algorithm, Engine, Limits, Search, SearchResult, StopFlag};

/// Plays the move that a plain search finds.
pub struct SearchAgent<G: Game> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The limits for each move.
    pub limits: Limits,
    /// The evaluator at the leaves.
    pub evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> SearchAgent<G> {
    /// Searches the position at the end of `path` and returns the full result.
    pub fn find(&self, path: &Path<G>, stop: StopFlag) -> SearchResult<G::Move> {
        self.find_within(path, self.limits, stop)
    }

    /// Searches within other limits than the agent's own.
    pub fn find_within(
        &self,
        path: &Path<G>,
        limits: Limits,
        stop: StopFlag,
    ) -> SearchResult<G::Move> {
        Search::new(path, &*self.evaluator, limits, stop).run(self.algorithm)
    }
}

impl<G: Game> Agent<G> for SearchAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.find(path, StopFlag::default()).line.first().copied()
    }
}

/// Plays the move that an engine finds, without memory between moves.
pub struct EngineAgent<G: Game> {
    /// The engine.
    pub engine: Engine<G>,
    /// The limits for each move.
    pub limits: Limits,
}

impl<G: Game> Agent<G> for EngineAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        if moves.len() <= 1 {
            return moves.pop();
        }
        self.engine.forget();
        let found = self.engine.think(path, self.limits, 1, StopFlag::default(), &mut |_| {});
        found.lines.first().map(|line| line.moves[0])
    }
}
