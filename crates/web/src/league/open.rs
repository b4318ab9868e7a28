//! Loading and deleting leagues, and anonymising deleted entrants.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use ninefold_store::{KeptCup, League, ParticipantKind, Store};
use tokio::sync::{Notify, watch as channel};

use super::game::FinishedGame;
use super::plan::LeaguePlan;
use super::standing::Standing;
use super::{
    Cup, Entrant, EntrantKind, EntrantState, LeagueHandle, LiveLeague, MOST_NUMBERS, direct, fill,
    place,
};
use crate::app::{App, now};
use crate::problem::Problem;
use crate::sharing::Presence;

impl App {
    /// The league of this name, from memory or from the store.
    pub(crate) fn league(self: &Arc<App>, id: &str) -> Result<Arc<LeagueHandle>, Problem> {
        if let Some(league) = self.leagues.lock().get(id) {
            return Ok(Arc::clone(league));
        }
        let kept = self.store.league(id)?;
        let opened = Arc::new(LeagueHandle {
            id: kept.id.clone(),
            inner: Mutex::new(self.read_league(kept)?),
            changes: channel::Sender::new(()),
            called: Notify::new(),
            presence: Presence::default(),
        });
        let mut leagues = self.leagues.lock();
        // Another request may have been faster.
        if let Some(league) = leagues.get(id) {
            return Ok(Arc::clone(league));
        }
        leagues.insert(id.to_owned(), Arc::clone(&opened));
        drop(leagues);
        self.leagues.closed().remove(id);
        match self.leads_leagues() {
            true => direct::lead(self, &opened),
            false => _ = self.follow(&opened),
        }
        Ok(opened)
    }

    /// A league as stored, without its unfinished games.
    pub(super) fn read_league(&self, kept: League) -> Result<LiveLeague, Problem> {
        let plan: LeaguePlan = serde_json::from_value(kept.plan.clone())
            .map_err(|problem| Problem::in_words(StatusCode::SERVICE_UNAVAILABLE, problem))?;
        let mut entrants = Vec::new();
        for kept in self.store.entrants(&kept.id)? {
            let participant =
                kept.participant.as_ref().and_then(|id| self.store.participant(id).ok());
            let kind = match (&kept.player, participant.as_ref().map(|known| known.kind)) {
                (Some(_), _) => EntrantKind::Baseline,
                (None, Some(ParticipantKind::Guest)) => EntrantKind::Person,
                (None, _) => EntrantKind::Bot,
            };
            let owner = participant.and_then(|known| known.owner);
            if kept.number < MOST_NUMBERS {
                place(&mut entrants, Entrant { kept, kind, owner });
            }
        }
        let read = |cup: KeptCup| {
            let plan = serde_json::from_value(cup.plan).ok()?;
            Some(Cup { number: cup.number, plan, ended: cup.ended })
        };
        let cups = self.store.cups(&kept.id)?.into_iter().filter_map(read).collect();
        let mut finished: Vec<FinishedGame> = Vec::new();
        self.store.each_game_of_league(&kept.id, true, |game| {
            let of_known = |game: &FinishedGame| game.meta.is_within(MOST_NUMBERS);
            finished.extend(FinishedGame::of(&game).filter(of_known));
        })?;
        // Games may refer to entrants that can no longer be read.
        let last = finished.iter().flat_map(|game| &game.meta.entrants).max();
        fill(&mut entrants, last.map_or(0, |last| last + 1));
        finished.sort_by(|one, other| (one.ended, &one.id).cmp(&(other.ended, &other.id)));
        Ok(LiveLeague {
            kept,
            plan,
            entrants,
            cups,
            finished,
            playing: Vec::new(),
            challenges: Vec::new(),
            ready: HashSet::new(),
            standing: Standing::default(),
            is_behind: true,
            next_rating: None,
            pairings: 0,
            is_gone: false,
            is_led: false,
            pulse: String::new(),
            next_reading: None,
        })
    }

    /// Deletes a league with all of its games.
    pub(crate) fn delete_league(self: &Arc<App>, id: &str) -> Result<(), Problem> {
        let league = self.league(id);
        if let Err(problem) = &league
            && problem.is_missing()
        {
            return league.map(drop);
        }
        // A league that can no longer be read can still be deleted.
        let league = league.ok();
        let playing = league.as_ref().map_or_else(Vec::new, |league| {
            let mut live = league.lock();
            live.is_gone = true;
            live.playing.drain(..).map(|game| game.live.id.clone()).collect()
        });
        self.store.delete_league(id)?;
        self.leagues.lock().remove(id);
        self.leagues.closed().remove(id);
        playing.iter().for_each(|game: &String| self.forget(game));
        league.inspect(|league| league.tell());
        Ok(())
    }

    /// Records the version that a bot reports.
    pub(crate) fn note_version(&self, bot: &str, version: &str) {
        for (league, number) in self.leagues.of_bot(bot) {
            let noted = league.change_entrant(&self.store, number, |_, entrant| {
                if entrant.versions.last().is_none_or(|(_, last)| last != version) {
                    entrant.versions.push((now(), version.to_owned()));
                    let many = entrant.versions.len().saturating_sub(MOST_VERSIONS);
                    entrant.versions.drain(..many);
                }
                Ok(())
            });
            // A league that cannot be written continues without it.
            drop(noted);
        }
    }
}

/// The maximum number of remembered versions of a bot.
const MOST_VERSIONS: usize = 50;

impl LeagueHandle {
    /// Anonymises an entrant whose participant is deleted; its games stay, under a number.
    pub(crate) fn forget(&self, store: &Store, participant: &str) -> Result<(), Problem> {
        let mut inner = self.lock();
        for entrant in &mut inner.entrants {
            if entrant.owner.as_deref() == Some(participant) {
                entrant.owner = None;
            }
            if entrant.kept.participant.as_deref() != Some(participant) {
                continue;
            }
            let mut kept = entrant.kept.clone();
            kept.participant = None;
            kept.name = format!("#{}", kept.number);
            kept.versions.clear();
            if kept.state == EntrantState::Playing.name() {
                EntrantState::Resting.name().clone_into(&mut kept.state);
            }
            store.keep_entrant(&self.id, &kept)?;
            entrant.kept = kept;
        }
        // Its bots' error messages are removed.
        let numbers: Vec<usize> = inner
            .entrants
            .iter()
            .filter(|one| one.kept.participant.is_none() && one.kept.player.is_none())
            .map(|one| one.kept.number)
            .collect();
        for game in &mut inner.finished {
            let at_fault = game.fault.and_then(|(seat, _)| game.meta.entrants.get(seat));
            if at_fault.is_some_and(|number| numbers.contains(number)) {
                game.last_words = None;
            }
        }
        drop(inner);
        self.tell();
        Ok(())
    }
}
