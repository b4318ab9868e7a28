//! Decides which of several servers on a folder leads the leagues. The others read what it writes.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ninefold_core::Phrase;
use ninefold_store::StoreError;

use super::direct::{self, REST, rate};
use super::{LeagueHandle, PlayingGame};
use crate::app::App;
use crate::log::{LogLevel, log};
use crate::problem::Problem;
use crate::refusals::LEAGUES_ELSEWHERE;

/// The interval of checks for other processes' changes, and for the leader.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

impl App {
    /// Whether this server pairs, and runs games of leagues.
    pub(crate) fn leads_leagues(&self) -> bool {
        self.leagues.leader().is_some()
    }

    /// Rejects what only the leading server can do, and names that server.
    pub(crate) fn expect_leader(&self) -> Result<(), Problem> {
        if self.leads_leagues() {
            return Ok(());
        }
        let leader = self.store.leader_of_leagues().unwrap_or_else(|| "localhost".to_owned());
        let told = Phrase::of(LEAGUES_ELSEWHERE).with(leader);
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, told))
    }

    /// Takes the lead of all leagues, unless another server has it.
    pub(crate) fn try_to_lead(self: &Arc<App>) {
        if self.leads_leagues() {
            return;
        }
        let Some(leader) = self.store.lead_leagues(&self.address) else { return };
        *self.leagues.leader() = Some(leader);
        let read: Vec<Arc<LeagueHandle>> = self.leagues.lock().values().cloned().collect();
        for league in read {
            self.read_league_again(&league);
            direct::lead(self, &league);
        }
        if let Err(problem) = direct::take_up(self) {
            log(LogLevel::Error, "leagues", &[("problem", &problem.sentence())]);
        }
    }

    /// Checks for others' changes to a league that this server only reads; true if there is more to
    /// read.
    pub(super) fn follow(&self, league: &LeagueHandle) -> bool {
        let pulse = match self.store.pulse_of_league(&league.id) {
            Ok(pulse) => pulse,
            Err(StoreError::Unknown { .. }) => {
                self.leagues.lock().remove(&league.id);
                league.lock().is_gone = true;
                league.changes.send_replace(());
                return false;
            }
            Err(_) => return true,
        };
        let (is_other, is_time) = {
            let inner = league.lock();
            let is_time = inner.next_reading.is_none_or(|next| Instant::now() >= next);
            (inner.pulse != pulse, is_time)
        };
        let is_new = is_other && is_time;
        if is_new {
            let begun = Instant::now();
            self.read_league_again(league);
            let mut inner = league.lock();
            inner.pulse = pulse;
            // Reading a large league leaves time for everything else.
            inner.next_reading = Some(Instant::now() + begun.elapsed() * REST);
        }
        let is_rated = rate(&mut league.lock());
        if is_new || is_rated {
            league.changes.send_replace(());
        }
        is_other && !is_time || league.lock().is_behind
    }

    /// Loads the stored state of a league, including its games.
    fn read_league_again(&self, league: &LeagueHandle) {
        let fresh = self.store.league(&league.id).map_err(Problem::from);
        let fresh = fresh.and_then(|kept| self.read_league(kept));
        let Ok(mut fresh) = fresh else { return };
        let going = self.going_games(&league.id);
        fresh.playing = going.map(|(live, meta)| PlayingGame { live, meta }).collect();
        let mut inner = league.lock();
        if inner.is_led {
            return;
        }
        fresh.standing = std::mem::take(&mut inner.standing);
        fresh.next_rating = inner.next_rating;
        *inner = fresh;
    }

    /// Ends the streams of bots that were deleted or have a new token, whichever process did that.
    fn hang_up_on_strangers(&self) {
        for (bot, secret) in self.bots.connected() {
            if self.store.secret_of(&bot).is_ok_and(|known| known != secret) {
                self.bots.hang_up(&bot);
            }
        }
    }
}

impl super::Leagues {
    /// The proof that this server leads, if it does.
    pub(super) fn leader(&self) -> std::sync::MutexGuard<'_, Option<ninefold_store::Leader>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives up the lead.
    pub(crate) fn resign(&self) {
        self.leader().take();
    }
}

/// Follows other processes' changes until the server stops.
pub(crate) async fn keep_up(app: Arc<App>) {
    let mut stopping = app.stopping.subscribe();
    let mut heard = None;
    loop {
        let (looking, before) = (Arc::clone(&app), heard);
        let looked = tokio::task::spawn_blocking(move || look(&looking, before)).await;
        heard = looked.ok().flatten().or(heard);
        tokio::select! {
            () = tokio::time::sleep(BETWEEN_LOOKS) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

fn look(app: &Arc<App>, heard: Option<i64>) -> Option<i64> {
    app.try_to_lead();
    let wrote = app.store.others_wrote().ok()?;
    if heard != Some(wrote) {
        app.hang_up_on_strangers();
    }
    if app.leads_leagues() || heard == Some(wrote) {
        return Some(wrote);
    }
    let read: Vec<Arc<LeagueHandle>> = app.leagues.lock().values().cloned().collect();
    let is_more = read.iter().filter(|league| app.follow(league)).count() > 0;
    // If there is more to read, it checks again.
    (!is_more).then_some(wrote)
}
