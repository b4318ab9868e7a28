//! The transposition table: what was found before, shared by all threads without a lock.
//!
//! An entry is two words, written and read one by one. The first holds the key mixed with the second,
//! so an entry torn between two writers fits no key (Hyatt and Mann, "A lockless transposition-table
//! implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::score::Score;

/// What a score in the table says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least as large.
    AtLeast,
    /// The true one is at most as large.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score for the side to move, distances counted from the position.
    pub(super) score: Score,
    /// How many turns were looked ahead.
    pub(super) depth: u8,
    /// What the score says.
    pub(super) bound: Bound,
    /// Whether it rests on finished games alone, so that looking further changes nothing.
    pub(super) settled: bool,
    /// The code of the best move.
    pub(super) best: Option<u16>,
}

/// An entry: the key mixed with the data, and the data.
///
/// ```text
/// bits  0-31  score
///      32-47  code of the best move, all ones for none
///      48-55  depth
///      56-57  bound: 1 exact, 2 at least, 3 at most; 0 is an empty entry
///      58     settled
///      59-63  generation
/// ```
#[derive(Default)]
struct Entry([AtomicU64; 2]);

const NO_MOVE: u16 = u16::MAX;
const GENERATIONS: u8 = 32;

/// Four entries in one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A table of fixed size.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::with_capacity(count);
        buckets.resize_with(count, Bucket::default);
        Table { buckets, generation: AtomicU8::new(0) }
    }

    /// Begins a new search: what older ones found gives way first.
    pub(super) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data();
            (entry.check() == key ^ data).then(|| unpack(data)).flatten()
        })
    }

    /// Keeps what was found, in the place of the least worthy: the same position, else an older
    /// search's, else the shallowest.
    pub(super) fn put(&self, key: u64, mut known: Known) {
        let generation = self.generation.load(Ordering::Relaxed);
        let worth = |entry: &&Entry| {
            let data = entry.data();
            let same = entry.check() == key ^ data;
            let depth = (data >> 48 & 0xff) as u32;
            let current = u32::from((data >> 59) as u8 == generation);
            if same || data == 0 { 0 } else { 1 + depth + 256 * current }
        };
        let Some(place) = self.bucket(key).0.iter().min_by_key(worth) else { return };
        if known.best.is_none() && place.check() == key ^ place.data() {
            known.best = unpack(place.data()).and_then(|old| old.best);
        }
        let data = pack(known, generation);
        place.0[0].store(key ^ data, Ordering::Relaxed);
        place.0[1].store(data, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl Entry {
    fn check(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    fn data(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }
}

fn pack(known: Known, generation: u8) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    u64::from(known.score as u32)
        | u64::from(known.best.unwrap_or(NO_MOVE)) << 32
        | u64::from(known.depth) << 48
        | bound << 56
        | u64::from(known.settled) << 58
        | u64::from(generation) << 59
}

fn unpack(data: u64) -> Option<Known> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        _ => return None,
    };
    let best = (data >> 32) as u16;
    Some(Known {
        score: data as u32 as Score,
        depth: (data >> 48) as u8,
        bound,
        settled: data >> 58 & 1 != 0,
        best: (best != NO_MOVE).then_some(best),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known =
        Known { score: -7, depth: 3, bound: Bound::AtMost, settled: false, best: Some(9) };

    #[test]
    fn what_is_kept_is_found_again() {
        let table = Table::new(1 << 12);
        for (key, known) in [
            (1, KNOWN),
            (u64::MAX, Known { bound: Bound::Exact, settled: true, best: None, ..KNOWN }),
            (1 << 63, Known { score: i32::MIN, depth: 255, bound: Bound::AtLeast, ..KNOWN }),
        ] {
            assert_eq!(table.get(key), None);
            table.put(key, known);
            assert_eq!(table.get(key), Some(known));
        }
    }

    /// Five positions share a bucket of four: the shallowest of an older search gives way.
    #[test]
    fn the_old_and_shallow_give_way() {
        let table = Table::new(1);
        for key in 1..=4 {
            table.put(key, Known { depth: 10 + key as u8, ..KNOWN });
        }
        table.age();
        table.put(1, Known { depth: 1, ..KNOWN });
        table.put(5, KNOWN);
        let kept = (1..=5).filter(|&key| table.get(key).is_some());
        assert_eq!(kept.collect::<Vec<_>>(), [1, 3, 4, 5]);
    }

    #[test]
    fn a_best_move_outlives_a_search_that_found_none() {
        let table = Table::new(1 << 12);
        table.put(1, KNOWN);
        table.put(1, Known { depth: 4, best: None, ..KNOWN });
        assert_eq!(table.get(1), Some(Known { depth: 4, ..KNOWN }));
    }
}
