//! The lines of a board, stored so that the outlook from a cell is a single shift.

use super::super::{Cell, LONGEST_SIDE, Mnk};
use super::class::Outlook;

/// The position of a cell on one of its four lines.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Spot {
    /// The index of the line.
    pub(super) track: u8,
    /// The index of the cell on it, from 0.
    pub(super) at: u8,
}

/// All rows, columns and diagonals of a board.
///
/// The stones on a line are bits of a word. K − 1 bits before and after the line count as taken, so that the
/// outlook from its cell `at` is the 2K − 1 bits from bit `at` on:
///
/// ```text
///  K = 3, a line of 4 cells:   bit   0 1 2 3 4 5 6 7
///                              cell  # # 0 1 2 3 # #
///  from cell 1:                        └───┴───┘
/// ```
#[derive(Clone, Debug)]
pub(super) struct Tracks {
    k: usize,
    /// By direction: the distance to the next cell of a line.
    steps: [usize; 4],
    /// By cell of the guarded board and direction.
    spots: Vec<[Spot; 4]>,
    /// The bits that are off the board, by line.
    pub(super) walls: Vec<u64>,
}

impl Tracks {
    /// Creates the lines of a game's board.
    pub(super) fn new<const W: usize>(game: &Mnk<W>) -> Tracks {
        // If K does not fit on the board, the longest line plus one is equivalent to any larger K.
        let k = game.k().min(game.rows().max(game.columns()) + 1).min(LONGEST_SIDE + 1);
        let steps = game.directions();
        let mut tracks = Tracks { k, steps, spots: Vec::new(), walls: Vec::new() };
        for (row, column) in game.places() {
            let cell = game.cell(row, column).index();
            tracks.spots.resize(cell + 1, [Spot::default(); 4]);
            let before = [
                (column > 0).then(|| game.cell(row, column - 1)),
                (row > 0).then(|| game.cell(row - 1, column)),
                (row > 0 && column > 0).then(|| game.cell(row - 1, column - 1)),
                (row > 0 && column + 1 < game.columns()).then(|| game.cell(row - 1, column + 1)),
            ];
            for (direction, before) in before.into_iter().enumerate() {
                tracks.spots[cell][direction] = tracks.following(direction, before);
            }
        }
        tracks
    }

    /// The spot after that of a cell on the same line, or the first one of a new line.
    fn following(&mut self, direction: usize, before: Option<Cell>) -> Spot {
        let spot = match before {
            Some(cell) => {
                let spot = self.spots[cell.index()][direction];
                Spot { at: spot.at + 1, ..spot }
            }
            None => {
                self.walls.push(u64::MAX);
                Spot { track: (self.walls.len() - 1) as u8, at: 0 }
            }
        };
        self.walls[usize::from(spot.track)] &= !(1 << self.bit(spot));
        spot
    }

    /// K, or an equivalent number if K does not fit on the board.
    #[inline]
    pub(super) fn k(&self) -> usize {
        self.k
    }

    /// The number of cells of the guarded board up to the last cell of the board.
    pub(super) fn cells(&self) -> usize {
        self.spots.len()
    }

    /// The position of a cell on its lines.
    #[inline]
    pub(super) fn spots(&self, cell: usize) -> [Spot; 4] {
        self.spots[cell]
    }

    /// The bit of a cell in the word of its line.
    #[inline]
    pub(super) fn bit(&self, spot: Spot) -> usize {
        usize::from(spot.at) + self.k - 1
    }

    /// The cell at bit `bit` of the outlook from `cell`.
    #[inline]
    pub(super) fn cell_in_outlook(&self, cell: usize, direction: usize, bit: usize) -> usize {
        cell + bit * self.steps[direction] - (self.k - 1) * self.steps[direction]
    }

    /// The part of a line's word in the outlook from its cell `at`.
    #[inline]
    pub(super) fn seen(&self, word: u64, at: usize) -> u64 {
        word >> at & ((1 << (2 * self.k - 1)) - 1)
    }

    /// The outlook from cell `at` of a line.
    #[inline]
    pub(super) fn outlook(&self, own: u64, taken: u64, at: usize) -> Outlook {
        Outlook { own: self.seen(own, at), taken: self.seen(taken, at) }
    }
}
