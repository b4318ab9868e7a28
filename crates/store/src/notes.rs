//! Notes on a stored game: comments, marks and variations.

use rusqlite::{OptionalExtension, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use crate::games::unreadable;
use crate::{Store, StoreError};

/// A note on a line of moves: on the last of them, in the position it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The moves from the beginning of the game; empty for a note on the whole game.
    pub line: Vec<String>,
    /// A comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A sign such as `!` or `??`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
}

impl Store {
    /// The notes on a game, in the order they were made.
    pub fn notes(&self, game: &str) -> Result<Vec<Note>, StoreError> {
        let found = self.with(|connection| {
            let mut query = connection.prepare_cached("SELECT body FROM note WHERE game = ?1")?;
            let read = |row: &rusqlite::Row<'_>| {
                let body: String = row.get("body")?;
                serde_json::from_str(&body).map_err(|problem| unreadable(row, "body", problem))
            };
            query.query_row([game], read).optional()
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Changes the notes on a game, one writer at a time, and returns the result.
    pub fn change_notes(
        &self,
        game: &str,
        change: impl FnOnce(&mut Vec<Note>),
    ) -> Result<Vec<Note>, StoreError> {
        let mut notes = Vec::new();
        let known = self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let is_there =
                transaction.prepare_cached("SELECT 1 FROM game WHERE id = ?1")?.exists([game])?;
            if !is_there {
                return Ok(false);
            }
            let body: Option<String> = transaction
                .prepare_cached("SELECT body FROM note WHERE game = ?1")?
                .query_row([game], |row| row.get(0))
                .optional()?;
            // Unreadable notes are replaced by the new ones.
            notes = body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default();
            change(&mut notes);
            match notes.is_empty() {
                true => transaction.execute("DELETE FROM note WHERE game = ?1", [game])?,
                false => transaction.execute(
                    "INSERT INTO note (game, body) VALUES (?1, ?2)
                     ON CONFLICT (game) DO UPDATE SET body = excluded.body",
                    params![game, serde_json::to_string(&notes).unwrap_or_default()],
                )?,
            };
            transaction.commit()?;
            Ok(true)
        })?;
        match known {
            true => Ok(notes),
            false => Err(StoreError::Unknown { what: "game", id: game.to_owned() }),
        }
    }
}
