//! A bounded table of positions with their numbers and zones.

use super::cells::Set;

/// No win; also the largest number.
pub(super) const INFINITE: u32 = 1 << 30;

/// For each side, how much must at least still be shown until it has won; 0 once it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub maker: u32,
    pub breaker: u32,
}

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub numbers: Numbers,
    /// The zone of the win; while nobody has won, the zone of what is refuted so far.
    pub zone: Set,
    /// The moves that are not refuted yet.
    pub must: Set,
    /// The cells with which Breaker would win if Maker passed.
    pub answers: Set,
}

/// How many entries share a place.
const BUCKET: usize = 4;

#[derive(Clone, Copy)]
struct Entry {
    memory: Memory,
    /// The upper half of the key; 0 for an empty entry.
    check: u64,
    work: u32,
}

const EMPTY: Entry = Entry {
    memory: Memory {
        numbers: Numbers { maker: 0, breaker: 0 },
        zone: 0,
        must: 0,
        answers: 0,
    },
    check: 0,
    work: 0,
};

/// A table of a fixed size in which a new entry replaces the one of four that took the least work. The
/// others then count for a sixteenth less, so that nothing stays for ever.
pub(super) struct Table {
    buckets: Vec<[Entry; BUCKET]>,
    most: usize,
}

impl Table {
    /// A table of at most this many bytes, one bucket at least. It begins small and grows.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<[Entry; BUCKET]>()).max(1);
        Table { buckets: vec![[EMPTY; BUCKET]; most], most }
    }

    fn place(&self, key: u128) -> usize {
        ((u128::from(key as u64) * self.most as u128) >> 64) as usize
    }

    fn check(key: u128) -> u64 {
        ((key >> 64) as u64).max(1)
    }

    /// What is remembered of a position.
    pub fn get(&self, key: u128) -> Option<&Memory> {
        let check = Table::check(key);
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().find(|entry| entry.check == check).map(|entry| &entry.memory)
    }

    /// Remembers a position that took `work` looks.
    pub fn put(&mut self, key: u128, memory: Memory, work: u64) {
        let (place, check) = (self.place(key), Table::check(key));
        let bucket = &mut self.buckets[place];
        let work = work.min(u64::from(u32::MAX)) as u32;
        if let Some(same) = bucket.iter_mut().find(|entry| entry.check == check) {
            *same = Entry { memory, check, work: work.max(same.work) };
            return;
        }
        let least = (0..BUCKET).min_by_key(|&index| bucket[index].work).unwrap_or(0);
        for entry in bucket.iter_mut() {
            entry.work -= entry.work / 16;
        }
        bucket[least] = Entry { memory, check, work };
    }
}
