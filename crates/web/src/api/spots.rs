//! Queries about a position.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::{Phrase, Scene, Step, quote};
use ninefold_session::{
    Advice, AnalysisRequest, Effort, EngineOptions, Evaluation, LegalMove, Limits, MoveValues,
    OutcomeView, PlayerSpec, Preview, ReviewRequest, Session, SessionError, SessionView, Status,
    StopFlag, TreeRequest, TreeView, Turn as SessionTurn, USUAL_REVIEW_NODES, Why,
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;

use super::blocking;
use super::events::{Events, event, stream};
use crate::aids::Aid;
use crate::app::{App, LARGEST_TABLE};
use crate::identity::Caller;
use crate::input::Params;
use crate::pool::{Bounds, Purpose, StopOnDrop};
use crate::position_query::PositionQuery;
use crate::problem::Problem;
use crate::refusals::{QUERY_NEEDS, SLOW_PLAYER, STEPS_FORM};
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/spot", get(show))
        .route("/api/spot/frames", get(frames))
        .route("/api/spot/values", get(values))
        .route("/api/endings", get(preparing))
        .route("/api/spot/hint", get(hint))
        .route("/api/spot/eval", get(evaluate))
        .route("/api/spot/weights", get(evaluate))
        .route("/api/spot/why", get(why))
        .route("/api/spot/refuse", get(refuse))
        .route("/api/spot/tree", get(tree))
        .route("/api/spot/analysis", get(analysis))
        .route("/api/spot/review", get(review))
}

/// Time limits for all positions of a game, for values, a hint, a tree and an analysis.
const LONGEST_FRAMES: Duration = Duration::from_secs(20);
const LONGEST_VALUES: Duration = Duration::from_secs(10);
const LONGEST_HINT: Duration = Duration::from_secs(20);
const LONGEST_TREE: Duration = Duration::from_secs(20);
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);
/// The time limit of a review, and its nodes for each move.
const LONGEST_REVIEW: Duration = Duration::from_secs(120);
const LARGEST_REVIEW: u64 = 1_000_000;
/// The most lines of an analysis.
const MOST_LINES: usize = 10;

/// A position, and the previews of all legal moves.
#[derive(Serialize)]
struct SpotView {
    view: SessionView,
    status: Status,
    previews: Vec<Preview>,
    /// The moves of the whole game.
    turns: Vec<SessionTurn>,
    seed: u64,
    moves: Vec<String>,
}

async fn show(State(app): State<Arc<App>>, params: Params) -> Result<Json<SpotView>, Problem> {
    blocking(&app, move |app| {
        let spot = PositionQuery::read(app, &params)?;
        let session = spot.session(app)?;
        let view = session.view();
        let turns = match &spot.later {
            Some(record) => app.open(record)?.view().turns,
            None => view.turns.clone(),
        };
        Ok(Json(SpotView {
            view,
            status: session.status(),
            previews: session.previews(),
            turns,
            seed: spot.record.seed,
            moves: spot.record.moves,
        }))
    })
    .await
}

/// All positions of a game.
#[derive(Serialize)]
struct Frames {
    /// The first position with everything that stays the same: board, seats, look.
    view: SessionView,
    /// What changes from position to position.
    frames: Vec<Frame>,
    turns: Vec<SessionTurn>,
}

/// One position of a game.
#[derive(Serialize)]
struct Frame {
    scene: Scene,
    to_move: usize,
    last: Option<LegalMove>,
    outcome: Option<OutcomeView>,
}

/// The longest game shown position by position.
const MOST_FRAMES: usize = 1000;

async fn frames(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Frames>, Problem> {
    let (moves, mut session) = blocking(&app, move |app| {
        let mut spot = PositionQuery::read(app, &params)?;
        let moves = std::mem::take(&mut spot.record.moves);
        Ok((moves, spot.session(app)?))
    })
    .await?;
    // Long games take much work: they queue like searches.
    let stop = StopFlag::default();
    let drawn = app.pool.run(visitor, Purpose::Question, stop, LONGEST_FRAMES, move |stop| {
        let view = session.view();
        let mut frames = vec![Frame::of(view.clone())];
        for (index, text) in moves.iter().enumerate().take(MOST_FRAMES) {
            if stop.is_raised() {
                break;
            }
            let numbered = |problem| SessionError::Move { number: index + 1, problem };
            session.play(text).map_err(numbered)?;
            frames.push(Frame::of(session.view()));
        }
        Ok::<_, Problem>(Frames { view, frames, turns: session.view().turns })
    });
    Ok(Json(drawn.await??))
}

impl Frame {
    fn of(view: SessionView) -> Frame {
        let SessionView { scene, to_move, last, outcome, .. } = view;
        Frame { scene, to_move, last, outcome }
    }
}

/// Values, and the progress of tables that would know more.
#[derive(Serialize)]
struct Valued {
    #[serde(flatten)]
    values: MoveValues,
    preparing: Option<f64>,
}

async fn preparing(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "preparing": app.tables.progress() }))
}

/// The limits of a query to a player.
fn bounds(longest: Duration, player: Option<&PlayerSpec>, game: &str) -> Bounds {
    let memory = player.map_or(0, |player| player.memory(game).min(LARGEST_TABLE));
    Bounds { longest, memory }
}

async fn values(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Valued>, Problem> {
    let time = params.number("time")?.map(|time| Duration::from_millis(time).min(LONGEST_VALUES));
    let player = params.text("player").map(|player| app.player(player)).transpose()?;
    let (spot, session) = read(&app, params, Aid::Values).await?;
    app.tables.need(&spot.record.game);
    // Read before the values: if the table is finished meanwhile, the page asks again and gets its
    // values.
    let serves = app.tables.serves(&spot.record.game);
    let preparing = app.tables.progress().filter(|_| serves);
    let bounds = bounds(LONGEST_VALUES, player.as_ref(), &spot.record.game);
    let shared = Arc::clone(&app);
    let stop = StopFlag::default();
    let found = app.pool.run(visitor, Purpose::Question, stop, bounds, move |stop| {
        let effort = Effort { time, ..shared.effort(stop) };
        let own = match &player {
            Some(player) => session.values_by(player, &effort.stop)?,
            None => None,
        };
        match (own, player) {
            (Some(_), Some(player)) if effort.stop.is_raised() => Err(too_slow(&player)),
            (Some(values), _) => Ok(values),
            // A player without a search has no values.
            (None, _) => Ok(session.values(&effort)),
        }
    });
    Ok(Json(Valued { values: found.await??, preparing }))
}

async fn hint(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Advice>, Problem> {
    let player = params.text("player").map(|player| app.player(player)).transpose()?;
    let (spot, session) = read(&app, params, Aid::Hint).await?;
    if player.as_ref().is_none_or(PlayerSpec::looks_into_tables) {
        app.tables.need(&spot.record.game);
    }
    let bounds = bounds(LONGEST_HINT, player.as_ref(), &spot.record.game);
    let shared = Arc::clone(&app);
    let stop = StopFlag::default();
    let found = app.pool.run(visitor, Purpose::Question, stop, bounds, move |stop| {
        let effort = shared.effort(stop);
        let Some(player) = player else { return Ok(session.hint(&effort)) };
        let advice = session.consider(&player, Limits::default(), &effort.stop)?;
        if effort.stop.is_raised() {
            return Err(too_slow(&player));
        }
        Ok::<_, Problem>(advice)
    });
    Ok(Json(found.await??))
}

fn too_slow(player: &PlayerSpec) -> Problem {
    Problem::busy(Phrase::of(SLOW_PLAYER).with(player.to_string()))
}

async fn evaluate(
    State(app): State<Arc<App>>,
    params: Params,
) -> Result<Json<Evaluation>, Problem> {
    blocking(&app, move |app| {
        let eval = params.needed("eval")?;
        let spot = PositionQuery::read(app, &params)?;
        let session = spot.session(app)?;
        app.allow_aid(Aid::Analysis, &params, &spot, &*session)?;
        let explain = params.text("explain").is_some_and(|explain| explain == "1");
        let found = if explain { session.explain(eval)? } else { session.evaluate(eval)? };
        Ok(Json(found))
    })
    .await
}

async fn why(State(app): State<Arc<App>>, params: Params) -> Result<Json<Why>, Problem> {
    blocking(&app, move |app| {
        let session = PositionQuery::read(app, &params)?.session(app)?;
        Ok(Json(session.why(params.needed("move")?)?))
    })
    .await
}

async fn refuse(State(app): State<Arc<App>>, params: Params) -> Result<Json<Option<Why>>, Problem> {
    blocking(&app, move |app| {
        let site = params
            .number("site")?
            .ok_or_else(|| Problem::bad(Phrase::of(QUERY_NEEDS).with("site")))?;
        let steps = params.text("steps").map_or(Ok(Vec::new()), steps)?;
        Ok(Json(PositionQuery::read(app, &params)?.session(app)?.refuse(&steps, site)))
    })
    .await
}

/// Parses the clicks in `lift:3,drop:4`.
fn steps(text: &str) -> Result<Vec<Step>, Problem> {
    let step = |text: &str| {
        let (action, site) = text.split_once(':')?;
        let action = serde_json::from_value(Value::String(action.to_owned())).ok()?;
        Some(Step { action, site: site.parse().ok()? })
    };
    let steps = text.split(',').map(step).collect::<Option<Vec<Step>>>();
    steps.ok_or_else(|| Problem::bad(Phrase::of(STEPS_FORM).with(quote(text))))
}

async fn tree(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<TreeView>, Problem> {
    let request = TreeRequest {
        algorithm: params.text("algorithm").unwrap_or("alphabeta").to_owned(),
        depth: params.number("depth")?.unwrap_or(2),
        eval: params.text("eval").map(str::to_owned),
        boards: params.text("boards").is_some(),
        time: Some(LONGEST_TREE),
    };
    let (_, session) = read(&app, params, Aid::Analysis).await?;
    let stop = StopFlag::default();
    let found = app.pool.run(visitor, Purpose::Question, stop, LONGEST_TREE, move |stop| {
        session.tree(&request, stop).map_err(Problem::from)
    });
    Ok(Json(found.await??))
}

async fn analysis(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    params: Params,
) -> Result<Events, Problem> {
    let lines = params.number::<usize>("lines")?.unwrap_or(3).clamp(1, MOST_LINES);
    let evaluator = params.text("eval").map(str::to_owned);
    let (spot, session) = read(&app, params, Aid::Analysis).await?;
    app.tables.need(&spot.record.game);
    if let Some(evaluator) = &evaluator {
        session.evaluate(evaluator)?;
    }
    let stop = StopFlag::default();
    let request = AnalysisRequest {
        lines,
        evaluator,
        limits: Limits { time: Some(LONGEST_ANALYSIS), ..Limits::default() },
        options: EngineOptions::default(),
        stop: StopFlag::default(),
        kept: Some(Arc::clone(&app.judgements)),
    };
    let shared = Arc::clone(&app);
    stream(&app, visitor, &caller, move |sink| async move {
        let _stopped = StopOnDrop(stop.clone());
        let events = sink.clone();
        let longest = LONGEST_ANALYSIS + Duration::from_secs(1);
        let search = shared.pool.run(visitor, Purpose::Analysis, stop, longest, move |stop| {
            let request = AnalysisRequest { stop: stop.clone(), ..request };
            session.analyse(&request, &mut |seen| {
                // A slow listener misses a depth; a closed one ends the search.
                if let Err(TrySendError::Closed(_)) = events.try_send(event("analysis", seen)) {
                    stop.raise();
                }
            })
        });
        let last = match search.await {
            Ok(Ok(seen)) => event("done", &seen),
            Ok(Err(problem)) => event("problem", &Problem::from(problem).refusal()),
            Err(problem) => event("problem", &problem.refusal()),
        };
        // The listener may be gone.
        drop(sink.send(last).await);
    })
}

/// The progress of a review.
#[derive(Serialize)]
struct Reviewing {
    done: usize,
    of: usize,
}

async fn review(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    params: Params,
) -> Result<Events, Problem> {
    let nodes =
        params.number::<u64>("nodes")?.unwrap_or(USUAL_REVIEW_NODES).clamp(1, LARGEST_REVIEW);
    let (spot, session) = read(&app, params, Aid::Analysis).await?;
    app.tables.need(&spot.record.game);
    let stop = StopFlag::default();
    let kept = Some(Arc::clone(&app.judgements));
    let (shared, of) = (Arc::clone(&app), spot.record.moves.len());
    stream(&app, visitor, &caller, move |sink| async move {
        let _stopped = StopOnDrop(stop.clone());
        let events = sink.clone();
        let search = shared.pool.run(visitor, Purpose::Review, stop, LONGEST_REVIEW, move |stop| {
            let request = ReviewRequest { nodes, stop: stop.clone(), kept };
            session.review(&request, &mut |done| {
                let told = events.try_send(event("progress", &Reviewing { done, of }));
                if let Err(TrySendError::Closed(_)) = told {
                    stop.raise();
                }
            })
        });
        let last = match search.await {
            Ok(review) => event("review", &review),
            Err(problem) => event("problem", &problem.refusal()),
        };
        // The listener may be gone.
        drop(sink.send(last).await);
    })
}

/// The spot of a query and its session, if help is allowed there, read where blocking on the disk
/// is harmless.
pub(super) async fn read(
    app: &Arc<App>,
    params: Params,
    aid: Aid,
) -> Result<(PositionQuery, Box<dyn Session>), Problem> {
    blocking(app, move |app| {
        let spot = PositionQuery::read(app, &params)?;
        let session = spot.session(app)?;
        app.allow_aid(aid, &params, &spot, &*session)?;
        Ok((spot, session))
    })
    .await
}
