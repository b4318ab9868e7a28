//! Studies: a person's plan of games against computers.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::games::{readable, unreadable};
use crate::{Store, StoreError, now};

/// A person and the games to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// Its name in addresses.
    pub id: String,
    /// What the person is called.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// What is to be played, line by line.
    pub plan: Vec<StudyLine>,
}

/// A number of games of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyLine {
    /// The game's specification.
    pub game: String,
    /// How many.
    pub games: u32,
    /// The player on every other seat.
    pub opponent: String,
    /// Whether hints, analyses and taking back are allowed in its games, which are then counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aids: bool,
}

impl Store {
    /// Keeps a new study, which gets its time.
    pub fn keep_study(&self, study: &mut Study) -> Result<(), StoreError> {
        study.created = now();
        let plan = serde_json::to_string(&study.plan).unwrap_or_default();
        self.with(|connection| {
            connection.execute(
                "INSERT INTO study (id, name, created, plan) VALUES (?1, ?2, ?3, ?4)",
                params![study.id, study.name, study.created, plan],
            )
        })?;
        Ok(())
    }

    /// The study of this name.
    pub fn study(&self, id: &str) -> Result<Study, StoreError> {
        self.one("study", id, |connection| {
            connection.query_row("SELECT * FROM study WHERE id = ?1", [id], read).optional()
        })
    }

    /// Every study, the oldest first.
    pub fn studies(&self) -> Result<Vec<Study>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare("SELECT * FROM study ORDER BY created, id")?;
            readable(query.query_map([], read)?)
        })
    }

    /// Forgets a study; its games stay.
    pub fn delete_study(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self
            .make_room(|connection| connection.execute("DELETE FROM study WHERE id = ?1", [id]))?;
        match deleted {
            0 => Err(StoreError::Unknown { what: "study", id: id.to_owned() }),
            _ => Ok(()),
        }
    }
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Study> {
    let plan: String = row.get("plan")?;
    Ok(Study {
        id: row.get("id")?,
        name: row.get("name")?,
        created: row.get("created")?,
        plan: serde_json::from_str(&plan).map_err(|problem| unreadable(row, "plan", problem))?,
    })
}
