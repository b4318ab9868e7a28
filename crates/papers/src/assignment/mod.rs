//! The m,n,k assignment: its three commands and two solvers for them.
//!
//! Students are given a board of N rows and M columns on which K or more in a row win, and answer
//! three commands, read as words until the input ends:
//!
//! ```text
//! GEN_ALL_POS_MOV N M K player                    how many moves, then every board after one
//! GEN_ALL_POS_MOV_CUT_IF_GAME_OVER N M K player   the same; if moves end the game, the first of those
//! SOLVE_GAME_STATE N M K player                   who wins with best play
//! ```
//!
//! each followed by N × M cells: 0 empty, 1 and 2 the players' stones. [`run`] answers them.
//!
//! ```
//! use ninefold_papers::assignment::run;
//!
//! let mut output = Vec::new();
//! run(&mut &b"SOLVE_GAME_STATE 3 3 3 1  1 2 0  0 0 0  0 0 0"[..], &mut output)?;
//! assert_eq!(output, b"FIRST_PLAYER_WINS\n");
//! # Ok::<(), ninefold_papers::assignment::ProtocolError>(())
//! ```
//!
//! [`PaperSolver`] is the assignment's min-max as described in its text, for reading and for
//! counting nodes; [`Solver`] is the one that answers. [`compare()`] compares the first with proof
//! search, and [`Check`] runs a student's program through the published tests and random ones.

mod board;
mod cells;
mod check;
mod compare;
mod error;
mod game;
mod generate;
mod memory;
mod paper;
mod protocol;
mod published;
mod search;
mod solver;
mod symmetry;
mod threats;
mod tokens;

pub use board::{Board, LARGEST_K, LONGEST_SIDE};
pub use check::{Check, Tested};
pub(crate) use compare::compare_within;
pub use compare::{Compared, MOST_POSITIONS, compare};
pub use error::{CommandError, ProtocolError, SolveError};
pub use paper::{PaperResult, PaperSolver};
pub use protocol::run;
pub use published::PUBLISHED;
pub use solver::{POSITION_LIMIT, Solver};
