//! What can go wrong, each as one sentence.

use std::io;

use thiserror::Error;

/// Why [`run`](super::run) stopped before the end of the input.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// A command that cannot be answered.
    #[error("command {number}: {error}")]
    Command {
        /// Which command of the input, from 1.
        number: u64,
        /// What is wrong with it.
        #[source]
        error: CommandError,
    },
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The answers could not be written.
    #[error("the answers cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// What is wrong with one command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// A word that names no command.
    #[error(
        "`{found}` is none of GEN_ALL_POS_MOV, GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and SOLVE_GAME_STATE"
    )]
    Unknown {
        /// The word, shortened if long.
        found: String,
    },
    /// An argument that is no number or out of range.
    #[error("{name} is `{found}`, not a number from {low} to {high}")]
    Argument {
        /// Which argument.
        name: &'static str,
        /// The word, shortened if long.
        found: String,
        /// The least number allowed.
        low: usize,
        /// The largest number allowed.
        high: usize,
    },
    /// The input ends within the arguments.
    #[error("the input ends where {name} should be")]
    MissingArgument {
        /// Which argument.
        name: &'static str,
    },
    /// A cell that is none of the three.
    #[error("the cell in row {row}, column {column} is `{found}`, not 0, 1 or 2")]
    Cell {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The word, shortened if long.
        found: String,
    },
    /// The input ends within the board.
    #[error("the input ends after {found} of the board's {wanted} cells")]
    ShortBoard {
        /// How many cells there are.
        found: usize,
        /// How many the board has.
        wanted: usize,
    },
    /// A position that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Why a position has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// No game leads here, and nobody can tell who won.
    #[error("both players have {k} in a row")]
    BothHaveLines {
        /// How many in a row win.
        k: usize,
    },
    /// The search was given up.
    #[error(
        "{rows},{columns},{k} with {empty} empty cells is too large to solve: \
         no answer after {limit} positions"
    )]
    TooLarge {
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        columns: usize,
        /// How many in a row win.
        k: usize,
        /// How many cells are empty.
        empty: u32,
        /// How many positions were searched.
        limit: u64,
    },
}
