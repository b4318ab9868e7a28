//! Sets of cells as machine words: 64 bits serve most boards, 128 the larger ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, IndexMut, Not, Shl, ShlAssign,
    Shr,
};

use ninefold_core::scramble;

/// A set of cells: bit c is cell c, counted row by row from 0.
///
/// The search is compiled once for each word type, so that small boards do not pay for large ones.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + Into<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + ShlAssign<u32>
    + Shr<u32, Output = Self>
{
    /// The maximum number of cells.
    const BITS: u32;
    /// No cell.
    const EMPTY: Self;
    /// Every cell.
    const FULL: Self;

    /// An array with one value per cell.
    type PerCell<T: Copy>: IndexMut<usize, Output = T>;
    /// An array with one value for each of as many pairs as fit.
    type PerPair<T: Copy>: AsMut<[T]> + AsRef<[T]>;
    /// The images of the sets within each byte under a permutation of the cells.
    type Image: AsMut<[[Self; 256]]> + AsRef<[[Self; 256]]> + Clone + Debug;

    fn per_cell<T: Copy>(value: T) -> Self::PerCell<T>;
    fn per_pair<T: Copy>(value: T) -> Self::PerPair<T>;
    fn no_image() -> Box<Self::Image>;

    /// The set of one cell.
    fn bit(cell: u32) -> Self;
    /// The number of cells.
    fn count_ones(self) -> u32;
    /// The first cell of a non-empty set.
    fn trailing_zeros(self) -> u32;
    /// The last cell of a non-empty set.
    fn last(self) -> u32;
    /// The set of the first cell; empty for an empty set.
    fn lowest(self) -> Self;
    /// A non-empty set without its first cell.
    fn without_lowest(self) -> Self;
    /// One of its bytes.
    fn byte(self, index: usize) -> u8;
    /// The part of a larger set that fits.
    fn truncated(set: u128) -> Self;
    /// Folded to 64 bits for a hash; if bits are lost, a salt distinguishes the results.
    fn folded(self, salt: u64) -> u64;

    /// Whether the set contains a cell.
    #[inline]
    fn has(self, cell: u32) -> bool {
        self & Self::bit(cell) != Self::EMPTY
    }
}

macro_rules! word {
    ($word:ty, $bits:literal, $folded:expr) => {
        impl Word for $word {
            const BITS: u32 = $bits;
            const EMPTY: $word = 0;
            const FULL: $word = <$word>::MAX;

            type PerCell<T: Copy> = [T; $bits];
            type PerPair<T: Copy> = [T; $bits / 2];
            type Image = [[$word; 256]; $bits / 8];

            #[inline]
            fn per_cell<T: Copy>(value: T) -> [T; $bits] {
                [value; $bits]
            }

            #[inline]
            fn per_pair<T: Copy>(value: T) -> [T; $bits / 2] {
                [value; $bits / 2]
            }

            fn no_image() -> Box<Self::Image> {
                Box::new([[0; 256]; $bits / 8])
            }

            #[inline]
            fn bit(cell: u32) -> $word {
                1 << cell
            }

            #[inline]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline]
            fn last(self) -> u32 {
                $bits - 1 - self.leading_zeros()
            }

            #[inline]
            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & (self - 1)
            }

            #[inline]
            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }

            #[inline]
            fn truncated(set: u128) -> $word {
                set as $word
            }

            #[inline]
            fn folded(self, salt: u64) -> u64 {
                $folded(self, salt)
            }
        }
    };
}

word!(u64, 64, |set: u64, _: u64| set);
word!(u128, 128, |set: u128, salt: u64| {
    scramble((set >> 64) as u64 ^ salt).wrapping_add(set as u64)
});
