//! Rate limits per guest and bot: excess requests are rejected before any other work.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

/// The maximum requests per second of a participant, and the size of a burst.
pub(crate) const A_SECOND: u32 = 200;
const AT_ONCE: f64 = 400.0;
/// The maximum number of remembered participants; a forgotten one starts with its full quota.
const MOST: usize = 10_000;

/// Each participant's remaining quota, and its time.
#[derive(Default)]
pub(crate) struct Pace(Mutex<HashMap<String, (Instant, f64)>>);

impl Pace {
    /// Whether a participant may send another request.
    pub(crate) fn allows(&self, participant: &str) -> bool {
        self.allows_at(participant, Instant::now())
    }

    fn allows_at(&self, participant: &str, now: Instant) -> bool {
        let mut all = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        if all.len() >= MOST && !all.contains_key(participant) {
            all.clear();
        }
        let (since, left) = all.entry(participant.to_owned()).or_insert((now, AT_ONCE));
        let grown = now.saturating_duration_since(*since).as_secs_f64() * f64::from(A_SECOND);
        *left = (*left + grown).min(AT_ONCE);
        *since = now;
        let may = *left >= 1.0;
        if may {
            *left -= 1.0;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_flood_is_refused_and_nobody_else_is() {
        let pace = Pace::default();
        let now = Instant::now();
        let passed = (0..1000).filter(|_| pace.allows_at("flood", now)).count();
        assert_eq!(passed, 400, "what may come at once");
        assert!(pace.allows_at("other", now));
        let later = now + Duration::from_millis(500);
        let passed = (0..1000).filter(|_| pace.allows_at("flood", later)).count();
        assert_eq!(passed, 100, "half of what may come in a second");
    }
}
