//! Looking after a store: whether it is whole, and a copy of it while it is in use.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, Row};

use crate::{Store, StoreError, files, games, runs, studies};

/// What a look at everything found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many games, runs and studies can be read.
    pub games: u64,
    /// Runs.
    pub runs: u64,
    /// Studies.
    pub studies: u64,
    /// What is wrong with the file, in SQLite's words.
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

/// How much of SQLite's complaints is told.
const MOST_LINES: u32 = 20;

impl Store {
    /// Whether the file's own structure is whole, which takes a moment: what is wrong, if anything.
    pub fn quick_check(&self) -> Result<Vec<String>, StoreError> {
        self.with(|connection| pragma(connection, "quick_check"))
    }

    /// Looks at everything there is.
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
            let unreadable = &mut checked.unreadable;
            checked.games = count(connection, "game", unreadable);
            checked.studies = count(connection, "study", unreadable);
            checked.runs = count(connection, "run", unreadable);
            Ok(checked)
        })
    }

    /// Writes a copy of everything to a new file, while others go on with the store.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        let failed = |problem: String| StoreError::Copy { file: to.to_owned(), problem };
        if to.exists() {
            return Err(failed("there is a file of this name already".to_owned()));
        }
        let unfinished = to.with_extension(format!("unfinished-{}", std::process::id()));
        // SQLite takes an empty file for none.
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

/// What a check of SQLite's says, but `ok`.
fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare(&format!("PRAGMA {name}({MOST_LINES})"))?;
    let lines: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// What is wrong with a row of a table, if it cannot be read.
pub(crate) fn unreadable(table: &str, row: &Row<'_>) -> Option<String> {
    let read = match table {
        "game" => games::read(row).map(drop),
        "study" => studies::read(row).map(drop),
        "run" => runs::is_whole(row),
        _ => Ok(()),
    };
    let problem = read.err()?;
    let id = row.get::<_, rusqlite::types::Value>("id");
    let id = id.map_or_else(|_| "?".to_owned(), |id| name(&id));
    Some(format!("{table} {id}: {problem}"))
}

/// How many rows of a table can be read; those that cannot are named.
fn count(connection: &Connection, table: &str, found: &mut Vec<String>) -> u64 {
    let mut whole = 0;
    let looked = connection.prepare(&format!("SELECT * FROM {table}")).and_then(|mut query| {
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            match unreadable(table, row) {
                None => whole += 1,
                Some(problem) => found.push(problem),
            }
        }
        Ok(())
    });
    if let Err(problem) = looked {
        found.push(format!("the rest of every {table}: {problem}"));
    }
    whole
}

fn name(id: &rusqlite::types::Value) -> String {
    match id {
        rusqlite::types::Value::Text(text) => ninefold_core::quote(text).to_string(),
        rusqlite::types::Value::Integer(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// What is wrong with a file that cannot be written.
pub(crate) fn copy_failed(file: &Path, problem: &std::io::Error) -> StoreError {
    let problem = match problem.kind() {
        ErrorKind::AlreadyExists => "there is a file of this name already".to_owned(),
        ErrorKind::StorageFull => "no room is left on the disk".to_owned(),
        // EIO, which has no kind of its own.
        _ if problem.raw_os_error() == Some(5) => "the disk reports an error".to_owned(),
        kind => kind.to_string(),
    };
    StoreError::Copy { file: file.to_owned(), problem }
}
