//! One game in memory.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ninefold_core::Record;
use ninefold_session::{PlayerSpec, Session, SessionView, StopFlag};
use ninefold_store::KeptGame;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;

use crate::app::{App, now};
use crate::clock::Clock;
use crate::problem::Problem;

/// A game in memory with those who listen to it.
pub(crate) struct GameHandle {
    pub(crate) id: String,
    game: Mutex<LiveGame>,
    changes: watch::Sender<()>,
}

/// What the page keeps with a game besides its record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GameMeta {
    /// What the players are called.
    pub(crate) names: Vec<Option<String>>,
    /// Whether computers wait.
    pub(crate) paused: bool,
    /// The least time between two moves of computers, in milliseconds.
    pub(crate) pace: u32,
    /// The clocks, if there are any.
    pub(crate) clock: Option<Clock>,
}

/// The longest time between two moves of computers.
pub(crate) const SLOWEST_PACE: u32 = 10_000;

/// A game and where it stands.
pub(crate) struct LiveGame {
    pub(crate) kept: KeptGame,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seats: Vec<PlayerSpec>,
    pub(crate) extra: GameMeta,
    /// Ends the search of the computer on turn.
    pub(crate) thinking: Option<StopFlag>,
    /// Why a computer does not move.
    pub(crate) problem: Option<String>,
    /// Whether it was deleted.
    pub(crate) is_gone: bool,
    /// The version whose clock somebody watches already.
    pub(crate) timed: Option<u64>,
    changed: Instant,
}

/// A seat, as the page shows it.
#[derive(Serialize)]
struct SeatView {
    player: String,
    name: Option<String>,
    human: bool,
}

/// A game, as the page shows it.
#[derive(Serialize)]
pub(crate) struct GameView {
    #[serde(flatten)]
    summary: serde_json::Value,
    moves: Vec<String>,
    undone: Vec<String>,
    view: SessionView,
    thinking: bool,
    paused: bool,
    pace: u32,
    problem: Option<String>,
    clock: Option<serde_json::Value>,
}

impl GameHandle {
    pub(crate) fn new(game: LiveGame) -> GameHandle {
        GameHandle {
            id: game.kept.id.clone(),
            game: Mutex::new(game),
            changes: watch::Sender::new(()),
        }
    }

    /// The game, for one caller at a time.
    pub(crate) fn lock(&self) -> MutexGuard<'_, LiveGame> {
        self.game.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Whether somebody listens or a computer thinks.
    pub(crate) fn is_in_use(&self) -> bool {
        self.has_listeners() || self.lock().thinking.is_some()
    }

    /// Whether somebody listens.
    pub(crate) fn has_listeners(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    /// Hears of every change.
    pub(crate) fn listen(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Tells all listeners that something has changed.
    pub(crate) fn tell(&self) {
        self.changes.send_replace(());
    }
}

impl LiveGame {
    /// A kept game with the session at its end.
    pub(crate) fn new(kept: KeptGame, session: Box<dyn Session>) -> Result<LiveGame, Problem> {
        let seats = kept.record.seats.iter().map(|seat| PlayerSpec::parse(seat));
        let extra = serde_json::from_value(kept.extra.clone()).unwrap_or_default();
        Ok(LiveGame {
            seats: seats.collect::<Result<_, _>>()?,
            kept,
            session,
            extra,
            thinking: None,
            problem: None,
            is_gone: false,
            timed: None,
            changed: Instant::now(),
        })
    }

    /// Refuses whoever speaks of another version than this one.
    pub(crate) fn expect(&self, version: Option<u64>) -> Result<(), Problem> {
        match version {
            Some(version) if version != self.kept.version => {
                Err(Problem::conflict("the game has moved on: look at it again"))
            }
            _ => Ok(()),
        }
    }

    /// The index of the player on turn; nobody once the game is over.
    pub(crate) fn on_turn(&self) -> Option<usize> {
        if self.is_over() { None } else { self.session.status().to_move.checked_sub(1) }
    }

    /// Whether the game is over, by the rules or because somebody resigned.
    pub(crate) fn is_over(&self) -> bool {
        self.kept.record.result.is_some()
    }

    /// The computer on turn.
    pub(crate) fn computer_on_turn(&self) -> Option<&PlayerSpec> {
        self.seats.get(self.on_turn()?).filter(|player| !player.is_human())
    }

    /// Whether no person plays.
    pub(crate) fn is_without_people(&self) -> bool {
        !self.seats.iter().any(PlayerSpec::is_human)
    }

    /// Ends the search of the computer on turn.
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.raise();
        }
    }

    /// How long a computer still has to wait for the game's pace.
    pub(crate) fn wait_for_pace(&self) -> Duration {
        Duration::from_millis(self.extra.pace.into()).saturating_sub(self.changed.elapsed())
    }

    /// Takes over what was kept.
    pub(crate) fn replace(&mut self, kept: KeptGame, session: Box<dyn Session>, extra: GameMeta) {
        self.kept = kept;
        self.session = session;
        self.extra = extra;
        self.problem = None;
        self.changed = Instant::now();
    }

    /// The index of the player whose clock runs: whoever is on turn after the first move, which is free.
    pub(crate) fn timed_seat(&self) -> Option<usize> {
        self.on_turn().filter(|_| !self.kept.record.moves.is_empty())
    }

    /// How long the player whose clock runs has left.
    pub(crate) fn time_left(&self) -> Option<i64> {
        Some(self.extra.clock.as_ref()?.left_of(self.timed_seat()?, now()))
    }

    /// The game as the page shows it.
    pub(crate) fn view(&self, title: &str) -> GameView {
        let running = self.timed_seat().map(|seat| seat + 1);
        let clock = self.extra.clock.as_ref().map(|clock| {
            json!({
                "minutes": clock.control.minutes, "increment": clock.control.increment,
                "left": clock.left, "running": running, "at": clock.at, "now": now(),
            })
        });
        GameView {
            summary: summary(&self.kept, &self.extra, &self.seats, title),
            moves: self.kept.record.moves.clone(),
            undone: self.kept.undone.clone(),
            view: self.session.view(),
            thinking: self.thinking.is_some(),
            paused: self.extra.paused,
            pace: self.extra.pace,
            problem: self.problem.clone(),
            clock,
        }
    }
}

/// A kept game as a list shows it.
pub(crate) fn listed(app: &App, kept: &KeptGame) -> serde_json::Value {
    let extra: GameMeta = serde_json::from_value(kept.extra.clone()).unwrap_or_default();
    let seats: Vec<PlayerSpec> =
        kept.record.seats.iter().flat_map(|seat| PlayerSpec::parse(seat)).collect();
    let mut listed = summary(kept, &extra, &seats, app.title(&kept.family));
    // A game of an older program may not open any more; it is listed all the same.
    if let Ok(session) = app.open(&kept.record) {
        let view = session.view();
        listed["to_move"] = json!(view.to_move);
        listed["sides"] = json!(view.seats);
        listed["board"] = json!([view.layout.columns.len(), view.layout.rows.len()]);
        listed["outcome"] = json!(view.outcome);
    }
    listed
}

fn summary(
    kept: &KeptGame,
    extra: &GameMeta,
    seats: &[PlayerSpec],
    title: &str,
) -> serde_json::Value {
    let Record { game, seed, position, moves, result, reason, .. } = &kept.record;
    let seats: Vec<SeatView> = seats
        .iter()
        .enumerate()
        .map(|(seat, player)| SeatView {
            player: player.to_string(),
            name: extra.names.get(seat).cloned().flatten(),
            human: player.is_human(),
        })
        .collect();
    json!({
        "id": kept.id, "version": kept.version, "created": kept.created, "updated": kept.updated,
        "family": kept.family, "title": title, "game": game, "seed": seed, "position": position,
        "seats": seats, "plies": moves.len(), "over": result.is_some(), "result": result,
        "reason": reason, "given_up": given_up(&kept.record),
        "origin": kept.origin.as_ref().map(|origin| json!({ "game": origin.game, "ply": origin.ply })),
        "study": kept.study,
    })
}

/// Who lost a game that its moves did not end, and how.
fn given_up(record: &Record) -> Option<serde_json::Value> {
    let loser = record.result.as_ref()?.iter().position(|&payoff| payoff < 0)?;
    let how = record.reason.as_deref().filter(|reason| Record::is_given_up(reason))?;
    Some(json!({ "seat": loser + 1, "by": how }))
}
