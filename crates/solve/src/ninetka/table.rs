//! Remembered positions, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position: how much its open sections add for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// At least this.
    pub(super) least: i8,
    /// At most this.
    pub(super) most: i8,
    /// The slot that was best, if one was.
    pub(super) slot: Option<u8>,
    /// How much work it was, as a power of two.
    pub(super) work: u8,
}

/// A position in two words: the key mixed with the rest, and the rest.
#[derive(Debug, Default)]
struct Place([AtomicU64; 2]);

/// Neighbouring places are tried together: one line of a cache.
const BUCKET: usize = 4;

/// A table of a fixed size. An entry torn by two threads does not fit its key and is not found.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<Place>,
    buckets: u64,
}

impl Table {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<Place>())).max(1);
        let mut places = Vec::new();
        places.resize_with(buckets * BUCKET, Place::default);
        Table { places, buckets: buckets as u64 }
    }

    fn bucket(&self, key: u64) -> &[Place] {
        let first = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize * BUCKET;
        &self.places[first..first + BUCKET]
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|place| {
            let [mixed, rest] = place.load();
            (mixed ^ rest == key && rest != 0).then(|| unpack(rest))
        })
    }

    /// Remembers a position, in the place of the one that was least work.
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let worth = |place: &&Place| {
            let [mixed, rest] = place.load();
            if rest == 0 || mixed ^ rest == key { (0, 0) } else { (1, unpack(rest).work) }
        };
        if let Some(place) = bucket.iter().min_by_key(worth) {
            let rest = pack(entry);
            place.0[0].store(key ^ rest, Ordering::Relaxed);
            place.0[1].store(rest, Ordering::Relaxed);
        }
    }
}

impl Place {
    fn load(&self) -> [u64; 2] {
        [self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed)]
    }
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
