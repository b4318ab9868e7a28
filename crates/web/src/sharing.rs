//! Games between several devices: the owners of seats, offers, and presence.
//!
//! A seat is local (played at the host's page), open (an invitation waits for a player), or taken
//! by a guest or a bot, who alone plays it from then on.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use ninefold_store::{Participant, ParticipantKind};
use serde::{Deserialize, Serialize};

use crate::clock::clock_now;
use crate::identity::Caller;
use crate::live::LiveGame;

/// The owner of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatOwner {
    /// The user of the host's page.
    #[default]
    Local,
    /// The first to come.
    Open,
    /// A person using a browser.
    Guest(String),
    /// A program.
    Bot(String),
}

impl SeatOwner {
    /// A seat taken by a participant.
    pub(crate) fn of(participant: &Participant) -> SeatOwner {
        match participant.kind {
            ParticipantKind::Guest => SeatOwner::Guest(participant.id.clone()),
            ParticipantKind::Bot => SeatOwner::Bot(participant.id.clone()),
        }
    }

    /// A seat whose player has gone for good without replacement.
    pub(crate) fn nobody() -> SeatOwner {
        SeatOwner::Bot(String::new())
    }

    /// The participant who owns it.
    pub(crate) fn participant(&self) -> Option<&str> {
        match self {
            SeatOwner::Guest(id) | SeatOwner::Bot(id) => Some(id),
            SeatOwner::Local | SeatOwner::Open => None,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            SeatOwner::Local => "local",
            SeatOwner::Open => "open",
            SeatOwner::Guest(_) => "guest",
            SeatOwner::Bot(_) => "bot",
        }
    }
}

/// An offer to the other players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OfferKind {
    /// Taking back the player's own last move.
    Takeback,
    /// A draw.
    Draw,
    /// A rematch, with the seats rotated.
    Rematch,
}

/// An offer that not everybody has answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// The kind of offer.
    pub(crate) kind: OfferKind,
    /// The seats that have agreed, by index, starting with the one that made it.
    pub(crate) seats: Vec<usize>,
}

/// How a game goes on without somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GoesOn {
    /// The other of two players has won.
    Win,
    /// A computer plays on.
    Computer,
    /// Whoever has the link to the game may sit down.
    Open,
}

/// A way to go on without somebody to which not everybody has agreed yet who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Claim {
    /// The seat that was left, by index.
    pub(crate) seat: usize,
    /// How to go on.
    pub(crate) how: GoesOn,
    /// The seats that have agreed, by index, whoever wanted it first.
    pub(crate) seats: Vec<usize>,
}

/// The data of a game shared by several devices; empty for any other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Sharing {
    /// The owner of each seat.
    pub(crate) owners: Vec<SeatOwner>,
    /// The pending offers.
    pub(crate) offers: Vec<Offer>,
    /// How some would go on without somebody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) claims: Vec<Claim>,
    /// The seats whose players left the game, by index.
    pub(crate) left: Vec<usize>,
    /// How each of them left, as in a record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_by: Vec<(usize, String)>,
    /// The next game of the same players.
    pub(crate) next: Option<String>,
    /// Messages from bots to their authors, by seat index.
    pub(crate) errors: Vec<(usize, String)>,
}

impl Sharing {
    /// Whether it is empty.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Sharing::default()
    }

    /// The owner of a seat.
    pub(crate) fn owner(&self, seat: usize) -> &SeatOwner {
        self.owners.get(seat).unwrap_or(&SeatOwner::Local)
    }

    /// Changes the owner of a seat.
    pub(crate) fn give(&mut self, seat: usize, players: usize, owner: SeatOwner) {
        self.owners.resize(players, SeatOwner::Local);
        if let Some(place) = self.owners.get_mut(seat) {
            *place = owner;
        }
    }

    /// Forgets what was offered, and how some would go on without somebody.
    pub(crate) fn drop_offers(&mut self) {
        self.offers.clear();
        self.claims.clear();
    }

    /// Whether a remote player takes part, or is expected.
    pub(crate) fn is_shared(&self) -> bool {
        self.owners.iter().any(|owner| *owner != SeatOwner::Local)
    }

    /// Whether a seat is open.
    pub(crate) fn is_waiting(&self) -> bool {
        self.owners.contains(&SeatOwner::Open)
    }

    /// Whether this caller plays this seat.
    pub(crate) fn is_seat_of(&self, seat: usize, caller: &Caller) -> bool {
        match self.owner(seat) {
            SeatOwner::Local => caller.is_host,
            SeatOwner::Open => false,
            taken => taken.participant() == caller.id(),
        }
    }

    /// The error message of a seat's bot, if this caller may see it.
    fn error_for(&self, seat: usize, caller: &Caller) -> Option<String> {
        let may_know = caller.is_host || self.is_seat_of(seat, caller);
        let error = self.errors.iter().find(|(of, _)| *of == seat);
        error.filter(|_| may_know).map(|(_, text)| text.clone())
    }

    /// The seat of a participant.
    pub(crate) fn seat_of(&self, participant: &str) -> Option<usize> {
        self.owners.iter().position(|owner| owner.participant() == Some(participant))
    }
}

/// The listeners of a game, and since when others have been absent.
pub(crate) struct Presence {
    /// When the game was loaded: participants who have not come since count as absent since then.
    begun: i64,
    stays: Mutex<HashMap<Option<String>, Stay>>,
}

impl Default for Presence {
    fn default() -> Presence {
        Presence { begun: clock_now(), stays: Mutex::default() }
    }
}

#[derive(Clone, Copy)]
struct Stay {
    /// The number of listening pages.
    pages: usize,
    /// Since when there is none, by the game clock.
    away: i64,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, HashMap<Option<String>, Stay>> {
        self.stays.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// A participant's page starts to listen; `None` means the host's. True if the participant was
    /// absent.
    pub(crate) fn enter(&self, who: Option<String>) -> bool {
        let mut stays = self.lock();
        let stay = stays.entry(who).or_insert(Stay { pages: 0, away: 0 });
        stay.pages += 1;
        stay.pages == 1
    }

    /// A participant's page stops listening. True if it was the last.
    pub(crate) fn leave(&self, who: &Option<String>) -> bool {
        let mut stays = self.lock();
        let Some(stay) = stays.get_mut(who) else { return false };
        stay.pages = stay.pages.saturating_sub(1);
        stay.away = clock_now();
        stay.pages == 0
    }

    /// Whether a participant is listening.
    pub(crate) fn is_here(&self, who: &Option<String>) -> bool {
        self.lock().get(who).is_some_and(|stay| stay.pages > 0)
    }

    /// Expects a participant, who may take a moment to connect.
    pub(crate) fn expect(&self, who: &str) {
        let away = clock_now();
        self.lock().entry(Some(who.to_owned())).or_insert(Stay { pages: 0, away }).away = away;
    }

    /// Since when a participant has been absent.
    fn away_since(&self, who: &Option<String>) -> Option<i64> {
        match self.lock().get(who) {
            Some(stay) => (stay.pages == 0).then_some(stay.away),
            None => Some(self.begun),
        }
    }

    /// Whether a seat's owner (the host for a local seat) has been absent for this long. An open
    /// seat has no absent owner.
    pub(crate) fn is_away(&self, owner: &SeatOwner, patience: Duration) -> bool {
        let since = self.away_since(&owner.participant().map(str::to_owned));
        let gone_by = since.and_then(|since| u64::try_from(clock_now() - since).ok());
        *owner != SeatOwner::Open
            && gone_by.is_some_and(|gone_by| Duration::from_millis(gone_by) >= patience)
    }
}

/// The sharing data of a seat, as shown on the page.
#[derive(Serialize)]
struct SharedSeat {
    /// `local`, `open`, `guest`, `bot`, or `computer`.
    owner: &'static str,
    /// Whether its player is listening now.
    here: bool,
    /// Since when its player has been absent, by the server's clock.
    away: Option<i64>,
    /// Whether its player has left the game and a computer plays on.
    left: bool,
    /// A bot's error message, for the host and its author.
    error: Option<String>,
}

/// An offer, as shown on the page.
#[derive(Serialize)]
struct ShownOffer {
    kind: OfferKind,
    /// The number of the seat that made it.
    by: usize,
    /// Whether the caller must answer it.
    asks_you: bool,
}

/// A way to go on without somebody, as the page shows it.
#[derive(Serialize)]
struct ShownClaim {
    /// The number of the seat that was left.
    seat: usize,
    how: GoesOn,
    /// The number of the seat that wanted it first.
    by: usize,
    /// Whether it is the reader who must agree.
    asks_you: bool,
}

/// The sharing data of a game as seen by a caller.
#[derive(Serialize)]
pub(crate) struct SharingView {
    /// The number of the caller's own seat; `None` for a spectator or the host.
    you: Option<usize>,
    /// The numbers of all seats that the caller plays as a person: the own one, and for the host
    /// the local ones.
    yours: Vec<usize>,
    /// Whether the caller is the host.
    host: bool,
    seats: Vec<SharedSeat>,
    /// The number of spectators.
    watching: usize,
    offers: Vec<ShownOffer>,
    /// Ways to go on without somebody who is still away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<ShownClaim>,
    next: Option<String>,
    /// When the player to move could start to think, by the server's clock,
    since: i64,
    /// and the current time on that clock.
    now: i64,
}

impl SharingView {
    /// The sharing data as seen by this caller; `None` in a game without remote participants.
    pub(crate) fn of(game: &LiveGame, presence: &Presence, caller: &Caller) -> Option<SharingView> {
        let sharing = &game.extra.sharing;
        if !sharing.is_shared() && sharing.left.is_empty() && caller.is_host {
            return None;
        }
        let players = game.seats.len();
        let seats = (0..players).map(|seat| {
            let owner = sharing.owner(seat);
            let who = owner.participant().map(str::to_owned);
            let is_computer = !game.seats[seat].is_human();
            SharedSeat {
                owner: if is_computer { "computer" } else { owner.kind() },
                here: is_computer || *owner != SeatOwner::Open && presence.is_here(&who),
                away: presence
                    .away_since(&who)
                    .filter(|_| !is_computer && *owner != SeatOwner::Open),
                left: sharing.left.contains(&seat),
                error: sharing.error_for(seat, caller),
            }
        });
        let you = caller.id().and_then(|id| sharing.seat_of(id));
        let mine = |seat: &usize| game.seats[*seat].is_human() && sharing.is_seat_of(*seat, caller);
        let offers = sharing.offers.iter().map(|offer| ShownOffer {
            kind: offer.kind,
            by: offer.seats.first().map_or(0, |seat| seat + 1),
            asks_you: (0..players).any(|seat| mine(&seat) && !offer.seats.contains(&seat)),
        });
        let is_away = |seat: usize| {
            presence.away_since(&sharing.owner(seat).participant().map(str::to_owned)).is_some()
        };
        let claims = sharing.claims.iter().filter(|claim| is_away(claim.seat));
        let claims = claims.map(|claim| ShownClaim {
            seat: claim.seat + 1,
            how: claim.how,
            by: claim.seats.first().map_or(0, |seat| seat + 1),
            asks_you: (0..players).any(|seat| mine(&seat) && !claim.seats.contains(&seat)),
        });
        let claims = claims.collect();
        let seated: Vec<_> = sharing.owners.iter().filter_map(SeatOwner::participant).collect();
        let listening = presence.lock();
        let watching = listening.iter().filter(|(who, stay)| {
            stay.pages > 0 && who.as_deref().is_some_and(|who| !seated.contains(&who))
        });
        let watching = watching.count();
        drop(listening);
        Some(SharingView {
            you: you.map(|seat| seat + 1),
            yours: (0..players).filter(mine).map(|seat| seat + 1).collect(),
            host: caller.is_host,
            seats: seats.collect(),
            watching,
            offers: offers.collect(),
            claims,
            next: sharing.next.clone(),
            since: game.turned,
            now: clock_now(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(id: &str) -> Caller {
        let participant = Participant {
            id: id.to_owned(),
            kind: ParticipantKind::Guest,
            name: String::new(),
            created: 0,
            owner: None,
        };
        Caller { is_host: false, participant: Some(participant.into()) }
    }

    #[test]
    fn a_seat_is_played_by_whoever_has_it() {
        let mut sharing = Sharing::default();
        let host = Caller { is_host: true, participant: None };
        assert!(sharing.is_seat_of(0, &host) && !sharing.is_seat_of(0, &guest("ada")));
        sharing.give(1, 2, SeatOwner::Open);
        assert!(sharing.is_waiting());
        assert!(!sharing.is_seat_of(1, &host) && !sharing.is_seat_of(1, &guest("ada")));
        sharing.give(1, 2, SeatOwner::Guest("ada".to_owned()));
        assert!(!sharing.is_seat_of(1, &host), "the host does not move for a guest");
        assert!(sharing.is_seat_of(1, &guest("ada")) && !sharing.is_seat_of(1, &guest("bob")));
        assert_eq!(sharing.seat_of("ada"), Some(1));
    }

    #[test]
    fn somebody_is_away_once_the_last_page_is_closed() {
        let presence = Presence::default();
        let ada = Some("ada".to_owned());
        assert!(presence.enter(ada.clone()) && !presence.enter(ada.clone()));
        assert!(!presence.leave(&ada) && presence.is_here(&ada));
        let seat = |who: &str| SeatOwner::Guest(who.to_owned());
        let is_away = |owner: SeatOwner| presence.is_away(&owner, Duration::ZERO);
        assert!(!is_away(seat("ada")));
        assert!(presence.leave(&ada) && !presence.is_here(&ada));
        assert!(is_away(seat("ada")));
        assert!(!presence.is_away(&seat("ada"), Duration::from_secs(60)), "not for so long");
    }

    #[test]
    fn whoever_has_not_come_is_away_since_the_game_is_in_memory() {
        let long = Duration::from_secs(60);
        let presence = Presence { begun: clock_now() - 61_000, ..Presence::default() };
        let ada = SeatOwner::Guest("ada".to_owned());
        assert!(presence.is_away(&ada, long), "after a restart, say");
        assert!(presence.is_away(&SeatOwner::Local, long), "nor has the host");
        assert!(!presence.is_away(&SeatOwner::Open, long), "nobody is waited for for ever");
        presence.expect("ada");
        assert!(!presence.is_away(&ada, long), "she has only just taken the seat");
        presence.enter(None);
        assert!(!presence.is_away(&SeatOwner::Local, long));
    }
}
