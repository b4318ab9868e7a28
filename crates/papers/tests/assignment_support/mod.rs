//! Random games of the m,n,k assignment, for tests and benchmarks.

use ninefold_core::{Player, Random};
use ninefold_papers::assignment::Board;

/// Positions of random games, from the empty board to the end of each, one after the other.
pub fn positions(rows: usize, columns: usize, k: usize, count: usize) -> Vec<(Board, Player)> {
    let mut random = Random::new(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut board = Board::empty(rows, columns, k).expect("a size in range");
        let mut active = Player::FIRST;
        loop {
            positions.push((board.clone(), active));
            let cells: Vec<usize> = board.empty_cells().collect();
            if cells.is_empty() || board.winner().is_some() {
                break;
            }
            board.put(cells[random.below(cells.len())], active);
            active = active.other();
        }
    }
    positions.truncate(count);
    positions
}
