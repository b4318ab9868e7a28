//! A search as a player.

use ninefold_core::{Agent, Evaluator, Game, Path, RandomAgent};

use crate::{Algorithm, Engine, Found, Limits, Search, StopFlag};

/// Plays what a search finds; where a habit of the game decides, it follows that instead.
pub struct SearchAgent<G: Game> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What each move may cost.
    pub limits: Limits,
    /// The judgement at the leaves.
    pub evaluator: Box<dyn Evaluator<G>>,
    /// The player for positions that a habit decides, such as a paper's random placement.
    pub by_habit: Option<RandomAgent<G>>,
}

impl<G: Game> SearchAgent<G> {
    /// Whether this player does not search here but follows a habit.
    pub fn leaves_to_habit(&self, path: &Path<G>) -> bool {
        self.by_habit.is_some() && path.game().habit_decides(path.state())
    }

    /// Everything the search finds in the position at the end of `path`.
    pub fn find(&self, path: &Path<G>, stop: StopFlag) -> Found<G::Move> {
        Search::new(path, &*self.evaluator, self.limits, stop).run(self.algorithm)
    }
}

impl<G: Game> Agent<G> for SearchAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        match &mut self.by_habit {
            Some(habit) if path.game().habit_decides(path.state()) => habit.choose(path),
            _ => self.find(path, StopFlag::default()).line.first().copied(),
        }
    }
}

/// Plays what an engine finds. Its table lasts as long as the player: a new game, a new player.
pub struct EngineAgent<G: Game> {
    /// The engine.
    pub engine: Engine<G>,
    /// What each move may cost.
    pub limits: Limits,
}

impl<G: Game> Agent<G> for EngineAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        if moves.len() <= 1 {
            return moves.pop();
        }
        let found = self.engine.think(path, self.limits, 1, StopFlag::default(), &mut |_| {});
        found.lines.first().map(|line| line.moves[0])
    }
}
