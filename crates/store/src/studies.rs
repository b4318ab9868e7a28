//! Studies: a person's plan of games against computers.

use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use crate::games::{readable, unreadable};
use crate::{Store, StoreError, now};

/// A person and the games to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Study {
    /// Its name in addresses.
    pub id: String,
    /// The person's name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The plan, line by line.
    pub plan: Vec<StudyLine>,
    /// The class that the plan comes from.
    pub class: Option<String>,
    /// The guest who plays it; `None` for the host's own page, or for a deleted guest.
    pub participant: Option<String>,
}

/// A number of games of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyLine {
    /// The game's specification.
    pub game: String,
    /// The number of games.
    pub games: u32,
    /// The player on every other seat.
    pub opponent: String,
    /// Whether hints, analyses and taking back are allowed in its games; their use is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aids: bool,
}

impl Store {
    /// Stores a new study, which gets its creation time.
    pub fn keep_study(&self, study: &mut Study) -> Result<(), StoreError> {
        study.created = now();
        let plan = serde_json::to_string(&study.plan).unwrap_or_default();
        self.with(|connection| {
            connection.execute(
                "INSERT INTO study (id, name, created, plan, class, participant)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![study.id, study.name, study.created, plan, study.class, study.participant],
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

    /// All studies, oldest first.
    pub fn studies(&self) -> Result<Vec<Study>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare("SELECT * FROM study ORDER BY created, id")?;
            readable(query.query_map([], read)?)
        })
    }

    /// The studies that a guest plays, oldest first.
    pub fn studies_of(&self, participant: &str) -> Result<Vec<Study>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM study WHERE participant = ?1 ORDER BY created, id",
            )?;
            readable(query.query_map([participant], read)?)
        })
    }

    /// Whether a guest plays a study.
    pub fn is_played_by(&self, study: &str, participant: &str) -> Result<bool, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT 1 FROM study WHERE id = ?1 AND participant = ?2")?;
            query.exists([study, participant])
        })
    }

    /// Changes the name and the guest of a study.
    pub fn rename_study(
        &self,
        id: &str,
        name: &str,
        participant: Option<&str>,
    ) -> Result<(), StoreError> {
        let renamed = self.with(|connection| {
            connection.execute(
                "UPDATE study SET name = ?2, participant = ?3 WHERE id = ?1",
                params![id, name, participant],
            )
        })?;
        known(renamed, id)
    }

    /// Deletes a study. Its games stay as ordinary games, except those of a class, which appear in
    /// no other list.
    pub fn delete_study(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self.make_room(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute(
                "DELETE FROM game WHERE study IN (SELECT id FROM study WHERE id = ?1 AND class IS NOT NULL)",
                [id],
            )?;
            transaction.execute(
                "UPDATE game SET study = NULL, version = version + 1 WHERE study = ?1",
                [id],
            )?;
            let deleted = transaction.execute("DELETE FROM study WHERE id = ?1", [id])?;
            transaction.commit()?;
            Ok(deleted)
        })?;
        known(deleted, id)
    }
}

fn known(changed: usize, id: &str) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::Unknown { what: "study", id: id.to_owned() }),
        _ => Ok(()),
    }
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Study> {
    let plan: String = row.get("plan")?;
    Ok(Study {
        id: row.get("id")?,
        name: row.get("name")?,
        created: row.get("created")?,
        plan: serde_json::from_str(&plan).map_err(|problem| unreadable(row, "plan", problem))?,
        class: row.get("class")?,
        participant: row.get("participant")?,
    })
}
