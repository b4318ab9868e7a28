//! The boards after every move.

use ninefold_core::Player;

use super::board::Board;

/// Appends the number of moves and the board after each, in the order of the empty cells.
///
/// A game that is over has none. With `cut`, the first move that ends the game is the only one.
pub(super) fn generate(board: &Board, active: Player, cut: bool, output: &mut Vec<u8>) {
    if board.is_full() || board.winner().is_some() {
        output.extend_from_slice(b"0\n");
        return;
    }
    // A move that fills the board ends the game too, but is then the only one anyway.
    let mut moves: Vec<usize> = board.empty_cells().collect();
    if cut && let Some(&cell) = moves.iter().find(|&&cell| board.wins_at(cell, active)) {
        moves = vec![cell];
    }
    output.extend_from_slice(format!("{}\n", moves.len()).as_bytes());
    let drawing = draw(board);
    for cell in moves {
        let from = output.len();
        output.extend_from_slice(&drawing);
        output[from + 2 * cell] = b'0' + active.number() as u8;
    }
}

/// The board as rows of digits with a space between; the digit of a cell is at twice its number.
fn draw(board: &Board) -> Vec<u8> {
    let mut drawing = Vec::with_capacity(2 * board.cells().len());
    for (cell, stone) in board.cells().iter().enumerate() {
        let last = (cell + 1) % board.columns() == 0;
        drawing.extend_from_slice(&[b'0' + stone, if last { b'\n' } else { b' ' }]);
    }
    drawing
}
