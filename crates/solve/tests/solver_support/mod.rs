//! Plain minimax, random boards and shorthands for the tests of the solver.

#![allow(dead_code)] // each test uses its part

use std::collections::HashMap;

use ninefold_core::Player;
use ninefold_solve::mnk::{Budget, Question};

/// A small table and no other limit.
pub fn budget() -> Budget {
    Budget { memory: 1 << 14, ..Budget::default() }
}

/// A question about a board; the mover is 1 or 2.
pub fn question(size: [usize; 3], board: &[u8], mover: u8) -> Question<'_> {
    let [rows, columns, k] = size;
    Question { rows, columns, k, board, mover: Player::new(usize::from(mover) - 1) }
}

/// Values by playing every game to its end, with a memory. Stones are sets of bits.
pub struct Minimax {
    size: [usize; 3],
    windows: Vec<u32>,
    memory: HashMap<[u32; 2], i8>,
}

impl Minimax {
    pub fn new(rows: usize, columns: usize, k: usize) -> Minimax {
        let mut windows = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in 0..rows * columns {
                let (row, column) = ((start / columns) as i32, (start % columns) as i32);
                let cells = (0..k as i32).map(|step| (row + step * down, column + step * right));
                let fits = |(row, column)| {
                    (0..rows as i32).contains(&row) && (0..columns as i32).contains(&column)
                };
                if cells.clone().all(fits) {
                    let bit = |(row, column)| 1_u32 << (row * columns as i32 + column);
                    windows.push(cells.map(bit).sum());
                }
            }
        }
        Minimax { size: [rows, columns, k], windows, memory: HashMap::new() }
    }

    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    fn cells(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// The board whose cells are the digits of a number to the base 3.
    pub fn board_of(&self, code: usize) -> Vec<u8> {
        let digit = |cell: usize| (code / 3_usize.pow(cell as u32) % 3) as u8;
        (0..self.cells()).map(digit).collect()
    }

    /// Drops what is remembered.
    pub fn forget(&mut self) {
        self.memory.clear();
    }

    /// Whether a player has a line on the board.
    pub fn is_won_by(&self, board: &[u8], player: u8) -> bool {
        self.has_line(stones(board, player)[0])
    }

    fn has_line(&self, stones: u32) -> bool {
        self.windows.iter().any(|window| window & !stones == 0)
    }

    /// The value for the mover; nothing when both have a line.
    pub fn value(&mut self, board: &[u8], mover: u8) -> Option<i8> {
        let stones = stones(board, mover);
        match stones.map(|stones| self.has_line(stones)) {
            [true, true] => None,
            [true, false] => Some(1),
            _ => Some(self.search(stones)),
        }
    }

    /// The value of every legal move for the mover.
    pub fn moves(&mut self, board: &[u8], mover: u8) -> Vec<(usize, i8)> {
        let [own, other] = stones(board, mover);
        if self.has_line(own) || self.has_line(other) {
            return Vec::new();
        }
        let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
        empty.into_iter().map(|cell| (cell, -self.search([other, own | 1 << cell]))).collect()
    }

    fn search(&mut self, stones: [u32; 2]) -> i8 {
        let [own, other] = stones;
        if self.has_line(other) {
            return -1;
        }
        if let Some(&value) = self.memory.get(&stones) {
            return value;
        }
        let mut best = None;
        for cell in 0..self.cells() {
            if (own | other) >> cell & 1 == 0 && best != Some(1) {
                best = best.max(Some(-self.search([other, own | 1 << cell])));
            }
        }
        let value = best.unwrap_or(0);
        self.memory.insert(stones, value);
        value
    }

    /// Every move of a line is legal and keeps the value; a decided game ends with its line.
    pub fn check_line(&mut self, board: &[u8], mut mover: u8, mut value: i8, line: &[usize]) {
        let mut board = board.to_vec();
        for &cell in line {
            assert_eq!(board[cell], 0, "{line:?} on {board:?}");
            assert!(!stones(&board, 1).iter().any(|&stones| self.has_line(stones)));
            board[cell] = mover;
            mover = 3 - mover;
            value = -value;
            assert_eq!(self.value(&board, mover), Some(value), "{line:?} to {board:?}");
        }
        if value != 0 {
            assert!(stones(&board, 1).iter().any(|&stones| self.has_line(stones)), "{line:?}");
        }
    }
}

/// The stones of the mover, then the other's.
fn stones(board: &[u8], mover: u8) -> [u32; 2] {
    let set = |player: u8| {
        let cells = board.iter().enumerate().filter(|(_, owner)| **owner == player);
        cells.map(|(cell, _)| 1 << cell).sum()
    };
    [set(mover), set(3 - mover)]
}

/// A small generator of pseudo-random numbers (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// A board with at least `least` stones, usually about as many of each player.
    pub fn board(&mut self, cells: usize, least: usize) -> Vec<u8> {
        let mut board = vec![0; cells];
        let stones = least.min(cells) + self.below(cells - least.min(cells) + 1);
        let odd = self.below(4) == 0;
        for index in 0..stones {
            let mut cell = self.below(cells);
            while board[cell] != 0 {
                cell = self.below(cells);
            }
            board[cell] = if odd { 1 + self.below(2) as u8 } else { 1 + (index % 2) as u8 };
        }
        board
    }
}
