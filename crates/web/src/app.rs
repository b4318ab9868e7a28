//! State shared by all requests.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ninefold_core::{Phrase, Record};
use ninefold_session::{
    Arena, Catalogue, Effort, GameKind, Games, Judgements, Origin, PlayerSpec, Programs, Session,
    Setup, StopFlag,
};
use ninefold_solve::free_memory;
use ninefold_store::{Edition, KeptGame, Store, StoreError};
use tokio::sync::watch;

use crate::arrivals::Arrivals;
use crate::bots::ConnectedBots;
use crate::codes::Guesses;
use crate::connections::Connections;
use crate::fair::FairPlaces;
use crate::identity::Participants;
use crate::league::Leagues;
use crate::listed::Listed;
use crate::live::{GameHandle, LiveGame};
use crate::log::{LogLevel, log};
use crate::metrics::Metrics;
use crate::neighbours::Neighbours;
use crate::open_streams::OpenStreams;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::puzzle_maker::PuzzleMaker;
use crate::refusals::{LARGE_TABLE, MANY_KEPT, MANY_OPEN, MANY_THREADS, NO_RANDOMNESS};
use crate::runs::Runs;
use crate::table_builder::TableBuilder;

/// The maximum number of stored games.
pub(crate) const MOST_GAMES: u64 = 10_000;
/// The maximum number of games in memory.
const MOST_LIVE: usize = 4096;

/// The server's state.
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) catalogue: Catalogue,
    pub(crate) store: Arc<Store>,
    pub(crate) data: PathBuf,
    pub(crate) pool: Pool,
    /// Cached judgements of positions.
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) tables: Arc<TableBuilder>,
    pub(crate) puzzles: Arc<PuzzleMaker>,
    pub(crate) runs: Runs,
    pub(crate) streams: FairPlaces,
    /// The streams of each guest and bot.
    pub(crate) streams_of: OpenStreams,
    pub(crate) connections: Arc<Connections>,
    pub(crate) metrics: Arc<Metrics>,
    /// Turns true when the server stops, so that streams end.
    pub(crate) stopping: watch::Sender<bool>,
    /// Guests and bots.
    pub(crate) participants: Participants,
    /// Connected bots.
    pub(crate) bots: Arc<ConnectedBots>,
    /// The leagues.
    pub(crate) leagues: Leagues,
    /// Recent wrong codes.
    pub(crate) guesses: Guesses,
    /// New arrivals in the last minute.
    pub(crate) arrivals: Arrivals,
    /// Known addresses of visitors.
    pub(crate) neighbours: Neighbours,
    /// Held while the next game of a study starts.
    pub(crate) study_turns: Mutex<()>,
    /// Rate limits of guests and bots.
    pub(crate) pace: Pace,
    /// The public address of the server, if configured.
    pub(crate) public_url: Option<String>,
    /// Its address, for other servers on the same folder.
    pub(crate) address: String,
    /// The socket it listens on.
    pub(crate) listening: Option<SocketAddr>,
    /// When it started, by the calendar.
    begun: i64,
    /// How long a player must have been away before the others may continue without them.
    pub(crate) patience: Duration,
    /// Whether only this machine can reach it, with no proxy in front.
    pub(crate) is_local: bool,
    /// Whether it uses TLS itself.
    pub(crate) is_encrypted: bool,
    /// What is wrong with the store, once known.
    pub(crate) damage: OnceLock<String>,
    /// The number of unreadable entries of the store.
    pub(crate) unreadable: AtomicUsize,
    /// Whether the last change could not be stored.
    pub(crate) keeps_nothing: AtomicBool,
    live: Mutex<HashMap<String, Arc<GameHandle>>>,
    /// List data of games stored without it, such as those of a terminal.
    glimpses: Mutex<HashMap<(String, Edition), Listed>>,
}

impl App {
    /// The state of a server with this store.
    pub(crate) fn new(
        games: Games,
        store: Store,
        data: PathBuf,
        tables: TableBuilder,
        puzzles: PuzzleMaker,
        connections: Arc<Connections>,
    ) -> App {
        App {
            catalogue: Catalogue::new(&games),
            games,
            store: Arc::new(store),
            tables: Arc::new(tables),
            puzzles: Arc::new(puzzles),
            data,
            pool: Pool::new(table_room()),
            judgements: Arc::default(),
            runs: Runs::default(),
            streams: FairPlaces::new(connections.streams()),
            streams_of: OpenStreams::default(),
            connections,
            metrics: Arc::default(),
            stopping: watch::Sender::new(false),
            participants: Participants,
            bots: Arc::default(),
            leagues: Leagues::default(),
            guesses: Guesses::default(),
            arrivals: Arrivals::default(),
            neighbours: Neighbours::default(),
            study_turns: Mutex::default(),
            pace: Pace::default(),
            public_url: None,
            address: String::new(),
            listening: None,
            begun: now(),
            patience: Duration::from_secs(60),
            is_local: true,
            is_encrypted: false,
            damage: OnceLock::new(),
            unreadable: AtomicUsize::new(0),
            keeps_nothing: AtomicBool::new(false),
            live: Mutex::default(),
            glimpses: Mutex::default(),
        }
    }

    /// The scheme of its own address.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.is_encrypted { "https" } else { "http" }
    }

    /// Checks the store's integrity, and logs problems.
    pub(crate) fn check_store(&self) {
        let whole = self.store.quick_check();
        if matches!(&whole, Ok(lines) if lines.is_empty()) {
            return self.look_for_unreadable_rows();
        }
        let damage = match whole {
            Ok(_) => StoreError::Damaged { file: self.store.file().to_owned() }.to_string(),
            Err(problem) => problem.to_string(),
        };
        log(LogLevel::Error, "store_damaged", &[("problem", &damage)]);
        let _ = self.damage.set(damage);
    }

    /// Logs the unreadable entries of an otherwise intact store: they do not affect anything else.
    fn look_for_unreadable_rows(&self) {
        let Ok(found) = self.store.unreadable_rows() else { return };
        let before = self.unreadable.swap(found.len(), Ordering::Relaxed);
        if let Some(first) = found.first().filter(|_| found.len() != before) {
            log(LogLevel::Error, "store_unreadable", &[("rows", &found.len()), ("first", first)]);
        }
    }

    /// Checks again whether unreadable entries are gone.
    pub(crate) fn look_again(&self) {
        if self.unreadable.load(Ordering::Relaxed) > 0 {
            self.look_for_unreadable_rows();
        }
    }

    /// Rejects new games if the file is damaged: what is written there may be lost.
    fn expect_whole(&self) -> Result<(), Problem> {
        match self.damage.get() {
            Some(_) => {
                let file = self.store.file().to_owned();
                Err(StoreError::Damaged { file }.into())
            }
            None => Ok(()),
        }
    }

    /// The search limits of a query, until the flag is raised.
    pub(crate) fn effort(&self, stop: &StopFlag) -> Effort {
        let kept = Some(Arc::clone(&self.judgements));
        Effort { stop: stop.clone(), kept, ..Effort::default() }
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Arc<GameHandle>>> {
        self.live.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The number of games in memory.
    pub(crate) fn open_games(&self) -> usize {
        self.in_memory().len()
    }

    /// A session at the end of a record, ignoring its result.
    pub(crate) fn open(&self, record: &Record) -> Result<Box<dyn Session>, Problem> {
        let origin = record.position.clone().map_or(Origin::Start, Origin::Position);
        let data = Some(self.data.clone());
        let setup = Setup { seed: record.seed, origin, moves: record.moves.clone(), data };
        Ok(self.games.open(&record.game, &setup)?)
    }

    /// The arena of a game, without external programs.
    pub(crate) fn arena(&self, kind: &dyn GameKind) -> Arc<dyn Arena> {
        kind.arena(Some(self.data.clone()), Programs::Refused)
    }

    /// The game of this name, from memory or from the store.
    pub(crate) fn live(&self, id: &str) -> Result<Arc<GameHandle>, Problem> {
        if let Some(live) = self.in_memory().get(id) {
            return Ok(Arc::clone(live));
        }
        let kept = self.store.game(id)?;
        let session = self.open(&kept.record)?;
        let is_from_before = kept.updated < self.begun;
        let mut game = LiveGame::new(kept, session);
        game.is_held = is_from_before && game.extra.clock.is_some();
        self.admit(GameHandle::new(game))
    }

    /// The current state of the game of this name, whichever process has continued it.
    pub(crate) fn current(&self, id: &str) -> Result<Arc<GameHandle>, Problem> {
        let live = self.live(id)?;
        self.refresh(&live)?;
        Ok(live)
    }

    /// Whether a participant is listening to a game.
    pub(crate) fn is_here(&self, game: &str, who: &str) -> bool {
        let live = self.in_memory().get(game).cloned();
        live.is_some_and(|live| live.presence.is_here(&Some(who.to_owned())))
    }

    /// Takes a game into memory, if there is room for it.
    fn admit(&self, live: GameHandle) -> Result<Arc<GameHandle>, Problem> {
        let mut memory = self.in_memory();
        if memory.len() >= MOST_LIVE {
            memory.retain(|_, live| live.is_in_use());
        }
        if memory.len() >= MOST_LIVE {
            return Err(Problem::busy(MANY_OPEN));
        }
        // Another request may have been faster.
        Ok(Arc::clone(memory.entry(live.id.clone()).or_insert_with(|| Arc::new(live))))
    }

    /// Drops finished games that nobody is watching: they are read again when needed.
    pub(crate) fn let_finished_go(&self) {
        // While the map is locked, no other thread can get at a game that is only referenced there.
        self.in_memory().retain(|_, live| {
            Arc::strong_count(live) > 1 || live.glance().is_none_or(|game| !game.is_over())
        });
    }

    /// Stores a new game and takes it into memory.
    pub(crate) fn begin(&self, mut game: LiveGame) -> Result<Arc<GameHandle>, Problem> {
        if game.kept.league.is_none() && self.store.count_games()? >= MOST_GAMES {
            return Err(Problem::busy(Phrase::of(MANY_KEPT).with(MOST_GAMES)));
        }
        self.expect_whole()?;
        let written = self.store.keep_game(&mut game.kept);
        self.watch_store(&written);
        written?;
        self.admit(GameHandle::new(game))
    }

    /// Whether a game in memory satisfies the predicate; locked games are skipped.
    pub(crate) fn any_game(&self, is_of_kind: impl Fn(&LiveGame) -> bool) -> bool {
        let games: Vec<_> = self.in_memory().values().cloned().collect();
        games.iter().any(|live| live.glance().is_some_and(|game| is_of_kind(&game)))
    }

    /// Deletes a game.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        let deleted = self.store.delete_game(id);
        // A deletion makes room for what could not be stored.
        self.watch_store(&deleted);
        deleted?;
        self.forget(id);
        Ok(())
    }

    /// Tells a game's listeners that it is gone.
    pub(crate) fn forget(&self, id: &str) {
        let gone = self.in_memory().remove(id);
        if let Some(live) = gone {
            let mut game = live.lock();
            game.stop_thinking();
            game.is_gone = true;
            drop(game);
            live.tell();
        }
    }

    /// Drops a game that another process has deleted; its lock is held.
    pub(crate) fn let_go(&self, live: &GameHandle, game: &mut LiveGame) {
        self.in_memory().remove(&live.id);
        game.stop_thinking();
        game.is_gone = true;
        live.tell();
    }

    /// The list data of a stored game, which is replayed only once.
    pub(crate) fn listed(&self, kept: &KeptGame) -> Option<Listed> {
        let lock = || self.glimpses.lock().unwrap_or_else(|broken| broken.into_inner());
        let key = (kept.id.clone(), kept.edition());
        if let Some(known) = lock().get(&key) {
            return Some(known.clone());
        }
        let listed = Listed::new(kept.version, &*self.open(&kept.record).ok()?);
        let mut glimpses = lock();
        if glimpses.len() >= MOST_GAMES as usize {
            glimpses.clear();
        }
        glimpses.insert(key, listed.clone());
        Some(listed)
    }

    /// The player of a specification, if it is allowed here.
    pub(crate) fn player(&self, spec: &str) -> Result<PlayerSpec, Problem> {
        let player = PlayerSpec::parse(spec)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        if player.threads() > processors {
            return Err(Problem::bad(Phrase::of(MANY_THREADS).with(spec).with(processors)));
        }
        if player.table() > LARGEST_TABLE {
            return Err(Problem::bad(Phrase::of(LARGE_TABLE).with(spec).with(LARGEST_TABLE >> 20)));
        }
        Ok(player)
    }
}

/// The largest table of a player on the page.
pub(crate) const LARGEST_TABLE: usize = 256 << 20;

/// The maximum total size of players' tables in bytes, for moves and for queries alike: together a
/// quarter of the free memory, within reason.
fn table_room() -> usize {
    let eighth = free_memory().map_or(1 << 29, |free| free / 8);
    (eighth as usize).clamp(LARGEST_TABLE, 1 << 30)
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}

/// An unguessable name of this many letters and digits.
pub(crate) fn fresh_name(length: usize) -> Result<String, Problem> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(|_| Problem::busy(NO_RANDOMNESS))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
