//! 3-6-9, solved: a table over the subsets of the empty cells, and a book of the 6 × 6 board.

mod book;
mod canonical;
mod ending;
mod exact;
mod fill;
mod mirror;
mod number;
mod solver;
mod table;
mod whole;

pub use crate::Budget;
pub use crate::cpu::Cpu;
pub use book::{Book, MOST_STONES};
pub use exact::ThreeSixNineSolver;
pub use mirror::{Assured, assured, held};
pub use solver::{Solution, Unsolved, solve, solve_on};
pub use whole::{WHOLE_BOARD_BYTES, WholeBoard, WholeError, whole_board};
