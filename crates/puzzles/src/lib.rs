//! Puzzles: positions with a single right move, determined by exact values.
//!
//! A [`Puzzle`] stores the value of every move of its position and the reply that refutes it, so that it can be
//! played without a solver or a table. The built-in puzzles are text files in the modules of their games
//! ([`Collection`]). More are found in games between levels ([`Finder`]) and graded by how many levels solve them.
//! [`verify()`] checks a puzzle against the exact solver.
//!
//! ```
//! use ninefold_puzzles::Collection;
//!
//! let puzzles = Collection::shipped();
//! let puzzle = puzzles.of("morris").next().expect("some come with the program");
//! assert!(puzzle.choices.iter().all(|choice| choice.value <= puzzle.best().value));
//! ```

mod collection;
mod double_mill;
mod finder;
mod grade;
mod puzzle;
mod themes;
mod verify;

pub use collection::{Collection, Numbered};
pub use finder::{FindError, Finder, Wanted};
pub use grade::{GRADED_LEVELS, SEEDS};
pub use puzzle::{Choice, Puzzle, PuzzleError};
pub use themes::THEMES;
pub use verify::{Problem, verify};
