//! Sets of at most 128 cells.

/// A set of cells: bit c is cell c, counted row by row from 0.
pub(super) type Set = u128;

/// The maximum number of cells of a board.
pub(super) const MOST_CELLS: usize = Set::BITS as usize;

/// The set of one cell.
#[inline]
pub(super) fn bit(cell: u32) -> Set {
    1 << cell
}

/// Whether a set contains a cell.
#[inline]
pub(super) fn has(set: Set, cell: u32) -> bool {
    set >> cell & 1 != 0
}

/// The first cell of a non-empty set.
#[inline]
pub(super) fn first(set: Set) -> u32 {
    set.trailing_zeros()
}

/// The cells of a set in ascending order.
#[inline]
pub(super) fn cells(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = first(set);
        set &= set - 1;
        Some(cell)
    })
}
