//! Games and runs on disk.
//!
//! Everything is in one SQLite file of the data folder. A change is committed before it is
//! acknowledged: it goes to a write-ahead log that is synced to disk, so a kill at any moment, even
//! of the machine, loses only unacknowledged changes. Several processes may use the file at the
//! same time.
//!
//! ```
//! use ninefold_core::Record;
//! use ninefold_store::{KeptGame, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let data = folder.path();
//! let store = Store::open(data)?;
//! let record = Record { game: "mnk:3,3,3".into(), moves: vec!["2,2".into()], ..Record::default() };
//! let mut game = KeptGame::new("mnk", record);
//! store.keep_new_game(&mut game)?;
//! assert_eq!(game.id, "mnk-3-3-3-0001");
//! assert_eq!(store.game("mnk-3-3-3-0001")?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotated;
mod care;
mod classes;
mod commits;
mod error;
mod export;
mod files;
mod games;
mod leader;
mod leagues;
mod notes;
mod pages;
mod participants;
mod places;
mod repair;
mod runs;
mod schema;
mod studies;
mod tables;
mod take_over;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode};

pub use annotated::{
    LONGEST_COMMENT, LONGEST_NAME, MARKS, MOST_NOTES, annotated, take_names, take_notes,
};
pub use care::Checked;
pub use classes::Class;
pub use error::StoreError;
pub use export::Imported;
pub use games::{Edition, GameFilter, KeptGame, OfLeague, Origin};
pub use leader::Leader;
pub use leagues::{KeptCup, KeptEntrant, League};
pub use notes::Note;
pub use participants::{Invitation, Participant, ParticipantKind};
pub use places::{GamePlaces, PlayedMove};
pub use repair::Repaired;
pub use runs::{Keeper, KeptRun, RunSink};
pub use studies::{Study, StudyLine};

/// How long a process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The name of the file in a data folder.
const FILE: &str = "ninefold.sqlite";

/// An open store.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    connection: Mutex<Connection>,
    commits: commits::Commits,
    /// Marks the file as used while the store is open.
    _used: Option<File>,
}

/// A connection to a file with the latest layout, or the layout of a later version.
fn connect(file: &Path) -> rusqlite::Result<(Connection, i64)> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    schema::keep_copy(&connection, file)?;
    let version = schema::bring_up_to_date(&mut connection)?;
    Ok((connection, version))
}

/// The same, when several processes may create the file at once: SQLite then lets only one switch it
/// to a log and rejects the others without the usual timeout.
fn connect_in_time(file: &Path) -> rusqlite::Result<(Connection, i64)> {
    let begun = Instant::now();
    loop {
        match connect(file) {
            Err(problem)
                if problem.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(files::BETWEEN_LOOKS);
            }
            connected => return connected,
        }
    }
}

/// Whether SQLite rejects a statement because of the layout.
fn is_no_layout(problem: &rusqlite::Error) -> bool {
    problem.sqlite_error_code() == Some(ErrorCode::Unknown)
        || matches!(problem, rusqlite::Error::SqlInputError { .. })
}

impl Store {
    /// Opens the store of a data folder, which is created if necessary, for its owner alone. A file
    /// of an earlier layout is upgraded; a copy of it stays beside it.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let file = folder.join(FILE);
        files::make_folder(folder)
            .map_err(|problem| StoreError::Folder { folder: folder.to_owned(), problem })?;
        let used = files::use_together(folder, PATIENCE)
            .map_err(|files::InUse| StoreError::Busy { file: file.clone() })?;
        files::make_private(&file);
        match connect_in_time(&file) {
            Ok((connection, version)) if version <= schema::VERSION => {
                files::make_reserve(folder);
                let commits = commits::Commits::default();
                Ok(Store { file, connection: Mutex::new(connection), commits, _used: used })
            }
            Ok((_, found)) => Err(StoreError::Newer { file, found, known: schema::VERSION }),
            // The recorded layout does not match the tables: the steps were taken before, or never.
            Err(problem) if is_no_layout(&problem) => Err(StoreError::Damaged { file }),
            Err(problem) => Err(StoreError::new(&file, problem)),
        }
    }

    /// Whether a data folder holds a store.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The connection, for one caller at a time. A panic elsewhere leaves no half-finished
    /// transaction.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Uses the connection and adds the file to errors.
    fn with<T>(
        &self,
        action: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        action(&mut self.connection()).map_err(|problem| StoreError::new(&self.file, problem))
    }

    /// Reads the entry of this name.
    fn one<T>(
        &self,
        what: &'static str,
        id: &str,
        action: impl FnOnce(&mut Connection) -> rusqlite::Result<Option<T>>,
    ) -> Result<T, StoreError> {
        let found = action(&mut self.connection());
        let found = found.map_err(|problem| match games::is_unreadable(&problem) {
            true => {
                let problem = tables::in_words(&problem);
                StoreError::Unreadable { what, id: id.to_owned(), problem }
            }
            false => StoreError::new(&self.file, problem),
        })?;
        found.ok_or_else(|| StoreError::Unknown { what, id: id.to_owned() })
    }

    /// Deletes something, even if the disk is full: reserved space is freed for that.
    fn make_room<T>(
        &self,
        action: impl Fn(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        match self.with(&action) {
            Err(StoreError::Full { .. }) if files::release_reserve(folder) => {}
            done => return done,
        }
        let done = self.with(&action);
        let folded = self.with(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
        if folded.is_ok() {
            files::make_reserve(folder);
        }
        done
    }

    /// Tests by writing whether the store is writable.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        self.with(|connection| connection.pragma_update(None, "user_version", schema::VERSION))
    }
}

/// Milliseconds since 1970, strictly increasing: later changes of one process are listed as later.
fn now() -> i64 {
    static LAST: AtomicI64 = AtomicI64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = since.as_millis() as i64;
    let later = |last: i64| Some(now.max(last + 1));
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
    now.max(last.unwrap_or_default() + 1)
}
