//! Messages for the user.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Messages for the user, and the number of workers. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Notices(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    sentences: Mutex<VecDeque<String>>,
    told: AtomicBool,
    workers: AtomicUsize,
    threads: AtomicUsize,
}

impl Notices {
    /// Unread messages beyond this number are dropped.
    const MOST: usize = 100;

    /// Adds a message.
    pub(crate) fn tell(&self, sentence: String) {
        let mut sentences = self.0.sentences.lock().unwrap_or_else(|broken| broken.into_inner());
        if sentences.len() == Notices::MOST {
            sentences.pop_front();
        }
        sentences.push_back(sentence);
        self.0.told.store(true, Ordering::Relaxed);
    }

    /// Whether there was ever a message.
    pub(crate) fn told_anything(&self) -> bool {
        self.0.told.load(Ordering::Relaxed)
    }

    /// The messages since the last call.
    pub fn unread(&self) -> Vec<String> {
        let mut sentences = self.0.sentences.lock().unwrap_or_else(|broken| broken.into_inner());
        sentences.drain(..).collect()
    }

    pub(crate) fn count(&self, workers: usize, threads: usize) {
        self.0.workers.store(workers, Ordering::Relaxed);
        self.0.threads.store(threads, Ordering::Relaxed);
    }

    /// The last known number of workers.
    pub fn workers(&self) -> usize {
        self.0.workers.load(Ordering::Relaxed)
    }

    /// The number of games they play at the same time.
    pub fn threads(&self) -> usize {
        self.0.threads.load(Ordering::Relaxed)
    }
}
