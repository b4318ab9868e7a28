//! Games that are kept.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, quote};
use ninefold_store::{GameFilter, KeptGame, Origin};
use serde::{Deserialize, Serialize};

use super::{blocking, events, notes};
use crate::app::{App, fresh_name};
use crate::change::MOST_MOVES;
use crate::clock::{Clock, TimeControl, clock_now};
use crate::input::{Body, Params};
use crate::live::{GameHandle, GameMeta, GameView, Listed, ListedGame, LiveGame, SLOWEST_PACE};
use crate::problem::Problem;
use crate::refusals;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/games/{id}", get(show).delete(delete))
        .route("/api/games/{id}/move", post(play))
        .route("/api/games/{id}/undo", post(undo))
        .route("/api/games/{id}/redo", post(redo))
        .route("/api/games/{id}/resign", post(resign))
        .route("/api/games/{id}/pause", post(pause))
        .route("/api/games/{id}/step", post(step))
        .route("/api/games/{id}/now", post(move_now))
        .route("/api/games/{id}/seats", post(seats))
        .route("/api/games/{id}/branch", post(branch))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/events", get(events::game))
}

/// The longest list at once, the longest name of a player, the letters of a game's name.
const LONGEST_LIST: u32 = 200;
const LONGEST_NAME: usize = 60;
const ID_LENGTH: usize = 10;

/// A page of a list.
#[derive(Serialize)]
struct GameList {
    games: Vec<ListedGame>,
    /// Whether there is another page.
    more: bool,
}

async fn list(State(app): State<Arc<App>>, params: Params) -> Result<Json<GameList>, Problem> {
    let over = match params.text("state") {
        None => None,
        Some("going") => Some(false),
        Some("over") => Some(true),
        Some(given) => {
            return Err(Problem::bad(Phrase::of(refusals::GOING_OR_OVER).with(quote(given))));
        }
    };
    let limit = params.number::<u32>("limit")?.unwrap_or(50).clamp(1, LONGEST_LIST);
    let filter = GameFilter {
        family: params.text("family").map(str::to_owned),
        over,
        study: params.text("study").map(str::to_owned),
        before: params.number("before")?,
        after: params.text("after").map(str::to_owned),
        limit: limit + 1,
    };
    blocking(&app, move |app| {
        let games = app.store.games(&filter)?;
        let more = games.len() > limit as usize;
        let games = games.iter().take(limit as usize);
        let games = games.map(|kept| ListedGame::new(app, kept)).collect();
        Ok(Json(GameList { games, more }))
    })
    .await
}

/// A game to be made.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    game: Option<String>,
    #[serde(default)]
    seats: Vec<String>,
    #[serde(default)]
    names: Vec<Option<String>>,
    #[serde(default)]
    seed: u64,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    pace: u32,
    clock: Option<TimeControl>,
    record: Option<String>,
    #[serde(skip)]
    study: Option<String>,
    /// What it is called, if not by lot.
    #[serde(skip)]
    id: Option<String>,
}

impl NewGame {
    /// A game of a run between people of these names, kept as `id`.
    pub(super) fn of_run(id: Option<String>, names: Vec<Option<String>>) -> NewGame {
        NewGame { id, names, ..NewGame::default() }
    }

    /// A game of a study.
    pub(super) fn of_study(study: String, names: Vec<Option<String>>) -> NewGame {
        NewGame { study: Some(study), names, ..NewGame::default() }
    }
}

async fn create(
    State(app): State<Arc<App>>,
    Body(new): Body<NewGame>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let mut record = match (&new.record, &new.game) {
            (Some(text), None) => Record::parse(text)?,
            (None, Some(game)) => Record {
                game: game.clone(),
                seed: new.seed,
                position: new.position.clone(),
                moves: new.moves.clone(),
                ..Record::default()
            },
            _ => return Err(Problem::bad(refusals::GAME_OR_RECORD)),
        };
        if !new.seats.is_empty() || new.record.is_none() {
            record.seats = new.seats.clone();
        }
        let notes = notes::taken_from(app, &mut record);
        let game = begin(app, record, &new, None)?;
        if !notes.is_empty() {
            app.store.change_notes(game.id(), |kept| *kept = notes)?;
        }
        Ok((StatusCode::CREATED, Json(game)).into_response())
    })
    .await
}

/// Checks, keeps and shows a new game.
pub(super) fn begin(
    app: &Arc<App>,
    given: Record,
    new: &NewGame,
    origin: Option<Origin>,
) -> Result<GameView, Problem> {
    if given.moves.len() > MOST_MOVES {
        return Err(Problem::bad(Phrase::of(refusals::LONG_GAME).with(MOST_MOVES)));
    }
    let session = app.open(&given)?;
    let mut given = given;
    if given.seats.is_empty() {
        given.seats = vec!["human".to_owned(); session.players()];
    }
    let players: Vec<_> =
        given.seats.iter().map(|seat| app.player(seat)).collect::<Result<_, _>>()?;
    // Everybody sits down once, so that whoever cannot play this game is named now.
    app.open(&Record { moves: Vec::new(), ..given.clone() })?.seat(&players)?;
    let mut record = session.record(&players);
    record.tags = given.tags;
    if record.result.is_none() && given.result.is_some() {
        record.result = given.result;
        record.reason = given.reason;
        app.games.replay(&record, None)?;
    }
    let clock = match new.clock {
        Some(control) if !control.is_sensible() => {
            return Err(Problem::bad(refusals::CLOCK_RANGE));
        }
        Some(_) if players.len() != 2 => {
            return Err(Problem::bad(refusals::CLOCK_FOR_TWO));
        }
        control => control.map(|control| Clock::new(control, players.len(), clock_now())),
    };
    let extra = GameMeta {
        names: names(&new.names, players.len())?,
        paused: new.paused,
        pace: new.pace.min(SLOWEST_PACE),
        clock,
        listed: Some(Listed::new(1, &*session)),
    };
    let kept = KeptGame {
        id: new.id.clone().map_or_else(|| fresh_name(ID_LENGTH), Ok)?,
        version: 0,
        created: 0,
        updated: 0,
        family: app.games.family(&record.game)?.id.to_owned(),
        record,
        undone: Vec::new(),
        extra: serde_json::to_value(&extra).unwrap_or_default(),
        origin,
        study: new.study.clone(),
    };
    let live = app.begin(LiveGame::new(kept, session))?;
    app.wake(&live);
    let game = live.lock();
    Ok(app.shown(&game))
}

fn names(given: &[Option<String>], players: usize) -> Result<Vec<Option<String>>, Problem> {
    if given.len() > players {
        return Err(Problem::bad(Phrase::of(refusals::MANY_NAMES).with(given.len()).with(players)));
    }
    let cleaned = given.iter().map(|name| {
        let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        match name {
            Some(name) if name.chars().count() > LONGEST_NAME => {
                Err(Problem::bad(Phrase::of(refusals::LONG_NAME).with(LONGEST_NAME)))
            }
            name => Ok(name.map(str::to_owned)),
        }
    });
    cleaned.collect()
}

async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        app.wake(&live);
        let game = live.lock();
        Ok(Json(app.shown(&game)))
    })
    .await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| app.delete(&id)).await.map(|()| StatusCode::NO_CONTENT)
}

/// Does something to a game and shows it.
async fn with_game(
    app: Arc<App>,
    id: String,
    action: impl FnOnce(&Arc<App>, &Arc<GameHandle>) -> Result<(), Problem> + Send + 'static,
) -> Result<Json<GameView>, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        action(app, &live)?;
        let game = live.lock();
        Ok(Json(app.shown(&game)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    #[serde(rename = "move")]
    text: String,
    version: Option<u64>,
}

async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(played): Body<Played>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| {
        if live.lock().computer_on_turn().is_some() {
            return Err(Problem::conflict(refusals::COMPUTER_ON_TURN));
        }
        app.play(live, &played.text, played.version)
    })
    .await
}

/// A change that speaks of the game as it was at a version, or as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    version: Option<u64>,
}

async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(at): Body<At>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| app.undo(live, at.version)).await
}

async fn redo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(at): Body<At>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| app.redo(live, at.version)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resigned {
    seat: usize,
}

async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(resigned): Body<Resigned>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| {
        app.change(live, None, |game, draft| {
            if game.is_over() {
                return Err(Problem::conflict(refusals::OVER));
            }
            if game.seats.len() != 2 || !(1..=2).contains(&resigned.seat) {
                return Err(Problem::bad(refusals::ONE_OF_TWO_RESIGNS));
            }
            draft.charge(game);
            draft.gives_up = Some((resigned.seat - 1, Record::RESIGNED));
            Ok(())
        })?;
        live.tell();
        Ok(())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pause {
    paused: Option<bool>,
    pace: Option<u32>,
}

async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(pause): Body<Pause>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| {
        app.change(live, None, |_, draft| {
            draft.extra.paused = pause.paused.unwrap_or(draft.extra.paused);
            draft.extra.pace = pause.pace.unwrap_or(draft.extra.pace).min(SLOWEST_PACE);
            Ok(())
        })?;
        app.go_on(live);
        Ok(())
    })
    .await
}

async fn move_now(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| app.hurry(live)).await
}

async fn step(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(at): Body<At>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| app.step(live, at.version)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seats {
    seats: Vec<String>,
    names: Option<Vec<Option<String>>>,
}

async fn seats(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(given): Body<Seats>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, id, move |app, live| {
        app.change(live, None, |game, draft| {
            let players: Vec<_> =
                given.seats.iter().map(|seat| app.player(seat)).collect::<Result<_, _>>()?;
            app.open(&Record { moves: Vec::new(), ..game.kept.record.clone() })?.seat(&players)?;
            draft.seats = players.iter().map(ToString::to_string).collect();
            if let Some(given) = &given.names {
                draft.extra.names = names(given, players.len())?;
            }
            Ok(())
        })?;
        app.go_on(live);
        Ok(())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    ply: usize,
    seats: Option<Vec<String>>,
    #[serde(default)]
    moves: Vec<String>,
}

async fn branch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(branch): Body<Branch>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let (record, extra) = {
            let live = app.current(&id)?;
            let game = live.lock();
            (game.kept.record.clone(), game.extra.clone())
        };
        let plies = record.moves.len();
        if branch.ply > plies {
            return Err(Problem::bad(Phrase::of(refusals::LATE_PLY).with(branch.ply).with(plies)));
        }
        let new = NewGame {
            names: extra.names.clone(),
            paused: extra.paused,
            pace: extra.pace,
            clock: extra.clock.map(|clock| clock.control),
            ..NewGame::default()
        };
        let mut moves = record.moves[..branch.ply].to_vec();
        moves.extend(branch.moves.iter().cloned());
        let record = Record {
            moves,
            seats: branch.seats.clone().unwrap_or(record.seats),
            tags: Vec::new(),
            result: None,
            reason: None,
            ..record
        };
        let origin = Origin { game: id.clone(), ply: branch.ply as u32 };
        let game = begin(app, record, &new, Some(origin))?;
        Ok((StatusCode::CREATED, Json(game)).into_response())
    })
    .await
}

async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let record = app.current(&id)?.lock().kept.record.clone();
        let record = notes::with_notes(record, &app.store.notes(&id)?).to_string();
        Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
    })
    .await
}
