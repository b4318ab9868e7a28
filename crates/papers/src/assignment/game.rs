//! The lines and symmetries of one size of the game.

use super::board::{Board, DIRECTIONS};
use super::cells::Cells;
use super::symmetry::Symmetries;

/// The search's data for one N, M, K.
pub(super) struct Game<C> {
    size: (usize, usize, usize),
    /// Every K cells in a row.
    pub(super) lines: Vec<C>,
    /// The images of a position.
    pub(super) symmetries: Symmetries<C>,
}

impl<C: Cells> Game<C> {
    /// The game played on this board.
    pub(super) fn of(board: &Board) -> Game<C> {
        let (rows, columns, k) = Self::size_of(board);
        // One stone in a row is the same in every direction.
        let directions = if k == 1 { &DIRECTIONS[..1] } else { &DIRECTIONS[..] };
        let mut lines = Vec::new();
        for cell in 0..rows * columns {
            for &(down, right) in directions {
                lines.extend(line::<C>(rows, columns, k, cell, down, right));
            }
        }
        Game { size: (rows, columns, k), lines, symmetries: Symmetries::new(rows, columns) }
    }

    /// Whether this is the game played on the board.
    pub(super) fn is_of(&self, board: &Board) -> bool {
        self.size == Self::size_of(board)
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// The number in a row that wins.
    pub(super) fn k(&self) -> u32 {
        self.size.2 as u32
    }

    /// A number from 1 that is unique to every game that can be won.
    pub(super) fn number(&self) -> u16 {
        let (rows, columns, k) = self.size;
        ((rows * 20 + columns) * 20 + k) as u16
    }

    /// Whether some line is filled.
    pub(super) fn has_line(&self, stones: C) -> bool {
        self.lines.iter().any(|line| line.minus(stones).is_empty())
    }

    /// The size, with K beyond the longer side reduced to the least such K: in all of these games
    /// nobody wins.
    fn size_of(board: &Board) -> (usize, usize, usize) {
        let longest = board.rows().max(board.columns());
        (board.rows(), board.columns(), board.k().min(longest + 1))
    }
}

/// The K cells from this one in a direction, if they are on the board.
fn line<C: Cells>(
    rows: usize,
    columns: usize,
    k: usize,
    cell: usize,
    down: isize,
    right: isize,
) -> Option<C> {
    let mut set = C::EMPTY;
    let (mut row, mut column) = (cell / columns, cell % columns);
    for _ in 0..k {
        if row >= rows || column >= columns {
            return None;
        }
        set = set.or(C::single(row * columns + column));
        row = row.wrapping_add_signed(down);
        column = column.wrapping_add_signed(right);
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_known_boards() {
        for (size, lines) in [((3, 3, 3), 8), ((4, 4, 3), 24), ((4, 4, 4), 10), ((7, 7, 5), 60)] {
            let board = Board::empty(size.0, size.1, size.2).expect("a size in range");
            assert_eq!(Game::<u64>::of(&board).lines.len(), lines, "{size:?}");
        }
        let one = Board::empty(2, 3, 1).expect("a size in range");
        assert_eq!(Game::<u64>::of(&one).lines.len(), 6);
        let none = Board::empty(2, 3, 300).expect("a size in range");
        assert!(Game::<u64>::of(&none).lines.is_empty());
    }
}
