//! A puzzle and its text.

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
/// A move is its value for whoever is on turn, `p` and how many plies the game then lasts with best play where that
/// is known, `r` and the place of the best reply among the legal ones unless the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game's full specification.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// What it is about, the most telling first: some of [`THEMES`](crate::THEMES). The text leaves out what follows from the rest.
    pub themes: Vec<String>,
    /// How many of a hundred tries of the levels find the solution: the fewer, the harder.
    pub grade: u32,
    /// Every legal move, in the promised order.
    pub choices: Vec<Choice>,
}

/// What a move of a puzzle is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its value for the player on turn: 1, 0 or −1, or points.
    pub value: i32,
    /// How many plies the game then lasts with best play, this one included, where that is known.
    pub plies: Option<u32>,
    /// The best reply, by its place among the legal ones; nothing when the game is over.
    pub reply: Option<usize>,
}

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    /// It has too few or too many parts.
    #[error("a puzzle has five parts between bars, this line has {0}")]
    Parts(usize),
    /// The grade is no number.
    #[error("the grade is \"{0}\", wanted a number up to 100")]
    Grade(String),
    /// A move is none.
    #[error("a move is \"{0}\", wanted its value, such as 1p9r3")]
    Choice(String),
    /// No single move is the best.
    #[error("no single move is the best")]
    Ambiguous,
}

impl Puzzle {
    /// The place of the right move among the legal ones.
    pub fn solution(&self) -> usize {
        let best = self.choices.iter().map(|choice| choice.value).max();
        self.choices.iter().position(|choice| Some(choice.value) == best).unwrap_or_default()
    }

    /// What the right move is worth.
    pub fn best(&self) -> Choice {
        self.choices[self.solution()]
    }

    /// How hard it is, from 1, easy, to 5.
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

    /// A rating on the scale of the page's solvers: 1,000 for the easiest, 2,200 for what no level finds.
    pub fn rating(&self) -> u32 {
        2200 - 12 * self.grade.min(100)
    }
}

/// The least grade of each level but the hardest.
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
