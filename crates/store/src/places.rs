//! Where games have been: which ones came to a position, and what was played there.
//!
//! What a position is, the rules say, not the store: it keeps numbers. They follow from the games and can be counted anew at
//! any time, so they are no part of an export.

use ninefold_core::Record;
use rusqlite::{OptionalExtension, TransactionBehavior, named_params, params};

use crate::games::{read, readable};
use crate::{KeptGame, Store, StoreError};

/// The positions of a game and the moves played in them, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlaces {
    /// The game.
    pub id: String,
    /// Its version that they were counted from.
    pub version: u64,
    /// What each player got, once it is over.
    pub result: Option<Vec<i16>>,
    /// The number of each position, and the move.
    pub visits: Vec<(u64, String)>,
}

impl GamePlaces {
    /// The places of a kept game.
    pub fn of(game: &KeptGame, visits: Vec<(u64, String)>) -> GamePlaces {
        let Record { result, .. } = &game.record;
        GamePlaces { id: game.id.clone(), version: game.version, result: result.clone(), visits }
    }
}

/// A move that games played at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub played: String,
    /// What each player got; nothing for games that are not over.
    pub result: Option<Vec<i16>>,
    /// How many games.
    pub games: u64,
}

/// The most different moves and results that are told.
const MOST_ROWS: u32 = 1000;

impl Store {
    /// Games of a family that have changed since their places were counted in this form, the latest first.
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

    /// Keeps the places of games, all or none, in the place of what was kept of them before. Games that are gone are left out.
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

    /// What was played at a position, each move with each result that came of it; a game that came twice to it counts once a move.
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

    /// The game changed last that played a move at a position.
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
