//! Puzzles: positions in which one move is right, by exact knowledge.
//!
//! A [`Puzzle`] says what every move of its position is worth and which reply refutes it, so that it can be played
//! without a solver or a table. Those that come with the program lie as text in the folders of their games
//! ([`Collection`]); more are found in games between levels ([`Finder`]), graded by how many levels solve them, and
//! [`verify()`] asks the exact solver again.
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
