//! m,n,k-games, solved.

mod board;
mod breaker;
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
mod strategy_check;
mod strategy_proof;
mod table;
mod tandem;
mod wide;
mod windows;

pub use crate::Budget;
pub use board::Board;
pub use breaker::{BreakerCuts, MakerBreaker, maker_breaker};
pub use check::{Checked, ProofProblem, check};
pub use exact::{Asked, MnkSolver};
pub use position::Cuts;
pub use proof::{Claim, PROOF_HEADER, Proof, ProveError, prove};
pub use question::{MOST_CELLS, Progress, Question, Solution, SolveError};
pub use solver::{MoveValues, solve, solve_moves, solve_with};
pub use strategy_check::STRATEGY_HEADER;
pub use strategy_proof::{WriteProofError, Written, check_proof, write_proof};
