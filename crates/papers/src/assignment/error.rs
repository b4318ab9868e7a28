//! Errors, each as one sentence.

use std::io;

use thiserror::Error;

/// Why [`run`](super::run) stopped before the end of the input.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// A command that cannot be answered.
    #[error("command {number}: {error}")]
    Command {
        /// The number of the command in the input, from 1.
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

/// An error in one command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// Unknown command.
    #[error(
        "`{found}` is none of GEN_ALL_POS_MOV, GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and SOLVE_GAME_STATE"
    )]
    Unknown {
        /// The word, shortened if long.
        found: String,
    },
    /// An argument is not a number or out of range.
    #[error("{name} is `{found}`, not a number from {low} to {high}")]
    Argument {
        /// The argument.
        name: &'static str,
        /// The word, shortened if long.
        found: String,
        /// The minimum.
        low: usize,
        /// The maximum.
        high: usize,
    },
    /// The input ends within the arguments.
    #[error("the input ends where {name} should be")]
    MissingArgument {
        /// The argument.
        name: &'static str,
    },
    /// An invalid cell.
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
        /// The number of cells found.
        found: usize,
        /// The number of cells of the board.
        wanted: usize,
    },
    /// A position that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Why a position has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// No game leads here, and the winner is undefined.
    #[error("both players have {k} in a row")]
    BothHaveLines {
        /// The number in a row that wins.
        k: usize,
    },
    /// The search was aborted.
    #[error(
        "{rows},{columns},{k} with {empty} empty cells is too large to solve: \
         no answer after {limit} positions"
    )]
    TooLarge {
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        columns: usize,
        /// The number in a row that wins.
        k: usize,
        /// The number of empty cells.
        empty: u32,
        /// The number of nodes searched.
        limit: u64,
    },
}
