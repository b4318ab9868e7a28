//! What one side can still fill, found for all windows of a direction at once.

use super::board::{Board, cells};

/// The weight of a window that is full.
pub(super) const FULL: u64 = 1 << 32;

/// What a live window with so many empty cells weighs, rounded up.
fn weight(empty: u32) -> u64 {
    FULL.checked_shr(empty).unwrap_or(0).max(1)
}

/// The lines of one side: the windows without a stone of the other side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    /// The first cells of the live windows, by direction.
    pub live: [u64; 4],
    /// The first cells of the live windows with exactly two empty cells, by direction.
    pub two: [u64; 4],
    /// The cells, empty or not, of live windows.
    pub cover: u64,
    /// The empty cells that complete a window.
    pub one: u64,
    /// The sum of 2^−(empty cells) over the live windows, [`FULL`] being one; never too small.
    pub weight: u64,
}

impl Lines {
    /// The lines of the side with the stones `own` against `other`.
    pub fn new(board: &Board, own: u64, other: u64) -> Lines {
        match board.k() {
            3 => Lines::counted::<3, 2>(board, own, other),
            4 => Lines::counted::<4, 3>(board, own, other),
            5 => Lines::counted::<5, 3>(board, own, other),
            6 => Lines::counted::<6, 3>(board, own, other),
            7 => Lines::counted::<7, 3>(board, own, other),
            _ => Lines::counted::<0, 7>(board, own, other),
        }
    }

    /// Adds the empty cells of each window in a counter of `PLANES` bits that is spread over as many
    /// words, so that one addition serves all windows of a direction. `K` is 0 when it is only known
    /// at run time.
    #[inline]
    fn counted<const K: usize, const PLANES: usize>(board: &Board, own: u64, other: u64) -> Lines {
        let k = if K == 0 { board.k() } else { K };
        let free = board.all() & !other;
        let empty = free & !own;
        let mut lines = Lines::default();
        for (index, direction) in board.directions().iter().enumerate() {
            let step = direction.step;
            let mut live = direction.starts;
            let mut planes = [0; PLANES];
            for place in 0..k as u32 {
                live &= free >> (place * step);
                let mut carry = empty >> (place * step);
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            if live == 0 {
                continue;
            }
            lines.live[index] = live;
            let mut one = 0;
            for count in 1..=k {
                let mut exact = live;
                for (bit, plane) in planes.iter().enumerate() {
                    exact &= if count >> bit & 1 != 0 { *plane } else { !plane };
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

    /// For each empty cell, the weight of its live windows together.
    pub fn weights(&self, board: &Board, empty: u64) -> [u64; 64] {
        let mut weights = [0; 64];
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

    /// For each cell whose stone would make two threats or more, the cells that would complete them.
    ///
    /// A window with the two empty cells c and x becomes a threat at x when c is taken.
    pub fn doubles(&self, board: &Board, empty: u64) -> Doubles {
        let mut doubles = Doubles::default();
        let mut threats = [0_u64; 64];
        for (direction, &two) in board.directions().iter().zip(&self.two) {
            for start in cells(two) {
                let pair = direction.window(start) & empty;
                let (low, high) = (pair & pair.wrapping_neg(), pair & (pair - 1));
                for (cell, threat) in [(low, high), (high, low)] {
                    let at = &mut threats[cell.trailing_zeros() as usize];
                    doubles.makers |= if *at & !threat != 0 { cell } else { 0 };
                    *at |= threat;
                }
                doubles.forcing |= pair;
            }
        }
        doubles.cure = u64::MAX;
        for cell in cells(doubles.makers) {
            let threats = threats[cell as usize];
            let partners = if threats.count_ones() == 2 { threats } else { 0 };
            doubles.cure &= 1 << cell | partners;
        }
        doubles
    }
}

/// The double threats that a side could make with one stone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubles {
    /// The cells that would make threats at two cells or more.
    pub makers: u64,
    /// The cells that would make at least one threat.
    pub forcing: u64,
    /// The cells with which the other side undoes all double threats at once: the maker itself, or one
    /// of exactly two threatened cells. All cells when there are no makers.
    pub cure: u64,
}
