//! A cache of solved positions.

use super::cells::Cells;

/// A position's value, between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// The value for the player to move is at least this.
    pub(super) low: i8,
    /// The value is at most this.
    pub(super) high: i8,
}

impl Bounds {
    /// Both bounds combined.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

#[derive(Clone, Copy)]
struct Entry<C> {
    first: C,
    second: C,
    /// 0: the entry is empty.
    game: u16,
    bounds: Bounds,
    /// The cost of finding this again: the binary logarithm of the number of nodes.
    work: u8,
}

/// A table of positions of any game of one width. Keys are complete positions, so it is never
/// wrong. It grows as it fills up to a fixed size; then cheap entries make room for more expensive
/// ones.
pub(super) struct Memory<C> {
    entries: Vec<Entry<C>>,
    stored: usize,
}

/// The number of entries in a bucket.
const BUCKET: usize = 4;
const SMALLEST: usize = 1 << 10;
/// The maximum size of the table.
const LARGEST_BYTES: usize = 96 << 20;

impl<C: Cells> Memory<C> {
    /// An empty cache.
    pub(super) fn new() -> Memory<C> {
        Memory { entries: Vec::new(), stored: 0 }
    }

    /// The known bounds of a position.
    pub(super) fn get(&self, game: u16, first: C, second: C) -> Option<Bounds> {
        let from = self.bucket(first, second);
        let bucket = self.entries.get(from..from + BUCKET)?;
        let found = bucket.iter().find(|entry| entry.is(game, first, second));
        found.map(|entry| entry.bounds)
    }

    /// Stores a result that cost this many nodes.
    pub(super) fn put(&mut self, game: u16, first: C, second: C, bounds: Bounds, nodes: u64) {
        if 2 * self.stored >= self.entries.len() {
            self.grow();
        }
        let work = nodes.max(1).ilog2() as u8;
        self.insert(Entry { first, second, game, bounds, work });
    }

    fn insert(&mut self, entry: Entry<C>) {
        let from = self.bucket(entry.first, entry.second);
        let bucket = &mut self.entries[from..from + BUCKET];
        // The same position, else an empty entry, else the cheapest to find again.
        let rank = |other: &&mut Entry<C>| {
            let same = other.is(entry.game, entry.first, entry.second);
            if same { (0, 0) } else { (1 + u8::from(other.game != 0), other.work) }
        };
        if let Some(place) = bucket.iter_mut().min_by_key(rank) {
            self.stored += usize::from(place.game == 0);
            *place = entry;
        }
    }

    fn grow(&mut self) {
        let size = (4 * self.entries.len()).max(SMALLEST);
        if size * size_of::<Entry<C>>() > LARGEST_BYTES {
            return;
        }
        let nothing = Bounds { low: -1, high: 1 };
        let (first, second) = (C::EMPTY, C::EMPTY);
        let empty = Entry { first, second, game: 0, bounds: nothing, work: 0 };
        let old = std::mem::replace(&mut self.entries, vec![empty; size]);
        self.stored = 0;
        old.into_iter().filter(|entry| entry.game != 0).for_each(|entry| self.insert(entry));
    }

    /// The start of a position's bucket.
    fn bucket(&self, first: C, second: C) -> usize {
        let mixed = first.fold().wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(32);
        let mixed = (mixed ^ second.fold()).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        let buckets = (self.entries.len() / BUCKET) as u64;
        // The high half of a product: a number below `buckets` from the high bits.
        BUCKET * ((u128::from(mixed) * u128::from(buckets)) >> 64) as usize
    }
}

impl<C: Cells> Entry<C> {
    fn is(&self, game: u16, first: C, second: C) -> bool {
        self.game == game && self.first == first && self.second == second
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Wide;
    use super::*;

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let mut memory = Memory::<u64>::new();
        let bounds = |key: u64| Bounds { low: (key % 2) as i8 - 1, high: (key % 3 / 2) as i8 };
        assert!(memory.get(1, 2, 3).is_none());
        for key in 0..20_000 {
            memory.put(7, key, !key, bounds(key), key);
        }
        let known = (0..20_000).filter(|&key| memory.get(7, key, !key) == Some(bounds(key)));
        assert!(known.count() > 19_000, "too much was forgotten");
        assert!((0..20_000).all(|key| memory.get(8, key, !key).is_none()));
        assert!((0..20_000).all(|key| memory.get(7, !key, key).is_none()));
    }

    #[test]
    fn the_table_stops_growing() {
        let mut memory = Memory::<Wide>::new();
        let bounds = Bounds { low: 0, high: 0 };
        for key in 0..361 * 361 * 8_usize {
            let cell = |at: usize| Wide::single(at % 361);
            let (first, second) = (cell(key).or(cell(key / 361)), cell(key / 131_000));
            memory.put(7, first, second, bounds, 1);
        }
        assert!(memory.entries.len() * size_of::<Entry<Wide>>() <= LARGEST_BYTES);
    }
}
