//! What can go wrong with a store, in sentences.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ninefold_core::quote;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::care::begins_like_one;
use crate::pages::PAGE;

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
    /// The file is a store, but some of it cannot be read.
    #[error(
        "the store {} is damaged: ninefold store check says what is, and ninefold store repair keeps all that can be read",
        shown(file)
    )]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// One thing in the store cannot be read.
    #[error("{what} {} cannot be read, everything else can: {problem}", quote(.id))]
    Unreadable {
        /// What kind of thing.
        what: &'static str,
        /// Which.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The process has no more files.
    #[error("{} cannot be opened: too many files are open already", shown(file))]
    Files {
        /// The file.
        file: PathBuf,
    },
    /// A copy cannot be written, or read.
    #[error("{}: {problem}", shown(file))]
    Copy {
        /// The copy.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// There is no room.
    #[error("no room is left on the disk of {}: nothing more was kept", shown(file))]
    Full {
        /// The file.
        file: PathBuf,
    },
    /// The disk does not do what it is told.
    #[error("the disk of {} reports an error: nothing more was kept", shown(file))]
    Disk {
        /// The file.
        file: PathBuf,
    },
    /// There is no memory.
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

/// Reading or writing failed for want of memory, not because of the disk.
const IO_WITHOUT_MEMORY: i32 = rusqlite::ffi::SQLITE_IOERR_NOMEM;

impl StoreError {
    /// What SQLite's error means to the owner of this file.
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

/// Whether a file that SQLite does not know any more has been a store: it begins like one, has a log, or has the length of whole pages.
fn was_store(file: &Path) -> bool {
    let length = |file: &Path| fs::metadata(file).map_or(0, |data| data.len());
    let pages = length(file) / PAGE as u64;
    begins_like_one(file)
        || length(&file.with_extension("sqlite-wal")) > 0
        || pages > 0 && length(file) == pages * PAGE as u64
}

/// How many files a store opens at once.
const FILES: usize = 8;

fn is_out_of_files(file: &Path) -> bool {
    // One may be free again by now, but not as many as a store needs. The folder is opened, since closing the file itself would end its locks.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let opened = [(); FILES].map(|()| fs::File::open(folder.unwrap_or(Path::new("."))));
    // EMFILE and ENFILE, which have no name of their own.
    let is_lack = |problem: &std::io::Error| matches!(problem.raw_os_error(), Some(23 | 24));
    opened.iter().any(|opened| opened.as_ref().is_err_and(is_lack))
}

/// Whether nothing more fits onto the disk of a file.
fn is_full(file: &Path) -> bool {
    let probe = file.with_extension("probe");
    let written = fs::write(&probe, [0; 1 << 16]);
    let _ = fs::remove_file(&probe);
    written.is_err_and(|problem| problem.kind() == ErrorKind::StorageFull)
}

pub(crate) fn shown(path: &Path) -> String {
    // Whole, however long: whoever is told of a file wants to find it.
    format!("{:?}", path.to_string_lossy())
}
