//! m,n,k-games, solved.

mod board;
mod breaker;
mod check;
mod endings;
mod exact;
mod follow;
mod holds;
mod lines;
mod pairing;
mod parts;
mod position;
mod proof;
mod question;
mod search;
mod settled;
mod solver;
mod strategy_check;
mod strategy_proof;
mod symmetry;
mod table;
mod tandem;
mod windows;
mod word;

pub use crate::Budget;
pub use breaker::{
    BreakerCuts, KeptTree, LeafSolver, MakerBreaker, Reply, TreeError, TreeNews, maker_breaker,
};
pub use check::{Checked, ProofProblem, check};
pub use endings::{Ending, Endings};
pub use exact::{Asked, MnkSolver};
pub use parts::{Held, answer_of_a_draw, held_for_a_draw, write_draw_proof};
pub use position::Cuts;
pub use proof::{Claim, PROOF_HEADER, Proof, ProveError, prove};
pub use question::{MOST_CELLS, Progress, Question, Solution, SolveError};
pub use solver::{MoveValues, solve, solve_moves, solve_with};
pub use strategy_check::{SHARED_HEADER, STRATEGY_HEADER};
pub use strategy_proof::{WriteProofError, Written, check_proof, write_proof};
