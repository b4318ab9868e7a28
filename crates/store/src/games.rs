//! People's games, stored after every move.

use std::hash::{BuildHasher, Hasher, RandomState};

use ninefold_core::Record;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params};
use serde_json::{Value, json};

use crate::{Store, StoreError, now};

/// Where a game branched off another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The other game.
    pub game: String,
    /// The number of its moves before the branch.
    pub ply: u32,
}

/// A stored game.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptGame {
    /// Its name in addresses.
    pub id: String,
    /// The number of changes; 0 before it is first stored.
    pub version: u64,
    /// Distinguishes it from any other game that has or had its name: no two are alike. 0 before it
    /// is first stored, and for games of earlier layouts.
    pub birth: i64,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it was last changed.
    pub updated: i64,
    /// The family of its game, such as `mnk`.
    pub family: String,
    /// The game so far.
    pub record: Record,
    /// Moves that were taken back and can be played again, next one first.
    pub undone: Vec<String>,
    /// Data of the front end.
    pub extra: Value,
    /// Where it branched off.
    pub origin: Option<Origin>,
    /// The study it belongs to.
    pub study: Option<String>,
    /// The league it belongs to.
    pub league: Option<String>,
}

impl KeptGame {
    /// A game of this family that is not stored yet and has no name.
    pub fn new(family: &str, record: Record) -> KeptGame {
        KeptGame {
            id: String::new(),
            version: 0,
            birth: 0,
            created: 0,
            updated: 0,
            family: family.to_owned(),
            record,
            undone: Vec::new(),
            extra: json!({}),
            origin: None,
            study: None,
            league: None,
        }
    }

    /// Continues with another record of the same game. Moves missing from it count as taken back
    /// and can be played again, until another move is played instead.
    ///
    /// ```
    /// use ninefold_core::Record;
    /// use ninefold_store::KeptGame;
    ///
    /// let record = |moves: &[&str]| Record {
    ///     game: "mnk:3,3,3".into(),
    ///     moves: moves.iter().map(|&text| text.into()).collect(),
    ///     ..Record::default()
    /// };
    /// let mut game = KeptGame::new("mnk", record(&["1,1", "2,2"]));
    /// game.go_on(record(&["1,1"]));
    /// assert_eq!(game.undone, ["2,2"]);
    /// game.go_on(record(&["1,1", "3,3"]));
    /// assert!(game.undone.is_empty());
    /// ```
    pub fn go_on(&mut self, record: Record) {
        let line = std::mem::take(&mut self.record.moves);
        let line: Vec<String> = line.into_iter().chain(self.undone.drain(..)).collect();
        if line.starts_with(&record.moves) {
            self.undone = line[record.moves.len()..].to_vec();
        }
        self.record = record;
    }

    /// The identity and version of the game.
    pub fn edition(&self) -> Edition {
        Edition { birth: self.birth, version: self.version }
    }

    /// Whether it counts in a study, so that only the page, which enforces the rules of studies,
    /// may continue it.
    pub fn is_counted(&self) -> bool {
        self.study.is_some()
    }

    /// Whether people or programs on other devices play, which only the page can reach.
    pub fn is_shared(&self) -> bool {
        let owners = self.extra.pointer("/sharing/owners").and_then(Value::as_array);
        owners.is_some_and(|owners| owners.iter().any(|owner| owner != "local"))
    }

    /// Whether the players have clocks, which only the page can run.
    pub fn is_timed(&self) -> bool {
        self.extra.get("clock").is_some_and(|clock| !clock.is_null())
    }
}

/// The identity and version of the game with a name. After a deletion the name may pass to another
/// game, whose versions start again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edition {
    /// [`KeptGame::birth`].
    pub birth: i64,
    /// [`KeptGame::version`].
    pub version: u64,
}

/// Whether a list includes games of leagues.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum OfLeague {
    /// Only games that belong to no league.
    #[default]
    None,
    /// All games.
    Any,
    /// Only games of this league.
    Only(String),
}

/// A filter for lists of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Only games of this family.
    pub family: Option<String>,
    /// Only games that are over, or that are not.
    pub over: Option<bool>,
    /// Only games of this study. Without it, games of classes are visible only to their players.
    pub study: Option<String>,
    /// Whether to include games of leagues.
    pub league: OfLeague,
    /// Only games that this participant may see.
    pub shown_to: Option<String>,
    /// Only games changed before this time,
    pub before: Option<i64>,
    /// or at that very time but listed after the game of this name: together the two continue a
    /// list where another ended.
    pub after: Option<String>,
    /// At most this many.
    pub limit: u32,
}

impl Store {
    /// Stores a game: a new one if its version is 0, otherwise the successor of that version. The
    /// game gets its new version and times.
    pub fn keep_game(&self, game: &mut KeptGame) -> Result<(), StoreError> {
        let time = now();
        let birth = if game.version == 0 { new_birth() } else { game.birth };
        game.birth = birth;
        let written = game.clone();
        let changed = self.write_together(move |connection| match written.version {
            0 => insert(connection, &written, time),
            _ => update(connection, &written, time),
        });
        let changed = changed.map_err(|problem| StoreError::new(self.file(), problem))?;
        if !changed {
            return Err(StoreError::Changed { id: game.id.clone() });
        }
        if game.version == 0 {
            game.created = time;
        }
        game.version += 1;
        game.updated = time;
        Ok(())
    }

    /// Stores the front end's data of a game without changing its version and times. Does nothing
    /// and returns false if the game was changed in the meantime.
    pub fn note_game(&self, game: &KeptGame, extra: &Value) -> Result<bool, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "UPDATE game SET extra = ?1
                 WHERE id = ?2 AND version = ?3 AND coalesce(birth, 0) = ?4",
            )?;
            let values =
                rusqlite::params![extra.to_string(), game.id, game.version as i64, game.birth];
            statement.execute(values)
        })?;
        Ok(rows == 1)
    }

    /// Stores a new game under the next number of its kind, such as `mnk-3-3-3-0001`. Numbers of
    /// deleted games are not reused, so that an old link never leads to another game.
    pub fn keep_new_game(&self, game: &mut KeptGame) -> Result<(), StoreError> {
        let time = now();
        game.birth = new_birth();
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            game.id = free_id(&transaction, &game.record)?;
            insert(&transaction, game, time)?;
            transaction.commit()
        })?;
        game.version = 1;
        (game.created, game.updated) = (time, time);
        Ok(())
    }

    /// The identity and version of the game that currently has this name, whichever process changed
    /// it.
    pub fn edition(&self, id: &str) -> Result<Edition, StoreError> {
        let found = self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT coalesce(birth, 0), version FROM game WHERE id = ?1")?;
            let read = |row: &Row<'_>| {
                Ok(Edition { birth: row.get(0)?, version: row.get::<_, i64>(1)? as u64 })
            };
            query.query_row([id], read).optional()
        })?;
        found.ok_or_else(|| StoreError::Unknown { what: "game", id: id.to_owned() })
    }

    /// The game of this name.
    pub fn game(&self, id: &str) -> Result<KeptGame, StoreError> {
        self.one("game", id, |connection| {
            connection.query_row("SELECT * FROM game WHERE id = ?1", [id], read).optional()
        })
    }

    /// The games that pass a filter, last changed first.
    pub fn games(&self, filter: &GameFilter) -> Result<Vec<KeptGame>, StoreError> {
        let (any_league, league) = match &filter.league {
            OfLeague::None => (false, None),
            OfLeague::Any => (true, None),
            OfLeague::Only(league) => (false, Some(league)),
        };
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM game
                 WHERE (:family IS NULL OR family = :family) AND (:over IS NULL OR over = :over)
                   AND (:study IS NULL OR study = :study)
                   AND (study IS NULL OR :study IS NOT NULL OR :shown_to IS NOT NULL
                        OR study NOT IN (SELECT id FROM study WHERE class IS NOT NULL))
                   AND (:any_league OR league IS :league)
                   AND (:shown_to IS NULL
                        OR id IN (SELECT game FROM shown_to WHERE participant = :shown_to))
                   AND (:before IS NULL OR updated < :before OR (updated = :before AND id > :after))
                 ORDER BY updated DESC, id LIMIT :limit",
            )?;
            let games = query.query_map(
                named_params! {
                    ":family": filter.family, ":over": filter.over, ":study": filter.study,
                    ":any_league": any_league, ":league": league,
                    ":shown_to": filter.shown_to, ":before": filter.before, ":after": filter.after, ":limit": filter.limit,
                },
                read,
            )?;
            readable(games)
        })
    }

    /// Visits every finished, or every unfinished, game of a league in the order they began. Only a
    /// few are in memory at once, and other queries run in between.
    pub fn each_game_of_league(
        &self,
        league: &str,
        over: bool,
        mut show: impl FnMut(KeptGame),
    ) -> Result<(), StoreError> {
        const AT_ONCE: i64 = 200;
        let mut after = 0_i64;
        loop {
            let page = self.with(|connection| {
                let mut query = connection.prepare_cached(
                    "SELECT rowid, * FROM game WHERE league = ?1 AND over = ?2 AND rowid > ?3
                     ORDER BY rowid LIMIT ?4",
                )?;
                let rows = query
                    .query_map(rusqlite::params![league, over, after, AT_ONCE], |row| {
                        Ok((row.get::<_, i64>("rowid")?, read(row)))
                    })?;
                readable(rows)
            })?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = *last;
            // An unreadable game does not hide the others.
            page.into_iter().filter_map(|(_, game)| game.ok()).for_each(&mut show);
        }
    }

    /// The number of finished games of a league, without those that front ends call challenges.
    pub fn count_league_games(&self, league: &str) -> Result<u64, StoreError> {
        self.with(|connection| {
            let count = "SELECT count(*) FROM game WHERE league = ?1 AND over
                         AND json_extract(extra, '$.league.challenge') IS NOT 1";
            connection.query_row(count, [league], |row| row.get::<_, i64>(0))
        })
        .map(|count| count as u64)
    }

    /// The number of games that belong to no league.
    pub fn count_games(&self) -> Result<u64, StoreError> {
        self.with(|connection| {
            let count = "SELECT count(*) FROM game WHERE league IS NULL";
            connection.query_row(count, [], |row| row.get::<_, i64>(0))
        })
        .map(|count| count as u64)
    }

    /// Deletes a game.
    pub fn delete_game(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self
            .make_room(|connection| connection.execute("DELETE FROM game WHERE id = ?1", [id]))?;
        if deleted == 0 {
            Err(StoreError::Unknown { what: "game", id: id.to_owned() })
        } else {
            Ok(())
        }
    }
}

/// All readable entries of a list: an unreadable row does not hide the others.
pub(crate) fn readable<T>(
    rows: impl Iterator<Item = rusqlite::Result<T>>,
) -> rusqlite::Result<Vec<T>> {
    let mut found = Vec::new();
    for row in rows {
        match row {
            Ok(row) => found.push(row),
            Err(problem) if is_unreadable(&problem) => {}
            // A damaged page ends a list; what came before is returned.
            Err(problem) if is_corrupt(&problem) && !found.is_empty() => break,
            Err(problem) => return Err(problem),
        }
    }
    Ok(found)
}

/// Whether a row exists but is invalid.
pub(crate) fn is_unreadable(problem: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
    };
    matches!(
        problem,
        FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..)
    )
}

fn is_corrupt(problem: &rusqlite::Error) -> bool {
    problem.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt)
}

/// A number unique to a game.
pub(crate) fn new_birth() -> i64 {
    // Every hasher of the standard library has random keys from the system.
    let random = RandomState::new().build_hasher().finish();
    (random >> 1).max(1) as i64
}

/// The next free number for a record's kind of game.
pub(crate) fn free_id(connection: &Connection, record: &Record) -> rusqlite::Result<String> {
    const LONGEST: usize = 60;
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let kind: String = record.game.chars().take(LONGEST).map(plain).collect();
    let mut taken = connection.prepare_cached("SELECT 1 FROM game WHERE id = ?1")?;
    let mut last = connection.prepare_cached("SELECT last FROM game_name WHERE kind = ?1")?;
    let last: Option<i64> = last.query_row([&kind], |row| row.get(0)).optional()?;
    let mut number = last.unwrap_or_default() + 1;
    loop {
        let id = format!("{kind}-{number:04}");
        if !taken.exists([&id])? {
            connection
                .prepare_cached(
                    "INSERT INTO game_name (kind, last) VALUES (?1, ?2)
                     ON CONFLICT (kind) DO UPDATE SET last = excluded.last",
                )?
                .execute(rusqlite::params![kind, number])?;
            return Ok(id);
        }
        number += 1;
    }
}

pub(crate) fn insert(
    connection: &Connection,
    game: &KeptGame,
    time: i64,
) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO game (id, version, birth, created, updated, family, over, plies, record, undone,
                           extra, parent, parent_ply, study, league)
         VALUES (:id, 1, :birth, :time, :time, :family, :over, :plies, :record, :undone,
                 :extra, :parent, :parent_ply, :study, :league) ON CONFLICT DO NOTHING",
    )?;
    let rows = statement.execute(named_params! {
        ":id": game.id, ":birth": game.birth, ":time": time, ":family": game.family,
        ":over": game.record.result.is_some(), ":plies": game.record.moves.len() as i64,
        ":record": game.record.to_string(), ":undone": game.undone.join(" "),
        ":extra": game.extra.to_string(),
        ":parent": game.origin.as_ref().map(|origin| &origin.game),
        ":parent_ply": game.origin.as_ref().map(|origin| origin.ply), ":study": game.study,
        ":league": game.league,
    })?;
    Ok(rows == 1)
}

pub(crate) fn update(
    connection: &Connection,
    game: &KeptGame,
    time: i64,
) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(
        "UPDATE game SET version = version + 1, updated = :time, over = :over, plies = :plies,
                         record = :record, undone = :undone, extra = :extra
         WHERE id = :id AND version = :version AND coalesce(birth, 0) = :birth",
    )?;
    let rows = statement.execute(named_params! {
        ":id": game.id, ":version": game.version as i64, ":birth": game.birth, ":time": time,
        ":over": game.record.result.is_some(), ":plies": game.record.moves.len() as i64,
        ":record": game.record.to_string(), ":undone": game.undone.join(" "),
        ":extra": game.extra.to_string(),
    })?;
    Ok(rows == 1)
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<KeptGame> {
    let text: String = row.get("record")?;
    let record = Record::parse(&text).map_err(|problem| unreadable(row, "record", problem))?;
    let extra: String = row.get("extra")?;
    let extra =
        serde_json::from_str(&extra).map_err(|problem| unreadable(row, "extra", problem))?;
    let undone: String = row.get("undone")?;
    let origin = match (row.get("parent")?, row.get("parent_ply")?) {
        (Some(game), Some(ply)) => Some(Origin { game, ply }),
        _ => None,
    };
    Ok(KeptGame {
        id: row.get("id")?,
        version: row.get::<_, i64>("version")? as u64,
        birth: row.get::<_, Option<i64>>("birth")?.unwrap_or_default(),
        created: row.get("created")?,
        updated: row.get("updated")?,
        family: row.get("family")?,
        record,
        undone: undone.split_whitespace().map(str::to_owned).collect(),
        extra,
        origin,
        study: row.get("study")?,
        league: row.get("league")?,
    })
}

pub(crate) fn unreadable(
    row: &Row<'_>,
    column: &str,
    problem: impl std::fmt::Display,
) -> rusqlite::Error {
    let index = row.as_ref().column_index(column).unwrap_or_default();
    let problem = format!("its {column} makes no sense: {problem}");
    rusqlite::Error::FromSqlConversionFailure(index, rusqlite::types::Type::Text, problem.into())
}
