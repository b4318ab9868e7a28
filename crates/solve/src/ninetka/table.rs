//! A table of positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known about a position: how much its open sections add for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// At least this.
    pub(super) least: i8,
    /// At most this.
    pub(super) most: i8,
    /// The best slot, if there was one.
    pub(super) slot: Option<u8>,
    /// The amount of work, as a power of two.
    pub(super) work: u8,
}

/// Identifies a position by two independent hashes. All bits of the first and 24 bits of the second are compared,
/// so a false match is not expected in the lifetime of any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// Determines the slot in the table.
    pub(super) place: u64,
    /// Distinguishes entries in the same slot.
    pub(super) check: u64,
}

/// A position in two words: the first hash of its key XORed with the data, and the data, with the check bits of the
/// key in its upper bits.
#[derive(Debug, Default)]
struct Place([AtomicU64; 2]);

/// The number of adjacent slots that are tried together: one cache line.
const BUCKET: usize = 4;

/// A table of fixed size. An entry torn by two threads does not match its key and is not found.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<Place>,
    buckets: u64,
}

impl Table {
    /// Creates a table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<Place>())).max(1);
        let mut places = Vec::new();
        places.resize_with(buckets * BUCKET, Place::default);
        Table { places, buckets: buckets as u64 }
    }

    fn bucket(&self, key: Key) -> &[Place] {
        let first = ((u128::from(key.place) * u128::from(self.buckets)) >> 64) as usize * BUCKET;
        &self.places[first..first + BUCKET]
    }

    /// Looks up the position with this key.
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|place| {
            let words = place.load();
            is_of(words, key).then(|| unpack(words[1]))
        })
    }

    /// Stores a position, replacing the entry with the least work.
    pub(super) fn put(&self, key: Key, entry: Entry) {
        let bucket = self.bucket(key);
        let worth = |place: &&Place| {
            let words = place.load();
            let is_open = words[1] == 0 || is_of(words, key);
            if is_open { (0, 0) } else { (1, unpack(words[1]).work) }
        };
        if let Some(place) = bucket.iter().min_by_key(worth) {
            let rest = pack(entry) | key.check & CHECK;
            place.0[0].store(key.place ^ rest, Ordering::Relaxed);
            place.0[1].store(rest, Ordering::Relaxed);
        }
    }
}

impl Place {
    fn load(&self) -> [u64; 2] {
        [self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed)]
    }
}

/// The bits of the data that hold the check of the key.
const CHECK: u64 = !0 << 40;

/// Whether the words of a slot belong to the position with this key.
fn is_of([mixed, rest]: [u64; 2], key: Key) -> bool {
    mixed ^ rest == key.place && rest != 0 && (rest ^ key.check) & CHECK == 0
}

const NO_SLOT: u8 = u8::MAX;

fn pack(entry: Entry) -> u64 {
    let slot = entry.slot.unwrap_or(NO_SLOT);
    u64::from_le_bytes([entry.least as u8, entry.most as u8, slot, entry.work, 1, 0, 0, 0])
}

fn unpack(rest: u64) -> Entry {
    let [least, most, slot, work, ..] = rest.to_le_bytes();
    let slot = (slot != NO_SLOT).then_some(slot);
    Entry { least: least as i8, most: most as i8, slot, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that agree in only one of the two hashes are different.
    #[test]
    fn both_hashes_count() {
        let table = Table::new(1 << 12);
        let key = Key { place: 3 << 60 | 5, check: 7 << 40 };
        let entry = Entry { least: -2, most: 9, slot: Some(35), work: 4 };
        table.put(key, entry);
        assert_eq!(table.get(key), Some(entry));
        assert_eq!(table.get(Key { check: 6 << 40, ..key }), None);
        assert_eq!(table.get(Key { place: key.place + 1, ..key }), None);
        let other = Entry { slot: None, ..entry };
        table.put(Key { check: 6 << 40, ..key }, other);
        assert_eq!(table.get(key), Some(entry), "it was not replaced");
    }
}
