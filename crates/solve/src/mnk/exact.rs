//! The m,n,k solver behind the project's texts.

use std::time::Instant;

use ninefold_core::Player;

use super::assignment::{Board, PaperSolver};
use super::{
    MoveValues, Progress, ProveError, Question, Solution, SolveError, prove, solve, solve_moves,
};
use crate::{Compared, ExactAnswer, ExactError, Request, SolveProgress, Solver};

/// Solves m,n,k positions by proof-number search.
pub struct MnkSolver;

/// Boards and endings for which every move's value is told unasked.
const SMALL_BOARD: usize = 25;
const FEW_EMPTY: usize = 12;

impl Solver for MnkSolver {
    fn family(&self) -> &'static str {
        "mnk"
    }

    fn solve(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError> {
        request.wants_a_value_alone()?;
        let asked = Asked::read(request)?;
        let question = asked.question();
        let budget = &request.budget;
        let mut progress =
            |sign: &Progress| watch(SolveProgress { nodes: sign.nodes, elapsed: sign.elapsed });
        let empty = asked.board.iter().filter(|&&cell| cell == 0).count();
        let every_move = request.all || asked.board.len() <= SMALL_BOARD || empty <= FEW_EMPTY;
        let (found, mut moves) = if every_move {
            solve_moves(&question, budget, &mut progress).map_err(refused)?
        } else {
            let found = solve(&question, budget, &mut progress).map_err(refused)?;
            let best = found.best.map(|best| (best, found.value));
            (found, best.into_iter().collect())
        };
        if found.best.is_none() {
            // What single moves are worth says little as long as nobody knows the best.
            moves.clear();
        }
        Ok(asked.answer(&found, moves))
    }

    /// The value alone, without those of all moves.
    fn settled(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<Option<i32>, ExactError> {
        let found = value_alone(&Asked::read(request)?, request)?;
        Ok(found.value.map(i32::from))
    }

    fn prove(&self, request: &Request) -> Result<Option<String>, ExactError> {
        let asked = Asked::read(request)?;
        match prove(&asked.question(), &request.budget) {
            Ok(proof) => Ok(Some(proof.text)),
            Err(ProveError::Spent) => Ok(None),
            Err(error) => Err(ExactError::Refused(error.to_string())),
        }
    }

    /// The assignment's min-max plain, with its first and with both enhancements, and this solver.
    fn compare(&self, request: &Request) -> Result<Vec<Compared>, ExactError> {
        let asked = Asked::read(request)?;
        let empty = asked.board.iter().filter(|&&cell| cell == 0).count();
        if empty > MOST_FOR_MIN_MAX {
            return Err(ExactError::Refused(format!(
                "plain min-max needs too long for {empty} empty cells, wanted at most {MOST_FOR_MIN_MAX}"
            )));
        }
        let board = asked.assignment_board();
        let board = board.ok_or_else(|| ExactError::Refused("the board is too large".into()))?;
        let sign = if asked.mover == Player::FIRST { 1 } else { -1 };
        let paper = |name, stop_at_best, threats| {
            let start = Instant::now();
            let found = PaperSolver { stop_at_best, threats }.solve(&board, asked.mover);
            let (value, nodes) = (Some(sign * i32::from(found.value)), found.nodes);
            Compared { name, value, nodes, elapsed: start.elapsed() }
        };
        let mut all = vec![
            paper("min-max, plain", false, false),
            paper("min-max, stops at a win", true, false),
            paper("min-max, stops at a win, sees threats", true, true),
        ];
        let found = value_alone(&asked, request)?;
        let (value, nodes, elapsed) = (found.value.map(i32::from), found.nodes, found.elapsed);
        all.push(Compared { name: "proof-number search", value, nodes, elapsed });
        Ok(all)
    }
}

fn refused(error: SolveError) -> ExactError {
    ExactError::Refused(error.to_string())
}

/// What is found without the values of all moves.
fn value_alone(asked: &Asked, request: &Request) -> Result<Solution, ExactError> {
    solve(&asked.question(), &request.budget, &mut |_| {}).map_err(refused)
}

/// The most empty cells for which plain min-max ends in a minute or so.
const MOST_FOR_MIN_MAX: usize = 11;

/// A request, read.
struct Asked {
    size: [usize; 3],
    board: Vec<u8>,
    mover: Player,
}

impl Asked {
    fn read(request: &Request) -> Result<Asked, ExactError> {
        Asked::parse(request).ok_or_else(|| {
            ExactError::Refused(format!(
                "{} {} is no m,n,k position",
                request.game, request.position
            ))
        })
    }

    fn parse(request: &Request) -> Option<Asked> {
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

    fn assignment_board(&self) -> Option<Board> {
        let [rows, columns, k] = self.size;
        let mut board = Board::empty(rows, columns, k)?;
        for (cell, &stone) in self.board.iter().enumerate() {
            match stone {
                1 => board.put(cell, Player::FIRST),
                2 => board.put(cell, Player::SECOND),
                _ => {}
            }
        }
        Some(board)
    }

    fn text(&self, cell: usize) -> String {
        format!("{},{}", cell / self.size[1] + 1, cell % self.size[1] + 1)
    }

    fn answer(&self, found: &Solution, moves: MoveValues) -> ExactAnswer {
        let proved = moves.into_iter().filter_map(|(cell, value)| Some((cell, value?)));
        ExactAnswer {
            value: found.value.map(i32::from),
            moves: proved.map(|(cell, value)| (self.text(cell), i32::from(value))).collect(),
            line: found.line.iter().map(|&cell| self.text(cell)).collect(),
            nodes: found.nodes,
            elapsed: found.elapsed,
            ..ExactAnswer::unknown()
        }
    }
}
