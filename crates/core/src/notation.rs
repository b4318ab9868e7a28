//! Positions and moves as text.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::{Game, Path, Player, quote};

/// A game whose positions and moves can be written as text and parsed again.
pub trait Notation: Game {
    /// A move as text: lower case, without spaces, not ending in a full stop and not starting with a bracket, so
    /// that it can be typed and stored in a [`Record`](crate::Record).
    fn move_text(&self, mv: Self::Move) -> String;

    /// An example of a position text, for error messages.
    fn position_form(&self) -> String;

    /// A position as text.
    fn position_text(&self, state: &Self::State) -> String;

    /// Parses a position, rejecting everything that is impossible under the rules.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;

    /// The position in the notation that other programs of the field use, if there is one. `quiet` is the number of
    /// turns since the last progress.
    fn fen(&self, _state: &Self::State, _quiet: u32) -> Option<String> {
        None
    }

    /// Parses the notation of [`fen`](Notation::fen) and returns the number of turns since the last progress as well.
    fn parse_fen(&self, _text: &str) -> Result<(Self::State, u32), PositionError> {
        Err(PositionError::NoFen)
    }
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The wrong number of space-separated parts.
    #[error("position {} has the wrong number of parts ({found}), wanted {wanted}, for example {form:?}", quote(.text))]
    Fields {
        /// The whole text.
        text: String,
        /// The number of fields found.
        found: usize,
        /// The number of fields expected.
        wanted: String,
        /// An example of a position of this game.
        form: String,
    },
    /// The wrong number of rows.
    #[error("board {} has the wrong number of rows ({found}), wanted {wanted}", quote(.text))]
    Rows {
        /// The board as given.
        text: String,
        /// The number of rows found.
        found: usize,
        /// The number of rows expected.
        wanted: usize,
    },
    /// A row of the wrong length.
    #[error("row {row} of the board is {}, wanted {wanted} characters and not {found}", quote(.text))]
    RowLength {
        /// The row's number, from 1.
        row: usize,
        /// The row as given.
        text: String,
        /// Its length.
        found: usize,
        /// The expected length.
        wanted: usize,
    },
    /// A character with no meaning on this board.
    #[error("row {row} of the board has {symbol:?} at place {place}, wanted one of {wanted:?}")]
    Symbol {
        /// The row's number, from 1.
        row: usize,
        /// The character's place in the row, from 1.
        place: usize,
        /// The character.
        symbol: char,
        /// The valid characters.
        wanted: &'static str,
    },
    /// A field with an invalid value.
    #[error("{what} is {}, wanted {wanted}", quote(.text))]
    Field {
        /// What the field contains.
        what: &'static str,
        /// The field as given.
        text: String,
        /// What was expected.
        wanted: String,
    },
    /// Well-formed, but impossible under the rules.
    #[error("impossible position: {0}")]
    Impossible(String),
    /// This game has no second position form.
    #[error("this game has no FEN; give the position with --position")]
    NoFen,
}

impl PositionError {
    /// Creates the error for a field with an invalid value.
    pub fn field(what: &'static str, text: &str, wanted: impl Into<String>) -> PositionError {
        PositionError::Field { what, text: text.to_owned(), wanted: wanted.into() }
    }
}

/// Splits a position text into its `N` space-separated parts. `form` is an example of a valid text.
pub fn split_parts<const N: usize>(
    text: &str,
    form: impl FnOnce() -> String,
) -> Result<[&str; N], PositionError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let found = parts.len();
    parts.try_into().map_err(|_| PositionError::Fields {
        text: text.to_owned(),
        found,
        wanted: N.to_string(),
        form: form(),
    })
}

/// Splits a board into its rows, which are joined by `/`, and checks their lengths and that all characters are in
/// `symbols`.
///
/// ```
/// let rows = ninefold_core::parse_rows("x./.x", &[2, 2], ".x").unwrap();
/// assert_eq!(rows, [['x', '.'], ['.', 'x']]);
/// assert!(ninefold_core::parse_rows("x./.", &[2, 2], ".x").is_err());
/// ```
pub fn parse_rows(
    text: &str,
    lengths: &[usize],
    symbols: &'static str,
) -> Result<Vec<Vec<char>>, PositionError> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    if rows.len() != lengths.len() {
        let (found, wanted) = (rows.len(), lengths.len());
        return Err(PositionError::Rows { text: text.to_owned(), found, wanted });
    }
    for (index, (row, &wanted)) in rows.iter().zip(lengths).enumerate() {
        let number = index + 1;
        if row.len() != wanted {
            let text = row.iter().collect();
            return Err(PositionError::RowLength { row: number, text, found: row.len(), wanted });
        }
        if let Some(place) = row.iter().position(|&symbol| !symbols.contains(symbol)) {
            let (symbol, place) = (row[place], place + 1);
            return Err(PositionError::Symbol { row: number, place, symbol, wanted: symbols });
        }
    }
    Ok(rows)
}

/// Parses a number of a position text within a range.
pub fn parse_number(
    what: &'static str,
    text: &str,
    range: RangeInclusive<u32>,
) -> Result<u32, PositionError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && range.contains(number));
    number.ok_or_else(|| {
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        PositionError::field(what, text, wanted)
    })
}

/// Parses the player to move, from 1 to `players`.
pub fn parse_player(text: &str, players: usize) -> Result<Player, PositionError> {
    let number = parse_number("player to move", text, 1..=players as u32)?;
    Ok(Player::new(number as usize - 1))
}

/// Why a text is not a move of this position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The game is over.
    #[error("move {} cannot be played: the game is over ({reason})", quote(.text))]
    Over {
        /// The text given.
        text: String,
        /// The rule that ended the game.
        reason: &'static str,
    },
    /// No legal move has this text.
    #[error("move {} is not legal here; legal moves: {count}, for example {example}", quote(.text))]
    Illegal {
        /// The text given.
        text: String,
        /// The number of legal moves.
        count: usize,
        /// The legal move most similar to the text, or the first.
        example: String,
    },
}

/// Finds the legal move with this text. It only ever returns a legal move: a move is looked up, never constructed.
///
/// ```
/// use ninefold_core::{Path, find_move};
/// use ninefold_games::morris::Morris;
///
/// let path = Path::from_start(Morris::default());
/// assert!(find_move(&path, "D6").is_ok());
/// let problem = find_move(&path, "d8").unwrap_err().to_string();
/// assert!(problem.starts_with("move \"d8\" is not legal here; legal moves: 24"), "{problem}");
/// ```
pub fn find_move<G: Notation>(path: &Path<G>, text: &str) -> Result<G::Move, MoveError> {
    if let Some(outcome) = path.outcome() {
        return Err(MoveError::Over { text: text.to_owned(), reason: outcome.reason });
    }
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let wanted = text.trim().to_ascii_lowercase();
    let texts: Vec<String> = moves.iter().map(|&mv| path.game().move_text(mv)).collect();
    match texts.iter().position(|legal| *legal == wanted) {
        Some(index) => Ok(moves[index]),
        None => {
            let nearest = crate::nearest(&wanted, texts.iter().map(String::as_str));
            let example = nearest.map_or_else(|| texts[0].clone(), str::to_owned);
            Err(MoveError::Illegal { text: text.to_owned(), count: texts.len(), example })
        }
    }
}
