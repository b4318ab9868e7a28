//! Exact play: solvers for positions and whole games, one module per game.
//!
//! ```
//! use ninefold_core::Player;
//! use ninefold_solve::Budget;
//! use ninefold_solve::mnk::{Question, check, prove, solve};
//!
//! // Three in a row on four rows of three: the first player wins, and here is the proof.
//! let board = [0; 12];
//! let question = Question { rows: 4, columns: 3, k: 3, board: &board, mover: Player::FIRST };
//! let solution = solve(&question, &Budget::default(), &mut |_| {})?;
//! assert_eq!(solution.value, Some(1));
//! let proof = prove(&question, &Budget::default())?;
//! assert_eq!(check(&proof.text)?.value, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For a game given by its specification, [`solver`] returns the solver of its family, with text as input and output.

mod budget;
mod caveat;
mod cpu;
mod exact;
mod huge_pages;
mod in_time;
mod memory;
pub mod mnk;
pub mod morris;
pub mod ninetka;
mod preparation;
pub mod three_six_nine;
mod why;

pub use budget::Budget;
pub use caveat::Caveat;
pub use exact::{ExactAnswer, ExactError, Request, SolveProgress, Solver, Source, Unit, solver};
pub use in_time::InTime;
pub use memory::free_memory;
pub use preparation::{Preparation, PreparationProgress, Prepared, WatchPreparation};
pub use why::{Reason, ReasonAnswer, Reasons};
