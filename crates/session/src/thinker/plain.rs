//! Plain searches, simulation, and heuristics without a search.

use ninefold_core::{Heuristic, Path, View};
use ninefold_search::{Limits, MctsAgent, SearchAgent, SearchResult, StopFlag};

use super::{Chance, Thinker, Thought, values_here};
use crate::values::{MoveValue, MoveValues, Source, Unit};
use crate::win_share;

/// A search with one algorithm; where a move rule of the game applies, it follows that instead.
pub(crate) struct Plain<G: View> {
    pub(crate) search: SearchAgent<G>,
    /// The rule for positions that a move rule decides, such as a paper's random placement.
    pub(crate) by_habit: Option<Chance<G>>,
}

impl<G: View> Plain<G> {
    /// The move rule's player, if the rule applies here.
    fn habit_here(&self, path: &Path<G>) -> Option<&Chance<G>> {
        self.by_habit.as_ref().filter(|chance| chance.decides(path))
    }

    fn find(&self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> SearchResult<G::Move> {
        self.search.find_within(path, limits, stop.clone())
    }
}

impl<G: View> Thinker<G> for Plain<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        match self.habit_here(path) {
            Some(chance) => Thought::without_search(chance.pick(path), values_here(path)),
            None => Thought::of(self.find(path, self.search.limits.within(limits), stop)),
        }
    }

    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        match self.habit_here(path) {
            Some(chance) => chance.pick(path),
            None => {
                let limits = self.search.limits.within(limits);
                self.find(path, limits, stop).line.first().copied()
            }
        }
    }

    /// Each move is searched separately to one turn less than the position, so that the best of
    /// them is what the player finds.
    fn value_moves(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
    ) -> Option<MoveValues> {
        let game = path.game();
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let Limits { depth, nodes, time } = self.search.limits.within(limits);
        if moves.is_empty() || self.habit_here(path).is_some() || depth == Some(1) {
            return None;
        }
        let mover = game.to_move(path.state());
        let count = moves.len() as u32;
        let each = Limits {
            depth: depth.map(|depth| depth - 1),
            nodes: nodes.map(|nodes| nodes / u64::from(count)),
            time: time.map(|time| time / count),
        };
        let mut after = path.clone();
        let found: Vec<SearchResult<G::Move>> = moves
            .iter()
            .map(|&mv| {
                after.play(mv);
                let found = self.find(&after, each, stop);
                after.undo();
                found
            })
            .collect();
        let best = found.iter().max_by_key(|found| found.values[mover.index()])?;
        let value = best.values[mover.index()];
        let best_depth = best.depth + 1;
        let depth = found.iter().map(|found| found.depth + 1).min();
        let valued = moves.iter().zip(&found).map(|(&mv, found)| MoveValue {
            depth,
            ..MoveValue::estimate(game.move_text(mv), found.values[mover.index()])
        });
        let moves: Vec<MoveValue> = valued.collect();
        let evaluator = &*self.search.evaluator;
        Some(MoveValues {
            exact: false,
            source: Source::Search,
            unit: Unit::Estimate,
            note: None,
            caveat: None,
            player: None,
            value: Some(value),
            plies: None,
            share: win_share::of_all(path, evaluator, &best.values, best_depth),
            best: moves.iter().filter(|mv| mv.value == value).map(|mv| mv.text.clone()).collect(),
            moves,
            depth,
            nodes: found.iter().map(|found| found.nodes).sum(),
        })
    }
}

/// Monte-Carlo tree search.
pub(crate) struct Simulating<G: View>(pub(crate) MctsAgent<G>);

impl<G: View> Thinker<G> for Simulating<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        let simulated = self.0.find_within(path, self.0.limits.within(limits), stop.clone());
        Thought { exact: simulated.proved, ..Thought::of(simulated.found) }
    }
}

/// Plays the move with the largest weight, without a search.
pub(crate) struct Weighing<G: View>(pub(crate) Box<dyn Heuristic<G>>);

impl<G: View> Thinker<G> for Weighing<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        Thought::without_search(self.choose(path, limits, stop), values_here(path))
    }

    fn choose(&mut self, path: &Path<G>, _limits: Limits, _stop: &StopFlag) -> Option<G::Move> {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        self.0.choose(path.game(), path.state(), &moves)
    }
}
