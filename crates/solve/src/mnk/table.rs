//! A bounded table of proof numbers.

use ninefold_core::scramble;

use super::word::Word;

/// No proof; also the largest number, 24 bits.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// Proof and disproof numbers: the minimum number of positions that must be proved (disproved) to settle this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Whether the position is settled.
    pub fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Identifies a position by two independent hashes, one for the place and one for the check.
///
/// Together they have more than 80 significant bits, so a false match is not expected in the lifetime of any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    place: u64,
    check: u64,
}

impl Key {
    pub fn new<W: Word>(sets: (W, W), attacks: bool) -> Key {
        let fold = |salt| (sets.0.folded(salt), sets.1.folded(salt));
        let (attacker, defender) = fold(0x3c6e_f372_fe94_f82b);
        let turn = if attacks { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let place = scramble(scramble(attacker ^ turn).wrapping_add(defender));
        let (attacker, defender) = fold(0xa54f_f53a_5f1d_36f1);
        let check =
            scramble(scramble(defender.wrapping_add(0x6a09_e667_f3bc_c909)) ^ attacker ^ turn);
        // An empty entry has check 0.
        Key { place, check: check.max(1) }
    }
}

/// The number of entries per bucket.
const BUCKET: usize = 4;

/// A bucket of entries of sixteen bytes. First the checks, 0 for an empty entry; then, in the same order, 24 bits
/// proof number, 24 bits disproof number and 16 bits logarithm of the work.
///
/// Plain words, so that the system provides a large table as zeroed, untouched pages.
type Bucket = [[u64; BUCKET]; 2];

/// A table of fixed size in which a new entry replaces the one of four that took the least work.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table of at most this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Table { buckets: ninefold_core::zeros("a table of positions", buckets) }
    }

    fn place(&self, key: Key) -> usize {
        ((u128::from(key.place) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The numbers of a position, if they are stored.
    pub fn get(&self, key: Key) -> Option<Numbers> {
        let [checks, data] = &self.buckets[self.place(key)];
        let slot = checks.iter().position(|&check| check == key.check)?;
        let part = |shift: u32| (data[slot] >> shift) as u32 & INFINITE;
        Some(Numbers { proof: part(0), disproof: part(24) })
    }

    /// Stores the numbers of a position that took `work` positions to search.
    pub fn put(&mut self, key: Key, numbers: Numbers, work: u64) {
        let place = self.place(key);
        let [checks, data] = &mut self.buckets[place];
        let mut work = logarithm(work);
        let mut slot = 0;
        if let Some(same) = checks.iter().position(|&check| check == key.check) {
            slot = same;
            work = work.max(data[same] >> WORK);
        } else {
            for other in 1..BUCKET {
                if data[other] >> WORK < data[slot] >> WORK {
                    slot = other;
                }
            }
        }
        checks[slot] = key.check;
        data[slot] = u64::from(numbers.proof) | u64::from(numbers.disproof) << 24 | work << WORK;
    }
}

/// The first bit of the logarithm of the work.
const WORK: u32 = 48;

/// An approximate base-2 logarithm, in units of 1/256.
fn logarithm(work: u64) -> u64 {
    let work = work.max(1);
    let whole = u64::from(work.ilog2());
    whole << 8 | (work << (63 - whole) >> 55) & 0xff
}
