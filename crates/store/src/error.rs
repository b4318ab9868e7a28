//! What can go wrong with a store, in sentences.

use std::path::{Path, PathBuf};

use ninefold_core::quote;
use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data folder cannot be made.
    #[error("cannot make the folder {}: {}", shown(folder), problem.kind())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        problem: std::io::Error,
    },
    /// The file was written by a later version of the program.
    #[error(
        "{} has layout {found}, but this program knows layouts up to {known}: use a newer ninefold",
        shown(file)
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its layout.
        found: i64,
        /// The latest one known.
        known: i64,
    },
    /// The file is no store.
    #[error(
        "{} is not a store of games: move it away or name another folder with --data",
        shown(file)
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// There is no room.
    #[error("no room is left on the disk of {}: nothing more was kept", shown(file))]
    Full {
        /// The file.
        file: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error(
        "{} cannot be written: check its permissions or name another folder with --data",
        shown(file)
    )]
    ReadOnly {
        /// The file.
        file: PathBuf,
    },
    /// Another process holds the file.
    #[error("{} is in use by another program: try again when it is done", shown(file))]
    Busy {
        /// The file.
        file: PathBuf,
    },
    /// Anything else.
    #[error("{}: {problem}", shown(file))]
    Other {
        /// The file.
        file: PathBuf,
        /// What SQLite said.
        problem: rusqlite::Error,
    },
    /// The game was changed by somebody else in between.
    #[error("game {} was changed in the meantime", quote(.id))]
    Changed {
        /// The game.
        id: String,
    },
    /// There is no such run.
    #[error("there is no run {id}: see ninefold runs list")]
    NoRun {
        /// What was asked for.
        id: u64,
    },
    /// The run has an end, or is gone, and takes no more results.
    #[error("run {id} was finished or deleted in the meantime: nothing more was kept")]
    RunOver {
        /// The run.
        id: u64,
    },
    /// The run's plan is not one that this version can read.
    #[error("run {id} was written by another version")]
    OtherVersion {
        /// The run.
        id: u64,
    },
    /// Nobody knows what such a run is.
    #[error("run {id} is of a kind this program does not know: {kind}")]
    Kind {
        /// The run.
        id: u64,
        /// Its kind.
        kind: String,
    },
    /// Another process, or another thread of this one, plays the run.
    #[error("run {id} is being played by another process: stop that one first, or wait for it")]
    Playing {
        /// The run.
        id: u64,
    },
    /// The file that says who plays a run cannot be made or locked.
    #[error("cannot lock {}: {}", shown(file), problem.kind())]
    Lock {
        /// The file.
        file: PathBuf,
        /// What the system said.
        problem: std::io::Error,
    },
    /// There is no such thing.
    #[error("there is no {what} {}", quote(.id))]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// What was asked for.
        id: String,
    },
}

impl StoreError {
    /// What SQLite's error means to the owner of this file.
    pub(crate) fn new(file: &Path, problem: rusqlite::Error) -> StoreError {
        let file = file.to_owned();
        match problem.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreError::Foreign { file }
            }
            Some(ErrorCode::DiskFull) => StoreError::Full { file },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly { file }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { file },
            _ => StoreError::Other { file, problem },
        }
    }
}

fn shown(path: &Path) -> String {
    quote(&path.to_string_lossy())
}
