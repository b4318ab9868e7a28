//! Labelling the positions of a set.

use std::path::PathBuf;

use ninefold_core::{StopFlag, View};
use ninefold_solve::morris::Tables;
use ninefold_solve::{Budget, Request, Solver, Unit, solver};

use super::draw::{DrawnPosition, morris_of};
use super::{Cell, DataError, DataPlan, Label};
use crate::best::GameContext;
use crate::judgement::{Effort, Judge};

/// The size in bytes of the table for a single proof.
const MEMORY: usize = 16 << 20;

/// A source of labels for positions.
pub(super) struct Labels<G: View> {
    game: G,
    spec: String,
    how: How,
    stop: StopFlag,
}

enum How {
    /// Tables that are queried directly and, for positions they lack, the game's solver.
    Exact(Option<Box<Tables>>, SolverWith),
    /// The strong search with this many nodes.
    Search(u64),
    /// The end of the game.
    Result,
}

/// A game's solver with the folder of finished tables, if those are not queried directly.
struct SolverWith {
    solver: &'static dyn Solver,
    data: Option<PathBuf>,
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
                let tables = tables.map_err(|problem| missing(problem.to_string()))?.flatten();
                let data = data.filter(|_| tables.is_none());
                How::Exact(tables.map(Box::new), SolverWith { solver, data })
            }
        };
        Ok(Labels { game: game.clone(), spec: plan.game.clone(), how, stop })
    }

    /// The name of what says whether anything is known: nothing stands there where nothing is.
    pub(super) fn told_by(&self) -> &'static str {
        match self.how {
            How::Exact(..) => "value",
            How::Search(_) => "share",
            How::Result => "result",
        }
    }

    /// The names of its columns.
    pub(super) fn columns(&self) -> &'static [&'static str] {
        match self.how {
            How::Exact(..) => &["value", "plies"],
            How::Search(_) => &["value", "share"],
            How::Result => &["result"],
        }
    }

    /// The display name of the tables it queries.
    pub(super) fn tables(&self) -> Option<String> {
        let How::Exact(Some(tables), _) = &self.how else { return None };
        let placing = if tables.covers_placing() { ", placing included" } else { "" };
        let plies = match tables.men_with_distances() {
            0 => String::new(),
            men => format!(", distances up to {men} men"),
        };
        Some(format!("up to {} men a side{placing}{plies}", tables.men()))
    }

    /// The label of a position, from the view of the player to move.
    pub(super) fn of(&self, drawn: &DrawnPosition<G>) -> Result<Vec<Cell>, DataError> {
        let (path, game) = (&drawn.path, &self.game);
        let number = |number: Option<i64>| number.map_or(Cell::Nothing, Cell::Number);
        let problem = |problem: String| DataError::Missing(problem);
        match &self.how {
            How::Result => {
                let mover = game.to_move(path.state()).index();
                Ok(vec![number(drawn.payoffs.map(|payoffs| payoffs[mover].into()))])
            }
            How::Exact(tables, SolverWith { solver, data }) => {
                if let Some(known) = drawn.known {
                    let plies = number(known.plies.map(i64::from));
                    return Ok(vec![Cell::Number(known.value.into()), plies]);
                }
                if let (Some(tables), Some(state)) = (tables, morris_of::<G>(path.state()))
                    && let Some(found) =
                        tables.probe(&state).map_err(|error| problem(error.to_string()))?
                {
                    let value = Cell::Number(found.value.number().into());
                    return Ok(vec![value, number(found.plies.map(i64::from))]);
                }
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
                // What is certain has no estimate: the share says it, and a value of another unit would only mislead.
                let is_estimate =
                    known.unit == Unit::Estimate && known.decided.is_none() && !known.is_lost;
                let value = is_estimate.then(|| known.values[mover].into());
                Ok(vec![number(value), share])
            }
        }
    }
}
