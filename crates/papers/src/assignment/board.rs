//! A board as in the assignment: a grid of 0, 1 and 2.

use ninefold_core::Player;

/// The longest side of a board.
pub const LONGEST_SIDE: usize = 19;
/// The largest K: the number of cells of the largest board. If K does not fit, nobody can win.
pub const LARGEST_K: usize = LONGEST_SIDE * LONGEST_SIDE;

/// The four directions of a line, as steps down and right.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A position without the player to move; any stones, whether or not a game can lead there.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_papers::assignment::Board;
///
/// let board = Board::from_rows(3, &["110", "220", "000"]).expect("a board");
/// assert_eq!(board.winner(), None);
/// assert!(board.wins_at(2, Player::FIRST));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    k: usize,
    /// 0, 1 or 2, row by row.
    cells: Vec<u8>,
}

impl Board {
    /// A board without stones, or `None` if a size is out of range: sides from 1 to
    /// [`LONGEST_SIDE`], K from 1 to [`LARGEST_K`].
    pub fn empty(rows: usize, columns: usize, k: usize) -> Option<Board> {
        let sides = 1..=LONGEST_SIDE;
        let fits = sides.contains(&rows) && sides.contains(&columns);
        let fits = fits && (1..=LARGEST_K).contains(&k);
        fits.then(|| Board { rows, columns, k, cells: vec![0; rows * columns] })
    }

    /// A board drawn as rows of the digits 0, 1 and 2, or `None` if the rows are invalid.
    pub fn from_rows(k: usize, rows: &[&str]) -> Option<Board> {
        let columns = rows.first()?.len();
        let mut board = Board::empty(rows.len(), columns, k)?;
        for (cells, row) in board.cells.chunks_mut(columns).zip(rows) {
            let digits = row.bytes().all(|digit| (b'0'..=b'2').contains(&digit));
            if row.len() != columns || !digits {
                return None;
            }
            cells.iter_mut().zip(row.bytes()).for_each(|(cell, digit)| *cell = digit - b'0');
        }
        Some(board)
    }

    /// Reuses the memory for an empty board of another size.
    pub(super) fn clear_to(&mut self, rows: usize, columns: usize, k: usize) {
        (self.rows, self.columns, self.k) = (rows, columns, k);
        self.cells.clear();
        self.cells.resize(rows * columns, 0);
    }

    /// The number of rows: the assignment's N.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns: the assignment's M.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number in a row that wins.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The cells row by row: 0 empty, else the number of the player whose stone it is.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The cells, to fill with 0, 1 and 2.
    pub(super) fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    /// Places a stone, whatever was there. Panics if there is no such cell.
    pub fn put(&mut self, cell: usize, player: Player) {
        self.cells[cell] = player.number() as u8;
    }

    /// Empties a cell. Panics if there is no such cell.
    pub fn take(&mut self, cell: usize) {
        self.cells[cell] = 0;
    }

    /// The empty cells in the order of the assignment: row by row from the upper left corner.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(|&(_, &stone)| stone == 0).map(|(cell, _)| cell)
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Whether the player has K or more in a row.
    pub fn has_line(&self, player: Player) -> bool {
        let own = |cell: &usize| self.cells[*cell] == player.number() as u8;
        (0..self.cells.len()).filter(own).any(|cell| self.wins_at(cell, player))
    }

    /// The player who has K or more in a row; the first player if, against the rules, both have.
    pub fn winner(&self) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|&player| self.has_line(player))
    }

    /// Whether a stone of the player on this cell makes, or is part of, K or more in a row.
    pub fn wins_at(&self, cell: usize, player: Player) -> bool {
        DIRECTIONS.iter().any(|&(down, right)| {
            let ahead = self.run(cell, player, down, right);
            1 + ahead + self.run(cell, player, -down, -right) >= self.k
        })
    }

    /// The number of the player's stones that follow a cell in a direction without a gap.
    fn run(&self, cell: usize, player: Player, down: isize, right: isize) -> usize {
        let (mut row, mut column) = (cell / self.columns, cell % self.columns);
        let mut length = 0;
        loop {
            row = row.wrapping_add_signed(down);
            column = column.wrapping_add_signed(right);
            let inside = row < self.rows && column < self.columns;
            if !inside || self.cells[row * self.columns + column] != player.number() as u8 {
                return length;
            }
            length += 1;
        }
    }
}
