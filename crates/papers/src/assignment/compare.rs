//! The assignment's min-max and proof search on the same position.

use std::time::{Duration, Instant};

use ninefold_core::Player;
use ninefold_solve::mnk::Asked;
use ninefold_solve::{ExactError, Request, solver};

use super::board::Board;
use super::paper::PaperSolver;

/// The most empty cells for which min-max ends in a minute or so: plain, stopping at a win, and seeing threats too.
const MOST_EMPTY: [usize; 3] = [11, 12, 13];

/// One way of solving a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// What a reader calls it.
    pub name: &'static str,
    /// The value for the player to move; nothing when it was not proved.
    pub value: Option<i32>,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The assignment's min-max plain, with its first and with both enhancements, and proof-number search.
///
/// Only m,n,k-games have the first three, and each only with few enough empty cells left.
pub fn compare(request: &Request) -> Result<Vec<Compared>, ExactError> {
    if solver(&request.game)?.family() != "mnk" {
        return Err(ExactError::Missing { what: "a comparison", game: request.game.clone() });
    }
    let asked = Asked::read(request)?;
    let empty = asked.board.iter().filter(|&&cell| cell == 0).count();
    let board = read_board(&asked);
    let board = board.ok_or_else(|| ExactError::Refused("the board is too large".into()))?;
    let sign = if asked.mover == Player::FIRST { 1 } else { -1 };
    let paper = |name, stop_at_best, threats| {
        let start = Instant::now();
        let found = PaperSolver { stop_at_best, threats }.solve(&board, asked.mover);
        let (value, nodes) = (Some(sign * i32::from(found.value)), found.nodes);
        Compared { name, value, nodes, elapsed: start.elapsed() }
    };
    let forms = [
        ("min-max, plain", false, false),
        ("min-max, stops at a win", true, false),
        ("min-max, stops at a win, sees threats", true, true),
    ];
    // Whoever needs too long is left out.
    let mut all: Vec<Compared> = forms
        .into_iter()
        .zip(MOST_EMPTY)
        .filter(|(_, most)| empty <= *most)
        .map(|((name, stop_at_best, threats), _)| paper(name, stop_at_best, threats))
        .collect();
    let found = asked.value_alone(request)?;
    let (value, nodes, elapsed) = (found.value.map(i32::from), found.nodes, found.elapsed);
    all.push(Compared { name: "proof-number search", value, nodes, elapsed });
    Ok(all)
}

/// A position as the assignment writes it; nothing if it is too large for that.
fn read_board(asked: &Asked) -> Option<Board> {
    let [rows, columns, k] = asked.size;
    let mut board = Board::empty(rows, columns, k)?;
    for (cell, &stone) in asked.board.iter().enumerate() {
        match stone {
            1 => board.put(cell, Player::FIRST),
            2 => board.put(cell, Player::SECOND),
            _ => {}
        }
    }
    Some(board)
}
