//! A bounded table of positions with their numbers and zones.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cells::Set;
use super::front::Front;

/// No win; also the largest number, 24 bits.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// For each side, a lower bound on what must still be shown until it has won; 0 once it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub maker: u32,
    pub breaker: u32,
}

/// Limits that no number reaches before there is a winner.
pub(super) const NO_LIMITS: Numbers = Numbers { maker: INFINITE, breaker: INFINITE };

impl Numbers {
    /// The numbers of a position won by one side.
    pub fn won(maker: bool) -> Numbers {
        match maker {
            true => Numbers { maker: 0, breaker: INFINITE },
            false => Numbers { maker: INFINITE, breaker: 0 },
        }
    }

    /// The winner, if there is one.
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

/// The stored data of a position, in the image used for its key.
///
/// A settled entry has no moves and no numbers for the remaining work, so a search that continues with an open
/// position cannot confuse the two, however many threads write in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// The winner, and the zone.
    Won { maker: bool, zone: Set },
    /// Undecided: the numbers so far, and what is left.
    Open { numbers: Numbers, front: Front },
}

/// The number of entries per bucket.
const BUCKET: usize = 4;

/// An entry: the zone, the moves not refuted, the answers to a pass, and a word of numbers. If one of the numbers
/// is 0, that side has won, and there are neither moves nor answers.
///
/// ```text
/// bits 127 … 64              63 … 48              47 … 24   23 … 0
///      half of the key       work, a logarithm    breaker   maker
/// ```
///
/// The half of the key is 0 in an empty entry. Entries are plain words, so that the system provides a large table
/// as zeroed, untouched pages.
type Entry = [u128; 4];

/// A table of fixed size in which a new entry replaces the one of four that took the least work. The others are
/// then aged a little, so that nothing stays forever.
///
/// Several threads can share it: it consists of parts, each with a lock that is held for one entry.
pub(super) struct Table {
    parts: Vec<Mutex<Vec<[Entry; BUCKET]>>>,
    buckets: usize,
}

/// The minimum size of a part in bytes. Allocations of this size come as zeroed, untouched pages; smaller ones
/// would be cleared explicitly, and a small question should not pay for a large table.
const PART: usize = 40 << 20;
/// The maximum number of parts.
const MOST_PARTS: usize = 64;

impl Table {
    /// Creates a table of at most this many bytes, at least one bucket.
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
        // An entry is written as a whole, so a thread that panicked leaves nothing half done.
        (part.lock().unwrap_or_else(PoisonError::into_inner), place / self.parts.len())
    }

    /// Looks up a position.
    pub fn get(&self, key: u128) -> Option<Memory> {
        let check = check(key);
        let (part, place) = self.place(key);
        let bucket = &part[place];
        bucket.iter().find(|entry| entry[3] >> 64 == check).map(read)
    }

    /// Stores a position that took `work` positions to search. Settled entries stay settled.
    pub fn put(&self, key: u128, memory: Memory, work: u64) {
        let check = check(key);
        let (mut part, place) = self.place(key);
        let bucket = &mut part[place];
        let mut work = logarithm(work);
        let slot = match bucket.iter().position(|entry| entry[3] >> 64 == check) {
            Some(same) => {
                let settled = matches!(read(&bucket[same]), Memory::Won { .. });
                if settled && matches!(memory, Memory::Open { .. }) {
                    return; // another thread was faster
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

/// Decodes an entry.
fn read(&[total, must, answers, word]: &Entry) -> Memory {
    let (maker, breaker) = (word as u32 & INFINITE, (word >> 24) as u32 & INFINITE);
    let numbers = Numbers { maker, breaker };
    match numbers.winner() {
        Some(maker) => Memory::Won { maker, zone: total },
        None => Memory::Open { numbers, front: Front { must, total, answers } },
    }
}

/// The half of a key that an entry stores; the other half determines the bucket.
fn check(key: u128) -> u128 {
    (key >> 64).max(1)
}

fn worked(entry: &Entry) -> u128 {
    entry[3] >> 48 & 0xffff
}

/// How much an entry ages when a neighbour is replaced: a sixteenth of the work, as a logarithm.
const AGE: u128 = 24;

/// An approximate base-2 logarithm, in units of 1/256.
fn logarithm(work: u64) -> u128 {
    let work = work.max(1);
    let whole = u64::from(work.ilog2());
    u128::from(whole << 8 | (work << (63 - whole) >> 55) & 0xff)
}
