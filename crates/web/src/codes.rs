//! Spoken codes such as `amber-heron-42`, and rate limits against guessing them.
//!
//! There are 1.6 million of them. Unknown callers may try ten wrong ones a minute from one address,
//! and all addresses together a hundred, so trying half of them takes six days; the teacher sees
//! who joins. A whole school may share one address, and somebody who mistypes or guesses there must
//! not lock out the others:
//!
//! - the host, and anybody who has joined what a code opens, are never slowed;
//! - from an address that the host or a member has used in the last day, the right code opens for
//!   everybody until a hundred wrong ones have come from there within a minute;
//! - everywhere else an address that has used up its ten must wait, even with the right code.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::refusals::{MANY_GUESSES, NO_RANDOMNESS};

const FIRST: &str = "amber ample apt arctic azure balmy bold brave breezy bright brisk bronze calm candid cheery \
    chilly civil clean clear clever cobalt cool coral copper cozy crimson crisp curious dainty daring dear deep devout \
    dusky eager early earnest easy ebony fair famous fancy fast fine firm fleet fluent fond formal frank free fresh \
    gentle giant glad golden good grand green happy hardy hazel hearty honest humble indigo ivory jade jolly jovial \
    keen kind large light lively loyal lucky lunar mellow merry mild misty modest neat nimble noble opal patient pearl \
    plain polite proud prudent quick quiet rapid rare ready regal robust rosy royal ruby rustic sandy scarlet serene \
    sharp shiny silent silver simple sleek smart smooth snowy solar solid spry steady still stout sturdy sunny swift \
    tidy topaz tranquil trusty upbeat vivid warm wise witty young zesty";
const SECOND: &str = "acorn alder aspen badger bagpipe basil beaver beech birch bison bobcat bramble brook canyon \
    cedar cherry cicada clover comet condor cougar coyote crane cricket crow cypress daisy deer dingo dolphin donkey \
    dove dragon eagle egret elk elm falcon fern ferret finch fjord fox gannet gazelle gecko ginger glacier goose \
    grove gull hare harbor hawk hazelnut hedgehog heron hornet ibex ibis iguana iris island jackal jaguar jasmine jay \
    juniper kestrel kiwi koala lagoon lark laurel lemur leopard lily linden lion lizard llama lotus lynx magpie maple \
    marten meadow meteor mole moose moth mustang newt oak ocelot olive orchid osprey otter owl panda panther parrot \
    peach pelican penguin pepper pine plover plum poppy puffin puma quail rabbit raven reef robin rook salmon seal \
    sparrow stork swan tiger toucan trout tulip turtle walnut walrus weasel willow wren yak zebra";

/// A code that is easy to say: two words and two digits.
pub(crate) fn spoken_code() -> Result<String, Problem> {
    let mut bytes = [0_u8; 12];
    getrandom::fill(&mut bytes).map_err(|_| Problem::busy(NO_RANDOMNESS))?;
    Ok(spoken(&bytes))
}

/// The spoken code for the long one of an invitation: always the same, and not reversible.
pub(crate) fn spoken_for(long: &str) -> String {
    spoken(&Sha256::digest(long))
}

/// The code made from twelve bytes.
fn spoken(bytes: &[u8]) -> String {
    let number = |at: usize| {
        let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        u32::from_le_bytes(four) as usize
    };
    let [first, second] = &*WORDS;
    let word = |words: &[&'static str], number: usize| words[number % words.len()];
    let digits = 10 + number(8) % 90;
    format!("{}-{}-{digits}", word(first, number(0)), word(second, number(4)))
}

/// The words one by one.
static WORDS: LazyLock<[Vec<&str>; 2]> =
    LazyLock::new(|| [FIRST, SECOND].map(|list| list.split_whitespace().collect()));

/// Normalises a typed code, which may be a whole link or have capitals and spaces.
pub(crate) fn typed_code(given: &str) -> String {
    let end = given.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let parts: Vec<String> = end
        .split(|letter: char| letter == '-' || letter.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    parts.join("-")
}

/// The limits on recent wrong codes from one address, from one that the host or a member uses too,
/// and from all addresses together.
const MOST_FROM_ONE: u32 = 10;
const MOST_FROM_NEIGHBOURS: u32 = 100;
const MOST_FROM_ALL: u32 = 100;
const WHILE: Duration = Duration::from_secs(60);
/// The maximum number of remembered addresses.
const MOST_ADDRESSES: usize = 10_000;

/// The relation of a caller to what a right code opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tie {
    /// It is the host, or has joined already.
    Member,
    /// The host or a member uses the same address.
    Neighbour,
    /// None.
    Stranger,
}

/// Recent wrong codes.
#[derive(Default)]
pub(crate) struct Guesses(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    by_address: HashMap<IpAddr, (Instant, u32)>,
    all: Option<(Instant, u32)>,
}

/// Groups the addresses of one household: with IPv6 everybody has very many.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => four.into(),
            None => {
                let [a, b, c, d, ..] = six.segments();
                std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        },
    }
}

impl Guesses {
    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Tells somebody what a code opens, if it opens anything, unless too many wrong ones came from there lately. For whom
    /// nothing can open any more, being no more than a stranger to everything, nothing is looked up.
    pub(crate) fn look_up<T>(
        &self,
        address: IpAddr,
        is_stranger: bool,
        find: impl FnOnce() -> Result<Option<(T, Tie)>, Problem>,
    ) -> Result<Option<T>, Problem> {
        let now = Instant::now();
        match is_stranger && self.is_slowed(address, now) {
            true => Err(Problem::busy(MANY_GUESSES)),
            false => self.look_up_at(address, now, find),
        }
    }

    /// Whether strangers from an address wait.
    fn is_slowed(&self, address: IpAddr, now: Instant) -> bool {
        let (from_one, from_all) = self.lock().lately(household(address), now);
        from_one >= MOST_FROM_ONE || from_all >= MOST_FROM_ALL
    }

    fn look_up_at<T>(
        &self,
        address: IpAddr,
        now: Instant,
        find: impl FnOnce() -> Result<Option<(T, Tie)>, Problem>,
    ) -> Result<Option<T>, Problem> {
        let address = household(address);
        let (from_one, from_all) = self.lock().lately(address, now);
        let is_slowed = from_one >= MOST_FROM_ONE || from_all >= MOST_FROM_ALL;
        match find()? {
            Some((found, Tie::Member)) => Ok(Some(found)),
            Some((found, Tie::Neighbour)) if from_one < MOST_FROM_NEIGHBOURS => Ok(Some(found)),
            Some((found, Tie::Stranger)) if !is_slowed => Ok(Some(found)),
            Some(_) => Err(Problem::busy(MANY_GUESSES)),
            None => {
                self.lock().count(address, now);
                if is_slowed { Err(Problem::busy(MANY_GUESSES)) } else { Ok(None) }
            }
        }
    }
}

/// Whether something was counted recently.
fn is_recent(now: Instant) -> impl Fn(&(Instant, u32)) -> bool {
    move |(since, _)| now.duration_since(*since) < WHILE
}

impl Counted {
    /// The recent wrong codes from an address, and in total.
    fn lately(&mut self, address: IpAddr, now: Instant) -> (u32, u32) {
        let recent = is_recent(now);
        self.all = self.all.filter(&recent);
        if self.by_address.len() >= MOST_ADDRESSES {
            self.by_address.retain(|_, one| recent(one));
        }
        let from_one = self.by_address.get(&address).filter(|one| recent(one));
        (from_one.map_or(0, |one| one.1), self.all.map_or(0, |all| all.1))
    }

    /// Counts a wrong code. Those beyond an address's own limit do not count towards the total.
    fn count(&mut self, address: IpAddr, now: Instant) {
        let one = self.by_address.entry(address).or_insert((now, 0));
        if !is_recent(now)(one) {
            *one = (now, 0);
        }
        one.1 = one.1.saturating_add(1);
        if one.1 <= MOST_FROM_ONE {
            self.all.get_or_insert((now, 0)).1 += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_words_that_differ() {
        for list in [FIRST, SECOND] {
            let mut words: Vec<&str> = list.split_whitespace().collect();
            let count = words.len();
            assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "no word twice");
            assert!(count >= 125, "{count}");
        }
        let code = spoken_code().unwrap();
        assert_eq!(typed_code(&code), code);
        assert_eq!(code.split('-').count(), 3, "{code}");
        let long = spoken_for("abcdefghijkmnpqrstuv");
        assert_eq!((spoken_for("abcdefghijkmnpqrstuv"), typed_code(&long)), (long.clone(), long));
    }

    #[test]
    fn however_a_code_is_typed_it_is_the_same() {
        for given in [
            "amber-heron-42",
            " AMBER HERON 42 ",
            "Amber - Heron 42",
            "http://box:9369/join/amber-heron-42/",
        ] {
            assert_eq!(typed_code(given), "amber-heron-42", "{given}");
        }
    }

    #[test]
    fn after_ten_wrong_codes_a_stranger_waits_and_nobody_else_does() {
        let guesses = Guesses::default();
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let now = Instant::now();
        let wrong = |address| guesses.look_up_at::<()>(address, now, || Ok(None));
        let right = |address, tie| guesses.look_up_at(address, now, || Ok(Some((1, tie))));
        for _ in 0..MOST_FROM_ONE {
            assert_eq!(wrong(one), Ok(None));
        }
        assert!(wrong(one).is_err());
        assert!(right(one, Tie::Stranger).is_err(), "not even the right one");
        assert_eq!(right(one, Tie::Member), Ok(Some(1)));
        assert_eq!(right(one, Tie::Neighbour), Ok(Some(1)), "the class behind one address");
        assert_eq!(right(other, Tie::Stranger), Ok(Some(1)));
        let later = guesses.look_up_at(one, now + WHILE, || Ok(Some((1, Tie::Stranger))));
        assert_eq!(later, Ok(Some(1)));
    }

    #[test]
    fn for_a_stranger_who_waits_nothing_is_looked_up() {
        let guesses = Guesses::default();
        let address = "192.0.2.1".parse().unwrap();
        for _ in 0..MOST_FROM_ONE {
            assert_eq!(guesses.look_up::<()>(address, true, || Ok(None)), Ok(None));
        }
        assert!(guesses.look_up::<()>(address, true, || panic!("it was looked up")).is_err());
        let member = guesses.look_up(address, false, || Ok(Some((1, Tie::Member))));
        assert_eq!(member, Ok(Some(1)));
    }

    #[test]
    fn a_flood_from_among_the_class_is_slowed_too_and_keeps_no_member_out() {
        let guesses = Guesses::default();
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let now = Instant::now();
        let right = |address, tie| guesses.look_up_at(address, now, || Ok(Some((1, tie))));
        for _ in 0..MOST_FROM_NEIGHBOURS {
            assert_eq!(right(one, Tie::Neighbour), Ok(Some(1)));
            drop(guesses.look_up_at::<()>(one, now, || Ok(None)));
        }
        assert!(right(one, Tie::Neighbour).is_err());
        assert_eq!(right(one, Tie::Member), Ok(Some(1)));
        assert_eq!(right(other, Tie::Stranger), Ok(Some(1)), "elsewhere nobody waits for it");
    }

    #[test]
    fn many_addresses_together_wait_too_and_no_class_does() {
        let guesses = Guesses::default();
        let now = Instant::now();
        for number in 0..MOST_FROM_ALL {
            let address = IpAddr::from([10, 0, (number / 200) as u8, (number % 200) as u8]);
            assert_eq!(guesses.look_up_at::<()>(address, now, || Ok(None)), Ok(None));
        }
        let another = "192.0.2.9".parse().unwrap();
        let right = |tie| guesses.look_up_at(another, now, || Ok(Some((1, tie))));
        assert!(guesses.look_up_at::<()>(another, now, || Ok(None)).is_err());
        assert!(right(Tie::Stranger).is_err());
        assert_eq!((right(Tie::Neighbour), right(Tie::Member)), (Ok(Some(1)), Ok(Some(1))));
    }
}
