//! A table as plain data.

use ninefold_core::{Layout, Mark, MarkKind, Path, Phrase, Scene, Seat, Step, View};
use serde::{Deserialize, Serialize};

use crate::Why;

/// What scripts ask first about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// The part of the game.
    pub phase: String,
    /// The number of the player to move, 0 once the game is over.
    pub to_move: usize,
    /// Whether the game is over.
    pub over: bool,
    /// What each player gets, once the game is over.
    pub payoffs: Option<Vec<i16>>,
    /// The fixed word for the rule that ended the game.
    pub reason: Option<String>,
    /// The position as text.
    pub position: String,
    /// The position in the form another program uses, in games that have one.
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
    /// What a list of moves shows instead of the text, where that leaves out what went where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The number of whoever played it.
    pub player: usize,
    /// What a list of moves shows.
    pub shown: String,
}

/// The end of a game, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutcomeView {
    /// What each player gets.
    pub payoffs: Vec<i16>,
    /// The fixed word for the rule that ended the game.
    pub reason: String,
    /// A sentence: "White wins: Black cannot move".
    pub sentence: String,
    /// Its second half in parts, for other languages.
    pub why: Phrase,
}

/// Everything a front end needs to draw a table and to take a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SessionView {
    /// The game's specification.
    pub game: String,
    /// How the players are called and drawn.
    pub seats: Vec<Seat>,
    /// The board.
    pub layout: Layout,
    /// The position, the last turn marked.
    pub scene: Scene,
    /// How many moves were played.
    pub ply: usize,
    /// The moves that were played.
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

/// What a computer found when asked for a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The move; none once the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The value for each player, points so far included.
    pub values: Vec<i32>,
    /// Each player's expected part of the point, where the strongest evaluator judged or the result is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Vec<f32>>,
    /// The turns looked ahead in full.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// How often the rest of a position's moves was cut off.
    pub cuts: u64,
    /// In how many turns the player on turn wins, or loses if negative, where a search is certain.
    pub decided: Option<i32>,
    /// Whether the move and the values are proved: then a value is 1, 0 or -1, or the final lead in points.
    pub exact: bool,
    /// What a reader must know about the values, such as that they leave countdowns out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The same in parts, to be said in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<Phrase>,
    /// The line of best moves.
    pub pv: Vec<String>,
    /// The same line as a list of moves shows it, where texts leave out what went where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// What the move does; none once the game is over.
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

/// A line of moves from a position as a list of moves shows it; nothing where that is their texts. A search that lets players pass may have a
/// line that nobody could play: from where it goes astray, texts have to do.
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
