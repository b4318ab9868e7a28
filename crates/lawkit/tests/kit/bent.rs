//! A game with one thing wrong.

use std::sync::Arc;

use ninefold_core::{
    Evenly, Game, Knowledge, Layout, MAX_PLAYERS, Mark, MoveRule, Notation, Outcome, Phrase,
    Player, PositionError, Random, Recurring, Rules, Scene, Seat, Step, Symmetric, Symmetry, View,
};

/// The game with the fault.
#[derive(Clone)]
pub struct Bent<G, F> {
    pub game: G,
    pub fault: F,
}

/// What is wrong with a game: whatever is not overridden is right.
pub trait Fault<G: View>: Clone + Send + Sync + 'static {
    fn start(&self, game: &G, seed: u64) -> G::State {
        game.start(seed)
    }
    fn to_move(&self, game: &G, state: &G::State) -> Player {
        game.to_move(state)
    }
    fn moves(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) {
        game.moves(state, moves);
    }
    fn play(&self, game: &G, state: &mut G::State, mv: G::Move) {
        game.play(state, mv);
    }
    fn outcome(&self, game: &G, state: &G::State) -> Option<Outcome> {
        game.outcome(state)
    }
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.key(state)
    }
    fn move_index(&self, game: &G, mv: G::Move) -> u16 {
        game.move_index(mv)
    }
    fn action(&self, game: &G, mv: G::Move) -> u16 {
        game.action(mv)
    }
    fn points(&self, game: &G, state: &G::State) -> [i32; MAX_PLAYERS] {
        game.points(state)
    }
    fn symmetries(&self, game: &G) -> usize {
        game.symmetries()
    }
    fn map(&self, game: &G, state: &G::State, symmetry: Symmetry) -> G::State {
        game.map(state, symmetry)
    }
    fn map_move(&self, game: &G, mv: G::Move, symmetry: Symmetry) -> G::Move {
        game.map_move(mv, symmetry)
    }
    fn canonical(&self, game: &G, state: &G::State) -> G::State {
        game.canonical(state)
    }
    fn irreversible(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        game.irreversible(state, mv)
    }
    fn habit_moves(&self, game: &G, move_rule: usize, state: &G::State, moves: &mut Vec<G::Move>) {
        (game.knowledge().move_rules[move_rule].moves)(game, state, moves);
    }
    fn move_text(&self, game: &G, mv: G::Move) -> String {
        game.move_text(mv)
    }
    fn position_form(&self, game: &G) -> String {
        game.position_form()
    }
    fn position_text(&self, game: &G, state: &G::State) -> String {
        game.position_text(state)
    }
    fn parse_position(&self, game: &G, text: &str) -> Result<G::State, PositionError> {
        game.parse_position(text)
    }
    fn fen(&self, game: &G, state: &G::State, quiet: u32) -> Option<String> {
        game.fen(state, quiet)
    }
    fn seats(&self, game: &G) -> Vec<Seat> {
        game.seats()
    }
    fn layout(&self, game: &G) -> Layout {
        game.layout()
    }
    fn scene(&self, game: &G, state: &G::State) -> Scene {
        game.scene(state)
    }
    fn steps(&self, game: &G, state: &G::State, mv: G::Move) -> Vec<Step> {
        game.steps(state, mv)
    }
    fn explain(&self, game: &G, state: &G::State, outcome: &Outcome) -> Phrase {
        game.explain(state, outcome)
    }
    fn why(&self, game: &G, state: &G::State, mv: G::Move) -> Vec<Phrase> {
        game.why(state, mv)
    }
    fn preview(&self, game: &G, state: &G::State, mv: G::Move) -> Vec<Mark> {
        game.preview(state, mv)
    }
    fn refuse(&self, game: &G, state: &G::State, steps: &[Step], site: u16) -> Phrase {
        game.refuse(state, steps, site)
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> Rules for Bent<G, F> {
    type State = G::State;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }
    fn start(&self, seed: u64) -> G::State {
        self.fault.start(&self.game, seed)
    }
    fn to_move(&self, state: &G::State) -> Player {
        self.fault.to_move(&self.game, state)
    }
    fn with_turn(&self, state: &G::State, player: Player) -> Option<G::State> {
        self.game.with_turn(state, player)
    }
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.fault.moves(&self.game, state, moves);
    }
    fn draw(
        &self,
        state: &G::State,
        evenly: Evenly,
        random: &mut Random,
        moves: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        self.game.draw(state, evenly, random, moves)
    }
    fn steps_of(&self, mv: G::Move) -> u32 {
        self.game.steps_of(mv)
    }
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.fault.play(&self.game, state, mv);
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.fault.outcome(&self.game, state)
    }
    fn key(&self, state: &G::State) -> u64 {
        self.fault.key(&self.game, state)
    }
    fn move_index(&self, mv: G::Move) -> u16 {
        self.fault.move_index(&self.game, mv)
    }
    fn action(&self, mv: G::Move) -> u16 {
        self.fault.action(&self.game, mv)
    }
    fn actions(&self) -> usize {
        self.game.actions()
    }
    fn most_turns(&self, state: &G::State) -> u32 {
        self.game.most_turns(state)
    }
    fn points(&self, state: &G::State) -> [i32; MAX_PLAYERS] {
        self.fault.points(&self.game, state)
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> Symmetric for Bent<G, F> {
    fn symmetries(&self) -> usize {
        self.fault.symmetries(&self.game)
    }
    fn map(&self, state: &G::State, symmetry: Symmetry) -> G::State {
        self.fault.map(&self.game, state, symmetry)
    }
    fn map_move(&self, mv: G::Move, symmetry: Symmetry) -> G::Move {
        self.fault.map_move(&self.game, mv, symmetry)
    }
    fn canonical(&self, state: &G::State) -> G::State {
        self.fault.canonical(&self.game, state)
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> Recurring for Bent<G, F> {
    fn horizon(&self, state: &G::State) -> u32 {
        self.game.horizon(state)
    }
    fn irreversible(&self, state: &G::State, mv: G::Move) -> bool {
        self.fault.irreversible(&self.game, state, mv)
    }
    fn is_progress(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.is_progress(state, mv)
    }
    fn shows_progress(&self, state: &G::State) -> bool {
        self.game.shows_progress(state)
    }
    fn repetitions_to_draw(&self) -> Option<u32> {
        self.game.repetitions_to_draw()
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> Game for Bent<G, F> {
    /// The laws of games ask for move rules only; those of evaluators are tried on games without faults.
    fn knowledge(&self) -> Knowledge<Self> {
        let Knowledge {
            evaluators: _,
            strongest_evaluator: _,
            level_evaluator: _,
            drawn_ranges: _,
            heuristics: _,
            move_rules,
        } = self.game.knowledge();
        let bend = |(index, move_rule): (usize, MoveRule<G>)| MoveRule {
            id: move_rule.id,
            summary: move_rule.summary,
            decides: Arc::new(move |bent: &Self, state: &G::State| {
                (move_rule.decides)(&bent.game, state)
            }),
            moves: Arc::new(move |bent: &Self, state: &G::State, moves: &mut Vec<G::Move>| {
                bent.fault.habit_moves(&bent.game, index, state, moves);
            }),
        };
        let move_rules = move_rules.into_iter().enumerate().map(bend).collect();
        Knowledge { move_rules, ..Knowledge::default() }
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> Notation for Bent<G, F> {
    fn move_text(&self, mv: G::Move) -> String {
        self.fault.move_text(&self.game, mv)
    }
    fn position_form(&self) -> String {
        self.fault.position_form(&self.game)
    }
    fn position_text(&self, state: &G::State) -> String {
        self.fault.position_text(&self.game, state)
    }
    fn parse_position(&self, text: &str) -> Result<G::State, PositionError> {
        self.fault.parse_position(&self.game, text)
    }
    fn fen(&self, state: &G::State, quiet: u32) -> Option<String> {
        self.fault.fen(&self.game, state, quiet)
    }
    fn parse_fen(&self, text: &str) -> Result<(G::State, u32), PositionError> {
        self.game.parse_fen(text)
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: View, F: Fault<G>> View for Bent<G, F> {
    fn seats(&self) -> Vec<Seat> {
        self.fault.seats(&self.game)
    }
    fn layout(&self) -> Layout {
        self.fault.layout(&self.game)
    }
    fn scene(&self, state: &G::State) -> Scene {
        self.fault.scene(&self.game, state)
    }
    fn steps(&self, state: &G::State, mv: G::Move) -> Vec<Step> {
        self.fault.steps(&self.game, state, mv)
    }
    fn explain(&self, state: &G::State, outcome: &Outcome) -> Phrase {
        self.fault.explain(&self.game, state, outcome)
    }
    fn turn_text(&self, state: &G::State, mv: G::Move) -> String {
        self.game.turn_text(state, mv)
    }
    fn why(&self, state: &G::State, mv: G::Move) -> Vec<Phrase> {
        self.fault.why(&self.game, state, mv)
    }
    fn preview(&self, state: &G::State, mv: G::Move) -> Vec<Mark> {
        self.fault.preview(&self.game, state, mv)
    }
    fn refuse(&self, state: &G::State, steps: &[Step], site: u16) -> Phrase {
        self.fault.refuse(&self.game, state, steps, site)
    }
    fn forms(&self) -> Vec<&'static str> {
        self.game.forms()
    }
}
