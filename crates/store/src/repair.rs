//! Recovers the readable part of a damaged store.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rusqlite::ffi::{SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ};
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter, types::Value};
use serde::de::IgnoredAny;

use crate::care::copy_failed;
use crate::pages::{Kind, Pages};
use crate::tables::{RUN_GAME, kept_tables};
use crate::{FILE, Store, StoreError, files, now};

/// The result of a repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// The new location of the damaged file.
    pub damaged: PathBuf,
    /// The number of recovered rows.
    pub kept: u64,
}

/// How far beyond the last known row to search for others.
const BEYOND: i64 = 1000;
/// Numbers further apart than this are unrelated.
const FAR: i64 = 1_000_000;

impl Store {
    /// Makes a new store from every readable row of a folder's store and replaces it; the damaged
    /// file stays beside it. The store must not be in use meanwhile: its users would continue with
    /// the old file.
    pub fn repair(folder: &Path) -> Result<Repaired, StoreError> {
        let file = folder.join(FILE);
        let locked = files::use_alone(folder)
            .map_err(|problem| StoreError::Lock { file: file.clone(), problem })?;
        let _alone = locked.map_err(|files::InUse| StoreError::Busy { file: file.clone() })?;
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

/// Replaces a damaged file, which stays beside the new one, or leaves everything unchanged. At
/// every moment a file of the name exists.
fn replace(file: &Path, new: &Path, damaged: &Path) -> io::Result<()> {
    let with_end = |file: &Path, end: &str| PathBuf::from(format!("{}{end}", file.display()));
    let (log, damaged_log) = (with_end(file, "-wal"), with_end(damaged, "-wal"));
    let done = keep_as(file, damaged).and_then(|()| {
        // The log belongs to the damaged file and must not be read with the new one.
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

/// Gives a file a second name; copies it where the system has no hard links.
fn keep_as(file: &Path, name: &Path) -> io::Result<()> {
    fs::hard_link(file, name).or_else(|_| fs::copy(file, name).map(drop))
}

/// Whether a row is unreadable because of the file's contents. Any other error, such as a full
/// disk, is no reason to skip it.
fn is_damage(problem: &rusqlite::Error) -> bool {
    let Some(error) = problem.sqlite_error() else { return true };
    match error.code {
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TooBig => true,
        // An unreadable sector of the disk.
        ErrorCode::SystemIoFailure => {
            matches!(error.extended_code, SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ)
        }
        // A column missing from an earlier layout.
        ErrorCode::Unknown => true,
        _ => false,
    }
}

/// What was read from a damaged file, if anything.
fn readable<T>(file: &Path, found: rusqlite::Result<T>) -> Result<Option<T>, StoreError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(problem) if is_damage(&problem) => Ok(None),
        Err(problem) => Err(StoreError::new(file, problem)),
    }
}

/// Copies all readable rows to a store in a new folder.
fn salvage(file: &Path, folder: &Path) -> Result<u64, StoreError> {
    let to_error = |problem| StoreError::new(file, problem);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let old = Connection::open_with_flags(file, flags).map_err(to_error)?;
    let store = Store::open(folder)?;
    // An interrupted repair starts again, so rows need not be synced one by one.
    store.with(|connection| connection.pragma_update(None, "synchronous", "OFF"))?;
    let mut kept = 0;
    for table in kept_tables().map(|table| table.name).filter(|name| *name != RUN_GAME) {
        let columns = columns(&store.connection(), table).map_err(to_error)?;
        let numbers = readable(file, row_numbers(&old, table))?.unwrap_or_default();
        for row in numbers.into_iter().flatten() {
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
    // Games of runs are looked up by run and set, from both ends.
    let columns = columns(&store.connection(), RUN_GAME).map_err(to_error)?;
    for order in ["ASC", "DESC"] {
        let select = format!(
            "SELECT {} FROM {RUN_GAME} ORDER BY run {order}, set_number {order}, rotation {order}",
            columns.join(", ")
        );
        let Some(mut query) = readable(file, old.prepare(&select))? else { continue };
        let Some(mut rows) = readable(file, query.query([]))? else { continue };
        while let Some(Some(row)) = readable(file, rows.next())? {
            let values = (0..columns.len()).map(|index| row.get::<_, Value>(index));
            if let Ok(values) = values.collect::<rusqlite::Result<Vec<_>>>() {
                kept += u64::from(put(&store, RUN_GAME, &columns, values)?);
            }
        }
    }
    if !is_sound(file, &old)? {
        kept += scattered_rows(file, &store)?;
    }
    let folded = store.with(|connection| {
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    });
    folded.map(|()| kept)
}

/// Whether the file's own structure is intact, so that nothing was missed.
fn is_sound(file: &Path, old: &Connection) -> Result<bool, StoreError> {
    let found = old.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    Ok(readable(file, found)?.is_some_and(|found| found == "ok"))
}

/// Rows on pages that can no longer be reached. If the damaged file does not say which pages are
/// free, recently deleted rows may be among them.
fn scattered_rows(file: &Path, store: &Store) -> Result<u64, StoreError> {
    let to_error = |problem| StoreError::new(file, problem);
    let pages = Pages::read(file).map_err(|problem| copy_failed(file, &problem))?;
    let mut found: Vec<_> = pages.rows().collect();
    let mut kept = 0;
    for table in kept_tables().map(|table| table.name) {
        let form = form(&store.connection(), table).map_err(to_error)?;
        let mut rows: Vec<_> = found.extract_if(.., |(kind, row)| form.fits(*kind, row)).collect();
        // Of several versions of a game, the latest comes first.
        rows.sort_by_key(|(_, row)| (table == "game").then(|| Reverse(version(row))));
        for (kind, row) in rows {
            kept += u64::from(put(store, table, &form.names, form.filled(kind, row))?);
        }
    }
    Ok(kept)
}

/// The second column of a game.
fn version(row: &[Value]) -> i64 {
    if let Some(Value::Integer(version)) = row.get(1) { *version } else { 0 }
}

/// The form of a table's rows.
struct Form {
    /// Whether its rows have numbers.
    is_numbered: bool,
    names: Vec<String>,
    columns: Vec<Column>,
}

struct Column {
    is_text: bool,
    is_needed: bool,
    /// Whether it is the row's number, which is stored elsewhere.
    is_number: bool,
    is_json: bool,
}

fn form(connection: &Connection, table: &str) -> rusqlite::Result<Form> {
    let select = "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)";
    let mut query = connection.prepare(select)?;
    let columns = query.query_map([table], |row| {
        let (name, kind): (String, String) = (row.get(0)?, row.get(1)?);
        let is_key = row.get::<_, i64>(3)? > 0;
        Ok(Column {
            is_text: kind == "TEXT",
            is_needed: row.get::<_, bool>(2)? || is_key,
            is_number: table == "run" && is_key,
            is_json: ["plan", "body", "extra", "versions"].contains(&name.as_str()),
        })
    });
    let columns = columns?.collect::<rusqlite::Result<_>>()?;
    let names = self::columns(connection, table)?;
    Ok(Form { is_numbered: table != RUN_GAME, names, columns })
}

impl Form {
    /// Whether a row can belong to this table. Columns that a later layout added at the end may be
    /// missing.
    fn fits(&self, kind: Kind, row: &[Value]) -> bool {
        let fits = |(column, value): (&Column, &Value)| match value {
            Value::Null => !column.is_needed || column.is_number,
            Value::Integer(_) => !column.is_text,
            Value::Text(text) => {
                column.is_text
                    && (!column.is_json || serde_json::from_str::<IgnoredAny>(text).is_ok())
            }
            _ => false,
        };
        self.is_numbered == (kind != Kind::Sorted)
            && row.len() <= self.columns.len()
            && self.columns[row.len()..].iter().all(|column| !column.is_needed)
            && self.columns.iter().zip(row).all(fits)
    }

    /// The row with all its columns.
    fn filled(&self, kind: Kind, mut row: Vec<Value>) -> Vec<Value> {
        row.resize(self.columns.len(), Value::Null);
        if let Kind::Numbered(number) = kind
            && self.columns[0].is_number
        {
            row[0] = Value::Integer(number);
        }
        row
    }
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    query.query_map([table], |row| row.get(0))?.collect()
}

/// Candidate row numbers of a table, as far as the damaged file has them in any order: those found,
/// all between two of them, and some beyond. Between distant numbers most were never used, since
/// damage also invents numbers; there only the neighbourhoods are tried.
fn row_numbers(old: &Connection, table: &str) -> rusqlite::Result<Vec<RangeInclusive<i64>>> {
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
    let (mut ranges, mut next) = (Vec::new(), 1_i64);
    for number in found {
        if number.saturating_sub(next) > FAR {
            ranges.push(next..=next.saturating_add(BEYOND));
            next = number.saturating_sub(BEYOND);
        }
        ranges.push(next.min(number)..=number);
        next = number.saturating_add(1);
    }
    ranges.push(next..=next.saturating_add(BEYOND));
    Ok(ranges)
}

/// Inserts a row into the new store; false if it is invalid there.
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

/// Whether a row is inconsistent with the others.
fn is_senseless(problem: &rusqlite::Error) -> bool {
    let code = problem.sqlite_error_code();
    matches!(code, Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch))
}
