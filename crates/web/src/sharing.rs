//! A game between several devices: whose seat is whose, what is offered, who is there.
//!
//! A seat is local (whoever sits at the host's page plays it, as ever), open (an invitation waits for somebody), or taken
//! by a guest or a bot, who alone plays it from then on.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use ninefold_store::{Participant, ParticipantKind};
use serde::{Deserialize, Serialize};

use crate::clock::clock_now;
use crate::identity::Caller;
use crate::live::LiveGame;

/// Whose a seat is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatOwner {
    /// Whoever sits at the host's page.
    #[default]
    Local,
    /// Whoever comes first.
    Open,
    /// A person at a browser.
    Guest(String),
    /// A program.
    Bot(String),
}

impl SeatOwner {
    /// A seat that a participant takes.
    pub(crate) fn of(participant: &Participant) -> SeatOwner {
        match participant.kind {
            ParticipantKind::Guest => SeatOwner::Guest(participant.id.clone()),
            ParticipantKind::Bot => SeatOwner::Bot(participant.id.clone()),
        }
    }

    /// A seat of somebody who has gone for good, and whom nobody replaces.
    pub(crate) fn nobody() -> SeatOwner {
        SeatOwner::Bot(String::new())
    }

    /// The participant who has it.
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

/// What a player can offer the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OfferKind {
    /// To go back to before the own last move.
    Takeback,
    /// To call it a draw.
    Draw,
    /// Another game, each on the next seat.
    Rematch,
}

/// An offer that is not answered by everybody yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// What is offered.
    pub(crate) kind: OfferKind,
    /// The seats that have agreed, by index, whoever offered it first.
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

/// What is kept of a game that several devices share; empty for any other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Sharing {
    /// Whose each seat is.
    pub(crate) owners: Vec<SeatOwner>,
    /// What is offered.
    pub(crate) offers: Vec<Offer>,
    /// How some would go on without somebody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) claims: Vec<Claim>,
    /// The seats that were left in a game that goes on, by index.
    pub(crate) left: Vec<usize>,
    /// How each of them left, as a record tells it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_by: Vec<(usize, String)>,
    /// The game that they play next.
    pub(crate) next: Option<String>,
    /// What bots want their authors to see, by the index of their seats.
    pub(crate) errors: Vec<(usize, String)>,
}

impl Sharing {
    /// Whether there is nothing to keep.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Sharing::default()
    }

    /// Whose a seat is.
    pub(crate) fn owner(&self, seat: usize) -> &SeatOwner {
        self.owners.get(seat).unwrap_or(&SeatOwner::Local)
    }

    /// Gives a seat to somebody.
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

    /// Whether anybody from elsewhere plays, or is waited for.
    pub(crate) fn is_shared(&self) -> bool {
        self.owners.iter().any(|owner| *owner != SeatOwner::Local)
    }

    /// Whether somebody is waited for.
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

    /// What went wrong with the bot of a seat, if this caller may know.
    fn error_for(&self, seat: usize, caller: &Caller) -> Option<String> {
        let may_know = caller.is_host || self.is_seat_of(seat, caller);
        let error = self.errors.iter().find(|(of, _)| *of == seat);
        error.filter(|_| may_know).map(|(_, text)| text.clone())
    }

    /// The seat that a participant has taken.
    pub(crate) fn seat_of(&self, participant: &str) -> Option<usize> {
        self.owners.iter().position(|owner| owner.participant() == Some(participant))
    }
}

/// Who listens to a game, and since when somebody does not.
pub(crate) struct Presence {
    /// Since when the game is in memory: whoever has not come since then is away since then.
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
    /// How many pages listen.
    pages: usize,
    /// Since when none does, by the clock of games.
    away: i64,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, HashMap<Option<String>, Stay>> {
        self.stays.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// A page of somebody listens; without a name it is the host's. True if that is news.
    pub(crate) fn enter(&self, who: Option<String>) -> bool {
        let mut stays = self.lock();
        let stay = stays.entry(who).or_insert(Stay { pages: 0, away: 0 });
        stay.pages += 1;
        stay.pages == 1
    }

    /// A page of somebody listens no more. True if that is news.
    pub(crate) fn leave(&self, who: &Option<String>) -> bool {
        let mut stays = self.lock();
        let Some(stay) = stays.get_mut(who) else { return false };
        stay.pages = stay.pages.saturating_sub(1);
        stay.away = clock_now();
        stay.pages == 0
    }

    /// Whether somebody listens.
    pub(crate) fn is_here(&self, who: &Option<String>) -> bool {
        self.lock().get(who).is_some_and(|stay| stay.pages > 0)
    }

    /// Somebody takes part from now on, and may take a moment to come.
    pub(crate) fn expect(&self, who: &str) {
        let away = clock_now();
        self.lock().entry(Some(who.to_owned())).or_insert(Stay { pages: 0, away }).away = away;
    }

    /// Since when somebody is away.
    fn away_since(&self, who: &Option<String>) -> Option<i64> {
        match self.lock().get(who) {
            Some(stay) => (stay.pages == 0).then_some(stay.away),
            None => Some(self.begun),
        }
    }

    /// Whether whoever has a seat, the host for a local one, has been away for so long. Nobody is away from a seat that is open.
    pub(crate) fn is_away(&self, owner: &SeatOwner, patience: Duration) -> bool {
        let since = self.away_since(&owner.participant().map(str::to_owned));
        let gone_by = since.and_then(|since| u64::try_from(clock_now() - since).ok());
        *owner != SeatOwner::Open
            && gone_by.is_some_and(|gone_by| Duration::from_millis(gone_by) >= patience)
    }
}

/// A seat between devices, as the page shows it.
#[derive(Serialize)]
struct SharedSeat {
    /// `local`, `open`, `guest`, `bot`, or `computer`.
    owner: &'static str,
    /// Whether whoever plays it listens now.
    here: bool,
    /// Since when whoever plays it is away, by the server's clock.
    away: Option<i64>,
    /// Whether its player has left the game, which a computer plays on.
    left: bool,
    /// What went wrong with a bot, for the host and its author.
    error: Option<String>,
}

/// An offer, as the page shows it.
#[derive(Serialize)]
struct ShownOffer {
    kind: OfferKind,
    /// The number of the seat that made it.
    by: usize,
    /// Whether it is the reader who must answer.
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

/// What a reader sees of a game between devices.
#[derive(Serialize)]
pub(crate) struct SharingView {
    /// The number of the reader's own seat; nobody's for whoever watches or hosts.
    you: Option<usize>,
    /// The numbers of all seats of people that the reader plays: the own one, and whoever hosts the local ones.
    yours: Vec<usize>,
    /// Whether the reader runs the server.
    host: bool,
    seats: Vec<SharedSeat>,
    /// How many watch.
    watching: usize,
    offers: Vec<ShownOffer>,
    /// Ways to go on without somebody who is still away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<ShownClaim>,
    next: Option<String>,
    /// Since when whoever is on turn can think, by the server's clock,
    since: i64,
    /// which stands there now.
    now: i64,
}

impl SharingView {
    /// What this caller sees of a game; nothing where nobody from elsewhere takes part.
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
