//! 9tka, solved: who wins the movement phase, for two players and for more.

mod glance;
mod many;
mod position;
mod search;
mod solver;
mod table;
mod ways;

pub use many::{MOST_MOVABLE, ManySolution, solve_many};
pub use search::Budget;
pub use solver::{MOST_TO_PLACE, Solution, Wanted, solve};
