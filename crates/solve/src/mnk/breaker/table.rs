//! A bounded table of positions with their numbers and zones.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cells::Set;
use super::front::Front;

/// No win; also the largest number, 24 bits.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// For each side, how much must at least still be shown until it has won; 0 once it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub maker: u32,
    pub breaker: u32,
}

/// Limits that no number reaches before somebody has won.
pub(super) const NO_LIMITS: Numbers = Numbers { maker: INFINITE, breaker: INFINITE };

impl Numbers {
    /// One side has won.
    pub fn won(maker: bool) -> Numbers {
        match maker {
            true => Numbers { maker: 0, breaker: INFINITE },
            false => Numbers { maker: INFINITE, breaker: 0 },
        }
    }

    /// Who has won, if anybody.
    pub fn winner(self) -> Option<bool> {
        match (self.maker, self.breaker) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The number of the side to move, then the other's.
    pub fn by_turn(self, maker: bool) -> (u32, u32) {
        if maker { (self.maker, self.breaker) } else { (self.breaker, self.maker) }
    }

    /// The numbers from those of the side to move and the other side.
    pub fn from_turn(maker: bool, own: u32, other: u32) -> Numbers {
        match maker {
            true => Numbers { maker: own, breaker: other },
            false => Numbers { maker: other, breaker: own },
        }
    }
}

/// What is remembered of a position, in the image its key is made of.
///
/// What is settled has no moves left and no numbers that say how much is to be done: whoever goes on with an open
/// position cannot take one for the other, however many threads write in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// Who has won, and within which zone.
    Won { maker: bool, zone: Set },
    /// Nobody has: the numbers so far, and what is left.
    Open { numbers: Numbers, front: Front },
}

/// How many entries share a place.
const BUCKET: usize = 4;

/// An entry: the zone, the moves not refuted, the answers to a pass, and a word of numbers. One of them is 0 when
/// somebody has won, and then there are neither moves nor answers.
///
/// ```text
/// bits 127 … 64              63 … 48              47 … 24   23 … 0
///      half of the key       work, a logarithm    breaker   maker
/// ```
///
/// The half of the key is 0 in an empty entry. Plain words, so that the system hands out a large table
/// zeroed and untouched.
type Entry = [u128; 4];

/// A table of a fixed size in which a new entry replaces the one of four that took the least work. The
/// others then count for a little less, so that nothing stays for ever.
///
/// Several threads may share it: it comes in parts, each under a lock that is held for one entry.
pub(super) struct Table {
    parts: Vec<Mutex<Vec<[Entry; BUCKET]>>>,
    buckets: usize,
}

/// The least size of a part in bytes. Of so much the system hands out pages that are zero and untouched; less
/// would be cleared by hand, and a small question should not pay for a large table.
const PART: usize = 40 << 20;
/// The most parts a table is divided into.
const MOST_PARTS: usize = 64;

impl Table {
    /// A table of at most this many bytes, one bucket at least.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<[Entry; BUCKET]>()).max(1);
        let count = (bytes / PART).clamp(1, MOST_PARTS);
        let size = buckets / count;
        let part = |_| Mutex::new(ninefold_core::zeros("a table of positions", size));
        Table { parts: (0..count).map(part).collect(), buckets: count * size }
    }

    /// The part that a position belongs to, and its bucket there.
    fn place(&self, key: u128) -> (MutexGuard<'_, Vec<[Entry; BUCKET]>>, usize) {
        let place = ((u128::from(key as u64) * self.buckets as u128) >> 64) as usize;
        let part = &self.parts[place % self.parts.len()];
        // An entry is written as a whole, so that a thread that panicked leaves nothing half done.
        (part.lock().unwrap_or_else(PoisonError::into_inner), place / self.parts.len())
    }

    /// What is remembered of a position.
    pub fn get(&self, key: u128) -> Option<Memory> {
        let check = check(key);
        let (part, place) = self.place(key);
        let bucket = &part[place];
        bucket.iter().find(|entry| entry[3] >> 64 == check).map(read)
    }

    /// Remembers a position that took `work` looks. What is settled stays settled.
    pub fn put(&self, key: u128, memory: Memory, work: u64) {
        let check = check(key);
        let (mut part, place) = self.place(key);
        let bucket = &mut part[place];
        let mut work = logarithm(work);
        let slot = match bucket.iter().position(|entry| entry[3] >> 64 == check) {
            Some(same) => {
                let settled = matches!(read(&bucket[same]), Memory::Won { .. });
                if settled && matches!(memory, Memory::Open { .. }) {
                    return; // another thread was quicker
                }
                work = work.max(worked(&bucket[same]));
                same
            }
            None => {
                let least = (0..BUCKET).min_by_key(|&slot| worked(&bucket[slot])).unwrap_or(0);
                for entry in bucket.iter_mut() {
                    let less = worked(entry).saturating_sub(AGE);
                    entry[3] = entry[3] & !(0xffff << 48) | less << 48;
                }
                least
            }
        };
        let (numbers, front) = match memory {
            Memory::Won { maker, zone } => {
                (Numbers::won(maker), Front { must: 0, total: zone, answers: 0 })
            }
            Memory::Open { numbers, front } => (numbers, front),
        };
        let Numbers { maker, breaker } = numbers;
        let word = check << 64 | work << 48 | u128::from(breaker) << 24 | u128::from(maker);
        bucket[slot] = [front.total, front.must, front.answers, word];
    }
}

/// What an entry says.
fn read(&[total, must, answers, word]: &Entry) -> Memory {
    let (maker, breaker) = (word as u32 & INFINITE, (word >> 24) as u32 & INFINITE);
    let numbers = Numbers { maker, breaker };
    match numbers.winner() {
        Some(maker) => Memory::Won { maker, zone: total },
        None => Memory::Open { numbers, front: Front { must, total, answers } },
    }
}

/// The half of a key that an entry keeps; the other half tells the place.
fn check(key: u128) -> u128 {
    (key >> 64).max(1)
}

fn worked(entry: &Entry) -> u128 {
    entry[3] >> 48 & 0xffff
}

/// What an entry loses when a neighbour is replaced: a sixteenth of the work, as a logarithm.
const AGE: u128 = 24;

/// A logarithm to the base 2, in 256ths, roughly.
fn logarithm(work: u64) -> u128 {
    let work = work.max(1);
    let whole = u64::from(work.ilog2());
    u128::from(whole << 8 | (work << (63 - whole) >> 55) & 0xff)
}
