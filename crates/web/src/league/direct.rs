//! The pairing task: one per league, notified whenever an entrant becomes free.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_store::{GameFilter, OfLeague};

use super::game::{FinishedGame, LeagueMeta};
use super::standing::Standing;
use super::watch::watch;
use super::{EntrantKind, EntrantState, LeagueHandle, LeagueState, LiveLeague, PlayingGame};
use crate::app::{App, now};
use crate::live::{GameHandle, GameMeta};
use crate::log::{LogLevel, log};
use crate::problem::Problem;

/// The interval of checks who has connected or left.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// How long a closed league stays in memory after its last viewer.
const AFTER_THE_LAST: Duration = Duration::from_secs(60);
/// The minimum interval between rating computations, and the fraction of time they may take.
const BETWEEN_RATINGS: Duration = Duration::from_secs(1);
pub(super) const REST: u32 = 10;
/// The number of consecutive faults after which a bot is suspended.
const FAULTS_IN_A_ROW: usize = 5;

/// Leads all active leagues, with the games that were unfinished when the server stopped.
pub(super) fn take_up(app: &Arc<App>) -> Result<(), Problem> {
    for kept in app.store.leagues(None)? {
        if LeagueState::named(&kept.state) == Some(LeagueState::Over) {
            continue;
        }
        if let Err(problem) = app.league(&kept.id) {
            let sentence = problem.sentence();
            log(LogLevel::Error, "league", &[("id", &kept.id), ("problem", &sentence)]);
        }
    }
    Ok(())
}

/// Starts leading a league that was just loaded.
pub(super) fn lead(app: &Arc<App>, league: &Arc<LeagueHandle>) {
    {
        let mut inner = league.lock();
        if std::mem::replace(&mut inner.is_led, true) {
            return;
        }
        inner.playing.clear();
    }
    for (live, meta) in app.going_games(&league.id) {
        let owners: Vec<String> = {
            let mut game = live.lock();
            game.is_held = true;
            let owners = game.extra.sharing.owners.iter();
            owners.filter_map(|owner| owner.participant().map(str::to_owned)).collect()
        };
        // A process killed in between may not have done this.
        for owner in owners {
            drop(app.store.show_to(&live.id, &owner));
        }
        let is_known = meta.is_within(league.lock().entrants.len());
        if !is_known {
            continue;
        }
        league.lock().playing.push(PlayingGame { live: Arc::clone(&live), meta });
        tokio::spawn(watch(Arc::clone(app), Arc::clone(league), live));
    }
    tokio::spawn(keep_leading(Arc::clone(app), Arc::clone(league)));
}

async fn keep_leading(app: Arc<App>, league: Arc<LeagueHandle>) {
    let mut stopping = app.stopping.subscribe();
    let mut connected = 0;
    let mut looked_at = Instant::now();
    loop {
        let (leading, led) = (Arc::clone(&app), Arc::clone(&league));
        let counted = tokio::task::spawn_blocking(move || {
            if let Err(problem) = lead_on(&leading, &led) {
                let sentence = problem.sentence();
                log(LogLevel::Warn, "league", &[("id", &led.id), ("problem", &sentence)]);
            }
            let live = led.lock();
            let here = live.entrants.iter().filter(|one| leading.is_there(&led, one)).count();
            let is_resting = live.state() == LeagueState::Over && live.playing.is_empty();
            (here, live.is_gone, is_resting && led.changes.receiver_count() == 0)
        });
        match counted.await {
            Ok((_, true, _)) => return,
            Ok((_, _, true))
                if looked_at.elapsed() > AFTER_THE_LAST && app.leagues.let_go(&league) =>
            {
                return;
            }
            Ok((here, _, is_resting)) if here != connected => {
                connected = here;
                league.changes.send_replace(());
                if !is_resting {
                    looked_at = Instant::now();
                }
            }
            Ok((_, _, false)) => looked_at = Instant::now(),
            _ => {}
        }
        tokio::select! {
            () = league.called.notified() => {}
            () = tokio::time::sleep(BETWEEN_LOOKS) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

/// Updates what is outdated and starts what can start.
fn lead_on(app: &Arc<App>, league: &Arc<LeagueHandle>) -> Result<(), Problem> {
    {
        let mut inner = league.lock();
        // A process killed between the last game of a cup and its end may not have done this.
        app.settle(league, &mut inner)?;
        if rate(&mut inner) {
            league.changes.send_replace(());
        }
    }
    while let Some(live) = app.begin_next(league)? {
        tokio::spawn(watch(Arc::clone(app), Arc::clone(league), live));
        league.changes.send_replace(());
    }
    Ok(())
}

/// Recomputes outdated standings; true if they changed.
pub(super) fn rate(league: &mut LiveLeague) -> bool {
    let is_behind = league.is_behind || league.standing.counted != league.finished.len();
    if !is_behind || league.next_rating.is_some_and(|next| Instant::now() < next) {
        return false;
    }
    let begun = Instant::now();
    let is_in: Vec<bool> = league.entrants.iter().map(super::Entrant::is_in).collect();
    league.standing =
        Standing::next(&league.standing, &league.finished, &is_in, league.plan.anchor);
    league.is_behind = false;
    let pause = (begun.elapsed() * REST).max(BETWEEN_RATINGS);
    league.next_rating = Some(Instant::now() + pause);
    true
}

impl App {
    /// The current state of a league's unfinished games.
    pub(super) fn going_games(
        &self,
        league: &str,
    ) -> impl Iterator<Item = (Arc<GameHandle>, LeagueMeta)> {
        let filter = GameFilter {
            league: OfLeague::Only(league.to_owned()),
            over: Some(false),
            limit: u32::MAX,
            ..GameFilter::default()
        };
        let going = self.store.games(&filter).unwrap_or_default();
        going.into_iter().filter_map(|kept| {
            let extra: GameMeta = serde_json::from_value(kept.extra.clone()).ok()?;
            Some((self.current(&kept.id).ok()?, extra.league?))
        })
    }

    /// Whether an entrant is available.
    pub(crate) fn is_there(&self, league: &LeagueHandle, entrant: &super::Entrant) -> bool {
        let who = entrant.kept.participant.as_deref();
        match entrant.kind {
            EntrantKind::Baseline => true,
            EntrantKind::Bot => who.is_some_and(|bot| self.bots.is_connected(bot)),
            EntrantKind::Person => {
                who.is_some_and(|guest| league.presence.is_here(&Some(guest.to_owned())))
            }
        }
    }

    /// A game of a league is over or deleted: its result counts from now on.
    pub(super) fn ended(
        self: &Arc<App>,
        league: &Arc<LeagueHandle>,
        live: &Arc<GameHandle>,
    ) -> Result<(), Problem> {
        let finished = {
            let game = live.lock();
            FinishedGame::with(&game.kept, &game.extra).filter(|_| !game.is_gone)
        };
        let mut inner = league.lock();
        inner.playing.retain(|game| game.live.id != live.id);
        let is_known = inner.finished.iter().any(|game| game.id == live.id);
        let faulty = finished.as_ref().and_then(|game| {
            let (seat, _) = game.fault?;
            game.meta.entrants.get(seat).copied()
        });
        inner.finished.extend(finished.filter(|_| !is_known));
        let rested = match faulty {
            Some(number) => self.rest_if_failing(league, &mut inner, number),
            None => Ok(()),
        };
        let settled = self.settle(league, &mut inner);
        drop(inner);
        league.tell();
        rested.and(settled)
    }

    /// Ends a decided cup, and pauses a league that has reached its planned or maximum number of
    /// games.
    fn settle(&self, league: &LeagueHandle, inner: &mut LiveLeague) -> Result<(), Problem> {
        self.end_cup(league, inner)?;
        if inner.state() == LeagueState::Running
            && inner.playing.is_empty()
            && inner.halt().is_some()
        {
            let mut kept = inner.kept.clone();
            LeagueState::Paused.name().clone_into(&mut kept.state);
            self.store.keep_league(&mut kept)?;
            inner.kept = kept;
            league.changes.send_replace(());
        }
        Ok(())
    }

    /// Suspends a bot that has lost several games in a row by faults, until it reconnects or its
    /// author resumes it.
    fn rest_if_failing(
        &self,
        league: &LeagueHandle,
        inner: &mut LiveLeague,
        number: usize,
    ) -> Result<(), Problem> {
        let own = inner.finished.iter().rev().filter(|game| game.seat_of(number).is_some());
        let failed = own.take_while(|game| {
            game.fault.is_some_and(|(seat, _)| game.seat_of(number) == Some(seat))
        });
        let is_failing = failed.take(FAULTS_IN_A_ROW).count() == FAULTS_IN_A_ROW;
        let entrant = &mut inner.entrants[number];
        if is_failing
            && entrant.kind == EntrantKind::Bot
            && entrant.state() == EntrantState::Playing
        {
            EntrantState::Failing.name().clone_into(&mut entrant.kept.state);
            self.store.keep_entrant(&league.id, &entrant.kept)?;
        }
        Ok(())
    }

    /// A bot has connected: if it was suspended for its faults, it plays again.
    pub(crate) fn greet(&self, bot: &str) {
        for (league, number) in self.leagues.of_bot(bot) {
            let is_failing = league.lock().entrants[number].state() == EntrantState::Failing;
            if is_failing {
                // A bot that cannot be updated stays unchanged.
                drop(league.change_entrant(&self.store, number, |_, entrant| {
                    EntrantState::Playing.name().clone_into(&mut entrant.state);
                    Ok(())
                }));
            }
            league.tell();
        }
    }

    /// Ends the current cup once it is decided; after a final the league is over.
    fn end_cup(&self, league: &LeagueHandle, inner: &mut LiveLeague) -> Result<(), Problem> {
        let Some(cup) = inner.cup().cloned() else { return Ok(()) };
        let games = inner.games_of_cup(cup.number);
        if cup.plan.progress(inner.plan.seats, &games).winner.is_none() {
            return Ok(());
        }
        self.close_cup(league, inner, cup.number)?;
        if cup.plan.is_final {
            let mut kept = inner.kept.clone();
            LeagueState::Over.name().clone_into(&mut kept.state);
            self.store.keep_league(&mut kept)?;
            inner.kept = kept;
        }
        Ok(())
    }

    /// Records the end of a cup, decided or not.
    pub(crate) fn close_cup(
        &self,
        league: &LeagueHandle,
        inner: &mut LiveLeague,
        number: usize,
    ) -> Result<(), Problem> {
        let Some(cup) = inner.cups.iter_mut().find(|cup| cup.number == number) else {
            return Ok(());
        };
        cup.ended = Some(now());
        let plan = serde_json::to_value(&cup.plan).unwrap_or_default();
        let kept = ninefold_store::KeptCup { number, plan, ended: cup.ended };
        Ok(self.store.keep_cup(&league.id, &kept)?)
    }
}
