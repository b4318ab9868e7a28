//! The questions and answers of the solver.

use std::time::Duration;

use ninefold_core::Player;
use thiserror::Error;

use super::board::Board;
use super::position::Position;
use super::word::Word;

/// The maximum number of cells of a board.
pub const MOST_CELLS: usize = 128;

/// A position of an m,n,k-game to solve. The numbers of stones need not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question<'a> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of stones in a row that win.
    pub k: usize,
    /// The cells row by row: 0 for an empty one, otherwise the number of the player with a stone there.
    pub board: &'a [u8],
    /// The player to move.
    pub mover: Player,
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken so far.
    pub elapsed: Duration,
    /// The minimum number of positions that must be proved for the answer yes.
    pub proof: u32,
    /// The minimum number of positions that must be disproved for the answer no.
    pub disproof: u32,
}

/// The result of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for the player to move: 1 for a win, 0 for a draw, -1 for a loss; `None` if it was not proved.
    pub value: Option<i8>,
    /// A cell that achieves the value; `None` if the game is over, or if the budget was spent before a value and a
    /// cell were found.
    pub best: Option<usize>,
    /// Best play from here as far as it is known, `best` first. A won or lost game is played to its end.
    pub line: Vec<usize>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Why a question is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The board is too large for the solver, or has no cell.
    #[error("a board of {rows} × {columns} cannot be solved: 1 to {MOST_CELLS} cells can")]
    Size {
        /// The number of rows given.
        rows: usize,
        /// The number of columns given.
        columns: usize,
    },
    /// K is 0.
    #[error("0 in a row cannot win: K must be at least 1")]
    K,
    /// The board has the wrong number of cells.
    #[error("{found} cells were given for a board of {rows} × {columns}: wanted {}", rows * columns)]
    Cells {
        /// The number of cells given.
        found: usize,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A cell contains something other than nothing or a stone of one of two players.
    #[error("cell {cell} holds {found}: wanted 0, 1 or 2")]
    Stone {
        /// The cell, counted from 0 row by row.
        cell: usize,
        /// Its contents.
        found: u8,
    },
    /// The player to move is not one of two.
    #[error("player {0} is to move: wanted 1 or 2")]
    Mover(Player),
    /// Both players have a line, which is impossible.
    #[error("both players have {0} in a row: at most one can have won")]
    BothWon(usize),
}

impl Question<'_> {
    /// Whether the board has more cells than a word of 64 bits.
    pub(super) fn is_wide(&self) -> bool {
        let cells = self.rows.checked_mul(self.columns);
        cells.is_some_and(|cells| cells > u64::BITS as usize)
    }

    /// The stones of the mover and the other player, checked except for lines.
    pub(super) fn stones(&self) -> Result<[u128; 2], SolveError> {
        let Question { rows, columns, k, .. } = *self;
        if k == 0 {
            return Err(SolveError::K);
        }
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells));
        let cells = cells.ok_or(SolveError::Size { rows, columns })?;
        if self.board.len() != cells {
            return Err(SolveError::Cells { found: self.board.len(), rows, columns });
        }
        if self.mover.index() > 1 {
            return Err(SolveError::Mover(self.mover));
        }
        let mut stones = [0; 2];
        for (cell, &found) in self.board.iter().enumerate() {
            match found {
                0 => {}
                1 | 2 => stones[usize::from(found) - 1] |= 1 << cell,
                _ => return Err(SolveError::Stone { cell, found }),
            }
        }
        if self.mover == Player::SECOND {
            stones.swap(0, 1);
        }
        Ok(stones)
    }

    /// The board and the stones of the mover and the other player, checked.
    pub(super) fn read<W: Word>(&self) -> Result<(Board<W>, [W; 2]), SolveError> {
        let Question { rows, columns, k, .. } = *self;
        let stones = self.stones()?.map(W::truncated);
        let board = Board::new(rows, columns, k).ok_or(SolveError::Size { rows, columns })?;
        if stones.iter().all(|&stones| board.has_line(stones)) {
            return Err(SolveError::BothWon(k));
        }
        Ok((board, stones))
    }
}

/// The question whether the side to move can force a line, then whether the other side can.
pub(super) fn questions<W: Word>([mover, other]: [W; 2]) -> [Position<W>; 2] {
    [
        Position { attacker: mover, defender: other, attacks: true },
        Position { attacker: other, defender: mover, attacks: false },
    ]
}
