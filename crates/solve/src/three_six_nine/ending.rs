//! The rest of a game: the empty cells, the lines that can still score, and their points.
//!
//! ```text
//! a subset of the empty cells, those that are still empty:
//!
//!   bit  n-1 ……………………………………… 6   5 4 3 2 1 0
//!        └──── number of the block ────┘   └── lane ───┘
//! ```
//!
//! A block is the 64 subsets that differ only in the six lowest cells; it is processed as one vector.

use ninefold_games::three_six_nine::{Cells, ThreeSixNine};

/// The cells of a block's lanes.
pub(super) const LANE_CELLS: usize = 6;
/// The number of subsets of a block.
pub(super) const LANES: usize = 1 << LANE_CELLS;
/// The number of lines through a cell.
pub(super) const LINES_A_CELL: usize = 4;

/// The rest of a game from a given position.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// The empty cells, by bit. Bits beyond them, up to the lanes of one block, stand for no cell.
    pub(super) cells: Vec<u8>,
    /// The lines that can still score.
    pub(super) lines: Vec<Line>,
    /// All points that are still to be won.
    pub(super) points: u32,
}

/// A line, reduced to its empty cells.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its empty cells, by bit.
    pub(super) empty: u64,
    /// The points for the next stone, by the number of cells still empty before it; 0 for none.
    pub(super) gains: Vec<i32>,
}

impl Ending {
    /// The ending after these stones, with its empty cells in the given order.
    pub(super) fn new(game: &ThreeSixNine, stones: Cells, order: &[u8]) -> Ending {
        let mut lines = Vec::new();
        for line in game.scoring_lines() {
            let bits = order.iter().enumerate().filter(|&(_, &cell)| line >> cell & 1 != 0);
            let empty: u64 = bits.fold(0, |all, (bit, _)| all | 1 << bit);
            let left = empty.count_ones() as usize;
            let length = left + (line & stones).count_ones() as usize;
            let gain = |empty: usize| match empty {
                0 => 0,
                _ => i32::from(game.points_for(length - empty + 1)),
            };
            let gains: Vec<i32> = (0..=left).map(gain).collect();
            if gains.iter().any(|&gain| gain != 0) {
                lines.push(Line { empty, gains });
            }
        }
        Ending { cells: order.to_vec(), lines, points: game.points_left(stones) }
    }

    /// The number of bits of a subset.
    pub(super) fn bits(&self) -> usize {
        self.cells.len().max(LANE_CELLS)
    }
}

/// The empty cells of a position in two parts: those on a line that can still score, and the others.
///
/// A stone on one of the others only uses up a turn. If there are two of them, a player who would gain by one is
/// answered on the other, so only the parity of their number matters.
pub(super) fn live_and_idle(game: &ThreeSixNine, stones: Cells) -> [Vec<u8>; 2] {
    let scores = |line: &Cells| {
        let have = (line & stones).count_ones() as usize;
        (have + 1..=line.count_ones() as usize).any(|count| game.points_for(count) > 0)
    };
    let live = game.scoring_lines().into_iter().filter(scores).fold(0, |all, line| all | line);
    let empty = game.board() & !stones;
    let cells = |set: Cells| (0..81).filter(|&cell| set >> cell & 1 != 0).collect();
    [cells(empty & live), cells(empty & !live)]
}
