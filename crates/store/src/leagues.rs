//! Leagues: long-running competitions. This stores their entrants and members; what they play are
//! ordinary games.

use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};
use serde_json::Value;

use crate::games::{readable, unreadable};
use crate::{Store, StoreError, now};

/// A league.
#[derive(Clone, PartialEq, Debug)]
pub struct League {
    /// Its name in addresses.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The code for joining.
    pub code: String,
    /// Its state, as a word of the front end.
    pub state: String,
    /// The plan, as data of the front end.
    pub plan: Value,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
}

/// An entrant of a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptEntrant {
    /// Its permanent number in the league, from 0.
    pub number: usize,
    /// The bot or guest who plays; `None` for a computer of the server, or for a deleted
    /// participant.
    pub participant: Option<String>,
    /// The computer that plays, if it is one of the server's.
    pub player: Option<String>,
    /// Its name in the league.
    pub name: String,
    /// Its state, as a word of the front end.
    pub state: String,
    /// When it joined, in milliseconds since 1970.
    pub joined: i64,
    /// The versions announced by its author, and when.
    pub versions: Vec<(i64, String)>,
}

/// A cup within a league.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptCup {
    /// Its number in the league, from 1.
    pub number: usize,
    /// The plan, as data of the front end.
    pub plan: Value,
    /// When it ended, in milliseconds since 1970.
    pub ended: Option<i64>,
}

impl Store {
    /// Stores a new league, or the changes of an existing one.
    pub fn keep_league(&self, league: &mut League) -> Result<(), StoreError> {
        let statement = match league.created {
            0 => {
                "INSERT INTO league (id, name, code, state, plan, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
            }
            _ => {
                "UPDATE league SET name = ?2, code = ?3, state = ?4, plan = ?5 WHERE id = ?1 AND created = ?6"
            }
        };
        if league.created == 0 {
            league.created = now();
        }
        let kept = self.with(|connection| {
            connection.execute(
                statement,
                params![
                    league.id,
                    league.name,
                    league.code,
                    league.state,
                    league.plan.to_string(),
                    league.created
                ],
            )
        })?;
        match kept {
            0 => Err(StoreError::Unknown { what: "league", id: league.id.clone() }),
            _ => Ok(()),
        }
    }

    /// The league of this name.
    pub fn league(&self, id: &str) -> Result<League, StoreError> {
        self.one("league", id, |connection| {
            connection.query_row("SELECT * FROM league WHERE id = ?1", [id], read_league).optional()
        })
    }

    /// The league with this code.
    pub fn league_by_code(&self, code: &str) -> Result<Option<League>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached("SELECT * FROM league WHERE code = ?1")?;
            query.query_row([code], read_league).optional()
        })
    }

    /// All leagues, latest first; or those that a participant has joined.
    pub fn leagues(&self, joined_by: Option<&str>) -> Result<Vec<League>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM league
                 WHERE ?1 IS NULL OR id IN (SELECT league FROM league_member WHERE participant = ?1 AND NOT barred)
                 ORDER BY created DESC, id",
            )?;
            readable(query.query_map([joined_by], read_league)?)
        })
    }

    /// Deletes a league with all of its games.
    pub fn delete_league(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self.make_room(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute("DELETE FROM game WHERE league = ?1", [id])?;
            let deleted = transaction.execute("DELETE FROM league WHERE id = ?1", [id])?;
            transaction.commit()?;
            Ok(deleted)
        })?;
        match deleted {
            0 => Err(StoreError::Unknown { what: "league", id: id.to_owned() }),
            _ => Ok(()),
        }
    }

    /// Stores a new entrant of a league, which gets the next number and the current time.
    pub fn add_entrant(&self, league: &str, entrant: &mut KeptEntrant) -> Result<(), StoreError> {
        entrant.joined = now();
        let versions = serde_json::to_string(&entrant.versions).unwrap_or_default();
        let number = self.with(|connection| {
            connection.query_row(
                "INSERT INTO league_entrant
                     (league, number, participant, player, name, state, joined, versions)
                 VALUES (?1, (SELECT coalesce(max(number) + 1, 0) FROM league_entrant WHERE league = ?1),
                         ?2, ?3, ?4, ?5, ?6, ?7)
                 RETURNING number",
                params![
                    league,
                    entrant.participant,
                    entrant.player,
                    entrant.name,
                    entrant.state,
                    entrant.joined,
                    versions
                ],
                |row| row.get::<_, i64>(0),
            )
        })?;
        entrant.number = number as usize;
        Ok(())
    }

    /// Stores the changes of an entrant. An entrant that another process has replaced stays
    /// unchanged.
    pub fn keep_entrant(&self, league: &str, entrant: &KeptEntrant) -> Result<(), StoreError> {
        let versions = serde_json::to_string(&entrant.versions).unwrap_or_default();
        let kept = self.with(|connection| {
            connection.execute(
                "UPDATE league_entrant
                 SET participant = ?3, player = ?4, name = ?5, state = ?6, versions = ?8
                 WHERE league = ?1 AND number = ?2 AND joined = ?7",
                params![
                    league,
                    entrant.number as i64,
                    entrant.participant,
                    entrant.player,
                    entrant.name,
                    entrant.state,
                    entrant.joined,
                    versions
                ],
            )
        })?;
        match kept {
            0 => Err(StoreError::Unknown { what: "entrant", id: entrant.name.clone() }),
            _ => Ok(()),
        }
    }

    /// A text that changes with everything that happens in a league: its entrants, its cups, and
    /// every move.
    pub fn pulse_of_league(&self, league: &str) -> Result<String, StoreError> {
        self.one("league", league, |connection| {
            let mut query = connection.prepare_cached(
                "SELECT name || char(10) || code || char(10) || state || char(10) || plan
                     || (SELECT coalesce(group_concat(number || name || state || coalesce(participant, '')
                             || versions, char(10)), '') FROM league_entrant WHERE league = ?1)
                     || (SELECT count(*) || ' ' || count(ended) FROM league_cup WHERE league = ?1)
                     || (SELECT ' ' || count(*) || ' ' || total(version) FROM game WHERE league = ?1)
                 FROM league WHERE id = ?1",
            )?;
            query.query_row([league], |row| row.get(0)).optional()
        })
    }

    /// The entrants of a league, by number.
    pub fn entrants(&self, league: &str) -> Result<Vec<KeptEntrant>, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM league_entrant WHERE league = ?1 ORDER BY number")?;
            readable(query.query_map([league], read_entrant)?)
        })
    }

    /// Grants or withdraws a participant's access to a league.
    pub fn keep_member(
        &self,
        league: &str,
        participant: &str,
        barred: bool,
    ) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO league_member (league, participant, barred) VALUES (?1, ?2, ?3)
                 ON CONFLICT (participant, league) DO UPDATE SET barred = ?3",
                params![league, participant, barred],
            )
        })?;
        Ok(())
    }

    /// Whether a participant may see a league (`Some(true)`), was excluded (`Some(false)`), or
    /// never joined.
    pub fn membership(&self, league: &str, participant: &str) -> Result<Option<bool>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT barred FROM league_member WHERE league = ?1 AND participant = ?2",
            )?;
            let barred = query.query_row([league, participant], |row| row.get::<_, bool>(0));
            Ok(barred.optional()?.map(|barred| !barred))
        })
    }

    /// Stores a cup of a league, or its end.
    pub fn keep_cup(&self, league: &str, cup: &KeptCup) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO league_cup (league, number, plan, ended) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (league, number) DO UPDATE SET ended = ?4",
                params![league, cup.number as i64, cup.plan.to_string(), cup.ended],
            )
        })?;
        Ok(())
    }

    /// The cups of a league, first one first.
    pub fn cups(&self, league: &str) -> Result<Vec<KeptCup>, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM league_cup WHERE league = ?1 ORDER BY number")?;
            readable(query.query_map([league], read_cup)?)
        })
    }
}

fn json(row: &Row<'_>, column: &'static str) -> rusqlite::Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|problem| unreadable(row, column, problem))
}

pub(crate) fn read_league(row: &Row<'_>) -> rusqlite::Result<League> {
    Ok(League {
        id: row.get("id")?,
        name: row.get("name")?,
        code: row.get("code")?,
        state: row.get("state")?,
        plan: json(row, "plan")?,
        created: row.get("created")?,
    })
}

pub(crate) fn read_entrant(row: &Row<'_>) -> rusqlite::Result<KeptEntrant> {
    let versions: String = row.get("versions")?;
    Ok(KeptEntrant {
        number: row.get::<_, u16>("number")?.into(),
        participant: row.get("participant")?,
        player: row.get("player")?,
        name: row.get("name")?,
        state: row.get("state")?,
        joined: row.get("joined")?,
        versions: serde_json::from_str(&versions)
            .map_err(|problem| unreadable(row, "versions", problem))?,
    })
}

pub(crate) fn read_cup(row: &Row<'_>) -> rusqlite::Result<KeptCup> {
    Ok(KeptCup {
        number: row.get::<_, u16>("number")?.into(),
        plan: json(row, "plan")?,
        ended: row.get("ended")?,
    })
}
