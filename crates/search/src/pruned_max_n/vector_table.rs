//! The result table: exact vectors by position.

use ninefold_core::Values;

/// The result for a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// All 64 bits of the position's key are compared.
    pub(super) key: u64,
    /// The exact vector.
    pub(super) values: Values,
    /// The search depth in turns; 0 for an empty entry.
    pub(super) depth: u32,
    /// The code of the first best move.
    pub(super) code: u16,
    /// Whether every line ended the game, so that a deeper search would find the same.
    pub(super) complete: bool,
}

impl Entry {
    /// Whether this is what a search to `depth` would find.
    pub(super) fn answers(&self, depth: u32) -> bool {
        self.depth == depth || (self.complete && self.depth < depth)
    }
}

/// Results by key, one per slot.
///
/// The table starts small and doubles when more than half of it is in use, up to [`LARGEST`](VectorTable::LARGEST)
/// entries (8 MiB). From then on a new result replaces that of another position unless the old one was searched
/// deeper; for one position the latest result is kept.
pub(super) struct VectorTable {
    entries: Vec<Entry>,
    used: usize,
}

impl VectorTable {
    const SMALLEST: usize = 1 << 10;
    const LARGEST: usize = 1 << 18;

    pub(super) fn new() -> VectorTable {
        VectorTable { entries: vec![Entry::default(); VectorTable::SMALLEST], used: 0 }
    }

    /// The stored result for a position, at whatever depth.
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.entries[self.place(key)];
        (entry.depth > 0 && entry.key == key).then_some(entry)
    }

    /// Stores a result.
    pub(super) fn put(&mut self, entry: Entry) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < VectorTable::LARGEST {
            self.grow();
        }
        let place = self.place(entry.key);
        let old = &mut self.entries[place];
        if old.key == entry.key || old.depth <= entry.depth {
            self.used += usize::from(old.depth == 0);
            *old = entry;
        }
    }

    fn grow(&mut self) {
        let larger = vec![Entry::default(); 2 * self.entries.len()];
        let smaller = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in smaller.into_iter().filter(|entry| entry.depth > 0) {
            self.put(entry);
        }
    }

    /// The lowest bits of the key; the length is a power of two.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u32) -> Entry {
        Entry { key, depth, values: [key as i32; 4], ..Entry::default() }
    }

    #[test]
    fn the_table_grows_and_forgets_nothing_before_it_is_full() {
        let mut table = VectorTable::new();
        for key in 0..VectorTable::LARGEST as u64 {
            table.put(entry(key, 2));
        }
        assert_eq!(table.entries.len(), VectorTable::LARGEST);
        for key in 0..VectorTable::LARGEST as u64 {
            assert_eq!(table.get(key).map(|entry| entry.values[0]), Some(key as i32));
        }
        assert!(table.get(VectorTable::LARGEST as u64).is_none());
    }

    #[test]
    fn a_full_table_keeps_its_size_and_what_looked_further() {
        let mut table = VectorTable::new();
        for key in 0..3 * VectorTable::LARGEST as u64 {
            table.put(entry(key, 3));
        }
        assert_eq!(table.entries.len(), VectorTable::LARGEST);
        let place = 7;
        let other = place + VectorTable::LARGEST as u64;
        table.put(entry(place, 4));
        table.put(entry(other, 3));
        assert_eq!(table.get(place).map(|entry| entry.depth), Some(4));
        table.put(entry(other, 4));
        assert!(table.get(place).is_none());
        table.put(entry(other, 2));
        assert_eq!(table.get(other).map(|entry| entry.depth), Some(2));
    }

    #[test]
    fn an_entry_answers_its_depth_and_a_finished_one_every_greater() {
        let finished = Entry { complete: true, ..entry(1, 3) };
        for depth in 1..6 {
            assert_eq!(entry(1, 3).answers(depth), depth == 3);
            assert_eq!(finished.answers(depth), depth >= 3);
        }
    }
}
