//! m,n,k-games, solved.

pub mod assignment;
mod board;
mod check;
mod exact;
mod follow;
mod lines;
mod pairing;
mod position;
mod proof;
mod question;
mod search;
mod solver;
mod table;
mod windows;

pub use crate::Budget;
pub use board::{Board, MOST_CELLS};
pub use check::{Checked, ProofProblem, check};
pub use exact::MnkSolver;
pub use position::Cuts;
pub use proof::{Claim, PROOF_HEADER, Proof, ProveError, prove};
pub use question::{Progress, Question, Solution, SolveError};
pub use solver::{MoveValues, solve, solve_moves, solve_with};
