//! Starts the next game of a league: of its cup, a challenge, or between free entrants.

use std::sync::Arc;
use std::time::Duration;

use ninefold_core::{Random, Record, mix};

use super::game::LeagueMeta;
use super::pairing::{Candidate, next_table, opening_seed, rest, seating};
use super::plan::{MOST_BY_THEMSELVES, MOST_CHALLENGES, MOST_LEAGUE_GAMES};
use super::{
    Entrant, EntrantKind, EntrantState, LeagueHandle, LeagueState, LiveLeague, PlayingGame,
};
use crate::api::{NewGame, begin, call_bots};
use crate::app::{App, now};
use crate::live::GameHandle;
use crate::problem::Problem;
use crate::sharing::{SeatOwner, Sharing};

/// The maximum number of simultaneous games of a server's computer in a league.
const MOST_OF_BASELINE: usize = 2;
/// How many of the latest games count as recent meetings.
const LATELY: usize = 12;

/// A game to start.
struct Wanted {
    meta: LeagueMeta,
    /// Its first moves, if they differ from its opening's.
    moves: Option<Vec<String>>,
}

impl App {
    /// Starts the next game of a league, if any.
    pub(super) fn begin_next(
        self: &Arc<App>,
        league: &Arc<LeagueHandle>,
    ) -> Result<Option<Arc<GameHandle>>, Problem> {
        let mut inner = league.lock();
        let is_full = inner.games() >= MOST_LEAGUE_GAMES;
        if inner.is_gone || is_full || inner.playing.len() >= inner.plan.at_once {
            return Ok(None);
        }
        let state = inner.state();
        let wanted = match (state, inner.cup().is_some()) {
            (LeagueState::Over, _) => None,
            (_, true) => next_of_cup(&inner),
            (state, false) => self.next_challenge(league, &mut inner).or_else(|| {
                (state == LeagueState::Running).then(|| self.next_rated(league, &mut inner))?
            }),
        };
        let Some(Wanted { mut meta, moves }) = wanted else { return Ok(None) };
        meta.move_time = inner.plan.move_time();
        if meta.challenge {
            self.forget_old_challenge(&mut inner)?;
        }
        let live = self.begin_game(league, &inner, &meta, moves)?;
        inner.playing.push(PlayingGame { live: Arc::clone(&live), meta });
        Ok(Some(live))
    }

    /// Stores a game and notifies its players.
    fn begin_game(
        self: &Arc<App>,
        league: &LeagueHandle,
        inner: &LiveLeague,
        meta: &LeagueMeta,
        moves: Option<Vec<String>>,
    ) -> Result<Arc<GameHandle>, Problem> {
        let entrants: Vec<_> =
            meta.entrants.iter().map(|&number| &inner.entrants[number]).collect();
        let owners = entrants.iter().map(|entrant| match &entrant.kept.participant {
            _ if entrant.kind == EntrantKind::Baseline => SeatOwner::Local,
            // An entrant who has left is still scheduled in a cup, and loses.
            None => SeatOwner::nobody(),
            Some(_) if !entrant.is_in() => SeatOwner::nobody(),
            Some(id) if entrant.kind == EntrantKind::Person => SeatOwner::Guest(id.clone()),
            Some(id) => SeatOwner::Bot(id.clone()),
        });
        let owners: Vec<SeatOwner> = owners.collect();
        let seat = |player: &Option<String>| player.clone().unwrap_or_else(|| "human".to_owned());
        let moves = match moves {
            Some(moves) => moves,
            None => inner.plan.opening_moves(self, meta.opening)?,
        };
        let record = Record {
            game: inner.plan.game.clone(),
            seed: meta.opening,
            seats: entrants.iter().map(|entrant| seat(&entrant.kept.player)).collect(),
            moves,
            ..Record::default()
        };
        let with_people = entrants.iter().any(|entrant| entrant.kind == EntrantKind::Person);
        let names = entrants.iter().map(|entrant| Some(entrant.kept.name.clone())).collect();
        let sharing = Sharing { owners: owners.clone(), ..Sharing::default() };
        let clock = inner.plan.clock(with_people);
        let new = NewGame::of_league(league.id.clone(), meta.clone(), sharing, names, clock);
        let made = begin(self, record, &new, None)?;
        let there = owners.iter().filter(|owner| **owner != SeatOwner::nobody());
        for owner in there.filter_map(SeatOwner::participant) {
            self.store.show_to(made.id(), owner)?;
        }
        let live = self.live(made.id())?;
        call_bots(self, &live);
        Ok(live)
    }

    /// Whether an entrant can get a game now.
    fn is_free(&self, league: &LeagueHandle, inner: &LiveLeague, number: usize) -> bool {
        let entrant = &inner.entrants[number];
        let playing = inner.games_now(number);
        entrant.state() == EntrantState::Playing
            && self.is_there(league, entrant)
            && match entrant.kind {
                EntrantKind::Baseline => playing < MOST_OF_BASELINE,
                EntrantKind::Bot => playing == 0,
                EntrantKind::Person => playing == 0 && inner.ready.contains(&number),
            }
    }

    /// A game between free entrants, paired by rating.
    fn next_rated(&self, league: &LeagueHandle, inner: &mut LiveLeague) -> Option<Wanted> {
        if inner.halt().is_some() {
            return None;
        }
        let rested = inner.rested(now());
        let games = |number: usize| {
            let finished = inner.standing.tallies.get(number).map_or(0, |tally| tally.games);
            finished + inner.games_now(number) as u32
        };
        let rating = |number: usize| inner.standing.ratings.get(number).copied().flatten();
        let free: Vec<Candidate> = (0..inner.entrants.len())
            .filter(|&number| rested[number] && self.is_free(league, inner, number))
            .map(|number| Candidate {
                number,
                is_baseline: inner.entrants[number].kind == EntrantKind::Baseline,
                rating: rating(number).map(|rated| rated.rating),
                games: games(number),
            })
            .collect();
        let met = |one: usize, other: usize| {
            let own = inner.finished.iter().rev().filter(|game| game.seat_of(one).is_some());
            let lately = own.take(LATELY).filter(|game| game.seat_of(other).is_some());
            lately.count() as u32
        };
        let seed = mix(inner.plan.seed ^ mix(inner.finished.len() as u64)) ^ inner.pairings;
        let table = next_table(&free, inner.plan.seats, met, &mut Random::new(seed))?;
        let earlier = inner.finished.iter().map(|game| &game.meta);
        let earlier = earlier.chain(inner.playing.iter().map(|game| &game.meta));
        let of_first = earlier.filter(|meta| meta.entrants.contains(&table[0]));
        let of_first: Vec<&LeagueMeta> = of_first.collect();
        let firsts = |number: usize| {
            let sat = inner.finished.iter().map(|game| &game.meta);
            let sat = sat.chain(inner.playing.iter().map(|game| &game.meta));
            sat.filter(|meta| !meta.challenge).fold(0_i64, |sum, meta| {
                let place = meta.entrants.iter().position(|&other| other == number);
                sum + match place {
                    Some(0) => inner.plan.seats as i64 - 1,
                    Some(_) => -1,
                    None => 0,
                }
            })
        };
        let meta = seating(&table, &of_first, firsts, mix(seed));
        inner.pairings += 1;
        Some(Wanted { meta, moves: None })
    }

    /// Deletes the oldest challenge if the maximum number is stored.
    fn forget_old_challenge(&self, inner: &mut LiveLeague) -> Result<(), Problem> {
        let count = inner.finished.iter().filter(|game| game.meta.challenge).count();
        let oldest = inner.finished.iter().position(|game| game.meta.challenge);
        if let Some(oldest) = oldest.filter(|_| count >= MOST_CHALLENGES) {
            self.delete(&inner.finished[oldest].id)?;
            inner.finished.remove(oldest);
            inner.is_behind = true;
        }
        Ok(())
    }

    /// A requested game against a computer of the server.
    fn next_challenge(&self, league: &LeagueHandle, inner: &mut LiveLeague) -> Option<Wanted> {
        let place = inner.challenges.iter().position(|challenge| {
            challenge.left > 0
                && self.is_free(league, inner, challenge.entrant)
                && inner.games_now(challenge.baseline) < MOST_OF_BASELINE
        })?;
        let seats = inner.plan.seats;
        let (seed, pairings) = (inner.plan.seed, inner.pairings);
        inner.pairings += 1;
        let challenge = &mut inner.challenges[place];
        challenge.left -= 1;
        let (entrant, baseline) = (challenge.entrant, challenge.baseline);
        let (opening, moves, seat) = match challenge.from.clone() {
            Some((opening, moves, seat)) => (opening, Some(moves), seat),
            None => {
                let number = u64::from(challenge.left);
                (opening_seed(seed ^ mix(pairings ^ number)), None, number as usize % seats)
            }
        };
        inner.challenges.retain(|challenge| challenge.left > 0);
        let mut entrants = vec![baseline; seats];
        entrants[seat % seats] = entrant;
        let meta = LeagueMeta { entrants, opening, challenge: true, ..LeagueMeta::default() };
        Some(Wanted { meta, moves })
    }
}

impl LiveLeague {
    /// Whether each entrant has rested long enough since its last rated game; computers of the
    /// server need no rest.
    fn rested(&self, now: i64) -> Vec<bool> {
        let mut played = vec![(0, 0); self.entrants.len()];
        for game in self.finished.iter().filter(|game| game.is_rated()) {
            for &number in &game.meta.entrants {
                let (games, last) = &mut played[number];
                *games += 1;
                *last = game.ended;
            }
        }
        let comes = |entrant: &&Entrant| entrant.kind != EntrantKind::Baseline && entrant.is_in();
        let players = self.entrants.iter().filter(comes).count();
        let is_rested = |(entrant, &(games, last)): (&Entrant, &(usize, i64))| {
            let wanted = rest(games, MOST_BY_THEMSELVES, players);
            // If the clock was set back, the time is unknown.
            let since = u64::try_from(now - last).map_or(Duration::MAX, Duration::from_millis);
            entrant.kind == EntrantKind::Baseline || since >= wanted
        };
        self.entrants.iter().zip(&played).map(is_rested).collect()
    }
}

/// A game of the cup whose players are free. An absent one eventually loses it.
fn next_of_cup(inner: &LiveLeague) -> Option<Wanted> {
    let cup = inner.cup()?;
    let games = inner.games_of_cup(cup.number);
    let progress = cup.plan.progress(inner.plan.seats, &games);
    for meeting in progress.meetings {
        let place = Some((cup.number, meeting.set));
        let is_begun = |rotation: usize| {
            let same = |meta: &LeagueMeta| meta.cup == place && meta.rotation == rotation;
            games.iter().any(|game| same(&game.meta))
                || inner.playing.iter().any(|game| same(&game.meta))
        };
        let Some(rotation) = (0..inner.plan.seats).find(|&rotation| !is_begun(rotation)) else {
            continue;
        };
        let entrants = meeting.seats(rotation);
        let is_busy = |&number: &usize| {
            let is_baseline = inner.entrants[number].kind == EntrantKind::Baseline;
            inner.games_now(number) >= if is_baseline { MOST_OF_BASELINE } else { 1 }
        };
        if entrants.iter().any(is_busy) {
            continue;
        }
        let (opening, cup) = (meeting.opening, place);
        let meta = LeagueMeta { entrants, opening, rotation, cup, ..LeagueMeta::default() };
        return Some(Wanted { meta, moves: None });
    }
    None
}
