//! Ends games whose result is certain, by tables and short proofs.

use std::path::PathBuf;

use ninefold_arena::{Adjudicator, Ruling};
use ninefold_core::{Path, Payoffs, View};
use ninefold_solve::{Budget, ExactError, Request, Solver, solver};

use crate::best::{GameContext, values};

/// The node limit of a proof, and the size of its table in bytes: games that it cannot prove are
/// played on. The numbers are fixed so that a game ends at the same move on every machine.
const NODES: u64 = 20_000;
const MEMORY: usize = 4 << 20;

/// A referee of a two-player game with a solver.
pub(crate) struct Referee {
    game: String,
    data: Option<PathBuf>,
    solver: &'static dyn Solver,
}

impl Referee {
    /// The referee of a game, if there is a solver for it.
    pub(crate) fn new(context: GameContext<'_>) -> Result<Referee, ExactError> {
        let data = context.data.map(ToOwned::to_owned);
        Ok(Referee { game: context.spec.to_owned(), data, solver: solver(context.spec)? })
    }

    /// The exact value for the player to move, if it is certain.
    pub(crate) fn value<G: View>(&self, path: &Path<G>) -> Result<Option<i32>, ExactError> {
        let request = Request {
            budget: Budget { nodes: Some(NODES), memory: MEMORY, ..Budget::default() },
            data: self.data.clone(),
            ..Request::new(self.game.clone(), path.game().position_text(path.state()))
        };
        let mut earlier = path.earlier().map(|state| path.game().position_text(state));
        self.solver.settled(&request, &mut earlier)
    }
}

impl<G: View> Adjudicator<G> for Referee {
    fn judge(&self, path: &Path<G>) -> Option<Ruling> {
        let value = self.value(path).ok()??;
        let lead = values(path, value)[0];
        let why = match lead {
            0 => "the exact value is a draw".to_owned(),
            lead => format!("the exact value is a win of seat {}", if lead > 0 { 1 } else { 2 }),
        };
        Some(Ruling { payoffs: Payoffs::by_lead(lead), why })
    }
}
