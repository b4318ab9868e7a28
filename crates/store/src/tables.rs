//! All tables of the file: what identifies a row, whether it is exported or can be recomputed, and
//! how it is read.

use ninefold_arena::GameResult;
use rusqlite::Row;
use serde::de::IgnoredAny;

use crate::games::unreadable;
use crate::notes::Note;
use crate::{classes, games, leagues, participants, runs, studies};

/// A table.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The columns that identify a row.
    pub(crate) keys: &'static [&'static str],
    /// Whether its content is derived from other tables or dispensable, so that exports and repairs
    /// skip it.
    pub(crate) is_derived: bool,
    /// Reports what is wrong with a row, if anything.
    read: fn(&Row<'_>) -> rusqlite::Result<()>,
}

impl Table {
    /// What is wrong with a row, if it cannot be read.
    pub(crate) fn unreadable(&self, row: &Row<'_>) -> Option<String> {
        let problem = (self.read)(row).err()?;
        let keys = self.keys.iter().map(|key| row.get(*key).map_or("?".to_owned(), name));
        let keys: Vec<String> = keys.collect();
        Some(format!("{} {}: {}", self.name, keys.join(" "), in_words(&problem)))
    }
}

/// The table whose rows have no numbers of their own.
pub(crate) const RUN_GAME: &str = "run_game";

/// The tables, in the order they can be written.
pub(crate) const TABLES: [Table; 17] = [
    kept("participant", &["id"], |row| participants::read_participant(row).map(drop)),
    kept("class", &["id"], |row| classes::read(row).map(drop)),
    kept("study", &["id"], |row| studies::read(row).map(drop)),
    kept("game", &["id"], |row| games::read(row).map(drop)),
    kept("note", &["game"], |row| json::<Vec<Note>>(row, "body")),
    kept("taken_over", &["file"], |row| texts(row, &["file", "text", "game"])),
    kept("run", &["kind", "plan"], |row| {
        runs::is_whole(row)?;
        json::<IgnoredAny>(row, "plan")
    }),
    kept(RUN_GAME, &["run", "set_number", "rotation"], |row| json::<GameResult>(row, "body")),
    kept("invitation", &["code"], |row| participants::read_invitation(row).map(drop)),
    kept("shown_to", &["participant", "game"], |row| texts(row, &["participant", "game"])),
    kept("league", &["id"], |row| leagues::read_league(row).map(drop)),
    kept("league_entrant", &["league", "number"], |row| leagues::read_entrant(row).map(drop)),
    kept("league_member", &["participant", "league"], |row| {
        texts(row, &["participant", "league"])?;
        row.get::<_, bool>("barred").map(drop)
    }),
    kept("league_cup", &["league", "number"], |row| leagues::read_cup(row).map(drop)),
    derived("placed_game", &["game"], |row| texts(row, &["game"])),
    derived("place", &["position", "played", "number"], |row| texts(row, &["played"])),
    derived("game_name", &["kind"], |row| row.get::<_, i64>("last").map(drop)),
];

/// The tables included in exports and repairs.
pub(crate) fn kept_tables() -> impl Iterator<Item = &'static Table> {
    const ALL: &[Table] = &TABLES;
    ALL.iter().filter(|table| !table.is_derived)
}

const fn kept(
    name: &'static str,
    keys: &'static [&'static str],
    read: fn(&Row<'_>) -> rusqlite::Result<()>,
) -> Table {
    Table { name, keys, is_derived: false, read }
}

const fn derived(
    name: &'static str,
    keys: &'static [&'static str],
    read: fn(&Row<'_>) -> rusqlite::Result<()>,
) -> Table {
    Table { name, keys, is_derived: true, read }
}

fn texts(row: &Row<'_>, columns: &[&str]) -> rusqlite::Result<()> {
    columns.iter().try_for_each(|column| row.get::<_, String>(*column).map(drop))
}

fn json<T: serde::de::DeserializeOwned>(
    row: &Row<'_>,
    column: &'static str,
) -> rusqlite::Result<()> {
    let text: String = row.get(column)?;
    let read = serde_json::from_str::<T>(&text).map(drop);
    read.map_err(|problem| unreadable(row, column, problem))
}

/// What is wrong with a row, as a sentence.
pub(crate) fn in_words(problem: &rusqlite::Error) -> String {
    match problem {
        rusqlite::Error::FromSqlConversionFailure(_, _, inner) => inner.to_string(),
        rusqlite::Error::InvalidColumnType(_, column, kind) => {
            format!("{column} is a value of type {kind}")
        }
        rusqlite::Error::Utf8Error(..) => "it is not valid UTF-8".to_owned(),
        rusqlite::Error::IntegralValueOutOfRange(_, number) => {
            format!("the number {number} makes no sense there")
        }
        other => other.to_string(),
    }
}

fn name(key: rusqlite::types::Value) -> String {
    const LONGEST: usize = 60;
    match key {
        rusqlite::types::Value::Text(text) => {
            let short: String = text.chars().take(LONGEST).collect();
            ninefold_core::quote(&short).to_string()
        }
        rusqlite::types::Value::Integer(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn every_table_of_the_layout_is_listed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let found = store.with(|connection| {
            let select = "SELECT name FROM sqlite_master
                          WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
            let mut query = connection.prepare(select)?;
            let names = query.query_map([], |row| row.get::<_, String>(0))?;
            names.collect::<rusqlite::Result<Vec<_>>>()
        });
        let mut listed: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        listed.sort_unstable();
        assert_eq!(found.unwrap(), listed);
    }
}
