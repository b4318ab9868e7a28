//! Errors of a store, in sentences.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ninefold_core::quote;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::care::begins_like_one;
use crate::pages::PAGE;

/// Why an operation on a store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data folder cannot be made.
    #[error("cannot make the folder {}: {}", shown(folder), problem.kind())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
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
    /// The file is not a store.
    #[error(
        "{} is not a store of games: move it away or name another folder with --data",
        shown(file)
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is a store, but partly unreadable.
    #[error(
        "the store {} is damaged: ninefold store check says what is, and ninefold store repair keeps all that can be read",
        shown(file)
    )]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// A single entry of the store is unreadable.
    #[error("{what} {} cannot be read, everything else can: {problem}", quote(.id))]
    Unreadable {
        /// The kind of entry.
        what: &'static str,
        /// Its name.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The process has too many open files.
    #[error("{} cannot be opened: too many files are open already", shown(file))]
    Files {
        /// The file.
        file: PathBuf,
    },
    /// A copy cannot be written or read.
    #[error("{}: {problem}", shown(file))]
    Copy {
        /// The copy.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The disk is full.
    #[error("no room is left on the disk of {}: nothing more was kept", shown(file))]
    Full {
        /// The file.
        file: PathBuf,
    },
    /// The disk reports an error.
    #[error("the disk of {} reports an error: nothing more was kept", shown(file))]
    Disk {
        /// The file.
        file: PathBuf,
    },
    /// There is not enough memory.
    #[error("there is not enough memory to read or write {}", shown(file))]
    Memory {
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
    /// The game was changed in the meantime.
    #[error("game {} was changed in the meantime", quote(.id))]
    Changed {
        /// The game.
        id: String,
    },
    /// There is no such run.
    #[error("there is no run {id}: see ninefold runs list")]
    NoRun {
        /// The number given.
        id: u64,
    },
    /// The run was finished or deleted and accepts no more results.
    #[error("run {id} was finished or deleted in the meantime: nothing more was kept")]
    RunOver {
        /// The run.
        id: u64,
    },
    /// This version cannot read the run's plan.
    #[error("run {id} was written by another version")]
    OtherVersion {
        /// The run.
        id: u64,
    },
    /// The kind of run is unknown.
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
    /// The lock file of a run cannot be created or locked.
    #[error("cannot lock {}: {}", shown(file), problem.kind())]
    Lock {
        /// The file.
        file: PathBuf,
        /// The system's error.
        problem: std::io::Error,
    },
    /// There is no such entry.
    #[error("there is no {what} {}", quote(.id))]
    Unknown {
        /// The kind of entry.
        what: &'static str,
        /// The name given.
        id: String,
    },
}

/// SQLite's I/O error for lack of memory, which is no fault of the disk.
const IO_WITHOUT_MEMORY: i32 = rusqlite::ffi::SQLITE_IOERR_NOMEM;

impl StoreError {
    /// Translates SQLite's error for the owner of this file.
    pub(crate) fn new(file: &Path, problem: rusqlite::Error) -> StoreError {
        let file = file.to_owned();
        if problem.sqlite_error().is_some_and(|error| error.extended_code == IO_WITHOUT_MEMORY) {
            return StoreError::Memory { file };
        }
        match problem.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { file },
            Some(ErrorCode::NotADatabase) if was_store(&file) => StoreError::Damaged { file },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { file },
            Some(ErrorCode::CannotOpen) if is_out_of_files(&file) => StoreError::Files { file },
            Some(ErrorCode::SystemIoFailure) if is_full(&file) => StoreError::Full { file },
            Some(ErrorCode::DiskFull) => StoreError::Full { file },
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk { file },
            Some(ErrorCode::OutOfMemory) => StoreError::Memory { file },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly { file }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { file },
            _ => StoreError::Other { file, problem },
        }
    }
}

/// Whether a file that SQLite no longer recognises was once a store: it has the header of one, has
/// a log, or consists of whole pages.
fn was_store(file: &Path) -> bool {
    let length = |file: &Path| fs::metadata(file).map_or(0, |data| data.len());
    let pages = length(file) / PAGE as u64;
    begins_like_one(file)
        || length(&file.with_extension("sqlite-wal")) > 0
        || pages > 0 && length(file) == pages * PAGE as u64
}

/// The number of files a store opens at once.
const FILES: usize = 8;

fn is_out_of_files(file: &Path) -> bool {
    // One may be free again by now, but fewer than a store needs. This opens the folder, since
    // closing the file itself would release its locks.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let opened = [(); FILES].map(|()| fs::File::open(folder.unwrap_or(Path::new("."))));
    // EMFILE and ENFILE, which have no error kinds.
    let is_lack = |problem: &std::io::Error| matches!(problem.raw_os_error(), Some(23 | 24));
    opened.iter().any(|opened| opened.as_ref().is_err_and(is_lack))
}

/// Whether the disk of a file is full.
fn is_full(file: &Path) -> bool {
    let probe = file.with_extension("probe");
    let written = fs::write(&probe, [0; 1 << 16]);
    let _ = fs::remove_file(&probe);
    written.is_err_and(|problem| problem.kind() == ErrorKind::StorageFull)
}

pub(crate) fn shown(path: &Path) -> String {
    // In full, however long, so that the reader can find the file.
    format!("{:?}", path.to_string_lossy())
}
