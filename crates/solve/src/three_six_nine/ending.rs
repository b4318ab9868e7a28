//! What is left of a game: the empty cells, the lines that can still score, and what they score.
//!
//! ```text
//! a subset of the empty cells, those that are still empty:
//!
//!   bit  n-1 ……………………………………… 6   5 4 3 2 1 0
//!        └──── number of the block ────┘   └── lane ───┘
//! ```
//!
//! A block is the 64 subsets that differ in the six lowest cells only, and is worked on as one vector.

use ninefold_games::three_six_nine::{Cells, ThreeSixNine};

/// The cells of a block's lanes.
pub(super) const LANE_CELLS: usize = 6;
/// How many subsets a block has.
pub(super) const LANES: usize = 1 << LANE_CELLS;
/// How many lines go through a cell.
pub(super) const LINES_A_CELL: usize = 4;

/// The rest of a game from some position on.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// The empty cells, by bit. Bits beyond them, up to the lanes of one block, stand for no cell.
    pub(super) cells: Vec<u8>,
    /// The lines that can still score.
    pub(super) lines: Vec<Line>,
    /// All points that are still to be won.
    pub(super) points: u32,
}

/// A line by the cells of it that are empty.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its empty cells, by bit.
    pub(super) empty: u64,
    /// What the next stone scores, by the number of cells still empty before it; 0 for none.
    pub(super) gains: Vec<i32>,
}

impl Ending {
    /// The ending after these stones, its empty cells in the given order.
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

    /// How many bits a subset has.
    pub(super) fn bits(&self) -> usize {
        self.cells.len().max(LANE_CELLS)
    }
}

/// The empty cells of a position in two parts: those on a line that can still score, and the others.
///
/// A stone on one of the others is a turn and nothing more. If there are two of them, whoever would gain
/// by one is answered by the other, so only whether their number is odd matters.
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
