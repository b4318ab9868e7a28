//! What is said of the positions of a set.

use std::any::Any;
use std::path::PathBuf;

use ninefold_core::{Counted, Path, StopFlag, View};
use ninefold_games::morris;
use ninefold_solve::morris::Tables;
use ninefold_solve::{Budget, Request, Solver, solver};

use super::draw::DrawnPosition;
use super::{Cell, DataError, DataPlan, Label};
use crate::best::GameContext;
use crate::judgement::{Effort, Judge};

/// The bytes of a table for a single proof.
const MEMORY: usize = 16 << 20;

/// Says something of positions.
pub(super) struct Labels<G: View> {
    game: G,
    spec: String,
    how: How,
    stop: StopFlag,
}

enum How {
    /// By tables that are asked directly.
    Tables(Box<Tables>),
    /// By the solver of the game.
    Solver(&'static dyn Solver, Option<PathBuf>),
    /// By the strong search, which looks at so many positions.
    Search(u64),
    /// By the end of the game.
    Result,
}

impl<G: View> Labels<G> {
    pub(super) fn new(
        game: &G,
        plan: &DataPlan,
        data: Option<PathBuf>,
        stop: StopFlag,
    ) -> Result<Labels<G>, DataError> {
        let missing = |problem: String| DataError::Missing(problem);
        let how = match plan.label {
            Label::Result => How::Result,
            Label::Search => How::Search(plan.nodes),
            Label::Exact => {
                let solver = solver(&plan.game).map_err(|problem| missing(problem.to_string()))?;
                let tables =
                    data.as_deref().filter(|_| ninefold_solve::morris::is_solved(&plan.game));
                let tables = tables.map(Tables::open).transpose();
                match tables.map_err(|problem| missing(problem.to_string()))?.flatten() {
                    Some(tables) => How::Tables(Box::new(tables)),
                    None => How::Solver(solver, data),
                }
            }
        };
        Ok(Labels { game: game.clone(), spec: plan.game.clone(), how, stop })
    }

    /// The names of what it says.
    pub(super) fn columns(&self) -> &'static [&'static str] {
        match self.how {
            How::Tables(_) | How::Solver(..) => &["value", "plies"],
            How::Search(_) => &["value", "share"],
            How::Result => &["result"],
        }
    }

    /// What it says of a position, from the side of the player on turn.
    pub(super) fn of(&self, drawn: &DrawnPosition<G>) -> Result<Vec<Cell>, DataError> {
        let (path, game) = (&drawn.path, &self.game);
        let number = |number: Option<i64>| number.map_or(Cell::Nothing, Cell::Number);
        let problem = |problem: String| DataError::Missing(problem);
        match &self.how {
            How::Result => {
                let mover = game.to_move(path.state()).index();
                Ok(vec![number(drawn.payoffs.map(|payoffs| payoffs[mover].into()))])
            }
            How::Tables(tables) => {
                let found = match pure(path) {
                    Some(state) => {
                        tables.probe(&state).map_err(|error| problem(error.to_string()))?
                    }
                    None => None,
                };
                let plies = found.and_then(|found| found.plies).map(i64::from);
                Ok(vec![number(found.map(|found| found.value.number().into())), number(plies)])
            }
            How::Solver(solver, data) => {
                let request = Request {
                    budget: Budget { memory: MEMORY, stop: self.stop.clone(), ..Budget::default() },
                    data: data.clone(),
                    ..Request::new(self.spec.clone(), game.position_text(path.state()))
                };
                let found = solver.solve(&request, &mut |_| {});
                let found = found.map_err(|error| problem(error.to_string()))?;
                Ok(vec![number(found.value.map(i64::from)), number(found.plies.map(i64::from))])
            }
            How::Search(nodes) => {
                let effort = Effort {
                    nodes: Some(*nodes),
                    proof: Some(0),
                    stop: self.stop.clone(),
                    ..Effort::default()
                };
                let mut judge = Judge::new(game, GameContext::new(&self.spec, None), &effort);
                let known = judge.best(path);
                let mover = game.to_move(path.state()).index();
                let share =
                    known.share.get(mover).map_or(Cell::Nothing, |&share| Cell::Fraction(share));
                Ok(vec![Cell::Number(known.values[mover].into()), share])
            }
        }
    }
}

/// The position of the pure game of morris.
fn pure<G: View>(path: &Path<G>) -> Option<morris::State> {
    let state: &dyn Any = path.state();
    let counted = || state.downcast_ref::<Counted<morris::State>>().map(|state| state.inner);
    state.downcast_ref::<morris::State>().copied().or_else(counted)
}
