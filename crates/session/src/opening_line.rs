//! Parses openings: a position or a list of moves per line.

use std::fmt;

use ninefold_arena::OpeningLine;
use ninefold_core::PositionError;

use crate::protocol::{Board, Place};
use crate::{GameKind, Origin, SessionError, Setup, games};

/// Why a line is not an opening.
#[derive(Debug)]
pub enum OpeningError {
    /// The position or a move after it is invalid in this game.
    Session(SessionError),
    /// The game is over there.
    Over,
    /// The text is not a position in either notation.
    NoPosition {
        /// Why it is not one in our notation.
        own: Box<OpeningError>,
        /// Why it is not one in another program's notation.
        other: SessionError,
    },
    /// The line is neither moves nor a position.
    Neither {
        /// Why it is not a list of moves.
        moves: Box<OpeningError>,
        /// Why it is not a position.
        position: Box<OpeningError>,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Session(error) => error.fmt(f),
            OpeningError::Over => f.write_str("the game is over there"),
            OpeningError::NoPosition { own, other } => {
                write!(f, "{own}; as other programs write positions: {other}")
            }
            OpeningError::Neither { moves, position } => {
                write!(f, "neither moves ({moves}) nor a position ({position})")
            }
        }
    }
}

impl std::error::Error for OpeningError {}

/// Parses an opening: moves, with or without their numbers; a position; or a position, the word
/// `moves`, and moves. On boards of m,n,k-games also stones by their distance from the middle,
/// `0,0, 1,1, -1,2`, as managers of the Gomocup write them. Text after `#` or `;` or between braces
/// is a comment; `None` for a line with nothing else and for a tag of a PGN file.
///
/// ```
/// use ninefold_session::{games, read_opening};
///
/// let kind = games().kind("tictactoe")?;
/// let line = read_opening(&*kind, "1. 2,2 1,1 2.3,1  # a corner")?.expect("an opening");
/// assert_eq!(line.moves, ["2,2", "1,1", "3,1"]);
/// let line = read_opening(&*kind, "0,0, -1,1")?.expect("an opening");
/// assert_eq!(line.moves, ["2,2", "3,1"], "one column to the left, one row below");
/// assert!(read_opening(&*kind, "[Event \"a cup\"]")?.is_none());
/// assert!(read_opening(&*kind, "  # nothing")?.is_none());
/// assert_eq!(read_opening(&*kind, "{Ada; 1843} 2,2 {a {corner} 1,1")?.expect("an opening").moves, ["2,2", "1,1"]);
/// assert!(read_opening(&*kind, "9,9").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_opening(kind: &dyn GameKind, line: &str) -> Result<Option<OpeningLine>, OpeningError> {
    let line = without_comments(line);
    let line = line.trim();
    if line.is_empty() || line.starts_with('[') && line.ends_with(']') {
        return Ok(None);
    }
    if let Some(moves) = Board::of(kind.spec()).and_then(|board| from_middle(board, line)) {
        return match opened(kind, Origin::Start, moves.clone()) {
            Ok(()) => Ok(Some(OpeningLine { position: None, moves })),
            Err(problem) => Err(problem),
        };
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

/// The balanced openings that come with a game, one per line.
///
/// ```
/// use ninefold_session::{balanced_openings, games, read_opening};
///
/// let kind = games().kind("gomoku")?;
/// let first = balanced_openings(&*kind).and_then(|lines| lines.lines().next()).expect("gomoku has some");
/// assert!(read_opening(&*kind, first)?.is_some());
/// assert!(balanced_openings(&*games().kind("morris")?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn balanced_openings(kind: &dyn GameKind) -> Option<&'static str> {
    let games = games();
    let family = games.family(kind.spec()).ok()?;
    let found = family.balanced.iter().find(|(game, _)| *game == kind.spec())?;
    Some(found.1)
}

/// The opening given by a position and moves from there.
pub fn opening_position(
    kind: &dyn GameKind,
    text: &str,
    moves: Vec<String>,
) -> Result<OpeningLine, OpeningError> {
    match opened(kind, Origin::Position(text.to_owned()), moves.clone()) {
        Ok(()) => Ok(OpeningLine { position: Some(text.to_owned()), moves }),
        Err(problem) => {
            // Another program's notation, if there is one.
            let origin = Origin::Fen(text.to_owned());
            let setup = Setup { origin, moves: moves.clone(), ..Setup::default() };
            match kind.open(&setup) {
                Ok(session) => Ok(OpeningLine { position: session.record(&[]).position, moves }),
                Err(SessionError::Position(PositionError::NoFen)) => Err(problem),
                Err(other) => Err(OpeningError::NoPosition { own: Box::new(problem), other }),
            }
        }
    }
}

/// The end markers of games in PGN files: a result, or unfinished.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The moves of a text without their numbers, which may be attached (`1.d6`), and without a result.
fn words(text: &str) -> Vec<String> {
    let without_number = |word: &'_ str| -> String {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = rest.len() < word.len() && rest.starts_with('.');
        if is_numbered { rest.trim_start_matches('.') } else { word }.to_owned()
    };
    let moves = text.split_whitespace().filter(|word| !RESULTS.contains(word)).map(without_number);
    moves.filter(|word| !word.is_empty()).collect()
}

/// A text without its comments: between braces, which do not nest, and after # or ; outside of
/// them.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '#', ';']) {
        kept.push_str(&rest[..at]);
        let end = if rest[at..].starts_with('{') { rest[at..].find('}') } else { None };
        let Some(end) = end else { return kept };
        kept.push(' ');
        rest = &rest[at + end + 1..];
    }
    kept + rest
}

/// The stones of a line that counts columns and rows from the middle of the board, with a comma
/// between all numbers; `None` for any other line.
fn from_middle(board: Board, line: &str) -> Option<Vec<String>> {
    let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
    let numbers: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let commas = line.matches(',').count();
    // Our own moves contain a comma each, and count from 1.
    let is_ours = commas == numbers.len() / 2 && numbers.iter().all(|number| *number > 0);
    if is_ours || numbers.is_empty() || numbers.len() % 2 == 1 || commas < numbers.len() / 2 {
        return None;
    }
    let place = |middle: usize, from: i64| (middle as i64).checked_add(from);
    let stone = |pair: &[i64]| {
        let (column, row) = (place(board.columns / 2, pair[0])?, place(board.rows / 2, pair[1])?);
        board.place(&format!("{column},{row}")).map(Place::as_move)
    };
    numbers.chunks(2).map(stone).collect()
}

/// Checks that a game can begin there.
fn opened(kind: &dyn GameKind, origin: Origin, moves: Vec<String>) -> Result<(), OpeningError> {
    let session =
        kind.open(&Setup { origin, moves, ..Setup::default() }).map_err(OpeningError::Session)?;
    match session.status().over {
        true => Err(OpeningError::Over),
        false => Ok(()),
    }
}
