//! Exports a store as text, one line of JSON per row, and imports it again.

use std::io::{self, BufRead, Write};
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params_from_iter};
use serde_json::{Map, Value, json};

use crate::care::copy_failed;
use crate::games::new_birth;
use crate::tables::{RUN_GAME, Table, kept_tables};
use crate::{Store, StoreError, files, schema};

/// The first layout whose exported rows have the current form; later ones may have more tables.
const OLDEST: i64 = 5;

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The number of new entries.
    pub new: u64,
    /// The number of entries already present.
    pub known: u64,
    /// The number of games that were renamed because their name was taken.
    pub renamed: u64,
    /// Rows that were imported but cannot be read, each with the reason: a damaged store exports
    /// such rows.
    pub unreadable: Vec<String>,
}

impl Store {
    /// Writes everything readable as lines of JSON: the first gives the layout, each other a table
    /// and a row. Returns the number of rows.
    pub fn export(&self, out: &mut dyn Write) -> Result<u64, StoreError> {
        self.export_as(out, Path::new("the export"))
    }

    fn export_as(&self, out: &mut dyn Write, named: &Path) -> Result<u64, StoreError> {
        let mut written = Ok(());
        let rows = self.with(|connection| {
            // A single snapshot, whatever is written meanwhile.
            let connection = connection.transaction()?;
            written =
                writeln!(out, "{}", json!({ "ninefold": "store", "layout": schema::VERSION }));
            let mut count = 0;
            for table in kept_tables().map(|table| table.name) {
                let mut query = connection.prepare(&format!("SELECT * FROM {table}"))?;
                let mut rows = query.query([])?;
                while let Some(row) = rows.next()? {
                    let mut row = object(row);
                    // The imported game gets a new one.
                    row.remove("birth");
                    let line = json!({ "table": table, "row": row });
                    if written.is_ok() {
                        written = writeln!(out, "{line}");
                        count += 1;
                    }
                }
            }
            Ok(count)
        })?;
        let written = written.and_then(|()| out.flush());
        written.map_err(|problem| copy_failed(named, &problem))?;
        Ok(rows)
    }

    /// Writes everything to a new file, completely or not at all.
    pub fn export_to(&self, file: &Path) -> Result<u64, StoreError> {
        let mut count = Ok(0);
        let written = files::write_whole(file, |out| {
            count = self.export_as(out, file);
            match &count {
                Ok(_) => Ok(()),
                Err(problem) => Err(io::Error::other(problem.to_string())),
            }
        });
        let count = count?;
        written.map_err(|problem| copy_failed(file, &problem))?;
        Ok(count)
    }

    /// Imports every entry that is not yet present, all or nothing.
    pub fn import(&self, lines: impl BufRead, named: &Path) -> Result<Imported, StoreError> {
        let failed = |number: usize, problem: String| StoreError::Copy {
            file: named.to_owned(),
            problem: format!("line {number} {problem}"),
        };
        let mut rows = Vec::new();
        for (index, line) in lines.lines().enumerate() {
            let number = index + 1;
            let line = line.map_err(|problem| match problem.kind() {
                io::ErrorKind::InvalidData => failed(number, "is not valid UTF-8".to_owned()),
                kind => failed(number, format!("cannot be read: {kind}")),
            })?;
            let value: Value = serde_json::from_str(&line)
                .map_err(|problem| failed(number, format!("is no JSON: {problem}")))?;
            if index == 0 {
                let layout = value["layout"].as_i64().filter(|_| value["ninefold"] == "store");
                match layout {
                    Some(layout) if (OLDEST..=schema::VERSION).contains(&layout) => continue,
                    Some(found) => {
                        let known = schema::VERSION;
                        let told = format!(
                            "is of an export of layout {found}, wanted {known}: import it with that version and export it again with this one"
                        );
                        return Err(failed(number, told));
                    }
                    None => {
                        return Err(failed(
                            number,
                            "is not the first line of an export: wanted {\"ninefold\":\"store\",…}"
                                .to_owned(),
                        ));
                    }
                }
            }
            let table = kept_tables().find(|table| value["table"] == table.name);
            let (Some(table), Some(row)) = (table, value["row"].as_object()) else {
                return Err(failed(number, "has no table and row that are known".to_owned()));
            };
            rows.push((number, table, row.clone()));
        }
        let mut refused = None;
        let done = self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut import = Import {
                connection: &transaction,
                runs: Vec::new(),
                games: Vec::new(),
                done: Imported::default(),
            };
            for (number, table, row) in rows {
                if let Err(problem) = import.take(table, row) {
                    refused = Some(failed(number, format!("cannot be kept: {problem}")));
                    return Ok(Imported::default());
                }
            }
            let done = import.done;
            transaction.commit()?;
            Ok(done)
        })?;
        refused.map_or(Ok(done), Err)
    }
}

struct Import<'a> {
    connection: &'a Connection,
    /// The old and new number of each run.
    runs: Vec<(Value, Value)>,
    /// The old and new name of each renamed game.
    games: Vec<(Value, Value)>,
    done: Imported,
}

impl Import<'_> {
    fn take(&mut self, table: &Table, mut row: Map<String, Value>) -> rusqlite::Result<()> {
        let old = row.get("id").cloned().unwrap_or_default();
        if table.name == "run" {
            // The store assigns run numbers.
            row.remove("id");
        }
        if table.name == "game" {
            row.insert("birth".to_owned(), new_birth().into());
        }
        if table.name == RUN_GAME {
            let run = self.runs.iter().find(|(old, _)| Some(old) == row.get("run"));
            let run = run.map(|(_, new)| new.clone());
            row.insert("run".to_owned(), run.unwrap_or_default());
        }
        if let Some((_, new)) = self.games.iter().find(|(old, _)| row.get("game") == Some(old)) {
            row.insert("game".to_owned(), new.clone());
        }
        match self.same(table, &row)? {
            Some(found) if table.name == "game" && found.get("record") != row.get("record") => {
                let own = row["id"].as_str().unwrap_or_default().to_owned();
                let id = (2..).map(|number| format!("{own}-{number}"));
                let id = id.take(10_000).find(|id| {
                    let taken = "SELECT 1 FROM game WHERE id = ?1";
                    self.connection
                        .prepare_cached(taken)
                        .and_then(|mut query| query.exists([id]))
                        .is_ok_and(|taken| !taken)
                });
                let id = Value::from(id);
                self.games.push((own.into(), id.clone()));
                row.insert("id".to_owned(), id);
                self.insert(table, &row)?;
                self.done.renamed += 1;
            }
            Some(_) => self.done.known += 1,
            None => {
                self.insert(table, &row)?;
                self.done.new += 1;
            }
        }
        if table.name == "run" {
            let found = self.same(table, &row)?;
            let new = found.and_then(|found| found.get("id").cloned());
            self.runs.push((old, new.unwrap_or_default()));
        }
        Ok(())
    }

    /// The existing row for the same entry.
    fn same(
        &self,
        table: &Table,
        row: &Map<String, Value>,
    ) -> rusqlite::Result<Option<Map<String, Value>>> {
        self.find(table, row, object)
    }

    /// Looks up the existing row for the same entry.
    fn find<T>(
        &self,
        table: &Table,
        row: &Map<String, Value>,
        look: impl Fn(&Row<'_>) -> T,
    ) -> rusqlite::Result<Option<T>> {
        let keys = table.keys;
        let conditions: Vec<String> = keys.iter().map(|key| format!("{key} = ?")).collect();
        let query = format!("SELECT * FROM {} WHERE {}", table.name, conditions.join(" AND "));
        let values = keys.iter().map(|key| sql(row.get(*key).unwrap_or(&Value::Null)));
        let mut query = self.connection.prepare_cached(&query)?;
        query.query_row(params_from_iter(values), |row| Ok(look(row))).optional()
    }

    fn insert(&mut self, table: &Table, row: &Map<String, Value>) -> rusqlite::Result<()> {
        let mut known = self.connection.prepare_cached("SELECT name FROM pragma_table_info(?1)")?;
        let known = known.query_map([table.name], |row| row.get(0))?;
        let known = known.collect::<rusqlite::Result<Vec<String>>>()?;
        // An unknown column name never becomes part of a query.
        let columns: Vec<&str> = row
            .keys()
            .map(String::as_str)
            .filter(|key| known.iter().any(|name| name == key))
            .collect();
        let places = vec!["?"; columns.len()].join(", ");
        let statement =
            format!("INSERT INTO {} ({}) VALUES ({places})", table.name, columns.join(", "));
        let values = columns.iter().map(|column| sql(&row[*column]));
        self.connection.prepare_cached(&statement)?.execute(params_from_iter(values))?;
        let problem = self.find(table, row, |row| table.unreadable(row))?;
        self.done.unreadable.extend(problem.flatten());
        Ok(())
    }
}

/// A row as JSON.
fn object(row: &Row<'_>) -> Map<String, Value> {
    let names = row.as_ref().column_names();
    let value = |index: usize| match row.get_ref(index) {
        Ok(ValueRef::Integer(number)) => Value::from(number),
        Ok(ValueRef::Real(number)) => Value::from(number),
        Ok(ValueRef::Text(text)) => Value::from(String::from_utf8_lossy(text)),
        _ => Value::Null,
    };
    names.enumerate().map(|(index, name)| (name.to_owned(), value(index))).collect()
}

fn sql(value: &Value) -> rusqlite::types::Value {
    use rusqlite::types::Value as Sql;
    match value {
        Value::Null => Sql::Null,
        Value::Bool(is) => Sql::Integer(i64::from(*is)),
        Value::Number(number) => number
            .as_i64()
            .map_or_else(|| Sql::Real(number.as_f64().unwrap_or_default()), Sql::Integer),
        Value::String(text) => Sql::Text(text.clone()),
        other => Sql::Text(other.to_string()),
    }
}
