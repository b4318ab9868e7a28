//! The lines that one side can still complete, computed for all windows of a direction at once.

use super::board::{Board, cells};
use super::word::Word;

/// The weight of a full window.
pub(super) const FULL: u64 = 1 << 32;

/// The weight of a live window with this many empty cells, rounded up.
fn weight(empty: u32) -> u64 {
    FULL.checked_shr(empty).unwrap_or(0).max(1)
}

/// The lines of one side: the windows without a stone of the other side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines<W> {
    /// The first cells of the live windows, by direction.
    pub live: [W; 4],
    /// The first cells of the live windows with exactly two empty cells, by direction.
    pub two: [W; 4],
    /// The cells, empty or not, of live windows.
    pub cover: W,
    /// The empty cells that complete a window.
    pub one: W,
    /// The sum of 2^−(empty cells) over the live windows, with [`FULL`] as one; never too small.
    pub weight: u64,
}

impl<W: Word> Lines<W> {
    /// The lines of the side with the stones `own` against `other`.
    pub fn new(board: &Board<W>, own: W, other: W) -> Lines<W> {
        match board.k() {
            3 => Lines::counted::<3, 2>(board, own, other),
            4 => Lines::counted::<4, 3>(board, own, other),
            5 => Lines::counted::<5, 3>(board, own, other),
            6 => Lines::counted::<6, 3>(board, own, other),
            7 => Lines::counted::<7, 3>(board, own, other),
            _ => Lines::counted::<0, 8>(board, own, other),
        }
    }

    /// Counts the empty cells of each window in a counter of `PLANES` bits that is spread over as many words, so
    /// that one addition serves all windows of a direction. `K` is 0 if it is known only at run time.
    #[inline]
    fn counted<const K: usize, const PLANES: usize>(
        board: &Board<W>,
        own: W,
        other: W,
    ) -> Lines<W> {
        let k = if K == 0 { board.k() } else { K };
        let free = board.all() & !other;
        let empty = free & !own;
        let mut lines = Lines::default();
        for (index, direction) in board.directions().iter().enumerate() {
            let step = direction.step;
            let mut live = direction.starts;
            let mut planes = [W::EMPTY; PLANES];
            for place in 0..k as u32 {
                live &= free >> (place * step);
                let mut carry = empty >> (place * step);
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            if live == W::EMPTY {
                continue;
            }
            lines.live[index] = live;
            let mut one = W::EMPTY;
            for count in 1..=k {
                let mut exact = live;
                for (bit, plane) in planes.iter().enumerate() {
                    exact &= if count >> bit & 1 != 0 { *plane } else { !*plane };
                }
                lines.weight += u64::from(exact.count_ones()) * weight(count as u32);
                match count {
                    1 => one = exact,
                    2 => lines.two[index] = exact,
                    _ => {}
                }
            }
            for place in 0..k as u32 {
                lines.cover |= live << (place * step);
                lines.one |= one << (place * step);
            }
        }
        lines.one &= empty;
        lines
    }

    /// For each empty cell, the total weight of its live windows.
    pub fn weights(&self, board: &Board<W>, empty: W) -> W::PerCell<u64> {
        let mut weights = W::per_cell(0);
        for (direction, &live) in board.directions().iter().zip(&self.live) {
            for start in cells(live) {
                let window = direction.window(start) & empty;
                for cell in cells(window) {
                    weights[cell as usize] += weight(window.count_ones());
                }
            }
        }
        weights
    }

    /// For each cell where a stone would make two threats or more, the cells that would complete them.
    ///
    /// A window with the two empty cells c and x becomes a threat at x when c is taken.
    pub fn doubles(&self, board: &Board<W>, empty: W) -> Doubles<W> {
        let mut doubles = Doubles::default();
        let mut threats = W::per_cell(W::EMPTY);
        for (direction, &two) in board.directions().iter().zip(&self.two) {
            for start in cells(two) {
                let pair = direction.window(start) & empty;
                let (low, high) = (pair.lowest(), pair.without_lowest());
                for (cell, threat) in [(low, high), (high, low)] {
                    let at = &mut threats[cell.trailing_zeros() as usize];
                    doubles.makers |= if *at & !threat != W::EMPTY { cell } else { W::EMPTY };
                    *at |= threat;
                }
                doubles.forcing |= pair;
            }
        }
        doubles.cure = W::FULL;
        for cell in cells(doubles.makers) {
            let threats = threats[cell as usize];
            let partners = if threats.count_ones() == 2 { threats } else { W::EMPTY };
            doubles.cure &= W::bit(cell) | partners;
        }
        doubles
    }
}

/// The double threats that a side could make with one stone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubles<W> {
    /// The cells that would make threats at two cells or more.
    pub makers: W,
    /// The cells that would make at least one threat.
    pub forcing: W,
    /// The cells with which the other side stops all double threats at once: the maker itself, or one of exactly
    /// two threatened cells. All cells if there are no makers.
    pub cure: W,
}
