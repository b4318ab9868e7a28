//! The assignment's own min-max, written for reading.

use ninefold_core::Player;

use super::board::Board;

/// Min-max as described in the assignment, with its two optional enhancements.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_papers::assignment::{Board, PaperSolver};
///
/// let board = Board::empty(3, 3, 3).expect("a size in range");
/// let plain = PaperSolver { stop_at_best: false, threats: false };
/// let result = plain.solve(&board, Player::FIRST);
/// assert_eq!((result.value, result.nodes), (0, 549_946));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PaperSolver {
    /// The first enhancement: stop after a winning move, since no other is better.
    pub stop_at_best: bool,
    /// The second: recognise a decided position one or two moves before its end.
    ///
    /// A player to move who can complete a row of K wins. Otherwise, if the opponent has two cells
    /// that complete one (such as both ends of K − 1 in a row), a single stone cannot block both,
    /// so the opponent wins. The assignment says "Provided that the situation did not appear
    /// earlier for the opponent", which is why the player to move is checked first.
    pub threats: bool,
}

/// The result of a min-max.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperResult {
    /// 1 if the first player wins with best play, −1 if the second does, 0 for a tie.
    pub value: i8,
    /// The number of nodes searched, including the first position.
    pub nodes: u64,
}

impl PaperSolver {
    /// Solves a position. The time grows with the factorial of the number of empty cells: 3 × 4
    /// already requires patience.
    pub fn solve(&self, board: &Board, active: Player) -> PaperResult {
        let mut nodes = 0;
        let value = self.min_max(&mut board.clone(), active, &mut nodes, u64::MAX);
        PaperResult { value: value.unwrap_or_default(), nodes }
    }

    /// The same, if it takes no more than this many nodes.
    ///
    /// ```
    /// use ninefold_core::Player;
    /// use ninefold_papers::assignment::{Board, PaperSolver};
    ///
    /// let board = Board::empty(3, 3, 3).expect("a size in range");
    /// let plain = PaperSolver { stop_at_best: false, threats: false };
    /// assert!(plain.solve_within(&board, Player::FIRST, 549_945).is_none());
    /// assert!(plain.solve_within(&board, Player::FIRST, 549_946).is_some());
    /// ```
    pub fn solve_within(&self, board: &Board, active: Player, most: u64) -> Option<PaperResult> {
        let mut nodes = 0;
        let value = self.min_max(&mut board.clone(), active, &mut nodes, most)?;
        Some(PaperResult { value, nodes })
    }

    /// The value, unless it takes more than `most` nodes.
    fn min_max(&self, board: &mut Board, active: Player, nodes: &mut u64, most: u64) -> Option<i8> {
        *nodes += 1;
        if *nodes > most {
            return None;
        }
        if let Some(score) = self.evaluate(board, active) {
            return Some(score);
        }
        let moves: Vec<usize> = board.empty_cells().collect();
        let mut best = -wins(active);
        for cell in moves {
            board.put(cell, active);
            let value = self.min_max(board, active.other(), nodes, most)?;
            board.take(cell);
            best = if active == Player::FIRST { best.max(value) } else { best.min(value) };
            if self.stop_at_best && best == wins(active) {
                break;
            }
        }
        Some(best)
    }

    /// The value of a position that needs no search.
    fn evaluate(&self, board: &Board, active: Player) -> Option<i8> {
        if let Some(winner) = board.winner() {
            return Some(wins(winner));
        }
        if board.is_full() {
            return Some(0);
        }
        self.threats.then(|| threatened(board, active)).flatten()
    }
}

/// The value of a position in which a player certainly wins with their next move.
fn threatened(board: &Board, active: Player) -> Option<i8> {
    let winning_cells =
        |player| board.empty_cells().filter(|&cell| board.wins_at(cell, player)).count();
    if winning_cells(active) >= 1 {
        Some(wins(active))
    } else if winning_cells(active.other()) >= 2 {
        Some(wins(active.other()))
    } else {
        None
    }
}

/// The value of a win of this player.
fn wins(player: Player) -> i8 {
    if player == Player::FIRST { 1 } else { -1 }
}
