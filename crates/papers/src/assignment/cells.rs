//! Sets of cells in one, two or six words.

/// A set of cells, numbered row by row.
pub(super) trait Cells: Copy + Eq {
    /// The maximum number of cells.
    const CAPACITY: usize;
    /// The set without cells.
    const EMPTY: Self;
    /// The set of one cell.
    fn single(cell: usize) -> Self;
    /// The cells in both sets.
    fn and(self, other: Self) -> Self;
    /// The cells in either set.
    fn or(self, other: Self) -> Self;
    /// The cells of this set that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// The number of cells.
    fn count(self) -> u32;
    /// The lowest cell; the set must not be empty.
    fn first(self) -> usize;
    /// The set without its lowest cell; it must not be empty.
    fn rest(self) -> Self;
    /// Eight cells as a number: those from 8 × `index` on.
    fn byte(self, index: usize) -> u8;
    /// A hash of all cells.
    fn fold(self) -> u64;
    /// Whether this set precedes the other in some fixed order.
    fn before(self, other: Self) -> bool;

    /// Whether there are no cells.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cells in ascending order.
    fn each(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let cell = (!self.is_empty()).then(|| self.first())?;
            self = self.rest();
            Some(cell)
        })
    }
}

macro_rules! cells_in_an_integer {
    ($word:ty) => {
        impl Cells for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            fn single(cell: usize) -> Self {
                1 << cell
            }

            fn and(self, other: Self) -> Self {
                self & other
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn minus(self, other: Self) -> Self {
                self & !other
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn rest(self) -> Self {
                self & (self - 1)
            }

            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }

            fn fold(self) -> u64 {
                self as u64 ^ ((self as u128 >> 64) as u64).wrapping_mul(MIX)
            }

            fn before(self, other: Self) -> bool {
                self < other
            }
        }
    };
}

/// An odd number without pattern (2⁶⁴ divided by the golden ratio).
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

cells_in_an_integer!(u64);
cells_in_an_integer!(u128);

/// Enough for 19 × 19.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide([u64; 6]);

impl Cells for Wide {
    const CAPACITY: usize = 6 * 64;
    const EMPTY: Self = Wide([0; 6]);

    fn single(cell: usize) -> Self {
        let mut words = [0; 6];
        words[cell / 64] = 1 << (cell % 64);
        Wide(words)
    }

    fn and(self, other: Self) -> Self {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Self) -> Self {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn minus(self, other: Self) -> Self {
        Wide(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    fn rest(self) -> Self {
        self.minus(Wide::single(self.first()))
    }

    fn byte(self, index: usize) -> u8 {
        (self.0[index / 8] >> (8 * (index % 8))) as u8
    }

    fn fold(self) -> u64 {
        self.0.iter().fold(0, |mixed, word| (mixed ^ word).wrapping_mul(MIX).rotate_left(29))
    }

    fn before(self, other: Self) -> bool {
        self.0 < other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_set_holds_what_was_put<C: Cells>() {
        let wanted: Vec<usize> = (0..C::CAPACITY).filter(|cell| cell % 7 == 3).collect();
        let set = wanted.iter().fold(C::EMPTY, |set, &cell| set.or(C::single(cell)));
        assert_eq!(set.each().collect::<Vec<_>>(), wanted);
        assert_eq!(set.count() as usize, wanted.len());
        let bytes = (0..C::CAPACITY / 8).map(|index| set.byte(index).count_ones()).sum::<u32>();
        assert_eq!(bytes, set.count());
        assert!(set.minus(set).is_empty());
        assert!(set.and(C::single(3)) == C::single(3));
    }

    #[test]
    fn sets_of_every_width() {
        a_set_holds_what_was_put::<u64>();
        a_set_holds_what_was_put::<u128>();
        a_set_holds_what_was_put::<Wide>();
    }
}
