//! Remembers visitors' addresses: a whole class may share one, and a visitor who shares it with the
//! host or a member is not treated as a stranger.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::codes::household;
use crate::identity::Caller;

/// How long an address is remembered.
const A_DAY: Duration = Duration::from_secs(24 * 3600);
/// The maximum number of remembered addresses, and of people per address.
const MOST_ADDRESSES: usize = 10_000;
const MOST_OF_ONE: usize = 500;

/// When the host, guests and bots last used each address.
#[derive(Default)]
pub(crate) struct Neighbours(Mutex<HashMap<IpAddr, Household>>);

#[derive(Default)]
struct Household {
    host: Option<Instant>,
    people: HashMap<String, Instant>,
}

impl Household {
    fn is_recent(&self, now: Instant) -> bool {
        let recent = |at: &Instant| now.duration_since(*at) < A_DAY;
        self.host.as_ref().is_some_and(recent) || self.people.values().any(recent)
    }
}

impl Neighbours {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Household>> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Records that a caller used an address.
    pub(crate) fn saw(&self, address: IpAddr, caller: &Caller) {
        if !caller.is_nobody() {
            self.saw_at(address, caller.is_host, caller.id(), Instant::now());
        }
    }

    fn saw_at(&self, address: IpAddr, is_host: bool, who: Option<&str>, now: Instant) {
        let mut all = self.lock();
        let address = household(address);
        if all.len() >= MOST_ADDRESSES && !all.contains_key(&address) {
            all.retain(|_, one| one.is_recent(now));
            if all.len() >= MOST_ADDRESSES {
                all.clear();
            }
        }
        let one = all.entry(address).or_default();
        if is_host {
            one.host = Some(now);
        }
        if let Some(who) = who {
            if let Some(at) = one.people.get_mut(who) {
                *at = now;
            } else if one.people.len() < MOST_OF_ONE {
                one.people.insert(who.to_owned(), now);
            }
        }
    }

    /// Whether the host used an address in the last day, or somebody for whom `knows` is true.
    pub(crate) fn are_known(&self, address: IpAddr, knows: impl Fn(&str) -> bool) -> bool {
        self.are_known_at(address, Instant::now(), knows)
    }

    fn are_known_at(&self, address: IpAddr, now: Instant, knows: impl Fn(&str) -> bool) -> bool {
        let recent = |at: &Instant| now.duration_since(*at) < A_DAY;
        let people: Vec<String> = match self.lock().get(&household(address)) {
            None => return false,
            Some(one) if one.host.as_ref().is_some_and(recent) => return true,
            Some(one) => {
                one.people.iter().filter(|(_, at)| recent(at)).map(|(who, _)| who.clone()).collect()
            }
        };
        people.iter().any(|who| knows(who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_shares_an_address_with_a_member_is_known_for_a_day() {
        let neighbours = Neighbours::default();
        let [school, home, away]: [IpAddr; 3] =
            ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(|text| text.parse().unwrap());
        let now = Instant::now();
        neighbours.saw_at(school, false, Some("ada"), now);
        neighbours.saw_at(home, true, None, now);
        let known = |address, at| neighbours.are_known_at(address, at, |who| who == "ada");
        assert!(known(school, now) && known(home, now) && !known(away, now));
        assert!(
            !neighbours.are_known_at(school, now, |who| who == "bob"),
            "a member of something else"
        );
        assert!(!known(school, now + A_DAY) && !known(home, now + A_DAY));
    }
}
