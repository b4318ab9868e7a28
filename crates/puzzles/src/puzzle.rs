//! Puzzles and their text form.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::themes::{derived, is_derived};

/// A position with one right move.
///
/// As text it is a line of five parts:
///
/// ```text
/// mnk:3,3,3 | 110/022/000 1 | win by force | 35 | 1p1 -1p2r3 0r1 …
/// game        position        themes         grade  every legal move in the promised order
/// ```
///
/// Each move consists of its value for the player to move; `p` and the number of plies that the game then lasts
/// with best play, if known; and `r` and the index of the best reply among the legal moves, unless the game is
/// over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game's full specification.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The themes, most characteristic first: some of [`THEMES`](crate::THEMES). The text omits those that follow
    /// from the rest.
    pub themes: Vec<String>,
    /// The percentage of tries by the levels that find the solution: the lower, the harder.
    pub grade: u32,
    /// Every legal move, in generation order.
    pub choices: Vec<Choice>,
}

/// The value of a move of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its value for the player on turn: 1, 0 or −1, or points.
    pub value: i32,
    /// The number of plies that the game then lasts with best play, including this one, if known.
    pub plies: Option<u32>,
    /// The index of the best reply among the legal moves; `None` if the game is over.
    pub reply: Option<usize>,
}

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    /// The number of parts is wrong.
    #[error("a puzzle has five parts between bars, this line has {0}")]
    Parts(usize),
    /// The grade is not a number.
    #[error("the grade is \"{0}\", wanted a number up to 100")]
    Grade(String),
    /// A move is invalid.
    #[error("a move is \"{0}\", wanted its value, such as 1p9r3")]
    Choice(String),
    /// There is no single best move.
    #[error("no single move is the best")]
    Ambiguous,
}

impl Puzzle {
    /// The index of the right move among the legal moves.
    pub fn solution(&self) -> usize {
        let best = self.choices.iter().map(|choice| choice.value).max();
        self.choices.iter().position(|choice| Some(choice.value) == best).unwrap_or_default()
    }

    /// The right move and its value.
    pub fn best(&self) -> Choice {
        self.choices[self.solution()]
    }

    /// The difficulty, from 1 (easy) to 5.
    ///
    /// ```
    /// use ninefold_puzzles::Puzzle;
    ///
    /// let puzzle: Puzzle = "mnk:3,3,3 | 110/022/000 1 | win by force | 55 | 1p1 0r0".parse()?;
    /// assert_eq!((puzzle.level(), puzzle.solution()), (3, 0));
    /// # Ok::<(), ninefold_puzzles::PuzzleError>(())
    /// ```
    pub fn level(&self) -> u32 {
        1 + LEVELS.iter().filter(|&&least| self.grade < least).count() as u32
    }

    /// A rating on the page's scale for solvers: 1,000 for the easiest puzzles, 2,200 for those that no level solves.
    pub fn rating(&self) -> u32 {
        2200 - 12 * self.grade.min(100)
    }
}

/// The lowest grade of each difficulty except the hardest.
const LEVELS: [u32; 4] = [74, 65, 50, 30];

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices: Vec<String> = self.choices.iter().map(Choice::to_string).collect();
        let written: Vec<&str> =
            self.themes.iter().map(String::as_str).filter(|theme| !is_derived(theme)).collect();
        let themes = written.join(", ");
        let Puzzle { game, position, grade, .. } = self;
        write!(f, "{game} | {position} | {themes} | {grade} | {}", choices.join(" "))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, position, themes, grade, choices] = parts[..] else {
            return Err(PuzzleError::Parts(parts.len()));
        };
        let mut puzzle = Puzzle {
            game: game.to_owned(),
            position: position.to_owned(),
            themes: themes.split(", ").map(str::to_owned).collect(),
            grade: grade
                .parse()
                .ok()
                .filter(|grade| *grade <= 100)
                .ok_or_else(|| PuzzleError::Grade(grade.to_owned()))?,
            choices: choices.split_whitespace().map(str::parse).collect::<Result<_, _>>()?,
        };
        let best = puzzle.choices.iter().map(|choice| choice.value).max();
        let as_good = puzzle.choices.iter().filter(|choice| Some(choice.value) == best);
        if as_good.count() != 1 {
            return Err(PuzzleError::Ambiguous);
        }
        let win = puzzle.best().plies.filter(|_| puzzle.best().value > 0);
        puzzle.themes.extend(derived(&puzzle.game, &puzzle.themes, win));
        Ok(puzzle)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.plies.map_or(Ok(()), |plies| write!(f, "p{plies}"))?;
        self.reply.map_or(Ok(()), |reply| write!(f, "r{reply}"))
    }
}

impl FromStr for Choice {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Choice, PuzzleError> {
        let read = || {
            let (rest, reply) = match text.split_once('r') {
                Some((rest, reply)) => (rest, Some(reply.parse().ok()?)),
                None => (text, None),
            };
            let (value, plies) = match rest.split_once('p') {
                Some((value, plies)) => (value, Some(plies.parse().ok()?)),
                None => (rest, None),
            };
            Some(Choice { value: value.parse().ok()?, plies, reply })
        };
        read().ok_or_else(|| PuzzleError::Choice(text.to_owned()))
    }
}
