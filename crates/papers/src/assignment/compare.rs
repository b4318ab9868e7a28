//! The assignment's min-max and proof search on the same position.

use std::time::{Duration, Instant};

use ninefold_core::Player;
use ninefold_solve::mnk::Asked;
use ninefold_solve::{ExactError, Request, solver};

use super::board::Board;
use super::paper::PaperSolver;

/// The node limit of a min-max search, some ten seconds of work; solvers that need more are left
/// out.
pub const MOST_POSITIONS: u64 = 30_000_000;

/// One solver's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Its display name.
    pub name: &'static str,
    /// The value for the player to move; `None` if it was not proved.
    pub value: Option<i32>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// Whether it is left out, because it needs more nodes than [`MOST_POSITIONS`].
    pub left_out: bool,
}

/// Compares the assignment's plain min-max, the same with the first and with both enhancements, and
/// proof-number search.
///
/// Only m,n,k-games have the first three, and each is left out only if it needs too many nodes
/// itself.
pub fn compare(request: &Request) -> Result<Vec<Compared>, ExactError> {
    compare_within(request, MOST_POSITIONS)
}

/// The same with another node limit.
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

/// A position as in the assignment; `None` if it is too large for that.
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
