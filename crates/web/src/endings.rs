//! The table of morris endings, made behind the scenes when a page first needs it.

use ninefold_core::StopFlag;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use ninefold_solve::morris;

/// The table, and whoever makes it.
pub(crate) struct Endings {
    data: PathBuf,
    men: u32,
    stop: StopFlag,
    stage: Mutex<Stage>,
    maker: Mutex<Option<JoinHandle<()>>>,
}

/// How far the table is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    /// Nobody needed it yet.
    Unasked,
    /// Somebody looks whether it is there.
    Looking,
    /// It is being made; this part of the work is done.
    Making(f64),
    /// It is there, or it cannot be made: then searches have to do.
    Settled,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

impl Endings {
    /// The table with at most so many men a side in a data folder; less than three are none.
    pub(crate) fn new(data: PathBuf, men: u32) -> Endings {
        let stage = if men < 3 { Stage::Settled } else { Stage::Unasked };
        Endings {
            data,
            men,
            stop: StopFlag::default(),
            stage: Mutex::new(stage),
            maker: Mutex::default(),
        }
    }

    /// The part of the work that is done, from when the table is first needed until it is there.
    pub(crate) fn progress(&self) -> Option<f64> {
        match *lock(&self.stage) {
            Stage::Looking => Some(0.0),
            Stage::Making(share) => Some(share),
            Stage::Unasked | Stage::Settled => None,
        }
    }

    /// Somebody will look into tables of this game: makes them, if they are the ones and nobody does yet.
    /// Returns at once.
    pub(crate) fn need(self: &Arc<Endings>, spec: &str) {
        let mut stage = lock(&self.stage);
        if *stage != Stage::Unasked || !morris::is_solved(spec) {
            return;
        }
        let endings = Arc::clone(self);
        let maker = std::thread::Builder::new().name("endings".to_owned());
        *stage = match maker.spawn(move || endings.make()) {
            Ok(maker) => {
                *lock(&self.maker) = Some(maker);
                Stage::Looking
            }
            Err(_) => Stage::Settled,
        };
    }

    fn make(&self) {
        // One processor is left for those who play.
        let threads = std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1);
        let made =
            morris::build_if_missing(&self.data, self.men, threads, &self.stop, &mut |sign| {
                *lock(&self.stage) = Stage::Making(sign.share);
            });
        // A full disk, say, is no reason to stop playing.
        drop(made);
        *lock(&self.stage) = Stage::Settled;
    }

    /// Ends the work soon; what is finished of it stays.
    pub(crate) fn stop(&self) {
        self.stop.raise();
    }

    /// Waits until nobody works on it any more.
    pub(crate) fn wait(&self) {
        let maker = lock(&self.maker).take();
        drop(maker.map(JoinHandle::join));
    }
}
