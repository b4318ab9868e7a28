//! As many searches at once as the machine has processors; a bounded number waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ninefold_session::StopFlag;
use tokio::sync::Semaphore;

use crate::problem::Problem;
use crate::refusals::{MANY_SEARCHES, SEARCH_BROKE_OFF, STOPPING};

/// How many searches may wait for their turn.
const LONGEST_QUEUE: usize = 256;

/// Where searches run.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Raises a stop flag when it is dropped: whoever waited has gone.
pub(crate) struct StopOnDrop(pub(crate) StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// One more that waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool for this machine.
    pub(crate) fn new() -> Pool {
        let places = std::thread::available_parallelism().map_or(1, usize::from);
        Pool { places: Arc::new(Semaphore::new(places)), waiting: AtomicUsize::new(0) }
    }

    /// Runs a search when there is a place. Dropping the future raises the flag; so does the end of
    /// `longest`, after which the search has a moment to come to its end.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: StopFlag,
        longest: Duration,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _stopped = StopOnDrop(stop.clone());
        let place = {
            let waiting = Waiting(&self.waiting);
            if waiting.0.fetch_add(1, Ordering::Relaxed) >= LONGEST_QUEUE {
                return Err(Problem::busy(MANY_SEARCHES));
            }
            let place = Arc::clone(&self.places).acquire_owned().await;
            place.map_err(|_| Problem::busy(STOPPING))?
        };
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search();
            drop(place);
            found
        });
        let found = tokio::select! {
            found = &mut search => found,
            () = tokio::time::sleep(longest) => {
                stop.raise();
                search.await
            }
        };
        found.map_err(|_| {
            Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, SEARCH_BROKE_OFF)
        })
    }
}
