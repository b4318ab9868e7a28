//! The transposition table, shared by all threads without locks.
//!
//! An entry consists of two words, which are written and read separately. The first holds the key XORed with the
//! second, so a torn entry matches no key (Hyatt and Mann, "A lockless transposition-table implementation for
//! parallel search", 2002).

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold_core::room_for;

use super::score::Score;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Equal.
    Exact,
    /// The true score is at least as large.
    AtLeast,
    /// The true score is at most as large.
    AtMost,
}

/// The stored knowledge about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score for the side to move, with distances counted from the position.
    pub(super) score: Score,
    /// The search depth in turns.
    pub(super) depth: u8,
    /// The type of bound of the score.
    pub(super) bound: Bound,
    /// Whether it rests on finished games alone, so that a deeper search changes nothing.
    pub(super) settled: bool,
    /// The code of the best move.
    pub(super) best: Option<u16>,
}

/// An entry: the key XORed with the data, and the data.
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

/// Four entries in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Unused tables for reuse. Players come and go with every move, and repeated large allocations make the system
/// keep more memory than needed.
static SPARE: Mutex<Vec<TranspositionTable>> = Mutex::new(Vec::new());

/// The maximum number of unused bytes to keep, unless it is a single table.
const MOST_SPARE: usize = 96 << 20;

/// A transposition table of fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of about this many bytes.
    pub fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = room_for("a table of positions", count);
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, generation: 0 }
    }

    /// Prepares a table of about this many bytes for the next search in this process, so that the search does not
    /// spend time on allocating it.
    pub fn prepare(bytes: usize) {
        TranspositionTable::take(bytes).put_back();
    }

    /// Returns an empty table of about this many bytes, reusing one that was put back if possible.
    pub(super) fn take(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut spare = SPARE.lock().unwrap_or_else(|broken| broken.into_inner());
        let fitting = spare.iter().position(|table| table.buckets.len() == count);
        match fitting.map(|index| spare.swap_remove(index)) {
            Some(mut table) => {
                drop(spare);
                table.forget();
                table
            }
            None => {
                drop(spare);
                TranspositionTable::new(bytes)
            }
        }
    }

    /// Keeps a table for reuse, unless too many are kept already. The first one is kept whatever its size, because
    /// allocating a large table can take longer than a move.
    pub(super) fn put_back(self) {
        let bytes = |table: &TranspositionTable| table.buckets.len() * size_of::<Bucket>();
        let mut spare = SPARE.lock().unwrap_or_else(|broken| broken.into_inner());
        let others = spare.iter().map(bytes).sum::<usize>();
        if others == 0 || others + bytes(&self) <= MOST_SPARE {
            spare.push(self);
        }
    }

    /// Clears the table quickly by starting a new generation, which invalidates all entries of others. Generation
    /// numbers recur, so each call also erases one part of the table, and the whole table is erased before a number
    /// recurs.
    pub(super) fn forget(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        let part = self.buckets.len().div_ceil(usize::from(GENERATIONS));
        if let Some(part) = self.buckets.chunks_mut(part).nth(usize::from(self.generation)) {
            part.fill_with(Bucket::default);
        }
    }

    /// Looks up a position by its key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data();
            (entry.check() == key ^ data && self.is_current(data)).then(|| unpack(data)).flatten()
        })
    }

    /// Stores a result. It replaces the same position, else the first free slot, else the shallowest entry. (The
    /// used slots of a bucket come first, so an old table fills like a new one.)
    pub(super) fn put(&self, key: u64, mut known: Known) {
        let worth = |entry: &&Entry| {
            let data = entry.data();
            let same = entry.check() == key ^ data;
            if same || !self.is_current(data) { 0 } else { 1 + (data >> 48 & 0xff) as u32 }
        };
        let Some(place) = self.bucket(key).0.iter().min_by_key(worth) else { return };
        let there = place.data();
        if known.best.is_none() && place.check() == key ^ there && self.is_current(there) {
            known.best = unpack(there).and_then(|old| old.best);
        }
        let data = pack(known, self.generation);
        place.0[0].store(key ^ data, Ordering::Relaxed);
        place.0[1].store(data, Ordering::Relaxed);
    }

    /// Whether an entry belongs to this generation and is not empty.
    #[inline]
    fn is_current(&self, data: u64) -> bool {
        data != 0 && (data >> 59) as u8 == self.generation
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl Entry {
    #[inline]
    fn check(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    #[inline]
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
        let table = TranspositionTable::new(1 << 12);
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

    /// Five positions share a bucket of four: the shallowest is evicted.
    #[test]
    fn the_shallow_give_way() {
        let table = TranspositionTable::new(1);
        for key in 1..=4 {
            table.put(key, Known { depth: 10 + key as u8, ..KNOWN });
        }
        table.put(5, KNOWN);
        let kept = (1..=5).filter(|&key| table.get(key).is_some());
        assert_eq!(kept.collect::<Vec<_>>(), [2, 3, 4, 5]);
    }

    /// However often it was cleared, a table stores as much as a new one.
    #[test]
    fn a_table_that_has_forgotten_is_as_good_as_new() {
        let mut old = TranspositionTable::new(1);
        let entry = |number: u64| {
            let depth = (number * 7 % 5) as u8;
            (number % 9, Known { depth, score: number as Score, ..KNOWN })
        };
        for round in 0..70 {
            old.forget();
            let new = TranspositionTable::new(1);
            for number in 0..round {
                let (key, known) = entry(number * number + round);
                old.put(key, known);
                new.put(key, known);
                (0..9).for_each(|key| assert_eq!(old.get(key), new.get(key), "round {round}"));
            }
        }
    }

    #[test]
    fn a_best_move_outlives_a_search_that_found_none() {
        let table = TranspositionTable::new(1 << 12);
        table.put(1, KNOWN);
        table.put(1, Known { depth: 4, best: None, ..KNOWN });
        assert_eq!(table.get(1), Some(Known { depth: 4, ..KNOWN }));
    }
}
