//! A cache of judgements, so that no position is judged twice.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of cached positions. One takes a few kilobytes, twenty on the largest boards.
const MOST_KEPT: usize = 2048;

/// Findings about positions of any games, shared by all queries. When it is full, the least
/// recently used are dropped.
///
/// Players never use it: their moves depend on nothing but the game.
#[derive(Default)]
pub struct Judgements {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// By game and position: a judgement of that game's moves, and when it was last used.
    positions: HashMap<String, (Arc<dyn Any + Send + Sync>, u64)>,
    asked: u64,
}

impl Judgements {
    /// The entry of a key.
    pub(crate) fn get<T: Send + Sync + 'static>(&self, key: &str) -> Option<Arc<T>> {
        let mut kept = self.lock();
        kept.asked += 1;
        let now = kept.asked;
        let (found, asked) = kept.positions.get_mut(key)?;
        *asked = now;
        Arc::clone(found).downcast().ok()
    }

    /// Stores a judgement under a key, merging with `add` what others have stored there meanwhile;
    /// returns the result.
    pub(crate) fn keep<T: Send + Sync + 'static>(
        &self,
        key: String,
        mut judgement: T,
        add: impl FnOnce(&mut T, &T),
    ) -> Arc<T> {
        let mut kept = self.lock();
        kept.asked += 1;
        let now = kept.asked;
        let known = kept.positions.get(&key).and_then(|(known, _)| known.downcast_ref::<T>());
        if let Some(known) = known {
            add(&mut judgement, known);
        }
        let judgement = Arc::new(judgement);
        let any: Arc<dyn Any + Send + Sync> = Arc::clone(&judgement) as _;
        kept.positions.insert(key, (any, now));
        if kept.positions.len() > MOST_KEPT {
            // Drops a quarter at once, so that searching for the oldest is rare.
            let mut asked: Vec<u64> = kept.positions.values().map(|(_, asked)| *asked).collect();
            asked.sort_unstable();
            let oldest = asked[MOST_KEPT / 4];
            kept.positions.retain(|_, (_, asked)| *asked > oldest);
        }
        judgement
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl std::fmt::Debug for Judgements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} positions judged", self.lock().positions.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_stays() {
        let judgements = Judgements::default();
        for number in 0..3 * MOST_KEPT {
            judgements.keep(number.to_string(), number, |_, _| {});
            assert_eq!(judgements.get::<usize>(&number.to_string()).as_deref(), Some(&number));
            assert!(judgements.get::<usize>("0").is_some(), "asked for again and again");
            assert!(judgements.lock().positions.len() <= MOST_KEPT);
        }
        assert!(judgements.get::<usize>("1").is_none());
    }
}
