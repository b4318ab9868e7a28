//! 3-6-9: whoever makes the third, sixth or ninth stone of a whole board line scores.
//!
//! Written from the rules alone; shares no code with the engine. A line is counted afresh, cell
//! by cell, whenever a stone is dropped on it.

use super::Reference;

/// One position of 3-6-9 with the points won so far.
#[derive(Clone, Debug)]
pub struct ThreeSixNine {
    size: usize,
    /// What exactly three, six and nine stones on a line are worth.
    points: [u32; 3],
    /// Whether a stone lies on the cell; stones belong to nobody.
    board: Vec<Vec<bool>>,
    scores: [u32; 2],
    /// Whose turn it is, 1 or 2; of no meaning once the board is full.
    turn: usize,
}

impl ThreeSixNine {
    /// The empty board of `size` by `size` cells with player 1 to move. The game's own points are
    /// `[1, 2, 3]`.
    pub fn new(size: usize, points: [u32; 3]) -> Self {
        ThreeSixNine { size, points, board: vec![vec![false; size]; size], scores: [0, 0], turn: 1 }
    }

    /// Reads a position such as `x../.../... 0-0 2`; the scores are taken as given.
    ///
    /// # Panics
    /// If the text is not a position of a board of this size.
    pub fn from_text(size: usize, points: [u32; 3], text: &str) -> Self {
        let mut game = ThreeSixNine::new(size, points);
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, scores, turn] = fields[..] else {
            panic!("{text:?} should be a board, the points and a player");
        };
        let rows: Vec<&str> = board.split('/').collect();
        assert_eq!(rows.len(), size, "rows in {text:?}");
        for (row, cells) in rows.iter().enumerate() {
            assert_eq!(cells.len(), size, "columns in {text:?}");
            for (column, cell) in cells.chars().enumerate() {
                assert!(cell == '.' || cell == 'x', "cells in {text:?}");
                game.board[row][column] = cell == 'x';
            }
        }
        let (first, second) = scores.split_once('-').expect("points of both players");
        game.scores = [first, second].map(|score| score.parse().expect("points"));
        game.turn = turn.parse().expect("a player number");
        let named = game.turn == 1 || game.turn == 2;
        let over = game.empty_cells().is_empty();
        assert!(named || (over && game.turn == 0), "player in {text:?}");
        game
    }

    /// The empty cells, 0-based, row by row.
    fn empty_cells(&self) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                if !self.board[row][column] {
                    cells.push((row, column));
                }
            }
        }
        cells
    }

    /// The stones on the four whole lines through a cell: row, column, diagonal, anti-diagonal.
    fn stones_on_lines(&self, row: usize, column: usize) -> [u32; 4] {
        let mut counts = [0; 4];
        for other_row in 0..self.size {
            for other_column in 0..self.size {
                if self.board[other_row][other_column] {
                    counts[0] += u32::from(other_row == row);
                    counts[1] += u32::from(other_column == column);
                    counts[2] += u32::from(other_row + column == row + other_column);
                    counts[3] += u32::from(other_row + other_column == row + column);
                }
            }
        }
        counts
    }

    /// What one line with that many stones is worth to the player who dropped the last of them.
    fn worth(&self, stones: u32) -> u32 {
        match stones {
            3 => self.points[0],
            6 => self.points[1],
            9 => self.points[2],
            _ => 0,
        }
    }
}

impl Reference for ThreeSixNine {
    fn moves(&self) -> Vec<String> {
        self.empty_cells()
            .iter()
            .map(|(row, column)| format!("{},{}", row + 1, column + 1))
            .collect()
    }

    fn play(&mut self, text: &str) {
        let index = self.moves().iter().position(|name| name == text);
        let index = index.unwrap_or_else(|| panic!("{text:?} is not a legal move"));
        let (row, column) = self.empty_cells()[index];
        self.board[row][column] = true;
        for stones in self.stones_on_lines(row, column) {
            self.scores[self.turn - 1] += self.worth(stones);
        }
        self.turn = 3 - self.turn;
    }

    fn outcome(&self) -> Option<(Vec<i32>, &'static str)> {
        if !self.empty_cells().is_empty() {
            return None;
        }
        let [first, second] = self.scores;
        let payoffs = match first.cmp(&second) {
            std::cmp::Ordering::Greater => vec![1, -1],
            std::cmp::Ordering::Less => vec![-1, 1],
            std::cmp::Ordering::Equal => vec![0, 0],
        };
        Some((payoffs, "full"))
    }

    fn position(&self) -> String {
        let rows: Vec<String> = self
            .board
            .iter()
            .map(|row| row.iter().map(|&x| if x { 'x' } else { '.' }).collect())
            .collect();
        let [first, second] = self.scores;
        format!("{} {first}-{second} {}", rows.join("/"), self.to_move())
    }

    fn to_move(&self) -> usize {
        match self.outcome() {
            Some(_) => 0,
            None => self.turn,
        }
    }
}
