//! The laboratory: runs of the arena, live.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_arena::{GameResult, RunPlan};
use ninefold_core::{Phrase, quote};
use ninefold_session::{check_plan, game_record, start_evolution, start_tournament};
use ninefold_store::{Keeper, RunSink};
use serde::Serialize;

use super::blocking;
use super::events::{Events, event, stream};
use super::games::{NewGame, begin};
use super::new_run::NewRun;
use crate::app::App;
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::log::{LogLevel, log};
use crate::problem::Problem;
use crate::refusals;
use crate::run_view::{ListedRun, ShownRun, entrant_name};
use crate::runs::RunState;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/runs", get(list).post(create))
        .route("/api/runs/{id}", get(show).delete(delete))
        .route("/api/runs/{id}/events", get(watch))
        .route("/api/runs/{id}/stop", post(stop))
        .route("/api/runs/{id}/resume", post(resume))
        .route("/api/runs/{id}/games", get(games))
        .route("/api/runs/{id}/games/{number}/open", post(open_game))
}

/// The interval of a live run's events.
const BETWEEN_EVENTS: Duration = Duration::from_millis(1000);
/// The maximum number of games in a list.
const LONGEST_LIST: usize = 100;

fn number(id: &str) -> Result<u64, Problem> {
    id.parse().map_err(|_| Problem::missing(Phrase::of(refusals::NO_RUN).with(quote(id))))
}

fn view(app: &App, id: u64) -> Result<ShownRun, Problem> {
    let run = app.store.run(id)?;
    let plan = run.planned()?;
    // A run of an older version may be of a game that can no longer be opened; it is shown all the
    // same.
    let sides = app.games.kind(plan.game()).ok().map(|kind| kind.seats());
    let results = app.store.run_results(id)?;
    Ok(ShownRun::new(&run, &plan, &app.runs.stand(&app.store, &run), &results, sides))
}

/// All runs.
#[derive(Serialize)]
struct RunList {
    runs: Vec<ListedRun>,
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<RunList>, Problem> {
    blocking(&app, |app| {
        let runs = app.store.runs()?;
        let runs = runs.iter().filter_map(|run| {
            let plan = run.planned().ok()?;
            Some(ListedRun::new(run, &plan, &app.runs.stand(&app.store, run)))
        });
        Ok(Json(RunList { runs: runs.collect() }))
    })
    .await
}

/// The run that began last.
pub(super) fn latest_run(app: &App) -> Option<ListedRun> {
    let runs = app.store.runs().ok()?;
    let run = runs.first()?;
    let plan = run.planned().ok()?;
    Some(ListedRun::new(run, &plan, &app.runs.stand(&app.store, run)))
}

async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ShownRun>, Problem> {
    blocking(&app, move |app| view(app, number(&id)?).map(Json)).await
}

async fn create(State(app): State<Arc<App>>, Body(new): Body<NewRun>) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let plan = new.plan(app)?;
        let run = app.store.begin_run(plan.kind(), None, &plan.to_string())?;
        start(app, run.id)?;
        Ok((StatusCode::CREATED, Json(view(app, run.id)?)).into_response())
    })
    .await
}

/// Resumes the runs of a killed process, as far as there is room.
pub(crate) fn take_up(app: &Arc<App>) {
    for run in app.store.runs().into_iter().flatten().rev() {
        let is_left = run.end.is_none() && app.store.keeper_of_run(run.id) == Keeper::Gone;
        if is_left && app.runs.is_strange(run.id) && start(app, run.id).is_ok() {
            log(LogLevel::Info, "run_taken_up", &[("run", &run.id)]);
        }
    }
}

/// Plays the missing part of a run, unless it is being played.
fn start(app: &Arc<App>, id: u64) -> Result<(), Problem> {
    let run = app.store.run(id)?;
    if run.end.is_some() {
        return Ok(());
    }
    let plan = run.planned()?;
    let arena = app.arena(&*app.games.kind(plan.game())?);
    if let RunPlan::Tournament(plan) = &plan {
        check_plan(&*arena, plan)?;
    }
    app.runs.play(id, || {
        let sink = Box::new(RunSink::open(Arc::clone(&app.store), id)?);
        // One processor is left for the users.
        let threads = std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1);
        Ok(match &plan {
            RunPlan::Tournament(plan) => start_tournament(arena, plan, id, sink, threads),
            RunPlan::Evolution(plan) => start_evolution(arena, plan, id, sink, threads),
        })
    })
}

async fn resume(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ShownRun>, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        start(app, id)?;
        view(app, id).map(Json)
    })
    .await
}

async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ShownRun>, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        app.store.run(id)?;
        app.runs.stop(id);
        view(app, id).map(Json)
    })
    .await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        app.runs.let_go(id)?;
        Ok(app.store.delete_run(id)?)
    })
    .await
    .map(|()| StatusCode::NO_CONTENT)
}

/// The state a watcher has seen: when the run last grew, and its status.
type Seen = (i64, RunState);

/// The news of a run since the last look; `None` if there is none.
fn changes_since(
    app: &App,
    id: u64,
    seen: Option<&Seen>,
) -> Result<Option<(Seen, ShownRun)>, Problem> {
    let run = app.store.run(id)?;
    let now = (run.updated, app.runs.stand(&app.store, &run));
    match seen == Some(&now) {
        true => Ok(None),
        false => Ok(Some((now, view(app, id)?))),
    }
}

/// A run, now and about every second while it grows, wherever it is played.
async fn watch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Events, Problem> {
    let id = number(&id)?;
    let first = blocking(&app, move |app| changes_since(app, id, None)).await?;
    let shared = Arc::clone(&app);
    stream(&app, visitor, &caller, move |sink| async move {
        let mut seen = None;
        let mut next = Ok(first);
        while let Ok(found) = next {
            if let Some((now, view)) = found {
                let is_done = now.1 == RunState::Done;
                if sink.send(event("run", &view)).await.is_err() || is_done {
                    return;
                }
                seen = Some(now);
            }
            tokio::time::sleep(BETWEEN_EVENTS).await;
            let last = seen.clone();
            next = blocking(&shared, move |app| changes_since(app, id, last.as_ref())).await;
        }
    })
}

/// A game of a run, in a list.
#[derive(Serialize)]
struct GameOfRun {
    number: usize,
    players: Vec<String>,
    points: Vec<f64>,
    reason: String,
    note: Option<String>,
    /// The kind of the fault by which somebody lost.
    fault: Option<String>,
    plies: usize,
}

/// Some games of a run.
#[derive(Serialize)]
struct GamesOfRun {
    games: Vec<GameOfRun>,
    /// The total number.
    all: usize,
}

async fn games(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<GamesOfRun>, Problem> {
    let offset = params.number::<usize>("offset")?.unwrap_or_default();
    let limit = params.number::<usize>("limit")?.unwrap_or(20).clamp(1, LONGEST_LIST);
    blocking(&app, move |app| {
        let id = number(&id)?;
        let plan = app.store.run(id)?.planned()?;
        let results = app.store.run_results(id)?;
        let all: Vec<_> = results.iter().flat_map(|result| &result.games).enumerate().collect();
        // Latest first.
        let listed = |&(index, game): &(usize, &GameResult)| GameOfRun {
            number: index + 1,
            players: game.seats.iter().map(|&entrant| entrant_name(&plan, entrant)).collect(),
            points: game.points.clone(),
            reason: game.reason.clone(),
            note: game.note.clone(),
            fault: game.fault_kind().map(str::to_owned),
            plies: game.moves.len(),
        };
        let games = all.iter().rev().skip(offset).take(limit).map(listed).collect();
        Ok(Json(GamesOfRun { games, all: all.len() }))
    })
    .await
}

/// Stores a game of a run as an ordinary game, to look at on the board.
async fn open_game(
    State(app): State<Arc<App>>,
    Path((id, number_of_game)): Path<(String, usize)>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        let plan = app.store.run(id)?.planned()?;
        let results = app.store.run_results(id)?;
        let mut all = results.iter().flat_map(|result| &result.games);
        let game = number_of_game.checked_sub(1).and_then(|index| all.nth(index));
        let game = game.ok_or_else(|| {
            Problem::missing(Phrase::of(refusals::NO_GAME_OF_RUN).with(id).with(number_of_game))
        })?;
        let mut record = game_record(plan.game(), &|entrant| entrant_name(&plan, entrant), game);
        let names = record.seats.iter().map(|name| Some(name.clone())).collect();
        // The viewer may play on from any move.
        record.seats = vec!["human".to_owned(); record.seats.len()];
        // A game that was opened before is found again, unless it was changed.
        let name = format!("run{id}-{number_of_game}");
        let known = app.current(&name).ok();
        if let Some(live) = &known {
            let game = live.lock();
            if game.kept.record.moves == record.moves && game.kept.record.game == record.game {
                return Ok(Json(app.shown(&game)).into_response());
            }
        }
        let new = NewGame::of_run(known.is_none().then_some(name), names);
        let game = begin(app, record, &new, None)?;
        Ok((StatusCode::CREATED, Json(game)).into_response())
    })
    .await
}
