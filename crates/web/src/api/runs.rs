//! The laboratory: runs of the arena, live.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_arena::{EntrantPlan, Plan, Schedule};
use ninefold_session::{check_plan, game_record, start_tournament};
use ninefold_store::RunSink;
use serde::Deserialize;
use serde_json::{Value, json};

use super::blocking;
use super::events::{Events, event, stream};
use super::games::{NewGame, begin};
use crate::app::App;
use crate::input::{Body, Params};
use crate::problem::Problem;
use crate::run_view::{Planned, TOURNAMENT, listed, shown};
use crate::runs::RunState;

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

/// How many players and games a tournament may have that is started from the page.
const MOST_PLAYERS: usize = 12;
const MOST_GAMES: usize = 2000;
/// How many random moves its openings have, and how long its games may be.
const OPENING: u32 = 4;
const PLIES: u32 = 1000;
/// How often a live run is told.
const BETWEEN_EVENTS: Duration = Duration::from_millis(1000);
/// How many games a list shows.
const LONGEST_LIST: usize = 100;

fn number(id: &str) -> Result<u64, Problem> {
    id.parse()
        .map_err(|_| Problem::missing(format!("there is no run {}", ninefold_core::quote(id))))
}

fn view(app: &App, id: u64) -> Result<Value, Problem> {
    let run = app.store.run(id)?;
    let planned = Planned::of(&run)?;
    let mut shown = shown(&run, &planned, &app.runs.stand(&run), &app.store.run_results(id)?);
    // A run of an older program may be of a game that does not open any more; it is shown all the same.
    shown["sides"] = json!(app.games.kind(planned.game()).ok().map(|kind| kind.seats()));
    Ok(shown)
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    blocking(&app, |app| {
        let runs = app.store.runs()?;
        let runs = runs.iter().filter_map(|run| {
            let planned = Planned::of(run).ok()?;
            Some(listed(run, &planned, &app.runs.stand(run)))
        });
        Ok(Json(json!({ "runs": runs.collect::<Vec<_>>() })))
    })
    .await
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| view(app, number(&id)?).map(Json)).await
}

/// A tournament to be played: everybody meets everybody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRun {
    game: String,
    players: Vec<String>,
    /// Games of each table of players, up to whole rotations of the seats.
    games: usize,
    #[serde(default)]
    seed: u64,
}

async fn create(State(app): State<Arc<App>>, Body(new): Body<NewRun>) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let kind = app.games.kind(&new.game)?;
        if new.players.len() > MOST_PLAYERS {
            return Err(Problem::bad(format!(
                "{} players, wanted at most {MOST_PLAYERS}",
                new.players.len()
            )));
        }
        let mut entrants: Vec<EntrantPlan> = Vec::new();
        for player in &new.players {
            let player = app.player(player)?.to_string();
            let taken = entrants.iter().filter(|entrant| entrant.player == player).count();
            let name = if taken == 0 { player.clone() } else { format!("{player} #{}", taken + 1) };
            entrants.push(EntrantPlan { name, player });
        }
        let seats = kind.players();
        let plan = Plan {
            game: kind.spec().to_owned(),
            seats,
            anchor: entrants.len().saturating_sub(1),
            entrants,
            schedule: Schedule::RoundRobin,
            sets: new.games.div_ceil(seats),
            seed: new.seed,
            opening: OPENING,
            plies: PLIES,
            adjudicate: false,
            times: false,
            sprt: None,
        };
        check_plan(&*app.arena(&*kind), &plan).map_err(Problem::bad)?;
        let games = plan.set_count() as usize * seats;
        if games > MOST_GAMES {
            return Err(Problem::bad(format!(
                "{games} games in all, wanted at most {MOST_GAMES} from the page"
            )));
        }
        let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let name = format!("{} between {}", plan.game, names.join(", "));
        let text = serde_json::to_string(&plan).unwrap_or_default();
        let run = app.store.begin_run(TOURNAMENT, &name, &text)?;
        start(app, run.id)?;
        Ok((StatusCode::CREATED, Json(view(app, run.id)?)).into_response())
    })
    .await
}

/// Plays what is missing of a run, unless that happens already.
fn start(app: &Arc<App>, id: u64) -> Result<(), Problem> {
    let run = app.store.run(id)?;
    if run.end.is_some() {
        return Ok(());
    }
    let Planned::Tournament(plan) = Planned::of(&run)? else {
        return Err(Problem::bad(format!("an evolution goes on by: ninefold runs resume {id}")));
    };
    let arena = app.arena(&*app.games.kind(&plan.game)?);
    check_plan(&*arena, &plan).map_err(Problem::bad)?;
    app.runs.play(id, || {
        let sink = Box::new(RunSink::open(Arc::clone(&app.store), id)?);
        // One processor is left for those who play.
        let threads = std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1);
        Ok(start_tournament(arena, &plan, id, sink, threads))
    })
}

async fn resume(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        start(app, id)?;
        view(app, id).map(Json)
    })
    .await
}

async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Problem> {
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

/// What a watcher of a run must have seen: when it grew last, and how it stands.
type Seen = (i64, RunState);

/// What has changed of a run since somebody looked; nothing if that is nothing.
fn changes_since(
    app: &App,
    id: u64,
    seen: Option<&Seen>,
) -> Result<Option<(Seen, Value)>, Problem> {
    let run = app.store.run(id)?;
    let now = (run.updated, app.runs.stand(&run));
    match seen == Some(&now) {
        true => Ok(None),
        false => Ok(Some((now, view(app, id)?))),
    }
}

/// A run, now and about every second as long as it grows, wherever it is played.
async fn watch(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Events, Problem> {
    let id = number(&id)?;
    let first = blocking(&app, move |app| changes_since(app, id, None)).await?;
    let shared = Arc::clone(&app);
    stream(&app, move |sink| async move {
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

async fn games(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<Value>, Problem> {
    let offset = params.number::<usize>("offset")?.unwrap_or_default();
    let limit = params.number::<usize>("limit")?.unwrap_or(20).clamp(1, LONGEST_LIST);
    blocking(&app, move |app| {
        let id = number(&id)?;
        let planned = Planned::of(&app.store.run(id)?)?;
        let results = app.store.run_results(id)?;
        let all: Vec<_> = results.iter().flat_map(|result| &result.games).enumerate().collect();
        // The latest first.
        let games: Vec<Value> = all
            .iter()
            .rev()
            .skip(offset)
            .take(limit)
            .map(|(index, game)| {
                let names: Vec<String> = game.seats.iter().map(|&entrant| planned.name(entrant)).collect();
                json!({
                    "number": index + 1, "players": names, "points": game.points, "reason": game.reason,
                    "note": game.note, "plies": game.moves.len(),
                })
            })
            .collect();
        Ok(Json(json!({ "games": games, "all": all.len() })))
    })
    .await
}

/// Keeps a game of a run as a game of its own, to be looked at on the board.
async fn open_game(
    State(app): State<Arc<App>>,
    Path((id, number_of_game)): Path<(String, usize)>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let id = number(&id)?;
        let planned = Planned::of(&app.store.run(id)?)?;
        let results = app.store.run_results(id)?;
        let mut all = results.iter().flat_map(|result| &result.games);
        let game = number_of_game.checked_sub(1).and_then(|index| all.nth(index));
        let game =
            game.ok_or_else(|| Problem::missing(format!("run {id} has no game {number_of_game}")))?;
        let mut record = game_record(planned.game(), &|entrant| planned.name(entrant), game);
        let names = record.seats.iter().map(|name| Some(name.clone())).collect();
        // Whoever looks may play on from any move.
        record.seats = vec!["human".to_owned(); record.seats.len()];
        // Whoever opened it before finds it again, unless something else became of it.
        let name = format!("run{id}-{number_of_game}");
        let known = app.live(&name).ok();
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
