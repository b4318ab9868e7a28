//! Where a game gave value away.

use ninefold_core::{Notation, Rules};
use ninefold_games::morris::{Morris, Move, State};
use thiserror::Error;

use super::book::Book;
use super::file::TableError;
use super::tables::{Tables, Value};

/// What a side does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnKind {
    /// It puts a man on the board.
    Placing,
    /// It moves a man along a line.
    Moving,
    /// It has three men and moves one to any point.
    Flying,
}

impl TurnKind {
    /// What the side to move does.
    pub fn of(state: &State) -> TurnKind {
        let mover = state.to_move();
        match (state.hand(mover), state.men_left(mover)) {
            (1.., _) => TurnKind::Placing,
            (0, 3) => TurnKind::Flying,
            _ => TurnKind::Moving,
        }
    }
}

/// A move of a game and what it did to the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// What the side that played it was doing.
    pub phase: TurnKind,
    /// The value before it, for the side that played it.
    pub before: Value,
    /// The value after it, for the same side.
    pub after: Value,
    /// Whether the book that comes with the program tells the value of the position before it.
    pub in_book: bool,
}

impl Judged {
    /// Whether the move made a win a draw, or either a loss.
    pub fn gave_value_away(&self) -> bool {
        self.after < self.before
    }
}

/// Why the moves of a game could not be judged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MistakesError {
    /// The rules do not allow a move.
    #[error("{text}, the {ply}. move, is not legal")]
    Illegal {
        /// The move.
        text: String,
        /// Which one it is, from 1.
        ply: usize,
    },
    /// The tables cannot tell.
    #[error("{0}")]
    Tables(#[from] TableError),
}

/// Judges the moves of a game from `start` on: for each its phase, the values before and after it in the pure game, and
/// whether the position was within the book.
///
/// The tables must cover the game; those built with `--full` cover every one. Draw rules are not minded: a game that
/// ends by one ends with its last move.
pub fn mistakes(
    tables: &Tables,
    start: &State,
    moves: &[Move],
) -> Result<Vec<Judged>, MistakesError> {
    let game = Morris::default();
    let value = |state: &State| {
        let text = || format!("no table covers {}", game.position_text(state));
        tables.value(state)?.ok_or_else(|| TableError::Missing(text()))
    };
    let (mut state, mut judged, mut legal) = (*start, Vec::with_capacity(moves.len()), Vec::new());
    let mut before = value(&state)?;
    for (ply, &mv) in moves.iter().enumerate() {
        legal.clear();
        game.moves(&state, &mut legal);
        if game.outcome(&state).is_some() || !legal.contains(&mv) {
            return Err(MistakesError::Illegal { text: game.move_text(mv), ply: ply + 1 });
        }
        let (phase, in_book) =
            (TurnKind::of(&state), Book::own().is_some_and(|book| book.covers(&state)));
        game.play(&mut state, mv);
        let after = value(&state)?;
        judged.push(Judged { mv, phase, before, after: after.reversed(), in_book });
        before = after;
    }
    Ok(judged)
}
