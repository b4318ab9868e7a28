//! The white sets of one size, one per class of images: the rows of a slice.

use std::sync::OnceLock;

use ninefold_games::morris::Points;

use super::board::{ALL, SYMMETRIES, mapped};

/// The number of sets of each size up to symmetry, 0 to 9.
pub(super) const CLASSES: [u64; 10] = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880];

/// The rows of a slice: white sets that are the smallest of their images, in ascending order.
pub(super) struct Rows {
    men: u32,
    sets: Vec<Points>,
    /// For the rank of each set of this size: its row, and the symmetry that maps the set to it.
    places: Vec<Place>,
}

/// The location of a set: `row × 16 + symmetry`.
#[derive(Clone, Copy, Default)]
struct Place(u32);

impl Rows {
    /// The rows with this many white men, at most nine; created once.
    pub(super) fn of(men: u32) -> &'static Rows {
        static ROWS: [OnceLock<Rows>; 10] = [const { OnceLock::new() }; 10];
        ROWS[men as usize].get_or_init(|| Rows::new(men))
    }

    fn new(men: u32) -> Rows {
        let mut sets = Vec::new();
        let mut places = vec![Place(u32::MAX); binomial(24, men) as usize];
        let mut set: Points = (1 << men) - 1;
        // Ascending sets of one size have ascending ranks, so the first of a class is its smallest.
        for rank in 0..places.len() {
            if places[rank].0 == u32::MAX {
                let row = sets.len() as u32;
                sets.push(set);
                for symmetry in 0..SYMMETRIES as u8 {
                    let image = mapped(set, symmetry);
                    let back = super::board::INVERSE[usize::from(symmetry)];
                    places[rank_of(image)] = Place(row << 4 | u32::from(back));
                }
            }
            set = next_of_size(set);
        }
        Rows { men, sets, places }
    }

    /// The number of white men in each row.
    pub(super) fn men(&self) -> u32 {
        self.men
    }

    /// The number of free points of a row.
    pub(super) fn free(&self) -> u32 {
        24 - self.men
    }

    /// The white sets.
    pub(super) fn sets(&self) -> &[Points] {
        &self.sets
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The row of a set and the symmetry that maps the set to it.
    #[inline(always)]
    pub(super) fn find(&self, set: Points) -> (usize, u8) {
        let place = self.places[rank_of(set)].0;
        ((place >> 4) as usize, (place & 15) as u8)
    }

    /// The symmetries that leave a row's white set unchanged, the identity first.
    pub(super) fn stabiliser(&self, row: usize) -> Vec<u8> {
        let set = self.sets[row];
        (0..SYMMETRIES as u8).filter(|&symmetry| mapped(set, symmetry) == set).collect()
    }
}

/// The next larger set of the same size; arbitrary after the last one.
pub(super) fn next_of_size(set: u32) -> u32 {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let ripple = set.wrapping_add(lowest);
    (((set ^ ripple) >> 2) / lowest) | ripple
}

/// The binomial coefficient of `n` and `k`.
pub(super) const fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let mut value = 1;
    let mut step = 0;
    while step < k {
        value = value * (n - step) as u64 / (step + 1) as u64;
        step += 1;
    }
    value
}

/// The rank of a set among all sets of its size, in ascending order.
///
/// For points in ascending order `c1 < c2 < …` that is `C(c1,1) + C(c2,2) + …`; the twelve higher points use a
/// table indexed by the number of lower ones.
#[inline(always)]
pub(super) fn rank_of(set: u32) -> usize {
    debug_assert!(set <= ALL);
    let (low, high) = ((set & 0xfff) as usize, (set >> 12 & 0xfff) as usize);
    (LOW_RANKS[low] + HIGH_RANKS[low.count_ones() as usize][high]) as usize
}

const fn ranks(below: u32, first: u32) -> [u32; 4096] {
    let mut ranks = [0; 4096];
    let mut set = 1_usize;
    while set < 4096 {
        let top = set.ilog2();
        let rest = set & !(1 << top);
        ranks[set] = ranks[rest] + binomial(first + top, below + rest.count_ones() + 1) as u32;
        set += 1;
    }
    ranks
}

static LOW_RANKS: [u32; 4096] = ranks(0, 0);
static HIGH_RANKS: [[u32; 4096]; 13] = {
    let mut tables = [[0; 4096]; 13];
    let mut below = 0;
    while below < 13 {
        tables[below] = ranks(below as u32, 12);
        below += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_upwards() {
        for size in 0..=24 {
            let mut set: u32 = if size == 24 { ALL } else { (1 << size) - 1 };
            for rank in 0..binomial(24, size) as usize {
                assert_eq!(rank_of(set), rank);
                set = next_of_size(set);
            }
        }
    }

    /// Burnside's lemma: the number of sets that each symmetry leaves unchanged, averaged over the symmetries.
    #[test]
    fn rows_of_every_slice() {
        for (men, &classes) in (0..).zip(&CLASSES) {
            let kept = |symmetry: u8| {
                let sets = (0..=ALL).filter(|set| set.count_ones() == men);
                sets.filter(|&set| mapped(set, symmetry) == set).count() as u64
            };
            let fixed: u64 = (0..SYMMETRIES as u8).map(kept).sum();
            assert_eq!(fixed, classes * SYMMETRIES as u64);
            assert_eq!(Rows::of(men).len() as u64, classes);
        }
    }

    #[test]
    fn every_set_is_carried_to_its_row() {
        let rows = Rows::of(5);
        let mut set = 0b11111;
        for _ in 0..binomial(24, 5) {
            let (row, symmetry) = rows.find(set);
            assert_eq!(mapped(set, symmetry), rows.sets()[row]);
            set = next_of_size(set);
        }
    }
}
