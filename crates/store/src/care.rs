//! Maintenance of a store: checking its integrity, and copying it while it is in use.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::pages::MAGIC;
use crate::tables::{TABLES, Table, kept_tables};
use crate::{Store, StoreError, files, is_no_layout};

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
        self.with(|connection| complaints(connection, "quick_check"))
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
        self.with(|connection| look_at_all(connection))
    }

    /// Looks at everything there is in a data folder, however damaged: also where it does not open as a store any more.
    pub fn examine(folder: &Path) -> Result<Checked, StoreError> {
        let file = match Store::open(folder) {
            Err(StoreError::Damaged { file }) => file,
            opened => return opened?.check(),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let looked = Connection::open_with_flags(&file, flags)
            .and_then(|connection| look_at_all(&connection));
        let mut checked = looked.map_err(|problem| StoreError::new(&file, problem))?;
        let mut reasons = vec!["it does not open as a store any more".to_owned()];
        if !begins_like_one(&file) {
            reasons.push("its first page makes no sense".to_owned());
        }
        checked.file.splice(0..0, reasons);
        Ok(checked)
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
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { file: self.file.clone() },
            Some(ErrorCode::DiskFull) => failed("no room is left on the disk".to_owned()),
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

/// Whether a file begins with the first page of a database.
pub(crate) fn begins_like_one(file: &Path) -> bool {
    let begins = fs::File::open(file).and_then(|mut file| {
        let mut head = [0; MAGIC.len()];
        file.read_exact(&mut head)?;
        Ok(&head == MAGIC)
    });
    begins.unwrap_or(false)
}

/// Everything there is behind a connection.
fn look_at_all(connection: &Connection) -> rusqlite::Result<Checked> {
    let mut file = complaints(connection, "integrity_check")?;
    // The long check gives up where the short one may still say something.
    if file.last().is_some_and(|line| line.starts_with(GIVEN_UP)) {
        let more = complaints(connection, "quick_check")?;
        let new: Vec<String> = more.into_iter().filter(|line| !file.contains(line)).collect();
        file.extend(new);
    }
    let mut checked = Checked { file, ..Checked::default() };
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
}

/// How a complaint begins that ends a check early.
const GIVEN_UP: &str = "SQLite cannot check any further: ";

/// What a check of SQLite's says, but `ok`; that it cannot come to its end is one of the complaints.
fn complaints(connection: &Connection, check: &str) -> rusqlite::Result<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    let mut ask = || {
        let mut query = connection.prepare(&format!("PRAGMA {check}({MOST_LINES})"))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            lines.push(row.get(0)?);
        }
        Ok(())
    };
    if let Err(problem) = ask() {
        match is_damage(&problem) {
            true => lines.push(format!("{GIVEN_UP}{problem}")),
            false => return Err(problem),
        }
    }
    lines.retain(|line| line != "ok");
    Ok(lines)
}

/// Whether SQLite speaks of the file itself, not of the disk or of others who use it.
fn is_damage(problem: &rusqlite::Error) -> bool {
    matches!(
        problem.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    ) || is_no_layout(problem)
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
