//! The assignment's own min-max, to read.

use ninefold_core::Player;

use super::board::Board;

/// Min-max as the assignment's text has it, with its two enhancements to switch on.
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
    /// The first enhancement: stop looking at moves once one wins, for no other is better.
    pub stop_at_best: bool,
    /// The second: mark a position as decided one or two moves before its end.
    ///
    /// The player to move who can fill a row of K now wins. If not, and the other has two cells that
    /// fill one (such as both ends of K − 1 in a row), one stone cannot hinder both, so the other
    /// wins. "Provided that the situation did not appear earlier for the opponent", says the
    /// assignment: that is why the player to move is asked first.
    pub threats: bool,
}

/// What a min-max found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperResult {
    /// 1 if the first player wins with best play, −1 if the second does, 0 for a tie.
    pub value: i8,
    /// How many positions were visited, the first one counted.
    pub nodes: u64,
}

impl PaperSolver {
    /// Solves a position. The time grows as the factorial of the empty cells: 3 × 4 is for patient
    /// people already.
    pub fn solve(&self, board: &Board, active: Player) -> PaperResult {
        let mut nodes = 0;
        let value = self.min_max(&mut board.clone(), active, &mut nodes, u64::MAX);
        PaperResult { value: value.unwrap_or_default(), nodes }
    }

    /// The same, if no more than so many positions must be visited.
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

    /// The value, unless more than `most` positions are visited.
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

/// The value of a position in which somebody wins with the next own move whatever happens.
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
