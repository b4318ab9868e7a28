//! What all requests share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use ninefold_core::Record;
use ninefold_session::{
    Arena, Catalogue, Effort, GameKind, Games, Judgements, Origin, PlayerSpec, Programs, Session,
    Setup, StopFlag,
};
use ninefold_store::Store;
use tokio::sync::{Semaphore, watch};

use crate::endings::Endings;
use crate::live::{GameHandle, LiveGame};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::runs::Runs;

/// How many games are kept at most.
pub(crate) const MOST_GAMES: u64 = 10_000;
/// How many games lie in memory at most.
const MOST_LIVE: usize = 4096;
/// How many browsers may listen at once.
const MOST_STREAMS: usize = 128;

/// The server's state.
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) catalogue: Catalogue,
    pub(crate) store: Arc<Store>,
    pub(crate) data: PathBuf,
    pub(crate) pool: Pool,
    /// What is known of positions that somebody asked about.
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) endings: Arc<Endings>,
    pub(crate) runs: Runs,
    pub(crate) streams: Arc<Semaphore>,
    /// Turns true when the server stops, so that streams end.
    pub(crate) stopping: watch::Sender<bool>,
    live: Mutex<HashMap<String, Arc<GameHandle>>>,
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
            judgements: Arc::default(),
            runs: Runs::default(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            stopping: watch::Sender::new(false),
            live: Mutex::default(),
        }
    }

    /// How hard to look at a position that somebody asks about, until the flag is raised.
    pub(crate) fn effort(&self, stop: &StopFlag) -> Effort {
        let kept = Some(Arc::clone(&self.judgements));
        Effort { stop: stop.clone(), kept, ..Effort::default() }
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Arc<GameHandle>>> {
        self.live.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// A session at the end of a record whose result is not looked at.
    pub(crate) fn open(&self, record: &Record) -> Result<Box<dyn Session>, Problem> {
        let origin = record.position.clone().map_or(Origin::Start, Origin::Position);
        let data = Some(self.data.clone());
        let setup = Setup { seed: record.seed, origin, moves: record.moves.clone(), data };
        Ok(self.games.open(&record.game, &setup)?)
    }

    /// Where computers meet at this kind of game; none of them is a program of somebody's own.
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
        self.admit(GameHandle::new(LiveGame::new(kept, session)?))
    }

    /// Takes a game into memory, if there is room for it.
    fn admit(&self, live: GameHandle) -> Result<Arc<GameHandle>, Problem> {
        let mut memory = self.in_memory();
        if memory.len() >= MOST_LIVE {
            memory.retain(|_, live| live.is_in_use());
        }
        if memory.len() >= MOST_LIVE {
            return Err(Problem::busy("too many games are open at once"));
        }
        // Another request may have been quicker.
        Ok(Arc::clone(memory.entry(live.id.clone()).or_insert_with(|| Arc::new(live))))
    }

    /// Keeps a new game and takes it into memory.
    pub(crate) fn begin(&self, mut game: LiveGame) -> Result<Arc<GameHandle>, Problem> {
        if self.store.count_games()? >= MOST_GAMES {
            return Err(Problem::busy(format!(
                "{MOST_GAMES} games are kept already: delete some before the next"
            )));
        }
        self.store.keep_game(&mut game.kept)?;
        self.admit(GameHandle::new(game))
    }

    /// Forgets a game.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        self.store.delete_game(id)?;
        if let Some(live) = self.in_memory().remove(id) {
            let mut game = live.lock();
            game.stop_thinking();
            game.is_gone = true;
            drop(game);
            live.tell();
        }
        Ok(())
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
