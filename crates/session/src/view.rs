//! A table as plain data, for front ends.

use ninefold_core::{Layout, Mark, MarkKind, Path, Phrase, Scene, Seat, Step, View};
use serde::{Deserialize, Serialize};

use crate::Why;

/// A short summary of a position for scripts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// The phase of the game.
    pub phase: String,
    /// The number of the player to move, 0 once the game is over.
    pub to_move: usize,
    /// Whether the game is over.
    pub over: bool,
    /// Each player's payoff, once the game is over.
    pub payoffs: Option<Vec<i16>>,
    /// The fixed word for the rule that ended the game.
    pub reason: Option<String>,
    /// The position as text.
    pub position: String,
    /// The position in another program's notation, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LegalMove {
    /// Its text.
    pub text: String,
    /// Its clicks.
    pub steps: Vec<Step>,
    /// The text for a move list, if the plain text omits what moved where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// A played move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The number of its player.
    pub player: usize,
    /// The text for a move list.
    pub shown: String,
}

/// The end of a game, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutcomeView {
    /// Each player's payoff.
    pub payoffs: Vec<i16>,
    /// The fixed word for the rule that ended the game.
    pub reason: String,
    /// A sentence: "White wins: Black cannot move".
    pub sentence: String,
    /// Its second half in parts, for translation.
    pub why: Phrase,
}

/// Everything a front end needs to draw a table and to let a player move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SessionView {
    /// The game's specification.
    pub game: String,
    /// The names and looks of the players.
    pub seats: Vec<Seat>,
    /// The board.
    pub layout: Layout,
    /// The position, with the last turn marked.
    pub scene: Scene,
    /// The number of moves played.
    pub ply: usize,
    /// The moves played.
    pub turns: Vec<Turn>,
    /// The number of the player to move, 0 once the game is over.
    pub to_move: usize,
    /// How often the position has occurred.
    pub occurrences: u32,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// The last move.
    pub last: Option<LegalMove>,
    /// The end, once the game is over.
    pub outcome: Option<OutcomeView>,
}

/// A computer's answer when asked for a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The move; null once the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The value for each player, including points so far.
    pub values: Vec<i32>,
    /// Each player's expected share of the point, if the strongest evaluator was used or the result
    /// is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Vec<f32>>,
    /// The depth in turns that was searched in full.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The number of cutoffs.
    pub cuts: u64,
    /// The number of turns in which the player to move wins, or loses if negative, if a search is
    /// certain.
    pub decided: Option<i32>,
    /// Whether the move and the values are proved: then a value is 1, 0 or -1, or the final lead in points.
    pub exact: bool,
    /// A caveat about the values, such as that they ignore countdowns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The same in parts, for translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<Phrase>,
    /// The line of best moves.
    pub pv: Vec<String>,
    /// The same line as shown in a move list, where the plain texts omit what moved where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// What the move does; null once the game is over.
    #[serde(default)]
    pub why: Option<Why>,
}

/// The status of the position at the end of a path.
pub(crate) fn status<G: View>(path: &Path<G>) -> Status {
    let (game, outcome) = (path.game(), path.outcome());
    Status {
        phase: game.scene(path.state()).phase,
        to_move: path.to_move().map_or(0, |player| player.number()),
        over: outcome.is_some(),
        payoffs: outcome.map(|outcome| outcome.payoffs.seats(game.players()).to_vec()),
        reason: outcome.map(|outcome| outcome.reason.to_owned()),
        position: game.position_text(path.state()),
        fen: game.fen(path.state(), 0),
    }
}

/// A move of a position, with its clicks.
pub(crate) fn legal_move<G: View>(game: &G, state: &G::State, mv: G::Move) -> LegalMove {
    let (text, shown) = (game.move_text(mv), game.turn_text(state, mv));
    let shown = Some(shown).filter(|shown| *shown != text);
    LegalMove { text, steps: game.steps(state, mv), shown }
}

/// The whole view of a path.
pub(crate) fn view<G: View>(path: &Path<G>, spec: &str) -> SessionView {
    let game = path.game();
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let legal = |state, mv| legal_move(game, state, mv);
    let last = path.last().map(|(before, mv)| legal(before, mv));
    let mut scene = game.scene(path.state());
    if let Some(last) = &last {
        let sites = last.steps.iter().map(|step| step.site).collect();
        scene.marks.push(Mark::new(MarkKind::LastTurn, sites));
    }
    SessionView {
        game: spec.to_owned(),
        seats: game.seats(),
        layout: game.layout(),
        scene,
        ply: path.played().len(),
        turns: turns(game, path.origin(), path.played()),
        to_move: path.to_move().map_or(0, |player| player.number()),
        occurrences: path.occurrences(),
        legal: moves.into_iter().map(|mv| legal(path.state(), mv)).collect(),
        last,
        outcome: outcome(path),
    }
}

/// Moves played one after the other from a position.
fn turns<G: View>(game: &G, origin: &G::State, moves: &[G::Move]) -> Vec<Turn> {
    let mut state = *origin;
    let turn = |&mv: &G::Move| {
        let turn =
            Turn { player: game.to_move(&state).number(), shown: game.turn_text(&state, mv) };
        game.play(&mut state, mv);
        turn
    };
    moves.iter().map(turn).collect()
}

/// A line of moves from a position as shown in a move list; empty if that equals the plain texts. A
/// search that lets players pass may produce an unplayable line: from there on the plain texts are
/// used.
pub(crate) fn line_shown<G: View>(game: &G, origin: &G::State, moves: &[G::Move]) -> Vec<String> {
    let (mut state, mut legal, mut is_astray) = (*origin, Vec::new(), false);
    let show = |&mv: &G::Move| {
        legal.clear();
        if !is_astray {
            game.moves(&state, &mut legal);
        }
        is_astray = !legal.contains(&mv);
        if is_astray {
            return game.move_text(mv);
        }
        let shown = game.turn_text(&state, mv);
        game.play(&mut state, mv);
        shown
    };
    let shown: Vec<String> = moves.iter().map(show).collect();
    let is_plain = moves.iter().zip(&shown).all(|(&mv, shown)| game.move_text(mv) == *shown);
    if is_plain { Vec::new() } else { shown }
}

fn outcome<G: View>(path: &Path<G>) -> Option<OutcomeView> {
    let (game, outcome) = (path.game(), path.outcome()?);
    let why = game.explain(path.state(), &outcome);
    let sentence = match outcome.payoffs.sole_winner(game.players()) {
        Some(winner) => format!("{} wins: {why}", game.seats()[winner.index()].name),
        None => format!("A draw: {why}"),
    };
    Some(OutcomeView {
        payoffs: outcome.payoffs.seats(game.players()).to_vec(),
        reason: outcome.reason.to_owned(),
        sentence,
        why,
    })
}
