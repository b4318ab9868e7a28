//! Limits new arrivals per address and minute: enough for a school behind one address, but not for
//! a program that invents people.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ninefold_core::Phrase;

use crate::codes::household;
use crate::problem::Problem;
use crate::refusals::MANY_ARRIVALS;

/// The kind of arrival.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arrival {
    /// A bot that joins.
    Bot,
    /// A guest who opens a link for the first time.
    Guest,
}

impl Arrival {
    /// The limit per address and minute.
    fn most(self) -> u32 {
        match self {
            Arrival::Bot => 120,
            Arrival::Guest => 400,
        }
    }
}

const MINUTE: Duration = Duration::from_secs(60);
/// The maximum number of remembered addresses; a forgotten one starts with its full quota.
const MOST_ADDRESSES: usize = 10_000;

/// The arrivals of the last minute by address.
#[derive(Default)]
pub(crate) struct Arrivals(Mutex<HashMap<(IpAddr, Arrival), (Instant, u32)>>);

impl Arrivals {
    /// Counts an arrival, unless too many have come from that address.
    pub(crate) fn admit(&self, address: IpAddr, who: Arrival) -> Result<(), Problem> {
        self.admit_at(address, who, Instant::now())
    }

    fn admit_at(&self, address: IpAddr, who: Arrival, now: Instant) -> Result<(), Problem> {
        let mut all = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        let is_recent = |since: Instant| now.saturating_duration_since(since) < MINUTE;
        let key = (household(address), who);
        if all.len() >= MOST_ADDRESSES && !all.contains_key(&key) {
            all.retain(|_, (since, _)| is_recent(*since));
            if all.len() >= MOST_ADDRESSES {
                all.clear();
            }
        }
        let (since, count) = all.entry(key).or_insert((now, 0));
        if !is_recent(*since) {
            (*since, *count) = (now, 0);
        }
        if *count >= who.most() {
            return Err(Problem::busy(Phrase::of(MANY_ARRIVALS).with(who.most())));
        }
        *count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_fits_and_a_flood_waits_for_the_next_minute() {
        let arrivals = Arrivals::default();
        let [school, home]: [IpAddr; 2] =
            ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let now = Instant::now();
        let come = |address, who, at| {
            (0..1000).filter(|_| arrivals.admit_at(address, who, at).is_ok()).count()
        };
        assert_eq!(come(school, Arrival::Bot, now), 120);
        assert_eq!(come(school, Arrival::Guest, now), 400, "people are counted apart");
        assert_eq!(come(home, Arrival::Bot, now), 120, "nobody waits for somebody else's flood");
        assert_eq!(come(school, Arrival::Bot, now + MINUTE / 2), 0);
        assert_eq!(come(school, Arrival::Bot, now + MINUTE), 120);
    }
}
