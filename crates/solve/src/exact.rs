//! Exact answers in the project's texts, whichever solver gives them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Budget, Caveat, InTime, Preparation, Prepared, Reasons, WatchPreparation};

/// A position whose value is wanted, as a session writes it down.
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
    /// Whether the value of every move is wanted, however long it takes.
    pub all: bool,
    /// Whether it is wanted by how much the game is won.
    pub margin: bool,
    /// Whether everything is to be computed anew and compared with what is stored.
    pub anew: bool,
    /// What the answer may cost.
    pub budget: Budget,
    /// The folder that holds finished tables, if one is known.
    pub data: Option<PathBuf>,
}

impl Request {
    /// The value of a position, whatever it costs, without tables.
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

    /// Refuses what a solver of values alone cannot tell.
    pub(crate) fn wants_a_value_alone(&self) -> Result<(), ExactError> {
        let missing = |what| Err(ExactError::Missing { what, game: self.game.clone() });
        match (self.margin, self.anew) {
            (true, _) => missing("a margin"),
            (_, true) => missing("a stored book to compute anew"),
            _ => Ok(()),
        }
    }
}

/// How far a solver has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it has taken.
    pub elapsed: Duration,
}

/// What was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactAnswer {
    /// The value for the player to move; nothing when it was not proved.
    pub value: Option<i32>,
    /// The proved values of moves, for the same player: all of them where that is quick or asked for,
    /// otherwise at least one of the best.
    pub moves: Vec<(String, i32)>,
    /// How many plies the game lasts after moves, each of them included, when the winner hurries and the loser delays: those of
    /// which that is known.
    pub distances: Vec<(String, u32)>,
    /// Best play as far as it is known.
    pub line: Vec<String>,
    /// How many plies the game lasts when the winner hurries and the loser delays, where that is known.
    pub plies: Option<u32>,
    /// By how many sections or the like the player to move wins, or loses if negative, where that was asked for.
    pub margin: Option<i32>,
    /// What the player to move gets at least with the first move of the line, where no value is known.
    pub at_least: Option<i32>,
    /// What the player to move gets at most, whatever the move, where no value is known.
    pub at_most: Option<i32>,
    /// What a reader must know about the value; nothing where it is certain for the game as it is played.
    pub caveat: Option<Caveat>,
    /// The same of the values of moves.
    pub caveat_of_moves: Option<Caveat>,
    /// How sure it is that the value stands under the draw rules of the game.
    pub in_time: InTime,
    /// Why there is no value, and the command that would help, if there is one.
    pub missing: Option<String>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl ExactAnswer {
    /// What a reader must know who sees the values of moves too.
    pub fn caveat_of_all(&self) -> Option<&Caveat> {
        self.caveat.as_ref().or(self.caveat_of_moves.as_ref())
    }

    /// Nothing is known yet.
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

/// Why nothing could be asked of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExactError {
    /// No solver knows this game.
    #[error("no solver knows {game}; games that can be solved: {known}")]
    Game {
        /// The game's specification.
        game: String,
        /// The families that have one.
        known: String,
    },
    /// The solver cannot do this for its game.
    #[error("{what} is not to be had for {game}")]
    Missing {
        /// What was asked for.
        what: &'static str,
        /// The game's specification.
        game: String,
    },
    /// The solver refuses the position.
    #[error("{0}")]
    Refused(String),
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A table of exact values.
    Table,
    /// A proof found just now.
    Proof,
    /// A search that looked some turns ahead: an estimate.
    Search,
}

/// What a value is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// 1 is a win, 0 a draw, -1 a loss.
    Result,
    /// Points still to be won more than the opponent.
    Points,
    /// An evaluator's units.
    Estimate,
}

/// A solver of one family of games.
pub trait Solver: Sync {
    /// The id of the family.
    fn family(&self) -> &'static str;

    /// Solves a position, telling now and then how far it is.
    fn solve(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError>;

    /// Whether the solver answers better once a table was [prepared](Solver::prepare) for this game.
    fn prepares(&self, _game: &str) -> bool {
        false
    }

    /// Makes the table that the solver will look into, unless it is there; nothing where it needs none.
    ///
    /// Two processes that need it at once do not disturb each other: the second one waits for the first.
    fn prepare(&self, _wanted: &Preparation<'_>, _watch: WatchPreparation<'_>) -> Prepared {
        Ok(false)
    }

    /// Which tables of a data folder the solver looks into: a text that is another when they are others.
    fn tables_in(&self, _data: &Path) -> String {
        String::new()
    }

    /// How the solver comes to its values.
    fn source(&self) -> Source {
        Source::Proof
    }

    /// The most bytes a table should have when nothing is said.
    fn usual_memory(&self) -> usize {
        64 << 20
    }

    /// How many positions a proof may look at where somebody waits for it: about half a second's worth.
    fn judged_nodes(&self) -> u64 {
        100_000
    }

    /// What its values are counted in.
    fn unit(&self) -> Unit {
        Unit::Result
    }

    /// The move to play in a game, where some of the best moves are better than others: it begins the line.
    ///
    /// `earlier` tells the positions that came before and can come again, the last one first. A game is
    /// waiting, so nothing is built and nothing takes longer than the request allows.
    fn choose(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<ExactAnswer, ExactError> {
        self.solve(request, &mut |_| {})
    }

    /// The value for the player to move where it is certain for the game as it is played, its draw rules included;
    /// nothing where it is not known or a draw rule might change it. For referees who end games early, so the
    /// answer depends on the request, what came before and the tables of the data folder alone if the request sets
    /// no time.
    ///
    /// `earlier` tells the positions that came before and can come again, the last one first.
    fn settled(
        &self,
        request: &Request,
        _earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<Option<i32>, ExactError> {
        let exact = self.solve(request, &mut |_| {})?;
        Ok(exact.value.filter(|_| exact.caveat.is_none()))
    }

    /// Why players cannot win, as far as that can be shown on the board; nothing of a game that is over.
    fn why(
        &self,
        request: &Request,
        _watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<Reasons, ExactError> {
        Err(ExactError::Missing { what: "a reason", game: request.game.clone() })
    }

    /// A proof of the value as text, which `proof check` verifies; nothing when it was not found.
    fn prove(&self, request: &Request) -> Result<Option<String>, ExactError> {
        Err(ExactError::Missing { what: "a proof", game: request.game.clone() })
    }

    /// Like [`prove`](Solver::prove), written as it is found; tells how many nodes it has.
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

/// Every solver.
const SOLVERS: &[&dyn Solver] = &[
    &crate::mnk::MnkSolver,
    &crate::morris::MorrisSolver,
    &crate::three_six_nine::ThreeSixNineSolver,
    &crate::ninetka::NinetkaSolver,
];

/// The solver of a game.
pub fn solver(game: &str) -> Result<&'static dyn Solver, ExactError> {
    let id = game.split_once(':').map_or(game, |(id, _)| id);
    SOLVERS.iter().find(|solver| solver.family() == id).copied().ok_or_else(|| {
        let known: Vec<&str> = SOLVERS.iter().map(|solver| solver.family()).collect();
        ExactError::Game { game: game.to_owned(), known: known.join(", ") }
    })
}
