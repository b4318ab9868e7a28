//! Simultaneous writes share one transaction, and so one disk flush; none is acknowledged before
//! it.
//!
//! The first writer also writes for all who arrive while the disk is busy. It never waits for more
//! to arrive, so a single writer loses no time.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use rusqlite::{Connection, TransactionBehavior};

use crate::Store;

/// A write. It is repeated separately if the shared transaction fails.
type Write = Box<dyn Fn(&Connection) -> rusqlite::Result<bool> + Send + Sync>;

/// A waiting writer.
struct Slot {
    write: Write,
    done: Mutex<Option<rusqlite::Result<bool>>>,
}

impl Slot {
    fn tell(&self, done: rusqlite::Result<bool>) {
        *self.done.lock().unwrap_or_else(|broken| broken.into_inner()) = Some(done);
    }

    fn take(&self) -> Option<rusqlite::Result<bool>> {
        self.done.lock().unwrap_or_else(|broken| broken.into_inner()).take()
    }
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Arc<Slot>>,
    /// Whether a thread currently writes for all.
    is_led: bool,
}

/// The waiting writers.
#[derive(Default)]
pub(crate) struct Commits {
    queue: Mutex<Queue>,
    done: Condvar,
}

impl std::fmt::Debug for Commits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Commits")
    }
}

impl Commits {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// Passes the lead on, even after a panic, and makes sure that every writer of the batch gets an
/// answer.
struct Leading<'a> {
    commits: &'a Commits,
    batch: &'a [Arc<Slot>],
}

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.batch.iter().for_each(|slot| slot.tell(Err(rusqlite::Error::InvalidQuery)));
        }
        self.commits.lock().is_led = false;
        self.commits.done.notify_all();
    }
}

impl Store {
    /// Writes in one transaction with everything else that is waiting to be written.
    pub(crate) fn write_together(
        &self,
        write: impl Fn(&Connection) -> rusqlite::Result<bool> + Send + Sync + 'static,
    ) -> rusqlite::Result<bool> {
        let slot = Arc::new(Slot { write: Box::new(write), done: Mutex::new(None) });
        let mut queue = self.commits.lock();
        queue.waiting.push(Arc::clone(&slot));
        loop {
            if let Some(done) = slot.take() {
                return done;
            }
            if queue.is_led {
                queue = self.commits.done.wait(queue).unwrap_or_else(|broken| broken.into_inner());
                continue;
            }
            queue.is_led = true;
            let batch = std::mem::take(&mut queue.waiting);
            drop(queue);
            let leading = Leading { commits: &self.commits, batch: &batch };
            self.write_all(&batch);
            drop(leading);
            queue = self.commits.lock();
        }
    }

    fn write_all(&self, batch: &[Arc<Slot>]) {
        let mut connection = self.connection();
        if batch.len() > 1
            && let Ok(done) = together(&mut connection, batch)
        {
            batch.iter().zip(done).for_each(|(slot, done)| slot.tell(Ok(done)));
            return;
        }
        // A single write, or one of them failed: each gets its own result.
        batch.iter().for_each(|slot| slot.tell((slot.write)(&connection)));
    }
}

fn together(connection: &mut Connection, batch: &[Arc<Slot>]) -> rusqlite::Result<Vec<bool>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = batch.iter().map(|slot| (slot.write)(&transaction));
    let done = done.collect::<rusqlite::Result<Vec<bool>>>()?;
    transaction.commit()?;
    Ok(done)
}
