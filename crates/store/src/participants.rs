//! Remote people and programs, and what is shared with them.
//!
//! A participant is identified by a secret, a browser's cookie or a bot's token, of which only the
//! hash is stored. An invitation to a game grants access to it.

use rusqlite::{OptionalExtension, Row, params};

use crate::{Store, StoreError, now};

/// The kind of participant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParticipantKind {
    /// A person using a browser.
    Guest,
    /// A program.
    Bot,
}

impl ParticipantKind {
    /// Its name in the file and in answers.
    pub fn name(self) -> &'static str {
        match self {
            ParticipantKind::Guest => "guest",
            ParticipantKind::Bot => "bot",
        }
    }

    fn of(name: &str) -> Option<ParticipantKind> {
        [ParticipantKind::Guest, ParticipantKind::Bot].into_iter().find(|kind| kind.name() == name)
    }
}

/// A remote participant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// Its public identifier.
    pub id: String,
    /// A person or a program.
    pub kind: ParticipantKind,
    /// Its display name; empty until it has chosen one.
    pub name: String,
    /// When it first appeared, in milliseconds since 1970.
    pub created: i64,
    /// The guest who owns it, if it is a bot.
    pub owner: Option<String>,
}

/// A link that grants access to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The secret part of the link.
    pub code: String,
    /// The game.
    pub game: String,
    /// Whether it is for watching only.
    pub watch: bool,
}

/// Matches guests with whom nothing is shared, and who have joined nothing.
const HAS_NOTHING: &str = "kind = 'guest'
    AND NOT EXISTS (SELECT 1 FROM shown_to WHERE shown_to.participant = participant.id)
    AND NOT EXISTS (SELECT 1 FROM study WHERE study.participant = participant.id)
    AND NOT EXISTS (SELECT 1 FROM league_member WHERE league_member.participant = participant.id)";
const COUNT_GUESTS: &str = "SELECT count(*) FROM participant WHERE kind = 'guest'";

impl Store {
    /// Stores a new participant, identified by the hash of its secret.
    pub fn keep_participant(
        &self,
        participant: &mut Participant,
        secret_hash: &str,
    ) -> Result<(), StoreError> {
        participant.created = now();
        self.with(|connection| {
            connection.execute(
                "INSERT INTO participant (id, kind, name, secret, created, owner)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    participant.id,
                    participant.kind.name(),
                    participant.name,
                    secret_hash,
                    participant.created,
                    participant.owner
                ],
            )
        })?;
        Ok(())
    }

    /// Deletes guests who appeared before a time, never chose a name and have nothing shared with
    /// them; returns the number of remaining guests.
    pub fn forget_passers_by(&self, before: i64) -> Result<u64, StoreError> {
        self.with(|connection| {
            let passers_by = format!(
                "DELETE FROM participant WHERE {HAS_NOTHING} AND name = '' AND created < ?1"
            );
            connection.execute(&passers_by, [before])?;
            connection.query_row(COUNT_GUESTS, [], |row| row.get::<_, i64>(0))
        })
        .map(|count| count as u64)
    }

    /// Deletes guests with whom nothing is shared until at most this many remain, starting with
    /// those without a name and among these with the oldest; returns the number remaining, which
    /// may be larger since players and members stay.
    pub fn forget_first_passers_by(&self, most: u64) -> Result<u64, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.with(|connection| {
            let count = || connection.query_row(COUNT_GUESTS, [], |row| row.get::<_, i64>(0));
            let many = count()? - most;
            if many > 0 {
                let first = format!(
                    "DELETE FROM participant WHERE id IN (SELECT id FROM participant
                     WHERE {HAS_NOTHING} ORDER BY name != '', created, id LIMIT ?1)"
                );
                connection.execute(&first, [many])?;
            }
            count()
        })
        .map(|count| count as u64)
    }

    /// The participant whose secret has this hash.
    pub fn participant_by_secret(
        &self,
        secret_hash: &str,
    ) -> Result<Option<Participant>, StoreError> {
        self.with(|connection| {
            let mut query =
                connection.prepare_cached("SELECT * FROM participant WHERE secret = ?1")?;
            query.query_row([secret_hash], read_participant).optional()
        })
    }

    /// The hash of a participant's secret; `None` if the participant is gone.
    pub fn secret_of(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.with(|connection| {
            let mut query =
                connection.prepare_cached("SELECT secret FROM participant WHERE id = ?1")?;
            query.query_row([id], |row| row.get(0)).optional()
        })
    }

    /// The participant of this name in addresses.
    pub fn participant(&self, id: &str) -> Result<Participant, StoreError> {
        self.one("participant", id, |connection| {
            let mut query = connection.prepare_cached("SELECT * FROM participant WHERE id = ?1")?;
            query.query_row([id], read_participant).optional()
        })
    }

    /// All participants of a kind, oldest first.
    pub fn participants(&self, kind: ParticipantKind) -> Result<Vec<Participant>, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM participant WHERE kind = ?1 ORDER BY created, id")?;
            crate::games::readable(query.query_map([kind.name()], read_participant)?)
        })
    }

    /// Renames a participant.
    pub fn rename_participant(&self, id: &str, name: &str) -> Result<(), StoreError> {
        let renamed = self.with(|connection| {
            connection.execute("UPDATE participant SET name = ?2 WHERE id = ?1", params![id, name])
        })?;
        known(renamed, id)
    }

    /// Replaces a participant's secret; the old one becomes invalid.
    pub fn renew_secret(&self, id: &str, secret_hash: &str) -> Result<(), StoreError> {
        let renewed = self.with(|connection| {
            let values = params![id, secret_hash];
            connection.execute("UPDATE participant SET secret = ?2 WHERE id = ?1", values)
        })?;
        known(renewed, id)
    }

    /// Makes a guest the owner of a bot.
    pub fn own_participant(&self, id: &str, owner: &str) -> Result<(), StoreError> {
        let owned = self.with(|connection| {
            let values = params![id, owner];
            connection.execute("UPDATE participant SET owner = ?2 WHERE id = ?1", values)
        })?;
        known(owned, id)
    }

    /// The bots that a guest owns, oldest first.
    pub fn participants_of(&self, owner: &str) -> Result<Vec<Participant>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM participant WHERE owner = ?1 ORDER BY created, id",
            )?;
            crate::games::readable(query.query_map([owner], read_participant)?)
        })
    }

    /// Deletes a participant and what was shared with it; games stay.
    pub fn delete_participant(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self.make_room(|connection| {
            connection.execute("DELETE FROM participant WHERE id = ?1", [id])
        })?;
        known(deleted, id)
    }

    /// The invitation to play or watch a game: the existing one, or a new one with this code.
    pub fn invite(&self, game: &str, watch: bool, code: &str) -> Result<Invitation, StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO invitation (code, game, watch, created) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (game, watch) DO NOTHING",
                params![code, game, watch, now()],
            )?;
            connection.query_row(
                "SELECT * FROM invitation WHERE game = ?1 AND watch = ?2",
                params![game, watch],
                read_invitation,
            )
        })
    }

    /// The invitations to a game.
    pub fn invitations(&self, game: &str) -> Result<Vec<Invitation>, StoreError> {
        self.with(|connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM invitation WHERE game = ?1 ORDER BY watch")?;
            query.query_map([game], read_invitation)?.collect()
        })
    }

    /// The codes of all invitations to play unfinished games.
    pub fn codes_to_play(&self) -> Result<Vec<String>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT code FROM invitation JOIN game ON game.id = invitation.game
                 WHERE NOT watch AND NOT over",
            )?;
            query.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// The invitation of this code.
    pub fn invitation(&self, code: &str) -> Result<Option<Invitation>, StoreError> {
        self.with(|connection| {
            let mut query =
                connection.prepare_cached("SELECT * FROM invitation WHERE code = ?1")?;
            query.query_row([code], read_invitation).optional()
        })
    }

    /// Withdraws all invitations to a game; participants who have used one stay.
    pub fn withdraw_invitations(&self, game: &str) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute("DELETE FROM invitation WHERE game = ?1", [game])
        })?;
        Ok(())
    }

    /// Grants a participant access to a game.
    pub fn show_to(&self, game: &str, participant: &str) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO shown_to (game, participant) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [game, participant],
            )
        })?;
        Ok(())
    }

    /// Lets everybody whom one game was shown to see another: the next of the same players.
    pub fn show_as(&self, game: &str, before: &str) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO shown_to (game, participant) SELECT ?1, participant FROM shown_to WHERE game = ?2
                 ON CONFLICT DO NOTHING",
                [game, before],
            )
        })?;
        Ok(())
    }

    /// Whether a participant may see a game: one shared with it, or one of a league it has joined.
    pub fn is_shown_to(&self, game: &str, participant: &str) -> Result<bool, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT 1 FROM shown_to WHERE game = ?1 AND participant = ?2
                 UNION ALL
                 SELECT 1 FROM game JOIN league_member ON league_member.league = game.league
                 WHERE game.id = ?1 AND participant = ?2 AND NOT barred",
            )?;
            query.exists([game, participant])
        })
    }
}

fn known(changed: usize, id: &str) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::Unknown { what: "participant", id: id.to_owned() }),
        _ => Ok(()),
    }
}

pub(crate) fn read_participant(row: &Row<'_>) -> rusqlite::Result<Participant> {
    let kind: String = row.get("kind")?;
    let kind = ParticipantKind::of(&kind).ok_or_else(|| {
        let problem = std::io::Error::other(format!("no kind of participant: {kind}"));
        crate::games::unreadable(row, "kind", problem)
    })?;
    Ok(Participant {
        id: row.get("id")?,
        kind,
        name: row.get("name")?,
        created: row.get("created")?,
        owner: row.get("owner")?,
    })
}

pub(crate) fn read_invitation(row: &Row<'_>) -> rusqlite::Result<Invitation> {
    Ok(Invitation { code: row.get("code")?, game: row.get("game")?, watch: row.get("watch")? })
}
