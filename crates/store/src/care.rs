//! Maintenance of a store: checking its integrity, and copying it while it is in use.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::tables::{TABLES, Table, kept_tables};
use crate::{Store, StoreError, files};

/// The result of a full check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The number of readable games.
    pub games: u64,
    /// The number of readable runs.
    pub runs: u64,
    /// The number of readable studies.
    pub studies: u64,
    /// Errors in the file, in SQLite's words.
    pub file: Vec<String>,
    /// What cannot be read, each with the reason.
    pub unreadable: Vec<String>,
}

impl Checked {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.file.is_empty() && self.unreadable.is_empty()
    }
}

/// The maximum number of SQLite's messages to report.
const MOST_LINES: u32 = 20;

impl Store {
    /// Checks the file's own structure, which is quick; returns the errors found.
    pub fn quick_check(&self) -> Result<Vec<String>, StoreError> {
        self.with(|connection| pragma(connection, "quick_check"))
    }

    /// Lists the rows that cannot be read, each with the reason. Does not block other users,
    /// however many rows there are.
    pub fn unreadable_rows(&self) -> Result<Vec<String>, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let own = Connection::open_with_flags(&self.file, flags)
            .map_err(|problem| StoreError::new(&self.file, problem))?;
        let mut found = Vec::new();
        for table in kept_tables() {
            count(&own, table, &mut found);
        }
        Ok(found)
    }

    /// Checks everything.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// let store = ninefold_store::Store::open(folder.path())?;
    /// assert!(store.check()?.is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<Checked, StoreError> {
        self.with(|connection| {
            let mut checked =
                Checked { file: pragma(connection, "integrity_check")?, ..Checked::default() };
            for table in &TABLES {
                let count = count(connection, table, &mut checked.unreadable);
                match table.name {
                    "game" => checked.games = count,
                    "study" => checked.studies = count,
                    "run" => checked.runs = count,
                    _ => {}
                }
            }
            Ok(checked)
        })
    }

    /// Writes a copy of everything to a new file, while others continue to use the store.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        let failed = |problem: String| StoreError::Copy { file: to.to_owned(), problem };
        if to.exists() {
            return Err(failed("there is a file of this name already".to_owned()));
        }
        let unfinished = to.with_extension(format!("unfinished-{}", std::process::id()));
        // SQLite treats an empty file like a missing one.
        files::make_private(&unfinished);
        let copied = self.connection().execute("VACUUM INTO ?1", [unfinished.to_string_lossy()]);
        let kept = copied.map_err(|problem| match problem.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
                StoreError::Damaged { file: self.file.clone() }
            }
            Some(rusqlite::ErrorCode::DiskFull) => failed("no room is left on the disk".to_owned()),
            _ => failed(problem.to_string()),
        });
        let kept = kept.and_then(|_| {
            let moved = fs::rename(&unfinished, to);
            moved.map_err(|problem| copy_failed(to, &problem))
        });
        match kept {
            Ok(()) => files::sync_folder(to),
            Err(_) => drop(fs::remove_file(&unfinished)),
        }
        kept
    }
}

/// The messages of one of SQLite's checks, except `ok`.
fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare(&format!("PRAGMA {name}({MOST_LINES})"))?;
    let lines: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// Counts the readable rows of a table and reports the others.
fn count(connection: &Connection, table: &Table, found: &mut Vec<String>) -> u64 {
    let mut whole = 0;
    let looked =
        connection.prepare(&format!("SELECT * FROM {}", table.name)).and_then(|mut query| {
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                match table.unreadable(row) {
                    None => whole += 1,
                    Some(problem) => found.push(problem),
                }
            }
            Ok(())
        });
    if let Err(problem) = looked {
        found.push(format!("the rest of every {}: {problem}", table.name));
    }
    whole
}

/// Why a file cannot be written.
pub(crate) fn copy_failed(file: &Path, problem: &std::io::Error) -> StoreError {
    let problem = match problem.kind() {
        ErrorKind::AlreadyExists => "there is a file of this name already".to_owned(),
        ErrorKind::StorageFull => "no room is left on the disk".to_owned(),
        // EIO, which has no error kind.
        _ if problem.raw_os_error() == Some(5) => "the disk reports an error".to_owned(),
        kind => kind.to_string(),
    };
    StoreError::Copy { file: file.to_owned(), problem }
}
