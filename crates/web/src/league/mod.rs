//! Leagues: long-running competitions.
//!
//! Remote bots and people join by a code and play each other and computers of the server for as
//! long as the league lasts. A league game is an ordinary game, with seats for other participants,
//! and is the only place where a result is stored: everything else follows from the games. So a
//! kill at any moment loses nothing, and unfinished games continue.
//!
//! Lock order: a thread that holds a league's lock may take a game's, never the other way round.

mod all;
mod begin;
pub(crate) mod cup;
mod direct;
pub(crate) mod game;
mod leader;
mod listed;
mod open;
mod pairing;
pub(crate) mod plan;
pub(crate) mod sheet;
pub(crate) mod standing;
#[cfg(test)]
mod tests;
pub(crate) mod views;
mod watch;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use ninefold_core::Phrase;
use ninefold_store::{KeptEntrant, League, Participant, ParticipantKind, Store};
use tokio::sync::{Notify, watch as channel};

use self::cup::CupPlan;
use self::game::{FinishedGame, LeagueMeta};
use self::plan::LeaguePlan;
use self::standing::Standing;
use crate::live::GameHandle;
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::Presence;

pub(crate) use self::all::Leagues;
pub(crate) use self::leader::keep_up;
pub(crate) use self::listed::ListedLeague;

/// The maximum number of leagues, and of entrants in one.
pub(crate) const MOST_LEAGUES: usize = 100;
pub(crate) const MOST_ENTRANTS: usize = 200;
/// The maximum number of entrants ever, including removed ones.
const MOST_NUMBERS: usize = 2_000;

/// Enums stored as words.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name {
            $($(#[$of])* $variant),*
        }

        impl $name {
            /// The word.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text),*
                }
            }

            /// The value of a word.
            pub(crate) fn named(word: &str) -> Option<$name> {
                match word {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// The state of a league.
    LeagueState {
        /// Free entrants are paired.
        Running = "running",
        /// Games finish, and none start.
        Paused = "paused",
        /// The same, and nobody can join.
        Frozen = "frozen",
        /// It is closed.
        Over = "over",
    }
}

words! {
    /// The state of an entrant.
    EntrantState {
        /// It is paired when available.
        Playing = "playing",
        /// It pauses.
        Resting = "resting",
        /// It is suspended until it reconnects, having failed in several games in a row.
        Failing = "failing",
        /// It has left, and its games do not count.
        Removed = "removed",
        /// The same, and it may not return.
        Banned = "banned",
    }
}

/// The kind of entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntrantKind {
    /// An external program.
    Bot,
    /// A person using a browser.
    Person,
    /// A computer of the server, always available as a reference.
    Baseline,
}

impl EntrantKind {
    /// Its name in answers.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EntrantKind::Bot => "bot",
            EntrantKind::Person => "person",
            EntrantKind::Baseline => "baseline",
        }
    }
}

/// An entrant.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    pub(crate) kept: KeptEntrant,
    pub(crate) kind: EntrantKind,
    /// The guest who owns a bot.
    pub(crate) owner: Option<String>,
}

impl Entrant {
    /// Its state.
    pub(crate) fn state(&self) -> EntrantState {
        EntrantState::named(&self.kept.state).unwrap_or(EntrantState::Removed)
    }

    /// Whether it is a current entrant, so that its games count.
    pub(crate) fn is_in(&self) -> bool {
        !matches!(self.state(), EntrantState::Removed | EntrantState::Banned)
    }

    /// Whether a participant may act for it.
    pub(crate) fn is_of(&self, participant: &str) -> bool {
        self.kept.participant.as_deref() == Some(participant)
            || self.owner.as_deref() == Some(participant)
    }
}

/// A cup.
#[derive(Clone, Debug)]
pub(crate) struct Cup {
    pub(crate) number: usize,
    pub(crate) plan: CupPlan,
    pub(crate) ended: Option<i64>,
}

/// An unfinished game.
pub(crate) struct PlayingGame {
    pub(crate) live: Arc<GameHandle>,
    pub(crate) meta: LeagueMeta,
}

/// Requested games against a computer of the server, which do not count.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) entrant: usize,
    pub(crate) baseline: usize,
    /// The number of games still to start.
    pub(crate) left: u32,
    /// The moves to begin with and the seat to play, for trying one position again.
    pub(crate) from: Option<(u64, Vec<String>, usize)>,
}

/// A league in memory.
pub(crate) struct LiveLeague {
    pub(crate) kept: League,
    pub(crate) plan: LeaguePlan,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) cups: Vec<Cup>,
    pub(crate) finished: Vec<FinishedGame>,
    pub(crate) playing: Vec<PlayingGame>,
    pub(crate) challenges: Vec<Challenge>,
    /// People available for a game.
    pub(crate) ready: HashSet<usize>,
    pub(crate) standing: Standing,
    /// Whether the standings are outdated, and when they may be recomputed.
    is_behind: bool,
    next_rating: Option<Instant>,
    /// The number of pairings since the server started.
    pairings: u64,
    pub(crate) is_gone: bool,
    /// Whether this server pairs here, rather than only reading another's changes.
    is_led: bool,
    /// The last pulse read, and when it may be read again.
    pulse: String,
    next_reading: Option<Instant>,
}

impl LiveLeague {
    /// Its state.
    pub(crate) fn state(&self) -> LeagueState {
        LeagueState::named(&self.kept.state).unwrap_or(LeagueState::Over)
    }

    /// The current cup.
    pub(crate) fn cup(&self) -> Option<&Cup> {
        self.cups.iter().find(|cup| cup.ended.is_none())
    }

    /// The finished games of a cup.
    pub(crate) fn games_of_cup(&self, number: usize) -> Vec<&FinishedGame> {
        let is_of = |game: &&FinishedGame| game.meta.cup.is_some_and(|(of, _)| of == number);
        self.finished.iter().filter(is_of).collect()
    }

    /// The numbers of those who take part, the best first and then whoever came later.
    pub(crate) fn taking_part(&self) -> Vec<usize> {
        let later = self.standing.ratings.len()..self.entrants.len();
        let order = self.standing.order().into_iter().chain(later);
        let is_in = |&number: &usize| self.entrants.get(number).is_some_and(Entrant::is_in);
        order.filter(is_in).collect()
    }

    /// The entrant with a number.
    pub(crate) fn entrant(&self, number: usize) -> Result<&Entrant, Problem> {
        let missing = || Problem::missing(Phrase::of(refusals::NO_ENTRANT).with(number));
        self.entrants.get(number).filter(|entrant| entrant.is_in()).ok_or_else(missing)
    }

    /// Whether there is an entrant of this name.
    fn has_name(&self, name: &str) -> bool {
        let same = |entrant: &Entrant| {
            entrant.is_in() && entrant.kept.name.to_lowercase() == name.to_lowercase()
        };
        self.entrants.iter().any(same)
    }

    /// The number of an entrant's unfinished games.
    pub(crate) fn games_now(&self, number: usize) -> usize {
        self.playing.iter().filter(|game| game.meta.entrants.contains(&number)).count()
    }

    /// The number of games, finished and unfinished.
    pub(crate) fn games(&self) -> usize {
        self.finished.len() + self.playing.len()
    }

    /// Why no more games start automatically, as a word: the planned number is reached, or the
    /// remaining room is reserved for cups and challenges.
    pub(crate) fn halt(&self) -> Option<&'static str> {
        let is_through =
            || self.plan.games.is_some_and(|games| self.rated_games() >= games as usize);
        match self.state() {
            LeagueState::Over => None,
            _ if self.games() >= plan::MOST_BY_THEMSELVES => Some("full"),
            _ => is_through().then_some("games"),
        }
    }

    /// Rejects another game beyond this number.
    pub(crate) fn expect_room(&self, most: usize) -> Result<(), Problem> {
        match self.games() >= most {
            true => Err(Problem::conflict(Phrase::of(refusals::LEAGUE_FULL).with(most))),
            false => Ok(()),
        }
    }

    /// The number of rated games, without cups, finished and unfinished.
    pub(crate) fn rated_games(&self) -> usize {
        let counts = |meta: &LeagueMeta| !meta.challenge && meta.cup.is_none();
        self.finished.iter().filter(|game| counts(&game.meta)).count()
            + self.playing.iter().filter(|game| counts(&game.meta)).count()
    }

    /// Marks the standings as outdated.
    pub(crate) fn is_out_of_date(&mut self) {
        self.is_behind = true;
        self.next_rating = None;
    }
}

/// A league and its listeners.
pub(crate) struct LeagueHandle {
    pub(crate) id: String,
    inner: Mutex<LiveLeague>,
    changes: channel::Sender<()>,
    /// Notifies the pairing task.
    called: Notify,
    /// Its viewers.
    pub(crate) presence: Presence,
}

impl LeagueHandle {
    /// The league, for one caller at a time.
    pub(crate) fn lock(&self) -> MutexGuard<'_, LiveLeague> {
        self.inner.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Subscribes to changes.
    pub(crate) fn listen(&self) -> channel::Receiver<()> {
        self.changes.subscribe()
    }

    /// Notifies all listeners of a change, and lets free entrants be paired.
    pub(crate) fn tell(&self) {
        self.changes.send_replace(());
        self.called.notify_one();
    }

    /// Changes the stored data of the league itself.
    pub(crate) fn change(
        &self,
        store: &Store,
        action: impl FnOnce(&mut League) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut league = self.lock();
        let mut kept = league.kept.clone();
        action(&mut kept)?;
        store.keep_league(&mut kept)?;
        league.kept = kept;
        drop(league);
        self.tell();
        Ok(())
    }

    /// Changes the stored data of an entrant.
    pub(crate) fn change_entrant(
        &self,
        store: &Store,
        number: usize,
        action: impl FnOnce(&LiveLeague, &mut KeptEntrant) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut league = self.lock();
        let mut kept = league.entrant(number)?.kept.clone();
        action(&league, &mut kept)?;
        store.keep_entrant(&self.id, &kept)?;
        league.entrants[number].kept = kept;
        league.is_out_of_date();
        drop(league);
        self.tell();
        Ok(())
    }

    /// Adds an entrant.
    pub(crate) fn join(
        &self,
        store: &Store,
        participant: &Participant,
        name: &str,
    ) -> Result<usize, Problem> {
        let mut league = self.lock();
        if matches!(league.state(), LeagueState::Frozen | LeagueState::Over) {
            return Err(Problem::conflict(refusals::LEAGUE_CLOSED));
        }
        if league.entrants.iter().filter(|one| one.is_in()).count() >= MOST_ENTRANTS
            || league.entrants.len() >= MOST_NUMBERS
        {
            return Err(Problem::busy(Phrase::of(refusals::MANY_ENTRANTS).with(MOST_ENTRANTS)));
        }
        if league.has_name(name) {
            return Err(Problem::conflict(Phrase::of(refusals::NAME_TAKEN).with(name)));
        }
        store.keep_member(&self.id, &participant.id, false)?;
        let kind = match participant.kind {
            ParticipantKind::Bot => EntrantKind::Bot,
            ParticipantKind::Guest => EntrantKind::Person,
        };
        let entrant =
            KeptEntrant { participant: Some(participant.id.clone()), ..new_entrant(name) };
        let number = add(store, &mut league, &self.id, entrant, kind, participant.owner.clone())?;
        drop(league);
        self.tell();
        Ok(number)
    }

    /// Adds a computer of the server.
    pub(crate) fn add_baseline(
        &self,
        store: &Store,
        player: &str,
        name: &str,
    ) -> Result<usize, Problem> {
        let mut league = self.lock();
        if league.has_name(name) {
            return Err(Problem::conflict(Phrase::of(refusals::NAME_TAKEN).with(name)));
        }
        let entrant = KeptEntrant { player: Some(player.to_owned()), ..new_entrant(name) };
        let number = add(store, &mut league, &self.id, entrant, EntrantKind::Baseline, None)?;
        drop(league);
        self.tell();
        Ok(number)
    }
}

/// Puts an entrant at the index of its number.
fn place(entrants: &mut Vec<Entrant>, entrant: Entrant) {
    let number = entrant.kept.number;
    fill(entrants, number + 1);
    entrants[number] = entrant;
}

/// Ensures at least this many entries: unreadable ones become placeholders.
fn fill(entrants: &mut Vec<Entrant>, count: usize) {
    while entrants.len() < count.min(MOST_NUMBERS) {
        let kept = KeptEntrant {
            number: entrants.len(),
            state: EntrantState::Removed.name().to_owned(),
            ..new_entrant(&format!("#{}", entrants.len()))
        };
        entrants.push(Entrant { kept, kind: EntrantKind::Bot, owner: None });
    }
}

/// A new, active entrant.
fn new_entrant(name: &str) -> KeptEntrant {
    KeptEntrant {
        number: 0,
        participant: None,
        player: None,
        name: name.to_owned(),
        state: EntrantState::Playing.name().to_owned(),
        joined: 0,
        versions: Vec::new(),
    }
}

fn add(
    store: &Store,
    league: &mut LiveLeague,
    id: &str,
    mut kept: KeptEntrant,
    kind: EntrantKind,
    owner: Option<String>,
) -> Result<usize, Problem> {
    store.add_entrant(id, &mut kept)?;
    let number = kept.number;
    place(&mut league.entrants, Entrant { kept, kind, owner });
    league.is_out_of_date();
    Ok(number)
}
