//! A position to be checked.

use ninefold_core::{Game, MoveRule, Outcome, View};

use crate::law::Verdict;
use crate::{Law, Report, Violation};

/// The data shared by all checks of one game.
pub(crate) struct Subject<'a, G: Game> {
    pub spec: &'a str,
    pub game: &'a G,
    /// The number of sites of the board.
    pub sites: usize,
    /// The texts of the moves in the start position; most of them are illegal later.
    pub openings: Vec<String>,
    /// The rules that restrict the choice of random players.
    pub move_rules: Vec<MoveRule<G>>,
}

impl<'a, G: View> Subject<'a, G> {
    pub fn new(game: &'a G, spec: &'a str, start: &G::State) -> Subject<'a, G> {
        let mut moves = Vec::new();
        game.moves(start, &mut moves);
        let openings = moves.into_iter().map(|mv| game.move_text(mv)).collect();
        let move_rules = game.knowledge().move_rules;
        Subject { spec, game, sites: game.layout().sites.len(), openings, move_rules }
    }

    pub fn violation(&self, law: Law, state: &G::State, detail: String) -> Violation {
        let position = self.game.position_text(state);
        Violation { spec: self.spec.to_owned(), law, position, detail }
    }

    /// Counts one comparison for a law and reports a violation if it failed.
    pub fn require(
        &self,
        report: &mut Report,
        law: Law,
        state: &G::State,
        holds: bool,
        detail: impl FnOnce() -> String,
    ) -> Verdict {
        report.count(law);
        if holds { Ok(()) } else { Err(self.violation(law, state, detail())) }
    }
}

/// A position with its legal moves.
pub(crate) struct Case<'a, G: Game> {
    pub subject: &'a Subject<'a, G>,
    pub game: &'a G,
    pub state: G::State,
    pub moves: Vec<G::Move>,
    pub outcome: Option<Outcome>,
}

impl<'a, G: View> Case<'a, G> {
    pub fn new(subject: &'a Subject<'a, G>, state: G::State) -> Case<'a, G> {
        let game = subject.game;
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        Case { subject, game, state, moves, outcome: game.outcome(&state) }
    }

    /// The position after a legal move.
    pub fn after(&self, mv: G::Move) -> G::State {
        let mut state = self.state;
        self.game.play(&mut state, mv);
        state
    }

    /// The indices of about `limit` of the legal moves, evenly spread, and different between positions.
    ///
    /// For checks that are too expensive for every move of a large board.
    pub fn sample(&self, limit: usize) -> impl Iterator<Item = usize> + use<G> {
        let stride = self.moves.len().div_ceil(limit).max(1);
        let first = self.game.key(&self.state) % stride as u64;
        (first as usize..self.moves.len()).step_by(stride)
    }

    /// Counts one comparison for a law and reports a violation if it failed.
    pub fn require(
        &self,
        report: &mut Report,
        law: Law,
        holds: bool,
        detail: impl FnOnce() -> String,
    ) -> Verdict {
        self.subject.require(report, law, &self.state, holds, detail)
    }
}
