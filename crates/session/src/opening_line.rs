//! Openings that somebody writes down: a position, or a list of moves, a line.

use std::fmt;

use ninefold_arena::OpeningLine;

use crate::{GameKind, Origin, SessionError, Setup};

/// Why a line is no opening.
#[derive(Debug)]
pub enum OpeningError {
    /// The position or the moves after it are none of the game.
    Session(SessionError),
    /// Nothing can be played from there.
    Over,
    /// The line is neither of both, each for its reason.
    Neither {
        /// Why it is no list of moves.
        moves: Box<OpeningError>,
        /// Why it is no position.
        position: Box<OpeningError>,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Session(error) => error.fmt(f),
            OpeningError::Over => f.write_str("the game is over there"),
            OpeningError::Neither { moves, position } => {
                write!(f, "neither moves ({moves}) nor a position ({position})")
            }
        }
    }
}

impl std::error::Error for OpeningError {}

/// The opening of a line: moves, with or without their numbers; a position; or a position, the word `moves`, and moves. What
/// stands after `#` or `;` is a comment; a line with nothing else has none.
///
/// ```
/// use ninefold_session::{games, read_opening};
///
/// let kind = games().kind("tictactoe")?;
/// let line = read_opening(&*kind, "1. 2,2 1,1 2. 3,1  # a corner")?.expect("an opening");
/// assert_eq!(line.moves, ["2,2", "1,1", "3,1"]);
/// assert!(read_opening(&*kind, "  # nothing")?.is_none());
/// assert!(read_opening(&*kind, "9,9").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_opening(kind: &dyn GameKind, line: &str) -> Result<Option<OpeningLine>, OpeningError> {
    // What other managers write: comments after # and ;, as in EPD files.
    let line = line.split(['#', ';']).next().unwrap_or_default().trim();
    if line.is_empty() {
        return Ok(None);
    }
    if let Some((position, moves)) = line.split_once(" moves ") {
        return opening_position(kind, position, words(moves)).map(Some);
    }
    let moves = words(line);
    let read = match opened(kind, Origin::Start, moves.clone()) {
        Ok(()) => Ok(OpeningLine { position: None, moves }),
        Err(problem) => opening_position(kind, line, Vec::new()).map_err(|other| {
            OpeningError::Neither { moves: Box::new(problem), position: Box::new(other) }
        }),
    };
    read.map(Some)
}

/// The opening of a position and moves from there.
pub fn opening_position(
    kind: &dyn GameKind,
    text: &str,
    moves: Vec<String>,
) -> Result<OpeningLine, OpeningError> {
    match opened(kind, Origin::Position(text.to_owned()), moves.clone()) {
        Ok(()) => Ok(OpeningLine { position: Some(text.to_owned()), moves }),
        Err(problem) => {
            // As another program writes it, where there is such a form.
            let origin = Origin::Fen(text.to_owned());
            let setup = Setup { origin, moves: moves.clone(), ..Setup::default() };
            let Ok(session) = kind.open(&setup) else { return Err(problem) };
            Ok(OpeningLine { position: session.record(&[]).position, moves })
        }
    }
}

/// The moves of a text without their numbers.
fn words(text: &str) -> Vec<String> {
    let is_number = |word: &&str| {
        word.strip_suffix('.').is_some_and(|rest| {
            let rest = rest.trim_end_matches('.');
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    text.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned).collect()
}

/// Whether a game can begin there.
fn opened(kind: &dyn GameKind, origin: Origin, moves: Vec<String>) -> Result<(), OpeningError> {
    let session =
        kind.open(&Setup { origin, moves, ..Setup::default() }).map_err(OpeningError::Session)?;
    match session.status().over {
        true => Err(OpeningError::Over),
        false => Ok(()),
    }
}
