//! Sets of cells as wide as the board requires.

/// A set of cells in `W` words of 64.
///
/// A board has one empty guard column before each row and a guard row above and below, so that a walk along any
/// line ends on a cell that is never in a set:
///
/// ```text
///  3 columns, stride 4:    0  1  2  3      guard row
///                          4 [5  6  7]     4, 8, 12: guard column
///                          8 [9 10 11]
///                         12 13 14 15 …    guard row
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The number of words that a board with its guards needs.
    pub const fn words_for(rows: usize, columns: usize) -> usize {
        ((rows + 2) * (columns + 1) + 1).div_ceil(64)
    }

    /// Whether a cell is in the set.
    pub const fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell.
    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Removes a cell.
    pub const fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// The cells in either of two sets.
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cells in both of two sets.
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The cells of this set that are in neither of two others.
    pub fn without(&self, first: &Bits<W>, second: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & !(first.0[word] | second.0[word])))
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells in ascending order.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let cell = 64 * index + word.trailing_zeros() as usize;
                word &= word - 1;
                Some(cell)
            })
        })
    }
}
