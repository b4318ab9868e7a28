//! Exact answers as text, whichever solver computes them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Budget, Caveat, InTime, Preparation, Prepared, Reasons, WatchPreparation};

/// A position to solve, as a session writes it.
///
/// ```
/// use ninefold_solve::{Request, solver};
///
/// let request = Request::new("mnk:3,3,3", "110/022/000 1");
/// let answer = solver("mnk:3,3,3")?.solve(&request, &mut |_| {})?;
/// assert_eq!((answer.value, &answer.line[0][..]), (Some(1), "1,3"));
/// # Ok::<(), ninefold_solve::ExactError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// The game's full specification: `mnk:3,3,3`.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Whether to value every move, however long it takes.
    pub all: bool,
    /// Whether to compute the margin of the win.
    pub margin: bool,
    /// Whether to recompute everything and compare it with the stored data.
    pub anew: bool,
    /// The limits.
    pub budget: Budget,
    /// The folder of finished tables, if any.
    pub data: Option<PathBuf>,
}

impl Request {
    /// A request for the value of a position, with the default limits and without tables.
    pub fn new(game: impl Into<String>, position: impl Into<String>) -> Request {
        Request {
            game: game.into(),
            position: position.into(),
            all: false,
            margin: false,
            anew: false,
            budget: Budget::default(),
            data: None,
        }
    }

    /// Rejects requests that a solver of plain values cannot answer.
    pub(crate) fn wants_a_value_alone(&self) -> Result<(), ExactError> {
        let missing = |what| Err(ExactError::Missing { what, game: self.game.clone() });
        match (self.margin, self.anew) {
            (true, _) => missing("a margin"),
            (_, true) => missing("a stored book to compute anew"),
            _ => Ok(()),
        }
    }
}

/// The progress of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken so far.
    pub elapsed: Duration,
}

/// The result of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactAnswer {
    /// The value for the player to move; `None` if it was not proved.
    pub value: Option<i32>,
    /// The proved values of moves, for the same player: all of them if that is quick or requested, otherwise at
    /// least one of the best.
    pub moves: Vec<(String, i32)>,
    /// For each move for which it is known, the number of plies that the game lasts, including the move, if the
    /// winner plays for the fastest win and the loser delays.
    pub distances: Vec<(String, u32)>,
    /// Best play as far as it is known.
    pub line: Vec<String>,
    /// The number of plies that the game lasts if the winner plays for the fastest win and the loser delays, if
    /// known.
    pub plies: Option<u32>,
    /// By how many sections, or similar units, the player to move wins, or loses if negative, if requested.
    pub margin: Option<i32>,
    /// A lower bound for the player to move, reached with the first move of the line, if the value is unknown.
    pub at_least: Option<i32>,
    /// An upper bound for the player to move, whatever the move, if the value is unknown.
    pub at_most: Option<i32>,
    /// A caveat about the value; `None` if it is certain for the game as it is played.
    pub caveat: Option<Caveat>,
    /// The same of the values of moves.
    pub caveat_of_moves: Option<Caveat>,
    /// How sure it is that the value stands under the draw rules of the game.
    pub in_time: InTime,
    /// Why there is no value, and the command that would help, if there is one.
    pub missing: Option<String>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl ExactAnswer {
    /// What a reader must know who sees the values of moves too.
    pub fn caveat_of_all(&self) -> Option<&Caveat> {
        self.caveat.as_ref().or(self.caveat_of_moves.as_ref())
    }

    /// An answer without any information.
    pub fn unknown() -> ExactAnswer {
        ExactAnswer {
            value: None,
            moves: Vec::new(),
            distances: Vec::new(),
            line: Vec::new(),
            plies: None,
            margin: None,
            at_least: None,
            at_most: None,
            caveat: None,
            caveat_of_moves: None,
            in_time: InTime::Certain,
            missing: None,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Why a solver cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExactError {
    /// There is no solver for this game.
    #[error("no solver knows {game}; games that can be solved: {known}")]
    Game {
        /// The game's specification.
        game: String,
        /// The families with a solver.
        known: String,
    },
    /// The solver does not support this operation for its game.
    #[error("{what} is not to be had for {game}")]
    Missing {
        /// The operation.
        what: &'static str,
        /// The game's specification.
        game: String,
    },
    /// The solver rejected the position.
    #[error("{0}")]
    Refused(String),
}

/// The source of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A table of exact values.
    Table,
    /// A proof computed for this request.
    Proof,
    /// A search to a limited depth: an estimate.
    Search,
}

/// The unit of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// 1 is a win, 0 a draw, -1 a loss.
    Result,
    /// The lead in points still to be won.
    Points,
    /// An evaluator's units.
    Estimate,
}

/// A solver of one family of games.
pub trait Solver: Sync {
    /// The id of the family.
    fn family(&self) -> &'static str;

    /// Solves a position and reports progress from time to time.
    fn solve(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError>;

    /// Whether a table [prepared](Solver::prepare) for this game improves the answers.
    fn prepares(&self, _game: &str) -> bool {
        false
    }

    /// Builds the table that the solver uses, unless it already exists. Does nothing if the solver needs no table.
    ///
    /// Two processes can call this at the same time: the second waits for the first.
    fn prepare(&self, _wanted: &Preparation<'_>, _watch: WatchPreparation<'_>) -> Prepared {
        Ok(false)
    }

    /// Identifies the tables in a data folder that the solver uses: the text changes when they do.
    fn tables_in(&self, _data: &Path) -> String {
        String::new()
    }

    /// How the solver obtains its values.
    fn source(&self) -> Source {
        Source::Proof
    }

    /// The default maximum size of a table in bytes.
    fn usual_memory(&self) -> usize {
        64 << 20
    }

    /// The maximum number of positions of a proof while a user waits: about half a second of work.
    fn judged_nodes(&self) -> u64 {
        100_000
    }

    /// The unit of its values.
    fn unit(&self) -> Unit {
        Unit::Result
    }

    /// The best move to play in a game, where equal values still leave better and worse moves. The move is the
    /// first of the line.
    ///
    /// `earlier` yields the earlier positions that can recur, latest first. A game is waiting, so nothing is built
    /// and nothing exceeds the limits of the request.
    fn choose(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<ExactAnswer, ExactError> {
        self.solve(request, &mut |_| {})
    }

    /// The value for the player to move if it is certain for the game as it is played, including its draw rules;
    /// `None` if it is unknown or a draw rule might change it. Intended for adjudicators that end games early. If
    /// the request sets no time limit, the answer depends only on the request, the earlier positions and the tables
    /// of the data folder.
    ///
    /// `earlier` yields the earlier positions that can recur, latest first.
    fn settled(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<Option<i32>, ExactError> {
        let exact = self.solve(request, &mut |_| {})?;
        Ok(exact.value.filter(|_| exact.caveat.is_none()))
    }

    /// Why players cannot win, as far as that can be shown on the board; `None` if the game is over.
    fn why(
        &self,
        request: &Request,
        _watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<Reasons, ExactError> {
        Err(ExactError::Missing { what: "a reason", game: request.game.clone() })
    }

    /// A proof of the value as text, which `proof check` verifies; `None` if none was found.
    fn prove(&self, request: &Request) -> Result<Option<String>, ExactError> {
        Err(ExactError::Missing { what: "a proof", game: request.game.clone() })
    }

    /// Like [`prove`](Solver::prove), but writes the proof while it is found, and returns its number of nodes.
    fn write_proof(
        &self,
        request: &Request,
        out: &mut dyn Write,
    ) -> Result<Option<u64>, ExactError> {
        let Some(proof) = self.prove(request)? else { return Ok(None) };
        let written = out.write_all(proof.as_bytes());
        written.map_err(|error| ExactError::Refused(error.to_string()))?;
        Ok(Some(proof.lines().count() as u64))
    }
}

/// All solvers.
const SOLVERS: &[&dyn Solver] = &[
    &crate::mnk::MnkSolver,
    &crate::morris::MorrisSolver,
    &crate::three_six_nine::ThreeSixNineSolver,
    &crate::ninetka::NinetkaSolver,
];

/// Returns the solver of a game.
pub fn solver(game: &str) -> Result<&'static dyn Solver, ExactError> {
    let id = game.split_once(':').map_or(game, |(id, _)| id);
    SOLVERS.iter().find(|solver| solver.family() == id).copied().ok_or_else(|| {
        let known: Vec<&str> = SOLVERS.iter().map(|solver| solver.family()).collect();
        ExactError::Game { game: game.to_owned(), known: known.join(", ") }
    })
}
