//! The table that a solver makes by itself, behind the scenes when a page first needs it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use ninefold_core::StopFlag;
use ninefold_solve::{Preparation, solver};

/// The table, and whoever makes it.
pub(crate) struct Endings {
    data: PathBuf,
    size: u32,
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
    /// The table of this size in a data folder; 0 is none.
    pub(crate) fn new(data: PathBuf, size: u32) -> Endings {
        let stage = if size == 0 { Stage::Settled } else { Stage::Unasked };
        Endings {
            data,
            size,
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
        if *stage != Stage::Unasked || !solver(spec).is_ok_and(|solver| solver.prepares(spec)) {
            return;
        }
        let (endings, game) = (Arc::clone(self), spec.to_owned());
        let maker = std::thread::Builder::new().name("endings".to_owned());
        *stage = match maker.spawn(move || endings.make(&game)) {
            Ok(maker) => {
                *lock(&self.maker) = Some(maker);
                Stage::Looking
            }
            Err(_) => Stage::Settled,
        };
    }

    fn make(&self, game: &str) {
        // One processor is left for those who play.
        let threads = std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1);
        let (data, stop) = (self.data.as_path(), &self.stop);
        let wanted = Preparation { game, position: None, size: self.size, data, threads, stop };
        let made = solver(game).map(|solver| {
            solver.prepare(&wanted, &mut |progress| {
                *lock(&self.stage) = Stage::Making(progress.share);
            })
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
