//! What all requests share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use ninefold_arena::RunHandle;
use ninefold_core::Record;
use ninefold_desk::{Catalogue, Games, Opener, Origin, PlayerSpec, Setup, Table};
use ninefold_store::Store;
use tokio::sync::{Semaphore, watch};

use crate::endings::Endings;
use crate::live::{Live, LiveGame};
use crate::pool::Pool;
use crate::problem::Problem;

/// How many games are kept at most.
pub(crate) const MOST_GAMES: u64 = 10_000;
/// How many games lie in memory at most.
const MOST_LIVE: usize = 4096;
/// How many runs are played at once.
const MOST_RUNS: usize = 2;
/// How many browsers may listen at once.
const MOST_STREAMS: usize = 128;

/// The server's state.
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) catalogue: Catalogue,
    pub(crate) store: Arc<Store>,
    pub(crate) data: PathBuf,
    pub(crate) pool: Pool,
    pub(crate) endings: Arc<Endings>,
    pub(crate) streams: Arc<Semaphore>,
    /// Turns true when the server stops, so that streams end.
    pub(crate) stopping: watch::Sender<bool>,
    live: Mutex<HashMap<String, Arc<Live>>>,
    runs: Mutex<HashMap<u64, RunHandle>>,
}

impl App {
    /// The state of a server with this store.
    pub(crate) fn new(games: Games, store: Store, data: PathBuf, endings: u32) -> App {
        App {
            catalogue: Catalogue::new(&games),
            games,
            store: Arc::new(store),
            endings: Arc::new(Endings::new(data.clone(), endings)),
            data,
            pool: Pool::new(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            stopping: watch::Sender::new(false),
            live: Mutex::default(),
            runs: Mutex::default(),
        }
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// A table at the end of a record whose result is not looked at.
    pub(crate) fn open(&self, record: &Record) -> Result<Box<dyn Table>, Problem> {
        let origin = record.position.clone().map_or(Origin::Start, Origin::Position);
        let data = Some(self.data.clone());
        let setup = Setup { seed: record.seed, origin, moves: record.moves.clone(), data };
        Ok(self.games.open(&record.game, Opener::Setup(setup))??)
    }

    /// The game of this name, from memory or from the store.
    pub(crate) fn live(&self, id: &str) -> Result<Arc<Live>, Problem> {
        if let Some(live) = self.in_memory().get(id) {
            return Ok(Arc::clone(live));
        }
        let kept = self.store.game(id)?;
        let table = self.open(&kept.record)?;
        let live = Arc::new(Live::new(LiveGame::new(kept, table)?));
        let mut memory = self.in_memory();
        if memory.len() >= MOST_LIVE {
            memory.retain(|_, live| live.is_in_use());
        }
        if memory.len() >= MOST_LIVE {
            return Err(Problem::busy("too many games are open at once"));
        }
        // Another request may have been quicker.
        Ok(Arc::clone(memory.entry(id.to_owned()).or_insert(live)))
    }

    /// Keeps a new game and takes it into memory.
    pub(crate) fn begin(&self, mut game: LiveGame) -> Result<Arc<Live>, Problem> {
        if self.store.count_games()? >= MOST_GAMES {
            return Err(Problem::busy(format!(
                "{MOST_GAMES} games are kept already: delete some before the next"
            )));
        }
        self.store.keep_game(&mut game.kept)?;
        let live = Arc::new(Live::new(game));
        self.in_memory().insert(live.id.clone(), Arc::clone(&live));
        Ok(live)
    }

    /// Forgets a game.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        self.store.delete_game(id)?;
        if let Some(live) = self.in_memory().remove(id) {
            live.lock().stop_thinking();
            live.tell();
        }
        Ok(())
    }

    fn handles(&self) -> MutexGuard<'_, HashMap<u64, RunHandle>> {
        let mut runs = self.runs.lock().unwrap_or_else(|broken| broken.into_inner());
        runs.retain(|_, handle| handle.progress().end.is_none());
        runs
    }

    /// Whether this server plays a run just now.
    pub(crate) fn is_running(&self, id: u64) -> bool {
        self.handles().contains_key(&id)
    }

    /// Plays a run, if it is not being played and there is room for one more.
    pub(crate) fn run(
        &self,
        id: u64,
        start: impl FnOnce() -> Result<RunHandle, Problem>,
    ) -> Result<(), Problem> {
        let mut runs = self.handles();
        if runs.contains_key(&id) {
            return Ok(());
        }
        if runs.len() >= MOST_RUNS {
            return Err(Problem::busy(format!("{MOST_RUNS} runs are under way already")));
        }
        runs.insert(id, start()?);
        Ok(())
    }

    /// Stops a run after the games in progress.
    pub(crate) fn stop_run(&self, id: u64) {
        let handle = self.handles().remove(&id);
        // Dropping it waits for the games in progress, which nobody else should.
        drop(handle);
    }

    /// The player of a specification, if it may sit down here at all.
    pub(crate) fn player(&self, spec: &str) -> Result<PlayerSpec, Problem> {
        let player = PlayerSpec::parse(spec)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        if player.threads() > processors {
            return Err(Problem::bad(format!(
                "{spec} wants more threads than the {processors} there are"
            )));
        }
        if player.memory() > LARGEST_TABLE {
            return Err(Problem::bad(format!(
                "{spec} wants a table of more than the {} MB a player may have on the page",
                LARGEST_TABLE >> 20
            )));
        }
        Ok(player)
    }
}

/// The largest table of a player on the page.
const LARGEST_TABLE: usize = 256 << 20;

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}

/// A name that nobody can guess, of this many letters and digits.
pub(crate) fn fresh_name(length: usize) -> Result<String, Problem> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::busy("the system has no randomness to give a name"))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
