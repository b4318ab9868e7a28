//! Counts the open streams of each guest and bot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of streams per participant: a page needs one, and some may have broken off
/// unnoticed.
const MOST_OF_ONE: usize = 16;

/// The stream counts of all participants.
#[derive(Clone, Default)]
pub(crate) struct OpenStreams(Arc<Mutex<HashMap<String, usize>>>);

/// A stream of a participant, until it is dropped.
pub(crate) struct OpenStream {
    all: OpenStreams,
    who: String,
}

impl OpenStreams {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Opens another stream of a participant, unless it has too many.
    pub(crate) fn open(&self, who: &str) -> Option<OpenStream> {
        let mut all = self.lock();
        let count = all.entry(who.to_owned()).or_default();
        if *count >= MOST_OF_ONE {
            return None;
        }
        *count += 1;
        Some(OpenStream { all: self.clone(), who: who.to_owned() })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        let left = all.get(&self.who).map_or(0, |count| count - 1);
        match left {
            0 => drop(all.remove(&self.who)),
            left => drop(all.insert(self.who.clone(), left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_ends_makes_room_for_another() {
        let streams = OpenStreams::default();
        let mut open: Vec<_> = (0..20).filter_map(|_| streams.open("ada")).collect();
        assert_eq!(open.len(), MOST_OF_ONE);
        assert!(streams.open("bob").is_some());
        open.pop();
        assert!(streams.open("ada").is_some());
        drop(open);
        assert!(streams.lock().is_empty(), "nobody is remembered for nothing");
    }
}
