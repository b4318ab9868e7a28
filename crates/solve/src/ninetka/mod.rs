//! 9tka, solved: the winner of the movement phase, for two players and for more.

mod exact;
mod lanes;
mod many;
mod position;
mod search;
mod solver;
mod static_bounds;
mod table;

pub use crate::Budget;
pub use exact::NinetkaSolver;
pub use many::{MOST_MOVABLE, ManySolution, solve_many};
pub use solver::{Solution, Wanted, solve};
