//! One game in memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ninefold_core::{Phrase, Record};
use ninefold_session::{PlayerSpec, Session, SessionView, StopFlag};
use ninefold_store::KeptGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::aids::AidsUsed;
use crate::app::App;
use crate::clock::{Clock, clock_now};
use crate::identity::Caller;
use crate::league::game::LeagueMeta;
use crate::listed::Listed;
use crate::problem::{Problem, Refusal};
use crate::refusals::{MOVED_ON, NOT_YOUR_SEAT, OTHERS_MUST_AGREE, SEAT_WAITS};
use crate::sharing::{Presence, SeatOwner, Sharing, SharingView};

/// A game in memory and its listeners.
pub(crate) struct GameHandle {
    pub(crate) id: String,
    game: Mutex<LiveGame>,
    changes: watch::Sender<()>,
    /// The listeners.
    pub(crate) presence: Presence,
}

/// The page's data about a game besides its record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GameMeta {
    /// The players' names.
    pub(crate) names: Vec<Option<String>>,
    /// Whether computers pause.
    pub(crate) paused: bool,
    /// The minimum time between two moves of computers, in milliseconds.
    pub(crate) pace: u32,
    /// The clocks, if any.
    pub(crate) clock: Option<Clock>,
    /// The owners of the seats and the offers, if several devices take part.
    #[serde(skip_serializing_if = "Sharing::is_nothing")]
    pub(crate) sharing: Sharing,
    /// The player of each move and the time it took, in milliseconds, in a game that counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<(u8, u32)>,
    /// Whether help is allowed in a game that counts,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) aids_allowed: bool,
    /// and how often it was used.
    #[serde(skip_serializing_if = "AidsUsed::is_none")]
    pub(crate) aids: AidsUsed,
    /// Its players in a league, and its purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) league: Option<LeagueMeta>,
    /// Whether it was imported as a record.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) imported: bool,
    /// List data of the position, so that lists need not replay the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) listed: Option<Listed>,
}

/// The longest time between two moves of computers.
pub(crate) const SLOWEST_PACE: u32 = 10_000;

/// A game and its state.
pub(crate) struct LiveGame {
    pub(crate) kept: KeptGame,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seats: Vec<SeatedPlayer>,
    pub(crate) extra: GameMeta,
    /// Stops the search of the computer to move.
    pub(crate) thinking: Option<StopFlag>,
    /// Whether the search was asked for what it has found so far.
    pub(crate) hurried: Arc<AtomicBool>,
    /// Why a computer does not move.
    pub(crate) problem: Option<Problem>,
    /// Whether it was deleted.
    pub(crate) is_gone: bool,
    /// The version whose clock is already being watched.
    pub(crate) timed: Option<u64>,
    /// Whether clocks are stopped after a restart: until a player is back, in a league until the
    /// player to move is.
    pub(crate) is_held: bool,
    /// When the player to move could start to think, by the game clock.
    pub(crate) turned: i64,
    changed: Instant,
}

/// The player on a seat.
#[derive(Clone, Debug)]
pub(crate) struct SeatedPlayer {
    /// The player's specification.
    pub(crate) player: String,
    is_human: bool,
}

impl SeatedPlayer {
    /// The player of this specification, which may be available in a terminal only, or in another
    /// version.
    pub(crate) fn new(player: &str) -> SeatedPlayer {
        match PlayerSpec::parse(player) {
            Ok(known) => SeatedPlayer { player: known.to_string(), is_human: known.is_human() },
            Err(_) => SeatedPlayer { player: player.to_owned(), is_human: false },
        }
    }

    /// Whether it is a person.
    pub(crate) fn is_human(&self) -> bool {
        self.is_human
    }
}

/// The players of a record.
fn seats(record: &Record) -> Vec<SeatedPlayer> {
    record.seats.iter().map(|player| SeatedPlayer::new(player)).collect()
}

/// A seat, as shown on the page.
#[derive(Serialize)]
struct SeatView {
    player: String,
    name: Option<String>,
    human: bool,
}

/// The data common to a list and a game.
#[derive(Serialize)]
struct Summary {
    id: String,
    version: u64,
    created: i64,
    updated: i64,
    family: String,
    title: &'static str,
    game: String,
    seed: u64,
    position: Option<String>,
    seats: Vec<SeatView>,
    plies: usize,
    over: bool,
    result: Option<Vec<i16>>,
    reason: Option<String>,
    given_up: Option<GivenUp>,
    origin: Option<OriginView>,
    study: Option<String>,
    /// The league it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    league: Option<String>,
}

/// The player who lost a game otherwise than by its moves, and how.
#[derive(Serialize)]
struct GivenUp {
    seat: usize,
    by: String,
}

/// Where a game branched off another.
#[derive(Serialize)]
struct OriginView {
    game: String,
    ply: u32,
}

/// The clocks, as shown on the page.
#[derive(Serialize)]
struct ClockView {
    minutes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    increment: u32,
    left: Vec<i64>,
    /// The number of the player whose clock runs.
    running: Option<usize>,
    at: i64,
    now: i64,
}

/// A game, as shown on the page.
#[derive(Serialize)]
pub(crate) struct GameView {
    #[serde(flatten)]
    summary: Summary,
    moves: Vec<String>,
    undone: Vec<String>,
    view: SessionView,
    thinking: bool,
    paused: bool,
    pace: u32,
    /// Why a computer does not move, as a sentence,
    problem: Option<String>,
    /// and in parts, for translation.
    refusal: Option<Refusal>,
    clock: Option<ClockView>,
    /// The sharing data, if several devices take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    sharing: Option<SharingView>,
    /// Whether the game counts, so that help and taking back are not allowed.
    counted: bool,
}

/// A stored game in a list.
#[derive(Serialize)]
pub(crate) struct ListedGame {
    #[serde(flatten)]
    summary: Summary,
    /// A game of an older version that cannot be opened is listed all the same.
    #[serde(flatten)]
    position: Option<Value>,
}

impl GameHandle {
    pub(crate) fn new(game: LiveGame) -> GameHandle {
        GameHandle {
            id: game.kept.id.clone(),
            game: Mutex::new(game),
            changes: watch::Sender::new(()),
            presence: Presence::default(),
        }
    }

    /// The game, for one caller at a time.
    pub(crate) fn lock(&self) -> MutexGuard<'_, LiveGame> {
        self.game.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The game, if it is not locked.
    pub(crate) fn glance(&self) -> Option<MutexGuard<'_, LiveGame>> {
        self.game.try_lock().ok()
    }

    /// Whether anybody listens or a computer thinks.
    pub(crate) fn is_in_use(&self) -> bool {
        // A locked game is in use; the map of all games is locked meanwhile.
        self.has_listeners() || self.game.try_lock().map_or(true, |game| game.thinking.is_some())
    }

    /// Whether anybody listens.
    pub(crate) fn has_listeners(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    /// Subscribes to changes.
    pub(crate) fn listen(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Notifies all listeners of a change.
    pub(crate) fn tell(&self) {
        self.changes.send_replace(());
    }
}

impl LiveGame {
    /// A stored game with the session at its end.
    pub(crate) fn new(kept: KeptGame, session: Box<dyn Session>) -> LiveGame {
        let mut extra: GameMeta = serde_json::from_value(kept.extra.clone()).unwrap_or_default();
        if let Some(clock) = &mut extra.clock {
            clock.resume();
        }
        LiveGame {
            seats: seats(&kept.record),
            kept,
            session,
            extra,
            thinking: None,
            hurried: Arc::default(),
            problem: None,
            is_gone: false,
            timed: None,
            is_held: false,
            turned: clock_now(),
            changed: Instant::now(),
        }
    }

    /// Rejects callers who refer to another version.
    pub(crate) fn expect(&self, version: Option<u64>) -> Result<(), Problem> {
        match version {
            Some(version) if version != self.kept.version => Err(Problem::conflict(MOVED_ON)),
            _ => Ok(()),
        }
    }

    /// Rejects callers who do not own the seat.
    pub(crate) fn expect_seat(&self, seat: usize, caller: &Caller) -> Result<(), Problem> {
        let sharing = &self.extra.sharing;
        if sharing.is_seat_of(seat, caller) {
            return Ok(());
        }
        let phrase = match sharing.owner(seat) {
            SeatOwner::Open => SEAT_WAITS,
            _ => NOT_YOUR_SEAT,
        };
        Err(Problem::new(StatusCode::FORBIDDEN, Phrase::of(phrase).with(seat + 1)))
    }

    /// Rejects what players on several devices must agree on. The player of a study meets only
    /// computers.
    pub(crate) fn expect_alone(&self, caller: &Caller) -> Result<(), Problem> {
        let sharing = &self.extra.sharing;
        let is_own = || caller.id().is_some_and(|id| sharing.seat_of(id).is_some());
        match !sharing.is_shared() || self.kept.study.is_some() && is_own() {
            true => Ok(()),
            false => Err(Problem::conflict(OTHERS_MUST_AGREE)),
        }
    }

    /// The index of the player to move; `None` once the game is over.
    pub(crate) fn on_turn(&self) -> Option<usize> {
        if self.is_over() { None } else { self.session.status().to_move.checked_sub(1) }
    }

    /// Whether the game is over, by the rules or by resignation.
    pub(crate) fn is_over(&self) -> bool {
        self.kept.record.result.is_some()
    }

    /// The computer to move.
    pub(crate) fn computer_on_turn(&self) -> Option<&SeatedPlayer> {
        self.seats.get(self.on_turn()?).filter(|seat| !seat.is_human())
    }

    /// Whether all players are computers.
    pub(crate) fn is_without_people(&self) -> bool {
        !self.seats.iter().any(SeatedPlayer::is_human)
    }

    /// Makes the computer to move play what it has found so far.
    pub(crate) fn hurry(&self) -> bool {
        self.hurried.store(true, Ordering::Relaxed);
        self.thinking.as_ref().map(StopFlag::raise).is_some()
    }

    /// Stops the search of the computer to move.
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.raise();
        }
    }

    /// How long a computer still has to wait because of the game's pace.
    pub(crate) fn wait_for_pace(&self) -> Duration {
        Duration::from_millis(self.extra.pace.into()).saturating_sub(self.changed.elapsed())
    }

    /// Milliseconds since the last change.
    pub(crate) fn since_change(&self) -> u32 {
        u32::try_from(self.changed.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    /// Takes the stored state; the session is up to date already.
    pub(crate) fn replace(&mut self, kept: KeptGame, extra: GameMeta) {
        self.seats = seats(&kept.record);
        // Offers and names are not moves; a new player can only think from then on.
        if kept.record.moves != self.kept.record.moves
            || extra.sharing.owners != self.extra.sharing.owners
        {
            self.turned = clock_now();
        }
        self.kept = kept;
        self.extra = extra;
        self.problem = None;
        self.changed = Instant::now();
    }

    /// The index of the player whose clock runs: the player to move after the first move, which is
    /// free outside leagues, once all players have come.
    pub(crate) fn timed_seat(&self) -> Option<usize> {
        let sharing = &self.extra.sharing;
        let is_begun = !self.kept.record.moves.is_empty() || self.kept.league.is_some();
        let runs = is_begun && !sharing.is_waiting() && !self.is_held;
        self.on_turn().filter(|seat| runs && !sharing.left.contains(seat))
    }

    /// Restarts stopped clocks.
    pub(crate) fn release(&mut self) {
        self.is_held = false;
        self.turned = clock_now();
        if let Some(clock) = &mut self.extra.clock {
            clock.at = clock_now();
        }
    }

    /// The remaining time of the player whose clock runs.
    pub(crate) fn time_left(&self) -> Option<i64> {
        Some(self.extra.clock.as_ref()?.left_of(self.timed_seat()?, clock_now()))
    }

    /// The game as shown on the page.
    pub(crate) fn view(&self, title: &'static str, sharing: Option<SharingView>) -> GameView {
        let running = self.timed_seat().map(|seat| seat + 1);
        let clock = self.extra.clock.as_ref().map(|clock| ClockView {
            minutes: clock.control.minutes,
            seconds: Some(clock.control.seconds).filter(|seconds| *seconds > 0),
            increment: clock.control.increment,
            left: clock.left.clone(),
            running,
            at: clock.at,
            now: clock_now(),
        });
        GameView {
            summary: Summary::new(&self.kept, &self.extra, &self.seats, title),
            moves: self.kept.record.moves.clone(),
            undone: self.kept.undone.clone(),
            view: self.session.view(),
            thinking: self.thinking.is_some(),
            paused: self.extra.paused,
            pace: self.extra.pace,
            problem: self.problem.as_ref().map(Problem::sentence),
            refusal: self.problem.as_ref().map(Problem::refusal),
            clock,
            sharing,
            counted: self.is_strict(),
        }
    }
}

impl GameView {
    /// The game's name in addresses.
    pub(crate) fn id(&self) -> &str {
        &self.summary.id
    }
}

impl ListedGame {
    /// A stored game in a list.
    pub(crate) fn new(app: &App, kept: &KeptGame) -> ListedGame {
        let extra: GameMeta = serde_json::from_value(kept.extra.clone()).unwrap_or_default();
        let seats = seats(&kept.record);
        let current = |listed: &Listed| listed.is_of(kept.version);
        let listed = extra.listed.clone().filter(current).or_else(|| app.listed(kept));
        let position = listed.map(Listed::into_position);
        ListedGame {
            summary: Summary::new(kept, &extra, &seats, app.title(&kept.family)),
            position,
        }
    }
}

impl Summary {
    fn new(
        kept: &KeptGame,
        extra: &GameMeta,
        seats: &[SeatedPlayer],
        title: &'static str,
    ) -> Summary {
        let Record { game, seed, position, moves, result, reason, .. } = kept.record.clone();
        let seats = seats.iter().enumerate().map(|(index, seat)| SeatView {
            player: seat.player.clone(),
            name: extra.names.get(index).cloned().flatten(),
            human: seat.is_human(),
        });
        let origin = kept.origin.clone();
        Summary {
            id: kept.id.clone(),
            version: kept.version,
            created: kept.created,
            updated: kept.updated,
            family: kept.family.clone(),
            title,
            game,
            seed,
            position,
            seats: seats.collect(),
            plies: moves.len(),
            over: result.is_some(),
            given_up: GivenUp::of(&kept.record),
            result,
            reason,
            origin: origin.map(|origin| OriginView { game: origin.game, ply: origin.ply }),
            study: kept.study.clone(),
            league: kept.league.clone(),
        }
    }
}

impl GivenUp {
    fn of(record: &Record) -> Option<GivenUp> {
        let loser = record.result.as_ref()?.iter().position(|&payoff| payoff < 0)?;
        let how = record.reason.clone().filter(|reason| Record::is_given_up(reason))?;
        Some(GivenUp { seat: loser + 1, by: how })
    }
}
