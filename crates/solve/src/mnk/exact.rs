//! The m,n,k solver with text as input and output.

use std::io::Write;

use ninefold_core::Player;

use super::breaker::{Answer, Hold};
use super::endings::Endings;
use super::holds::{Found, holds};
use super::settled::{drawn, known_draw};
use super::{
    MoveValues, Progress, ProveError, Question, Solution, SolveError, WriteProofError, solve,
    solve_moves, write_proof,
};
use crate::{
    ExactAnswer, ExactError, Reason, ReasonAnswer, Reasons, Request, SolveProgress, Solver,
};

/// Solves m,n,k positions by proof-number search.
pub struct MnkSolver;

/// Up to this many cells, on the board or empty, every move's value is included without being requested.
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
        if let (None, Some(known)) = (found.value, asked.known_before()) {
            let (nodes, elapsed) = (found.nodes, found.elapsed);
            return Ok(ExactAnswer { nodes, elapsed, ..known });
        }
        if found.best.is_none() {
            // Values of single moves mean little if the best move is unknown.
            moves.clear();
        }
        Ok(asked.with_distances(asked.answer(&found, moves)))
    }

    /// The value alone, without those of all moves.
    fn settled(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<Option<i32>, ExactError> {
        let found = Asked::read(request)?.value_alone(request)?;
        Ok(found.value.map(i32::from))
    }

    fn why(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<Reasons, ExactError> {
        let asked = Asked::read(request)?;
        let mut progress =
            |sign: &Progress| watch(SolveProgress { nodes: sign.nodes, elapsed: sign.elapsed });
        let all = holds(&asked.question(), &request.budget, &mut progress).map_err(refused)?;
        let mut reasons = Reasons::default();
        for (player, about) in all {
            match about {
                Found::Held(hold) => reasons.found.push(asked.reason(player, hold)),
                Found::NotHeld => reasons.not_held.push(player.number()),
                Found::Open => reasons.open.push(player.number()),
            }
        }
        Ok(reasons)
    }

    fn prove(&self, request: &Request) -> Result<Option<String>, ExactError> {
        let mut text = Vec::new();
        let written = self.write_proof(request, &mut text)?;
        Ok(written.and_then(|_| String::from_utf8(text).ok()))
    }

    fn write_proof(
        &self,
        request: &Request,
        out: &mut dyn Write,
    ) -> Result<Option<u64>, ExactError> {
        let asked = Asked::read(request)?;
        match write_proof(&asked.question(), &request.budget, out) {
            Ok(written) => Ok(Some(written.nodes)),
            Err(WriteProofError::Prove(ProveError::Spent)) => Ok(None),
            Err(error) => Err(ExactError::Refused(error.to_string())),
        }
    }
}

fn refused(error: SolveError) -> ExactError {
    ExactError::Refused(error.to_string())
}

/// A parsed request about a position of an m,n,k-game.
pub struct Asked {
    /// Rows, columns, and the number in a row that win.
    pub size: [usize; 3],
    /// The cells row by row: 0 for an empty one, otherwise the number of the player with a stone there.
    pub board: Vec<u8>,
    /// The player to move.
    pub mover: Player,
}

impl Asked {
    /// Parses a request; an error if it is not about an m,n,k position.
    pub fn read(request: &Request) -> Result<Asked, ExactError> {
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

    /// Solves without the values of all moves.
    pub fn value_alone(&self, request: &Request) -> Result<Solution, ExactError> {
        solve(&self.question(), &request.budget, &mut |_| {}).map_err(refused)
    }

    /// The answer on an empty board whose proof takes too long to wait for.
    fn known_before(&self) -> Option<ExactAnswer> {
        let caveat = known_draw(self.size).filter(|_| self.board.iter().all(|&cell| cell == 0))?;
        let (solution, moves) = drawn(self.size);
        Some(ExactAnswer { caveat: Some(caveat), ..self.answer(&solution, moves) })
    }

    pub(super) fn question(&self) -> Question<'_> {
        let [rows, columns, k] = self.size;
        Question { rows, columns, k, board: &self.board, mover: self.mover }
    }

    fn text(&self, cell: usize) -> String {
        format!("{},{}", cell / self.size[1] + 1, cell % self.size[1] + 1)
    }

    fn reason(&self, player: Player, hold: Hold) -> Reason {
        let text = |cell: u32| self.text(cell as usize);
        let pairs = |pairs: &[(u32, u32)]| pairs.iter().map(|&(a, b)| [text(a), text(b)]).collect();
        let answer = |answer: &Answer| ReasonAnswer {
            to: (0..128).filter(|cell| answer.to >> cell & 1 != 0).map(text).collect(),
            stone: text(answer.stone),
            pairs: pairs(&answer.pairs),
            complete: answer.complete,
        };
        Reason {
            player: player.number(),
            to_move: player == self.mover,
            pairs: pairs(&hold.pairs),
            complete: hold.complete,
            answers: hold.answers.iter().map(answer).collect(),
        }
    }

    /// Adds the length of the game and a line to its end, if few cells are empty.
    fn with_distances(&self, answer: ExactAnswer) -> ExactAnswer {
        let Some(value) = answer.value else { return answer };
        let Some(mut endings) = Endings::of(&self.question()) else { return answer };
        let line = endings.line();
        let all = endings.moves().into_iter().map(|(cell, ending)| (self.text(cell), ending));
        let decided: Vec<(String, u32)> = all
            .filter(|(mv, ending)| {
                ending.value != 0 && answer.moves.iter().any(|(known, _)| known == mv)
            })
            .map(|(mv, ending)| (mv, ending.plies))
            .collect();
        let plies = (value != 0).then_some(line.len() as u32);
        let line = line.iter().map(|&cell| self.text(cell)).collect();
        ExactAnswer { distances: decided, plies, line, ..answer }
    }

    pub(super) fn answer(&self, found: &Solution, moves: MoveValues) -> ExactAnswer {
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
