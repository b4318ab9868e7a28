//! What there is to tell whoever watches.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Sentences for whoever watches, and how many are at work. Clones share them.
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
    /// Sentences that nobody has read are forgotten beyond this number.
    const MOST: usize = 100;

    /// Adds a sentence.
    pub(crate) fn tell(&self, sentence: String) {
        let mut sentences = self.0.sentences.lock().unwrap_or_else(|broken| broken.into_inner());
        if sentences.len() == Notices::MOST {
            sentences.pop_front();
        }
        sentences.push_back(sentence);
        self.0.told.store(true, Ordering::Relaxed);
    }

    /// Whether anything was ever told.
    pub(crate) fn told_anything(&self) -> bool {
        self.0.told.load(Ordering::Relaxed)
    }

    /// The sentences since the last look.
    pub fn unread(&self) -> Vec<String> {
        let mut sentences = self.0.sentences.lock().unwrap_or_else(|broken| broken.into_inner());
        sentences.drain(..).collect()
    }

    pub(crate) fn count(&self, workers: usize, threads: usize) {
        self.0.workers.store(workers, Ordering::Relaxed);
        self.0.threads.store(threads, Ordering::Relaxed);
    }

    /// How many workers were there when last asked.
    pub fn workers(&self) -> usize {
        self.0.workers.load(Ordering::Relaxed)
    }

    /// How many games they play at the same time.
    pub fn threads(&self) -> usize {
        self.0.threads.load(Ordering::Relaxed)
    }
}
