//! An index of positions: the games that reached a position, and the moves played there.
//!
//! The rules define what counts as the same position; the store only handles numbers. They can be
//! recomputed from the games at any time, so they are not exported.

use ninefold_core::Record;
use rusqlite::{OptionalExtension, TransactionBehavior, named_params, params};

use crate::games::{read, readable};
use crate::{KeptGame, Store, StoreError};

/// The positions of a game and the moves played in them, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlaces {
    /// The game.
    pub id: String,
    /// The version of the game they come from.
    pub version: u64,
    /// Each player's result, once the game is over.
    pub result: Option<Vec<i16>>,
    /// The number of each position, and the move.
    pub visits: Vec<(u64, String)>,
}

impl GamePlaces {
    /// The positions of a stored game.
    pub fn of(game: &KeptGame, visits: Vec<(u64, String)>) -> GamePlaces {
        let Record { result, .. } = &game.record;
        GamePlaces { id: game.id.clone(), version: game.version, result: result.clone(), visits }
    }
}

/// A move played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub played: String,
    /// Each player's result; `None` for unfinished games.
    pub result: Option<Vec<i16>>,
    /// The number of games.
    pub games: u64,
}

/// The maximum number of different moves and results to report.
const MOST_ROWS: u32 = 1000;

impl Store {
    /// Games of a family that have changed since they were indexed in this form, latest first.
    pub fn games_without_places(
        &self,
        family: &str,
        form: u32,
        limit: u32,
    ) -> Result<Vec<KeptGame>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT game.* FROM game LEFT JOIN placed_game ON placed_game.game = game.id
                 WHERE game.family = :family
                   AND (placed_game.version IS NOT game.version OR placed_game.form <> :form)
                 ORDER BY updated DESC LIMIT :limit",
            )?;
            let fields = named_params! { ":family": family, ":form": form, ":limit": limit };
            readable(query.query_map(fields, read)?)
        })
    }

    /// Replaces the index entries of games, all or nothing. Deleted games are left out.
    pub fn keep_places(&self, games: &[GamePlaces], form: u32) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for game in games {
                let is_there = transaction
                    .prepare_cached("SELECT 1 FROM game WHERE id = ?1")?
                    .exists([&game.id])?;
                if !is_there {
                    continue;
                }
                transaction
                    .prepare_cached("DELETE FROM placed_game WHERE game = ?1")?
                    .execute([&game.id])?;
                let result = game.result.as_ref().map(|result| text(result));
                transaction
                    .prepare_cached(
                        "INSERT INTO placed_game (game, version, form, result) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![game.id, game.version as i64, form, result])?;
                let number = transaction.last_insert_rowid();
                let mut insert = transaction.prepare_cached(
                    "INSERT OR IGNORE INTO place (position, played, number) VALUES (?1, ?2, ?3)",
                )?;
                for (position, played) in &game.visits {
                    insert.execute(params![*position as i64, played, number])?;
                }
            }
            transaction.commit()
        })
    }

    /// The moves played in a position, each with each of its results; a game that reached the
    /// position twice counts once per move.
    pub fn played_at(&self, position: u64) -> Result<Vec<PlayedMove>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT played, result, count(*) FROM place JOIN placed_game USING (number)
                 WHERE position = ?1 GROUP BY played, result LIMIT ?2",
            )?;
            let rows = query.query_map(params![position as i64, MOST_ROWS], |row| {
                let result: Option<String> = row.get(1)?;
                Ok(PlayedMove {
                    played: row.get(0)?,
                    result: result.map(|result| numbers(&result)),
                    games: row.get::<_, i64>(2)? as u64,
                })
            })?;
            rows.collect()
        })
    }

    /// The most recently changed game with a move in a position.
    pub fn last_played_at(
        &self,
        position: u64,
        played: &str,
    ) -> Result<Option<String>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT game.id FROM place JOIN placed_game USING (number)
                 JOIN game ON game.id = placed_game.game
                 WHERE position = ?1 AND played = ?2 ORDER BY game.updated DESC LIMIT 1",
            )?;
            query.query_row(params![position as i64, played], |row| row.get(0)).optional()
        })
    }
}

fn text(result: &[i16]) -> String {
    result.iter().map(i16::to_string).collect::<Vec<_>>().join(" ")
}

fn numbers(text: &str) -> Vec<i16> {
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}
