//! Keeping what can be read of a damaged store.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rusqlite::ffi::{SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ};
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter, types::Value};

use crate::care::copy_failed;
use crate::{FILE, Store, StoreError, files, now};

/// What a repair did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// Where the damaged file is now.
    pub damaged: PathBuf,
    /// How many rows were kept.
    pub kept: u64,
}

/// The tables, in the order in which they can be written.
const TABLES: [&str; 13] = [
    "participant",
    "class",
    "study",
    "game",
    "note",
    "taken_over",
    "run",
    "invitation",
    "shown_to",
    "league",
    "league_entrant",
    "league_member",
    "league_cup",
];
/// How far beyond the last row that is known one looks for others.
const BEYOND: i64 = 1000;

impl Store {
    /// Makes a new store of everything that can be read of a folder's store, row by row, and puts it in its place; the damaged
    /// file stays beside it. Nobody else may use the store meanwhile.
    pub fn repair(folder: &Path) -> Result<Repaired, StoreError> {
        let file = folder.join(FILE);
        let new = folder.join(format!("repair-{}", std::process::id()));
        let damaged = folder.join(format!("{FILE}.damaged-{}", now()));
        let done = salvage(&file, &new).and_then(|kept| {
            replace(&file, &new.join(FILE), &damaged)
                .map_err(|problem| copy_failed(&damaged, &problem))?;
            Ok(Repaired { damaged, kept })
        });
        let _ = fs::remove_dir_all(&new);
        done
    }
}

/// Puts a new file in the place of a damaged one, which stays beside it, or leaves everything as it was. At no moment there is
/// no file of the name.
fn replace(file: &Path, new: &Path, damaged: &Path) -> io::Result<()> {
    let with_end = |file: &Path, end: &str| PathBuf::from(format!("{}{end}", file.display()));
    let (log, damaged_log) = (with_end(file, "-wal"), with_end(damaged, "-wal"));
    let done = keep_as(file, damaged).and_then(|()| {
        // The log belongs to the damaged file, and must not be read with the new one.
        if log.exists() {
            keep_as(&log, &damaged_log)?;
            fs::remove_file(&log)?;
        }
        fs::rename(new, file)
    });
    if done.is_err() {
        if damaged_log.exists() && !log.exists() {
            keep_as(&damaged_log, &log)?;
        }
        let _ = (fs::remove_file(damaged), fs::remove_file(&damaged_log));
    } else {
        let _ = fs::remove_file(with_end(file, "-shm"));
        files::sync_folder(file);
    }
    done
}

/// Gives a file a second name; a copy of it where the system knows no second names.
fn keep_as(file: &Path, name: &Path) -> io::Result<()> {
    fs::hard_link(file, name).or_else(|_| fs::copy(file, name).map(drop))
}

/// Whether a row cannot be read because of what stands in the file. Anything else, such as a full disk, is no reason to leave it out.
fn is_damage(problem: &rusqlite::Error) -> bool {
    let Some(error) = problem.sqlite_error() else { return true };
    match error.code {
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TooBig => true,
        // A sector that the disk does not give back.
        ErrorCode::SystemIoFailure => {
            matches!(error.extended_code, SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ)
        }
        // A column that an earlier layout had not.
        ErrorCode::Unknown => true,
        _ => false,
    }
}

/// What was read of a damaged file, if anything.
fn readable<T>(file: &Path, found: rusqlite::Result<T>) -> Result<Option<T>, StoreError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(problem) if is_damage(&problem) => Ok(None),
        Err(problem) => Err(StoreError::new(file, problem)),
    }
}

/// Copies all rows that can be read into a store in a new folder.
fn salvage(file: &Path, folder: &Path) -> Result<u64, StoreError> {
    let to_error = |problem| StoreError::new(file, problem);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let old = Connection::open_with_flags(file, flags).map_err(to_error)?;
    let store = Store::open(folder)?;
    // Whoever is interrupted begins again; it need not be on disk row by row.
    store.with(|connection| connection.pragma_update(None, "synchronous", "OFF"))?;
    let mut kept = 0;
    for table in TABLES {
        let columns = columns(&store.connection(), table).map_err(to_error)?;
        for row in readable(file, row_numbers(&old, table))?.unwrap_or_default() {
            let select = format!("SELECT {} FROM {table} WHERE rowid = ?1", columns.join(", "));
            let values = old.prepare_cached(&select).and_then(|mut query| {
                query.query_row([row], |row| {
                    (0..columns.len())
                        .map(|index| row.get::<_, Value>(index))
                        .collect::<rusqlite::Result<Vec<_>>>()
                })
            });
            if let Some(values) = readable(file, values)? {
                kept += u64::from(put(&store, table, &columns, values)?);
            }
        }
    }
    // Games of runs are found by run and set, from both ends.
    let columns = columns(&store.connection(), "run_game").map_err(to_error)?;
    for order in ["ASC", "DESC"] {
        let select = format!(
            "SELECT {} FROM run_game ORDER BY run {order}, set_number {order}, rotation {order}",
            columns.join(", ")
        );
        let Some(mut query) = readable(file, old.prepare(&select))? else { continue };
        let Some(mut rows) = readable(file, query.query([]))? else { continue };
        while let Some(Some(row)) = readable(file, rows.next())? {
            let values = (0..columns.len()).map(|index| row.get::<_, Value>(index));
            if let Ok(values) = values.collect::<rusqlite::Result<Vec<_>>>() {
                kept += u64::from(put(&store, "run_game", &columns, values)?);
            }
        }
    }
    let folded = store.with(|connection| {
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    });
    folded.map(|()| kept)
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    query.query_map([table], |row| row.get(0))?.collect()
}

/// Every number that a row of a table may have, as far as the damaged file tells in any of its orders.
fn row_numbers(old: &Connection, table: &str) -> rusqlite::Result<Vec<i64>> {
    let mut found = BTreeSet::new();
    let mut orders = vec!["rowid ASC", "rowid DESC"];
    if table == "game" {
        orders.extend(["updated ASC", "updated DESC", "id ASC", "id DESC"]);
    }
    for order in orders {
        let select = format!("SELECT rowid FROM {table} ORDER BY {order}");
        let looked = old.prepare(&select).and_then(|mut query| {
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                found.extend(row.get::<_, i64>(0));
            }
            Ok(())
        });
        looked.or_else(|problem| if is_damage(&problem) { Ok(()) } else { Err(problem) })?;
    }
    let last = found.last().copied().unwrap_or_default();
    Ok((1..=last.saturating_add(BEYOND)).collect())
}

/// Puts a row into the new store; false if it makes no sense there.
fn put(
    store: &Store,
    table: &str,
    columns: &[String],
    values: Vec<Value>,
) -> Result<bool, StoreError> {
    let places = vec!["?"; columns.len()].join(", ");
    let insert =
        format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({places})", columns.join(", "));
    store.with(|connection| {
        let done = connection.prepare_cached(&insert)?.execute(params_from_iter(values));
        match done {
            Err(problem) if is_senseless(&problem) => Ok(false),
            done => done.map(|rows| rows == 1),
        }
    })
}

/// Whether a row does not fit the others.
fn is_senseless(problem: &rusqlite::Error) -> bool {
    let code = problem.sqlite_error_code();
    matches!(code, Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch))
}
