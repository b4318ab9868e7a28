//! Rows without the subsets that are not positions, with one run of bits per number of black men.
//!
//! ```text
//! truth table   bit = index of the black set, every subset
//! packed row    │ sets of 3 men │ sets of 4 men │ … │ sets of 9 men │   each in ascending order
//! ```
//!
//! The 64 subsets of a word, which differ in the six lowest points, are first sorted by size with a lookup table
//! per byte. Then each word appends one short run of bits to each of at most seven sizes.

use std::sync::LazyLock;

use super::row_index::WORD;
use super::rows::{binomial, rank_of};

/// The maximum number of men of a side.
pub(super) const MOST_MEN: usize = 9;

/// The packing of a table's rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Packing {
    free: u32,
    least: u32,
    most: u32,
    /// The start of the sets of each size.
    starts: [u32; MOST_MEN + 2],
}

/// How many of a word's subsets have each size, and where they start once sorted.
const RUNS: [u32; 7] = [1, 6, 15, 20, 15, 6, 1];
const RUN_STARTS: [u32; 7] = [0, 1, 7, 22, 42, 57, 63];

/// For each byte of a word and each of its values, where sorting moves its bits, and the inverse.
struct Sorting {
    sorted: [[u64; 256]; 8],
    unsorted: [[u64; 256]; 8],
}

static SORTING: LazyLock<Sorting> = LazyLock::new(|| {
    let mut places = [0_u32; 64];
    let mut next = RUN_STARTS;
    for (subset, place) in places.iter_mut().enumerate() {
        let size = subset.count_ones() as usize;
        *place = next[size];
        next[size] += 1;
    }
    let mut sorting = Sorting { sorted: [[0; 256]; 8], unsorted: [[0; 256]; 8] };
    for byte in 0..8 {
        for value in 0..256_usize {
            for bit in (0..8).filter(|bit| value >> bit & 1 != 0) {
                let at = 8 * byte + bit;
                sorting.sorted[byte][value] |= 1 << places[at];
                let from = places.iter().position(|&place| place as usize == at).unwrap_or(at);
                sorting.unsorted[byte][value] |= 1 << from;
            }
        }
    }
    sorting
});

fn looked_up(tables: &[[u64; 256]; 8], word: u64) -> u64 {
    let bytes = word.to_le_bytes();
    (0..8).fold(0, |all, byte| all | tables[byte][usize::from(bytes[byte])])
}

impl Packing {
    /// Rows with `free` free points, with `least` to `most` black men.
    pub(super) fn new(free: u32, least: u32, most: u32) -> Packing {
        let mut starts = [0; MOST_MEN + 2];
        for men in 0..=MOST_MEN as u32 {
            let inside = (least..=most).contains(&men);
            let sets = if inside { binomial(free, men) as u32 } else { 0 };
            starts[men as usize + 1] = starts[men as usize] + sets;
        }
        Packing { free, least, most, starts }
    }

    /// The number of positions of a row.
    pub(super) fn positions(&self) -> usize {
        self.starts[MOST_MEN + 1] as usize
    }

    /// The size of a row in bytes.
    pub(super) fn row_bytes(&self) -> usize {
        self.positions().div_ceil(8)
    }

    /// The numbers of black men.
    pub(super) fn men(&self) -> std::ops::RangeInclusive<u32> {
        self.least..=self.most
    }

    /// The places of the sets with this many men.
    pub(super) fn range(&self, men: u32) -> std::ops::Range<usize> {
        self.starts[men as usize] as usize..self.starts[men as usize + 1] as usize
    }

    /// The place of an index in its row.
    #[inline(always)]
    pub(super) fn place(&self, index: u32) -> usize {
        self.starts[index.count_ones() as usize] as usize + rank_of(index)
    }

    /// The number of set bits of a packed row, by the number of black men.
    pub(super) fn counts(&self, packed: &[u8]) -> [u64; MOST_MEN + 1] {
        std::array::from_fn(|men| {
            let (start, end) = (self.starts[men] as usize, self.starts[men + 1] as usize);
            let (first, last) = (start / 8, end / 8);
            if first == last {
                let mask = (1_u32 << (end % 8)) - (1 << (start % 8));
                return packed
                    .get(first)
                    .map_or(0, |&byte| u64::from((u32::from(byte) & mask).count_ones()));
            }
            let head = u64::from((packed[first] >> (start % 8)).count_ones());
            let body = packed[first + 1..last].iter().map(|byte| u64::from(byte.count_ones()));
            let tail = packed.get(last).map_or(0, |&byte| byte & ((1_u16 << (end % 8)) - 1) as u8);
            head + body.sum::<u64>() + u64::from(tail.count_ones())
        })
    }

    /// Packs a truth table.
    pub(super) fn pack(&self, table: &[u64], packed: &mut [u8]) {
        packed.fill(0);
        let sorting = &*SORTING;
        let mut places = self.starts;
        for (number, &word) in table.iter().enumerate() {
            let sorted = if word == 0 { 0 } else { looked_up(&sorting.sorted, word) };
            self.each_run(number, &mut places, |place, run| {
                if word != 0 {
                    let bits = sorted >> RUN_STARTS[run] & ((1 << RUNS[run]) - 1);
                    put_bits(packed, place, bits);
                }
            });
        }
    }

    /// Unpacks the truth table of a row.
    pub(super) fn unpack(&self, packed: &[u8], table: &mut [u64]) {
        let sorting = &*SORTING;
        let mut places = self.starts;
        for (number, word) in table.iter_mut().enumerate() {
            let mut sorted = 0;
            self.each_run(number, &mut places, |place, run| {
                sorted |= (get_bits(packed, place) & ((1 << RUNS[run]) - 1)) << RUN_STARTS[run];
            });
            *word = if sorted == 0 { 0 } else { looked_up(&sorting.unsorted, sorted) };
        }
    }

    /// Calls `visit` with the place and the size of each packed run of a word.
    #[inline(always)]
    fn each_run(
        &self,
        number: usize,
        places: &mut [u32; MOST_MEN + 2],
        mut visit: impl FnMut(usize, usize),
    ) {
        let above = number.count_ones();
        let Some(most) = self.most.checked_sub(above) else { return };
        for run in self.least.saturating_sub(above)..=most.min(WORD) {
            let place = &mut places[(above + run) as usize];
            visit(*place as usize, run as usize);
            *place += RUNS[run as usize];
        }
    }
}

/// Writes up to 20 bits at a place.
#[inline(always)]
fn put_bits(packed: &mut [u8], place: usize, bits: u64) {
    let (byte, shift) = (place / 8, place % 8);
    let bits = (bits as u32) << shift;
    match packed[byte..].first_chunk_mut() {
        Some(four) => *four = (u32::from_le_bytes(*four) | bits).to_le_bytes(),
        None => {
            for (byte, bits) in packed[byte..].iter_mut().zip(bits.to_le_bytes()) {
                *byte |= bits;
            }
        }
    }
}

/// Reads at least 20 bits from a place, or fewer at the end.
#[inline(always)]
fn get_bits(packed: &[u8], place: usize) -> u64 {
    let (byte, shift) = (place / 8, place % 8);
    let four = match packed[byte..].first_chunk() {
        Some(&four) => four,
        None => std::array::from_fn(|next| packed.get(byte + next).copied().unwrap_or(0)),
    };
    u64::from(u32::from_le_bytes(four) >> shift)
}

#[cfg(test)]
mod tests {
    use ninefold_core::Random;

    use super::*;

    #[test]
    fn packing_keeps_every_position_and_nothing_else() {
        let mut random = Random::new(2);
        for (free, least, most) in [(15, 3, 9), (12, 3, 6), (18, 0, 8), (9, 0, 2)] {
            let packing = Packing::new(free, least, most);
            let table: Vec<u64> =
                (0..1 << (free - 6)).map(|_| random.below(usize::MAX) as u64).collect();
            let mut packed = vec![0; packing.row_bytes()];
            packing.pack(&table, &mut packed);
            let mut back = vec![0; table.len()];
            packing.unpack(&packed, &mut back);
            let mut seen = vec![false; packing.positions()];
            for index in 0..1_u32 << free {
                let bit = |table: &[u64]| table[index as usize >> 6] >> (index & 63) & 1;
                if !(least..=most).contains(&index.count_ones()) {
                    assert_eq!(bit(&back), 0);
                    continue;
                }
                let place = packing.place(index);
                assert!(!std::mem::replace(&mut seen[place], true));
                assert_eq!(bit(&back), bit(&table));
                assert_eq!(u64::from(packed[place / 8] >> (place % 8) & 1), bit(&table));
            }
            assert!(seen.iter().all(|&seen| seen));
            let set = |men: u32| {
                let positions = (0..1_u32 << free).filter(|index| index.count_ones() == men);
                positions.filter(|&i| back[i as usize >> 6] >> (i & 63) & 1 != 0).count() as u64
            };
            assert_eq!(packing.counts(&packed), std::array::from_fn(|men| set(men as u32)));
        }
    }
}
