//! The assignment's min-max and proof search on the same position.

use std::time::{Duration, Instant};

use ninefold_core::Player;
use ninefold_solve::mnk::Asked;
use ninefold_solve::{ExactError, Request, solver};

use super::board::Board;
use super::paper::PaperSolver;

/// The most positions that one of the min-max searches may visit, some ten seconds of work; whoever needs more is left out.
pub const MOST_POSITIONS: u64 = 30_000_000;

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
    /// Whether it is left out, because it needs more positions than [`MOST_POSITIONS`].
    pub left_out: bool,
}

/// The assignment's min-max plain, with its first and with both enhancements, and proof-number search.
///
/// Only m,n,k-games have the first three, and each is left out only where it needs too many positions itself.
pub fn compare(request: &Request) -> Result<Vec<Compared>, ExactError> {
    compare_within(request, MOST_POSITIONS)
}

/// The same with another limit of positions.
pub(crate) fn compare_within(request: &Request, most: u64) -> Result<Vec<Compared>, ExactError> {
    if solver(&request.game)?.family() != "mnk" {
        return Err(ExactError::Missing { what: "a comparison", game: request.game.clone() });
    }
    let asked = Asked::read(request)?;
    let board = read_board(&asked);
    let board = board.ok_or_else(|| ExactError::Refused("the board is too large".into()))?;
    let sign = if asked.mover == Player::FIRST { 1 } else { -1 };
    let paper = |(name, stop_at_best, threats)| {
        let start = Instant::now();
        let solver = PaperSolver { stop_at_best, threats };
        let found = solver.solve_within(&board, asked.mover, most);
        Compared {
            name,
            value: found.map(|found| sign * i32::from(found.value)),
            nodes: found.map_or(most, |found| found.nodes),
            elapsed: start.elapsed(),
            left_out: found.is_none(),
        }
    };
    let forms = [
        ("min-max, plain", false, false),
        ("min-max, stops at a win", true, false),
        ("min-max, stops at a win, sees threats", true, true),
    ];
    let mut all: Vec<Compared> = forms.into_iter().map(paper).collect();
    let found = asked.value_alone(request)?;
    let (value, nodes, elapsed) = (found.value.map(i32::from), found.nodes, found.elapsed);
    all.push(Compared { name: "proof-number search", value, nodes, elapsed, left_out: false });
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
