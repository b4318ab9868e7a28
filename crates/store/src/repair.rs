//! Keeping what can be read of a damaged store.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params_from_iter, types::Value};

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
const TABLES: [&str; 8] =
    ["study", "game", "note", "taken_over", "run", "participant", "invitation", "shown_to"];
/// How far beyond the last row that is known one looks for others.
const BEYOND: i64 = 1000;

impl Store {
    /// Makes a new store of everything that can be read of a folder's store, row by row, and puts it in its place; the damaged
    /// file stays beside it. Nobody else may use the store meanwhile.
    pub fn repair(folder: &Path) -> Result<Repaired, StoreError> {
        let file = folder.join(FILE);
        let new = folder.join(format!("repair-{}", std::process::id()));
        let done = salvage(&file, &new).and_then(|kept| {
            let damaged = folder.join(format!("{FILE}.damaged-{}", now()));
            let failed = |problem: std::io::Error| copy_failed(&damaged, &problem);
            // The log belongs to the damaged file.
            for end in ["-wal", "-shm"] {
                let with_end = |file: &Path| PathBuf::from(format!("{}{end}", file.display()));
                let _ = fs::rename(with_end(&file), with_end(&damaged));
            }
            fs::rename(&file, &damaged).map_err(failed)?;
            fs::rename(new.join(FILE), &file).map_err(failed)?;
            files::sync_folder(&file);
            Ok(Repaired { damaged, kept })
        });
        let _ = fs::remove_dir_all(&new);
        done
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
        for row in row_numbers(&old, table) {
            let select = format!("SELECT {} FROM {table} WHERE rowid = ?1", columns.join(", "));
            let values = old.prepare_cached(&select).and_then(|mut query| {
                query.query_row([row], |row| {
                    (0..columns.len())
                        .map(|index| row.get::<_, Value>(index))
                        .collect::<rusqlite::Result<Vec<_>>>()
                })
            });
            kept += u64::from(values.is_ok_and(|values| put(&store, table, &columns, values)));
        }
    }
    // Games of runs are found by run and set, from both ends.
    let columns = columns(&store.connection(), "run_game").map_err(to_error)?;
    for order in ["ASC", "DESC"] {
        let select = format!(
            "SELECT {} FROM run_game ORDER BY run {order}, set_number {order}, rotation {order}",
            columns.join(", ")
        );
        let Ok(mut query) = old.prepare(&select) else { continue };
        let Ok(mut rows) = query.query([]) else { continue };
        while let Ok(Some(row)) = rows.next() {
            let values = (0..columns.len()).map(|index| row.get::<_, Value>(index));
            let values = values.collect::<rusqlite::Result<Vec<_>>>();
            kept += u64::from(values.is_ok_and(|values| put(&store, "run_game", &columns, values)));
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
fn row_numbers(old: &Connection, table: &str) -> Vec<i64> {
    let mut found = BTreeSet::new();
    let mut orders = vec!["rowid ASC", "rowid DESC"];
    if table == "game" {
        orders.extend(["updated ASC", "updated DESC", "id ASC", "id DESC"]);
    }
    for order in orders {
        let Ok(mut query) = old.prepare(&format!("SELECT rowid FROM {table} ORDER BY {order}"))
        else {
            continue;
        };
        let Ok(mut rows) = query.query([]) else { continue };
        while let Ok(Some(row)) = rows.next() {
            found.extend(row.get::<_, i64>(0));
        }
    }
    let last = found.last().copied().unwrap_or_default();
    (1..=last.saturating_add(BEYOND)).collect()
}

/// Puts a row into the new store; false if it makes no sense there.
fn put(store: &Store, table: &str, columns: &[String], values: Vec<Value>) -> bool {
    let places = vec!["?"; columns.len()].join(", ");
    let insert =
        format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({places})", columns.join(", "));
    let done = store
        .with(|connection| connection.prepare_cached(&insert)?.execute(params_from_iter(values)));
    done.is_ok_and(|rows| rows == 1)
}
