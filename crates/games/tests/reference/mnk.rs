//! The (m,n,k)-game: k or more adjacent own stones in a row, column or diagonal win.
//!
//! Written from the rules alone; shares no code with the engine. After every move the whole
//! board is searched for a line.

use super::Reference;

/// One position of a `rows` by `columns` board on which `k` in line win.
#[derive(Clone, Debug)]
pub struct Mnk {
    rows: usize,
    columns: usize,
    k: usize,
    /// 0 empty, 1 or 2 a stone of that player.
    board: Vec<Vec<u8>>,
    /// Whose turn it is, or would be if the game were not over.
    turn: u8,
}

impl Mnk {
    /// The empty board with player 1 to move.
    pub fn new(rows: usize, columns: usize, k: usize) -> Self {
        assert!(k >= 1, "k must be at least 1");
        Mnk { rows, columns, k, board: vec![vec![0; columns]; rows], turn: 1 }
    }

    /// Reads a position such as `120/000/000 1`.
    ///
    /// # Panics
    /// If the text is not a position of a board of this size.
    pub fn from_text(rows: usize, columns: usize, k: usize, text: &str) -> Self {
        let mut game = Mnk::new(rows, columns, k);
        let (board, turn) = text.split_once(' ').expect("a board and a player");
        game.board =
            board.split('/').map(|row| row.bytes().map(|cell| cell - b'0').collect()).collect();
        game.turn = turn.parse().expect("a player number");
        assert_eq!(game.board.len(), rows, "rows in {text:?}");
        for row in &game.board {
            assert_eq!(row.len(), columns, "columns in {text:?}");
            assert!(row.iter().all(|&cell| cell <= 2), "cells in {text:?}");
        }
        assert!(game.turn == 1 || game.turn == 2, "player in {text:?}");
        game
    }

    /// Whether `player` has `k` stones side by side, starting at this cell, in this direction.
    fn line_from(&self, player: u8, row: usize, column: usize, step: (isize, isize)) -> bool {
        (0..self.k).all(|distance| {
            let row = row as isize + step.0 * distance as isize;
            let column = column as isize + step.1 * distance as isize;
            let on_board = (0..self.rows as isize).contains(&row)
                && (0..self.columns as isize).contains(&column);
            on_board && self.board[row as usize][column as usize] == player
        })
    }

    /// Whether `player` has a line anywhere. A longer line contains one of exactly `k`.
    fn has_line(&self, player: u8) -> bool {
        for row in 0..self.rows {
            for column in 0..self.columns {
                for step in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if self.line_from(player, row, column, step) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The empty cells, 0-based, row by row.
    fn empty_cells(&self) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                if self.board[row][column] == 0 {
                    cells.push((row, column));
                }
            }
        }
        cells
    }
}

impl Reference for Mnk {
    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.empty_cells()
            .iter()
            .map(|(row, column)| format!("{},{}", row + 1, column + 1))
            .collect()
    }

    fn play(&mut self, text: &str) {
        let index = self.moves().iter().position(|name| name == text);
        let index = index.unwrap_or_else(|| panic!("{text:?} is not a legal move"));
        let (row, column) = self.empty_cells()[index];
        self.board[row][column] = self.turn;
        self.turn = 3 - self.turn;
    }

    fn outcome(&self) -> Option<(Vec<i32>, &'static str)> {
        if self.has_line(1) {
            Some((vec![1, -1], "line"))
        } else if self.has_line(2) {
            Some((vec![-1, 1], "line"))
        } else if self.empty_cells().is_empty() {
            Some((vec![0, 0], "full"))
        } else {
            None
        }
    }

    fn position(&self) -> String {
        let rows: Vec<String> = self
            .board
            .iter()
            .map(|row| row.iter().map(|&cell| (b'0' + cell) as char).collect())
            .collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn to_move(&self) -> usize {
        match self.outcome() {
            Some(_) => 0,
            None => self.turn as usize,
        }
    }
}
