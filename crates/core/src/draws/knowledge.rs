//! The knowledge of a game under draw rules.

use std::sync::Arc;

use super::{Clocks, Counted, WithDraws};
use crate::{
    Arguments, Context, Evaluator, EvaluatorEntry, Explanation, Forcing, Guide, Habits, Heuristic,
    HeuristicEntry, Knowledge, MoveRule, Odds, Tension, Values,
};

/// Converts the knowledge of the pure game into knowledge of the game under draw rules.
pub(super) fn under_draws<G: Clocks>(pure: Knowledge<G>) -> Knowledge<WithDraws<G>> {
    // No `..` here: every field added to `Knowledge` must be handled.
    let Knowledge {
        evaluators,
        strongest_evaluator,
        level_evaluator,
        drawn_ranges,
        heuristics,
        move_rules,
    } = pure;
    Knowledge {
        evaluators: evaluators.into_iter().map(evaluator).collect(),
        strongest_evaluator,
        level_evaluator,
        drawn_ranges,
        heuristics: heuristics.into_iter().map(heuristic).collect(),
        move_rules: move_rules.into_iter().map(move_rule).collect(),
    }
}

fn evaluator<G: Clocks>(entry: EvaluatorEntry<G>) -> EvaluatorEntry<WithDraws<G>> {
    let EvaluatorEntry { info, build } = entry;
    let build = move |game: &WithDraws<G>, arguments: &Arguments, seed: u64| {
        Box::new(UnderDraws(build(&game.game, arguments, seed))) as Box<dyn Evaluator<WithDraws<G>>>
    };
    EvaluatorEntry { info, build: Box::new(build) }
}

fn heuristic<G: Clocks>(entry: HeuristicEntry<G>) -> HeuristicEntry<WithDraws<G>> {
    let HeuristicEntry { info, fractional, build } = entry;
    let build = move |game: &WithDraws<G>, arguments: &Arguments| {
        Box::new(UnderDraws(build(&game.game, arguments))) as Box<dyn Heuristic<WithDraws<G>>>
    };
    HeuristicEntry { info, fractional, build: Box::new(build) }
}

fn move_rule<G: Clocks>(move_rule: MoveRule<G>) -> MoveRule<WithDraws<G>> {
    let MoveRule { id, summary, decides, moves } = move_rule;
    MoveRule {
        id,
        summary,
        decides: Arc::new(move |game, state| {
            game.run_out(state).is_none() && decides(&game.game, &state.inner)
        }),
        moves: Arc::new(move |game, state, chosen| {
            if game.run_out(state).is_none() {
                moves(&game.game, &state.inner, chosen);
            }
        }),
    }
}

/// Adapts an evaluator or a move heuristic of the pure game to the game under draw rules. Its context includes the
/// draws of the wrapped game.
///
/// ```
/// use ninefold_core::{Clocks, Evaluator, UnderDraws, WithDraws};
///
/// /// The same evaluation for a search under draw rules.
/// fn with_draws<G: Clocks>(own: impl Evaluator<G> + 'static) -> Box<dyn Evaluator<WithDraws<G>>> {
///     Box::new(UnderDraws(own))
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnderDraws<E>(pub E);

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks, E: Evaluator<G>> Evaluator<WithDraws<G>> for UnderDraws<E> {
    fn values(&self, game: &WithDraws<G>, state: &Counted<G::State>, context: Context) -> Values {
        self.0.values(&game.game, &state.inner, context)
    }

    fn judges_ends(&self) -> bool {
        self.0.judges_ends()
    }

    fn explain(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        context: Context,
    ) -> Explanation {
        self.0.explain(&game.game, &state.inner, context)
    }

    fn terms(&self, game: &WithDraws<G>) -> Explanation {
        self.0.terms(&game.game)
    }

    fn is_zero_sum(&self) -> bool {
        self.0.is_zero_sum()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn odds(&self, game: &WithDraws<G>, state: &Counted<G::State>) -> Odds {
        self.0.odds(&game.game, &state.inner)
    }

    fn guide<'a>(
        &'a self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
    ) -> Box<dyn Guide<WithDraws<G>> + 'a> {
        Box::new(GuideUnderDraws(self.0.guide(&game.game, &state.inner)))
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks, H: Heuristic<G>> Heuristic<WithDraws<G>> for UnderDraws<H> {
    fn weigh(&self, game: &WithDraws<G>, state: &Counted<G::State>, mv: G::Move) -> f64 {
        self.0.weigh(&game.game, &state.inner, mv)
    }

    fn counts(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
    ) -> Option<Vec<Vec<Option<i32>>>> {
        self.0.counts(&game.game, &state.inner)
    }
}

/// Adapts a guide of the pure game; its context includes the draws of the wrapped game. Its proofs are not passed
/// on, because a countdown may spoil a win of the pure game.
struct GuideUnderDraws<'a, G>(Box<dyn Guide<G> + 'a>);

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks> Guide<WithDraws<G>> for GuideUnderDraws<'_, G> {
    fn play(
        &mut self,
        game: &WithDraws<G>,
        before: &Counted<G::State>,
        mv: G::Move,
        after: &Counted<G::State>,
    ) {
        self.0.play(&game.game, &before.inner, mv, &after.inner);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn values(&self, game: &WithDraws<G>, state: &Counted<G::State>, context: Context) -> Values {
        self.0.values(&game.game, &state.inner, context)
    }

    fn promise(&self, game: &WithDraws<G>, state: &Counted<G::State>, mv: G::Move) -> i32 {
        self.0.promise(&game.game, &state.inner, mv)
    }

    fn ceiling(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        mv: G::Move,
        turns: u32,
    ) -> i32 {
        self.0.ceiling(&game.game, &state.inner, mv, turns)
    }

    fn narrow(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        moves: &mut Vec<G::Move>,
        first: usize,
    ) {
        self.0.narrow(&game.game, &state.inner, moves, first);
    }

    fn tension(&self, game: &WithDraws<G>, state: &Counted<G::State>) -> Tension {
        self.0.tension(&game.game, &state.inner)
    }

    fn habits(&self) -> Habits {
        self.0.habits()
    }

    fn tempo(&self) -> i32 {
        self.0.tempo()
    }

    fn forced_win(
        &mut self,
        _game: &WithDraws<G>,
        _state: &Counted<G::State>,
        _effort: u64,
    ) -> Forcing<G::Move> {
        Forcing { win: None, positions: 0 }
    }

    fn forced_win_if_new(
        &mut self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        effort: u64,
    ) -> Forcing<G::Move> {
        self.forced_win(game, state, effort)
    }
}
