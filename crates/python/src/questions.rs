//! Queries about a position, with the same answers as on the page and in the terminal.

use std::path::PathBuf;
use std::time::Duration;

use ninefold_core::StopFlag;
use ninefold_session::{
    AnalysisRequest, EngineOptions, EvaluatorError, Limits, MOST_THREADS, Origin, PlayerSpec,
    ReviewRequest, Session, Setup, USUAL_REVIEW_NODES, exact_summary,
};
use ninefold_solve::{Budget, Preparation, Request, solver};
use pyo3::prelude::*;

use crate::game::wrong;
use crate::position::Position;
use crate::tables::usual_folder;
use crate::waiting::wait_for;

/// The default time of the strong search.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The table sizes of an analysis and of a proof, in bytes: the same as in the commands.
const ANALYSIS_TABLE: usize = 64 << 20;
const PROOF_TABLE: usize = 256 << 20;
/// The variable for the size of the automatic endgame table; 0 disables it.
const SMALL_TABLE: &str = "NINEFOLD_SMALL_TABLE";

/// The limits of a search.
pub(crate) struct Effort {
    /// The maximum number of nodes.
    pub(crate) nodes: Option<u64>,
    /// The time limit in seconds.
    pub(crate) time: Option<f64>,
    /// The folder of finished tables, if it is not the default one.
    pub(crate) data: Option<PathBuf>,
}

impl Effort {
    fn time(&self) -> PyResult<Option<Duration>> {
        self.time.map(seconds).transpose()
    }

    fn folder(&self) -> Option<PathBuf> {
        self.data.clone().or_else(usual_folder)
    }
}

/// A time given in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    let told = |_| wrong(format!("time is {time}, wanted seconds, such as 0.5"));
    Duration::try_from_secs_f64(time).map_err(told)
}

/// An answer as a Python object, with exactly the digits that the commands print.
pub(crate) fn told<'py, T: serde::Serialize>(
    py: Python<'py>,
    answer: &T,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).map_err(wrong)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// The setup of a session at a position.
pub(crate) fn setup(position: &dyn Position, data: Option<PathBuf>) -> Setup {
    let origin = position.origin().map_or(Origin::Start, Origin::Position);
    Setup { seed: position.seed(), origin, moves: position.played(), data }
}

fn session(position: &dyn Position, data: Option<PathBuf>) -> PyResult<Box<dyn Session>> {
    position.game().kind().open(&setup(position, data)).map_err(wrong)
}

/// Builds the endgame table that the binary would build for this query, unless it exists. If that
/// fails, the search still works.
pub(crate) fn prepare(game: &str, position: Option<&str>, data: Option<&PathBuf>, stop: &StopFlag) {
    let size = std::env::var(SMALL_TABLE).ok().and_then(|size| size.parse().ok());
    let size: u32 = size.unwrap_or(Preparation::USUAL_SIZE);
    if let (Some(data), Ok(solver), 1..) = (data, solver(game), size) {
        let threads = crate::parallel::threads(None);
        let wanted = Preparation { game, position, size, data, threads, stop };
        let _ = solver.prepare(&wanted, &mut |_| {});
    }
}

/// A session with the tables that its judgement uses.
fn judged<T: Send>(
    py: Python<'_>,
    position: &dyn Position,
    effort: &Effort,
    ask: impl FnOnce(&dyn Session, &ninefold_session::Effort) -> T + Send,
) -> PyResult<T> {
    let (data, stop) = (effort.folder(), StopFlag::default());
    let session = session(position, data.clone())?;
    let how = ninefold_session::Effort {
        nodes: effort.nodes,
        time: effort.time()?,
        stop: stop.clone(),
        ..Default::default()
    };
    wait_for(py, &stop, move || {
        prepare(session.spec(), Some(&session.status().position), data.as_ref(), &how.stop);
        ask(&*session, &how)
    })
}

/// The best move and its value.
pub(crate) fn hint<'py>(
    py: Python<'py>,
    position: &dyn Position,
    effort: &Effort,
) -> PyResult<Bound<'py, PyAny>> {
    told(py, &judged(py, position, effort, |session, how| session.hint(how))?)
}

/// The values of all legal moves.
pub(crate) fn values<'py>(
    py: Python<'py>,
    position: &dyn Position,
    effort: &Effort,
) -> PyResult<Bound<'py, PyAny>> {
    told(py, &judged(py, position, effort, |session, how| session.values(how))?)
}

/// The best lines.
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    position: &dyn Position,
    lines: usize,
    depth: Option<u32>,
    evaluator: Option<String>,
    threads: usize,
    effort: &Effort,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = StopFlag::default();
    let unbounded = depth.is_none() && effort.nodes.is_none();
    let time = effort.time()?.or(unbounded.then_some(USUAL_TIME));
    let request = AnalysisRequest {
        lines,
        evaluator,
        limits: Limits { depth, nodes: effort.nodes, time },
        options: EngineOptions {
            table: ANALYSIS_TABLE,
            threads: threads.clamp(1, MOST_THREADS),
            every_move: lines > 1,
            ..EngineOptions::default()
        },
        stop: stop.clone(),
        kept: None,
    };
    let session = session(position, effort.folder())?;
    let found = wait_for(py, &stop, move || session.analyse(&request, &mut |_| {}))?;
    told(py, &found.map_err(wrong)?)
}

/// The loss of each move so far.
pub(crate) fn review<'py>(
    py: Python<'py>,
    position: &dyn Position,
    effort: &Effort,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = StopFlag::default();
    let nodes = effort.nodes.unwrap_or(USUAL_REVIEW_NODES);
    let request = ReviewRequest { nodes, stop: stop.clone(), kept: None };
    let session = session(position, effort.folder())?;
    told(py, &wait_for(py, &stop, move || session.review(&request, &mut |_| {}))?)
}

/// The exact value.
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &dyn Position,
    all: bool,
    margin: bool,
    effort: &Effort,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = StopFlag::default();
    let game = position.game().kind().spec().to_owned();
    let budget = Budget {
        time: effort.time()?,
        memory: PROOF_TABLE,
        stop: stop.clone(),
        ..Budget::default()
    };
    let data = effort.folder();
    let request = Request { all, margin, budget, data, ..Request::new(game, position.text()) };
    let solver = solver(&request.game).map_err(wrong)?;
    let exact = wait_for(py, &stop, move || solver.solve(&request, &mut |_| {}))?;
    told(py, &exact_summary(&exact.map_err(wrong)?))
}

/// An evaluator's values.
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    position: &dyn Position,
    spec: &str,
    explain: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let session = session(position, None)?;
    let said: Result<_, EvaluatorError> =
        if explain { session.explain(spec) } else { session.evaluate(spec) };
    told(py, &said.map_err(wrong)?)
}

/// Everything for drawing a page.
pub(crate) fn view<'py>(py: Python<'py>, position: &dyn Position) -> PyResult<Bound<'py, PyAny>> {
    told(py, &session(position, None)?.view())
}

/// The game so far as a record.
pub(crate) fn record(position: &dyn Position) -> PyResult<String> {
    let people: Vec<PlayerSpec> =
        vec!["human".parse().map_err(wrong)?; position.game().kind().players()];
    Ok(session(position, None)?.record(&people).to_string())
}
