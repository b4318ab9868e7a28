//! Supervises a league game: bots that are too slow or absent lose it, and its result is counted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_core::Record;

use super::LeagueHandle;
use crate::app::App;
use crate::live::GameHandle;
use crate::problem::Problem;
use crate::sharing::SeatOwner;

/// The allowance for the network on top of a bot's move time.
const ON_THE_WAY: Duration = Duration::from_millis(200);
/// How long a bot may be absent when it is to move, also after a restart of the server.
const PATIENCE: Duration = Duration::from_secs(20);
/// The interval of checks whether a bot is connected.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// The next step for a turn.
enum Turn {
    /// The game has ended.
    Over,
    /// The player has until then.
    Until(Option<Instant>),
    /// A seat has lost, for this reason.
    Lost(usize, &'static str),
    /// A computer fails to move.
    Stuck,
}

/// A turn, when its player was asked, and since when it has been absent.
struct Asked {
    version: u64,
    since: Option<Instant>,
    away: Option<Instant>,
}

/// Supervises a game until it is over.
pub(super) async fn watch(app: Arc<App>, league: Arc<LeagueHandle>, live: Arc<GameHandle>) {
    let mut changes = live.listen();
    let mut stopping = app.stopping.subscribe();
    let mut asked = Asked { version: u64::MAX, since: None, away: None };
    let mut is_stuck = false;
    // A computer that was to move when the server stopped continues.
    app.wake(&live);
    loop {
        let turn = look(&app, &league, &live, &mut asked);
        let until = match turn {
            Turn::Over => break,
            Turn::Until(until) => until,
            Turn::Lost(seat, how) => {
                let (app, live, version) = (Arc::clone(&app), Arc::clone(&live), asked.version);
                let lost =
                    tokio::task::spawn_blocking(move || app.lose(&live, seat, how, Some(version)));
                // A move at the last moment was in time.
                drop(lost.await);
                None
            }
            Turn::Stuck if is_stuck => {
                // No player is to blame: the game is deleted.
                let (app, id) = (Arc::clone(&app), live.id.clone());
                drop(tokio::task::spawn_blocking(move || app.delete(&id)).await);
                continue;
            }
            Turn::Stuck => {
                is_stuck = true;
                drop(app.step(&live, None));
                None
            }
        };
        let next = Instant::now() + BETWEEN_LOOKS;
        let next = until.map_or(next, |until| until.min(next));
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { break },
            () = tokio::time::sleep_until(next.into()) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
    drop(tokio::task::spawn_blocking(move || app.ended(&league, &live)).await);
}

/// The next step for the player to move.
fn look(app: &Arc<App>, league: &LeagueHandle, live: &Arc<GameHandle>, asked: &mut Asked) -> Turn {
    let mut game = live.lock();
    if game.is_gone || game.is_over() {
        return Turn::Over;
    }
    let Some(seat) = game.on_turn() else { return Turn::Over };
    if game.problem.is_some() {
        return Turn::Stuck;
    }
    if game.kept.version != asked.version {
        *asked = Asked { version: game.kept.version, since: None, away: None };
    }
    let now = Instant::now();
    let owner = game.extra.sharing.owner(seat);
    if *owner == SeatOwner::nobody() {
        return Turn::Lost(seat, Record::LEFT);
    }
    let (is_here, limit) = match owner {
        SeatOwner::Bot(bot) => {
            (app.bots.is_connected(bot), game.extra.league.as_ref().and_then(|of| of.move_time))
        }
        SeatOwner::Guest(guest) => {
            let who = Some(guest.clone());
            (live.presence.is_here(&who) || league.presence.is_here(&who), None)
        }
        SeatOwner::Local | SeatOwner::Open => (true, None),
    };
    let is_bot = matches!(owner, SeatOwner::Bot(_));
    if is_here {
        asked.away = None;
        asked.since.get_or_insert(now);
        if game.is_held {
            game.release();
            drop(game);
            app.wake(live);
        }
    } else if asked.since.is_none() || limit.is_none() && !(is_bot && game.extra.clock.is_some()) {
        return while_away(app, live, game, seat, is_bot, asked);
    }
    // A bot that was told of its turn has its time, or what its clock has left, also if it hangs up.
    let until = asked
        .since
        .zip(limit)
        .map(|(since, limit)| since + Duration::from_millis(limit.into()) + ON_THE_WAY);
    match until {
        Some(until) if now >= until => Turn::Lost(seat, Record::OUT_OF_TIME),
        until => Turn::Until(until),
    }
}

/// The next step while the player to move is absent.
fn while_away(
    app: &Arc<App>,
    live: &Arc<GameHandle>,
    mut game: std::sync::MutexGuard<'_, crate::live::LiveGame>,
    seat: usize,
    is_bot: bool,
    asked: &mut Asked,
) -> Turn {
    let now = Instant::now();
    let until = *asked.away.get_or_insert(now) + PATIENCE;
    if now < until {
        return Turn::Until(Some(until));
    }
    if game.is_held {
        game.release();
        drop(game);
        app.wake(live);
    }
    // A person's clock runs; an absent bot loses.
    if is_bot { Turn::Lost(seat, Record::LEFT) } else { Turn::Until(None) }
}

impl App {
    /// An entrant loses a game by a fault.
    pub(crate) fn lose(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        seat: usize,
        how: &'static str,
        version: Option<u64>,
    ) -> Result<(), Problem> {
        if live.lock().is_over() {
            return Ok(());
        }
        self.change(live, version, |game, draft| {
            if !game.is_over() {
                draft.charge(game);
                draft.leave(game, seat, how);
            }
            Ok(())
        })?;
        self.go_on(live);
        Ok(())
    }
}
