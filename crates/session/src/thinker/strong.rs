//! The strong search alone, with any evaluator.

use ninefold_core::{Path, View};
use ninefold_search::{Engine, Limits, Report, StopFlag};

use super::{Aloud, Thinker, Thought, only_move, values_here};
use crate::best::USUAL_TIME;
use crate::judgement;
use crate::values::MoveValues;

/// The strong search as a player.
pub(crate) struct Strong<G: View> {
    pub(crate) engine: Engine<G>,
    /// The limits given; one second by default.
    pub(crate) limits: Limits,
    /// Whether it uses the game's strongest evaluator, whose values convert to chances.
    pub(crate) tells_chances: bool,
}

impl<G: View> Strong<G> {
    fn within(&self, limits: Limits) -> Limits {
        match self.limits.within(limits) {
            none if none == Limits::default() => Limits { time: Some(USUAL_TIME), ..none },
            given => given,
        }
    }
}

impl<G: View> Thinker<G> for Strong<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        self.consider_aloud(path, limits, stop, &mut |_| {})
    }

    fn consider_aloud(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
        watch: Aloud<'_, G::Move>,
    ) -> Thought<G::Move> {
        self.engine.forget();
        let limits = self.within(limits);
        let mut tell = |report: &Report<G::Move>| watch(Thought::on_the_way(report));
        let report = self.engine.think(path, limits, 1, stop.clone(), &mut tell);
        let best = report.lines.first();
        let share = best.filter(|line| line.decided.is_some() || self.tells_chances);
        Thought {
            share: share.map(|line| judgement::share_of(path, self.engine.evaluator(), line)),
            decided: best.and_then(|line| line.decided),
            ..Thought::of(report.found(values_here(path)))
        }
    }

    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        only_move(path).or_else(|| {
            self.engine.forget();
            let limits = self.within(limits);
            let report = self.engine.think(path, limits, 1, stop.clone(), &mut |_| {});
            report.lines.first().map(|line| line.moves[0])
        })
    }

    fn value_moves(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
    ) -> Option<MoveValues> {
        self.engine.forget();
        let limits = self.within(limits);
        let report = self.engine.value_moves(path, limits, stop.clone(), &mut |_| {});
        (!report.lines.is_empty())
            .then(|| judgement::estimates(path, self.engine.evaluator(), &report))
    }
}
