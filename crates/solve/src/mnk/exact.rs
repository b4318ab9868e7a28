//! The m,n,k solver behind the project's texts.

use ninefold_core::Player;

use super::{Budget, Progress, Question, Solution, solve, values};
use crate::{Exact, ExactError, Request, Sign, Solver};

/// Solves m,n,k positions by proof-number search.
pub struct MnkSolver;

/// Boards and endings for which every move's value is told unasked.
const SMALL_BOARD: usize = 25;
const FEW_EMPTY: usize = 12;

impl Solver for MnkSolver {
    fn family(&self) -> &'static str {
        "mnk"
    }

    fn solve(&self, request: &Request, watch: &mut dyn FnMut(Sign)) -> Result<Exact, ExactError> {
        let asked = Asked::read(request).ok_or_else(|| {
            ExactError::Refused(format!("{} {} is no m,n,k position", request.game, request.position))
        })?;
        let question = asked.question();
        let budget = Budget {
            time: request.time,
            nodes: None,
            memory: request.memory,
            stop: Some(request.stop.clone()),
        };
        let mut progress =
            |sign: &Progress| watch(Sign { nodes: sign.nodes, elapsed: sign.elapsed });
        let refused = |error: super::SolveError| ExactError::Refused(error.to_string());
        let found = solve(&question, &budget, &mut progress).map_err(refused)?;
        let empty = asked.board.iter().filter(|&&cell| cell == 0).count();
        let every_move = request.all || asked.board.len() <= SMALL_BOARD || empty <= FEW_EMPTY;
        let moves = match (found.value, found.best) {
            (Some(value), Some(best)) if !every_move => vec![(best, Some(value))],
            (Some(_), Some(_)) => values(&question, &budget, &mut progress).map_err(refused)?,
            _ => Vec::new(),
        };
        Ok(asked.answer(&found, moves))
    }
}

/// A request, read.
struct Asked {
    size: [usize; 3],
    board: Vec<u8>,
    mover: Player,
}

impl Asked {
    fn read(request: &Request) -> Option<Asked> {
        let numbers = request.game.split_once(':')?.1.split(',').map(str::parse);
        let size: Vec<usize> = numbers.collect::<Result<_, _>>().ok()?;
        let (board, mover) = request.position.split_once(' ')?;
        let cells = board.bytes().filter(|&byte| byte != b'/').map(|byte| byte.wrapping_sub(b'0'));
        let mover = if mover == "1" { Player::FIRST } else { Player::SECOND };
        Some(Asked { size: size.try_into().ok()?, board: cells.collect(), mover })
    }

    fn question(&self) -> Question<'_> {
        let [rows, columns, k] = self.size;
        Question { rows, columns, k, board: &self.board, mover: self.mover }
    }

    fn text(&self, cell: usize) -> String {
        format!("{},{}", cell / self.size[1] + 1, cell % self.size[1] + 1)
    }

    fn answer(&self, found: &Solution, moves: Vec<(usize, Option<i8>)>) -> Exact {
        let proved = moves.into_iter().filter_map(|(cell, value)| Some((cell, value?)));
        Exact {
            value: found.value.map(i32::from),
            moves: proved.map(|(cell, value)| (self.text(cell), i32::from(value))).collect(),
            line: found.line.iter().map(|&cell| self.text(cell)).collect(),
            nodes: found.nodes,
            elapsed: found.elapsed,
        }
    }
}
