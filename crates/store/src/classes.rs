//! Classes: a plan of games for many students, each on a separate device. The games of one student
//! form a study.

use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use crate::games::{readable, unreadable};
use crate::{Store, StoreError, Study, StudyLine, now, studies};

/// A plan, and how students join it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Class {
    /// Its name in addresses.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The code for joining; `None` while the class is closed.
    pub code: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The plan, line by line.
    pub plan: Vec<StudyLine>,
}

impl Store {
    /// Stores a new class, which gets its creation time, or the changed name and code of an
    /// existing one.
    pub fn keep_class(&self, class: &mut Class) -> Result<(), StoreError> {
        if class.created == 0 {
            class.created = now();
        }
        let plan = serde_json::to_string(&class.plan).unwrap_or_default();
        self.with(|connection| {
            connection.execute(
                "INSERT INTO class (id, name, code, created, plan) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO UPDATE SET name = ?2, code = ?3",
                params![class.id, class.name, class.code, class.created, plan],
            )
        })?;
        Ok(())
    }

    /// The class with this name in addresses.
    pub fn class(&self, id: &str) -> Result<Class, StoreError> {
        self.one("class", id, |connection| {
            connection.query_row("SELECT * FROM class WHERE id = ?1", [id], read).optional()
        })
    }

    /// The class with this code.
    pub fn class_by_code(&self, code: &str) -> Result<Option<Class>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached("SELECT * FROM class WHERE code = ?1")?;
            query.query_row([code], read).optional()
        })
    }

    /// All classes, latest first.
    pub fn classes(&self) -> Result<Vec<Class>, StoreError> {
        self.with(|connection| {
            let mut query =
                connection.prepare_cached("SELECT * FROM class ORDER BY created DESC, id")?;
            readable(query.query_map([], read)?)
        })
    }

    /// The studies of a class, in the order of joining.
    pub fn studies_of_class(&self, class: &str) -> Result<Vec<Study>, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM study WHERE class = ?1 ORDER BY created, rowid")?;
            readable(query.query_map([class], studies::read)?)
        })
    }

    /// A text that changes with everything that happens in a class: its students, and every move of
    /// theirs.
    pub fn pulse_of_class(&self, class: &str) -> Result<String, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT coalesce(group_concat(id || ' ' || name, char(10)), '') || ' ' || (
                     SELECT count(*) || ' ' || total(version) FROM game
                     WHERE study IN (SELECT id FROM study WHERE class = ?1))
                 FROM study WHERE class = ?1",
            )?;
            query.query_row([class], |row| row.get(0))
        })
    }

    /// The unfinished games of a class, and the guests who play them.
    pub fn going_in_class(&self, class: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT game.id, participant FROM study JOIN game ON game.study = study.id
                 WHERE class = ?1 AND participant IS NOT NULL AND NOT over ORDER BY game.id",
            )?;
            query.query_map([class], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// The unfinished games of a guest's studies.
    pub fn going_of(&self, participant: &str) -> Result<Vec<String>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT game.id FROM study JOIN game ON game.study = study.id
                 WHERE participant = ?1 AND NOT over",
            )?;
            query.query_map([participant], |row| row.get(0))?.collect()
        })
    }

    /// Deletes a class with all of its games.
    pub fn delete_class(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self.make_room(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute(
                "DELETE FROM game WHERE study IN (SELECT id FROM study WHERE class = ?1)",
                [id],
            )?;
            let deleted = transaction.execute("DELETE FROM class WHERE id = ?1", [id])?;
            transaction.commit()?;
            Ok(deleted)
        })?;
        match deleted {
            0 => Err(StoreError::Unknown { what: "class", id: id.to_owned() }),
            _ => Ok(()),
        }
    }
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Class> {
    let plan: String = row.get("plan")?;
    Ok(Class {
        id: row.get("id")?,
        name: row.get("name")?,
        code: row.get("code")?,
        created: row.get("created")?,
        plan: serde_json::from_str(&plan).map_err(|problem| unreadable(row, "plan", problem))?,
    })
}
