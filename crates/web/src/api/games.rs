//! Stored games.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, quote, readable_name};
use ninefold_session::MOST_MOVES;
use ninefold_store::{
    GameFilter, KeptGame, LONGEST_NAME, OfLeague, Origin, annotated, take_names, take_notes,
};
use serde::{Deserialize, Serialize};

use super::{blocking, events, notes};
use crate::app::{App, fresh_name};
use crate::clock::{Clock, TimeControl, clock_behind, clock_now};
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::league::game::LeagueMeta;
use crate::listed::Listed;
use crate::live::{GameMeta, GameView, ListedGame, LiveGame, SLOWEST_PACE};
use crate::own_result::{OwnResult, opponents, person};
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::Sharing;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/games/delete", post(delete_several))
        .route("/api/games/{id}", get(show).delete(delete))
        .route("/api/games/{id}/branch", post(branch))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/events", get(events::game))
}

/// The maximum length of a list, of a player's name, and the length of a game's name.
const LONGEST_LIST: u32 = 200;
const ID_LENGTH: usize = 10;
/// The maximum number of games to delete at once.
const MOST_DELETED: usize = 500;

/// A page of a list.
#[derive(Serialize)]
struct GameList {
    games: Vec<ListedGame>,
    /// Whether there is another page.
    more: bool,
}

async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    params: Params,
) -> Result<Json<GameList>, Problem> {
    let over = match params.text("state") {
        None => None,
        Some("going") => Some(false),
        Some("over") => Some(true),
        Some(given) => {
            return Err(Problem::bad(Phrase::of(refusals::GOING_OR_OVER).with(quote(given))));
        }
    };
    let result = params.text("result").map(|given| {
        let wrong = || Problem::bad(Phrase::of(refusals::WON_DRAWN_OR_LOST).with(quote(given)));
        OwnResult::named(given).ok_or_else(wrong)
    });
    let result = result.transpose()?;
    let opponent = params.text("opponent").map(str::to_owned);
    let limit = params.number::<u32>("limit")?.unwrap_or(50).clamp(1, LONGEST_LIST);
    let filter = GameFilter {
        family: params.text("family").map(str::to_owned),
        over,
        study: params.text("study").map(str::to_owned),
        league: OfLeague::None,
        shown_to: caller.id().filter(|_| !caller.is_host).map(str::to_owned),
        before: params.number("before")?,
        after: params.text("after").map(str::to_owned),
        limit: limit + 1,
    };
    blocking(&app, move |app| {
        let fits = |kept: &KeptGame| {
            let Some(seat) = person(&kept.record) else {
                return result.is_none() && opponent.is_none();
            };
            let met = opponents(&kept.record, seat);
            opponent.as_ref().is_none_or(|opponent| *opponent == met)
                && result.is_none_or(|own| OwnResult::of(&kept.record, seat) == Some(own))
        };
        let games = those_that_fit(app, filter, &fits)?;
        let more = games.len() > limit as usize;
        let games = games.iter().take(limit as usize);
        let games = games.map(|kept| ListedGame::new(app, kept)).collect();
        Ok(Json(GameList { games, more }))
    })
    .await
}

/// Games that pass the filter and a predicate, read page by page, up to the filter's limit.
fn those_that_fit(
    app: &App,
    mut filter: GameFilter,
    fits: &dyn Fn(&KeptGame) -> bool,
) -> Result<Vec<KeptGame>, Problem> {
    let mut found = Vec::new();
    loop {
        let page = app.store.games(&filter)?;
        let Some(last) = page.last() else { return Ok(found) };
        filter.before = Some(last.updated);
        filter.after = Some(last.id.clone());
        let is_last = page.len() < filter.limit as usize;
        let missing = filter.limit as usize - found.len();
        found.extend(page.into_iter().filter(|kept| fits(kept)).take(missing));
        if is_last || found.len() == filter.limit as usize {
            return Ok(found);
        }
    }
}

/// A new game.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
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
    /// Whether help is allowed in a game of a study.
    #[serde(skip)]
    aids: bool,
    /// Its name, if not random.
    #[serde(skip)]
    id: Option<String>,
    /// The owners of the seats.
    #[serde(skip)]
    sharing: Sharing,
    /// The league it belongs to, and its players there.
    #[serde(skip)]
    league: Option<(String, LeagueMeta)>,
}

impl NewGame {
    /// A game of a run between people of these names, stored as `id`.
    pub(super) fn of_run(id: Option<String>, names: Vec<Option<String>>) -> NewGame {
        NewGame { id, names, ..NewGame::default() }
    }

    /// A rematch of a shared game.
    pub(super) fn of_sharing(
        sharing: Sharing,
        names: Vec<Option<String>>,
        clock: Option<TimeControl>,
    ) -> NewGame {
        NewGame { sharing, names, clock, ..NewGame::default() }
    }

    /// A game of a league.
    pub(crate) fn of_league(
        league: String,
        meta: LeagueMeta,
        sharing: Sharing,
        names: Vec<Option<String>>,
        clock: Option<TimeControl>,
    ) -> NewGame {
        NewGame { league: Some((league, meta)), sharing, names, clock, ..NewGame::default() }
    }

    /// A game of a study.
    pub(super) fn of_study(
        study: String,
        names: Vec<Option<String>>,
        aids: bool,
        sharing: Sharing,
    ) -> NewGame {
        NewGame { study: Some(study), names, aids, sharing, ..NewGame::default() }
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
        let notes =
            take_notes(&mut record, |record, line| notes::legal_line(app, record, line).ok());
        let game = begin(app, record, &new, None)?;
        if !notes.is_empty() {
            app.store.change_notes(game.id(), |kept| *kept = notes)?;
        }
        Ok((StatusCode::CREATED, Json(game)).into_response())
    })
    .await
}

/// Checks, stores and shows a new game.
pub(crate) fn begin(
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
    // Every player is seated once, so that one who cannot play this game is reported now.
    app.open(&Record { moves: Vec::new(), ..given.clone() })?.seat(&players)?;
    let mut record = session.record(&players);
    let named = take_names(&mut given);
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
        control => control.map(|control| Clock {
            behind: clock_behind(),
            ..Clock::new(control, players.len(), clock_now())
        }),
    };
    let extra = GameMeta {
        names: names(if new.names.is_empty() { &named } else { &new.names }, players.len())?,
        paused: new.paused,
        pace: new.pace.min(SLOWEST_PACE),
        clock,
        aids_allowed: new.aids,
        listed: Some(Listed::new(1, &*session)),
        sharing: new.sharing.clone(),
        league: new.league.as_ref().map(|(_, meta)| meta.clone()),
        ..GameMeta::default()
    };
    let kept = KeptGame {
        id: new.id.clone().map_or_else(|| fresh_name(ID_LENGTH), Ok)?,
        version: 0,
        birth: 0,
        created: 0,
        updated: 0,
        family: app.games.family(&record.game)?.id.to_owned(),
        record,
        undone: Vec::new(),
        extra: serde_json::to_value(&extra).unwrap_or_default(),
        origin,
        study: new.study.clone(),
        league: new.league.as_ref().map(|(league, _)| league.clone()),
    };
    let live = app.begin(LiveGame::new(kept, session))?;
    app.wake(&live);
    let game = live.lock();
    Ok(app.shown(&game))
}

/// Validates names.
pub(super) fn names(
    given: &[Option<String>],
    players: usize,
) -> Result<Vec<Option<String>>, Problem> {
    if given.len() > players {
        return Err(Problem::bad(Phrase::of(refusals::MANY_NAMES).with(given.len()).with(players)));
    }
    let cleaned = given.iter().map(|name| {
        let name = name.as_deref().map(readable_name).filter(|name| !name.is_empty());
        match name {
            Some(name) if name.chars().count() > LONGEST_NAME => {
                Err(Problem::bad(Phrase::of(refusals::LONG_NAME).with(LONGEST_NAME)))
            }
            name => Ok(name),
        }
    });
    cleaned.collect()
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        app.wake(&live);
        Ok(Json(app.shown_to(&caller, &live)))
    })
    .await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| delete_one(app, &id)).await.map(|()| StatusCode::NO_CONTENT)
}

/// Deletes a game, unless it counts and is unfinished.
fn delete_one(app: &App, id: &str) -> Result<(), Problem> {
    // A game that can no longer be opened can still be deleted.
    if let Ok(live) = app.live(id) {
        let game = live.lock();
        game.refuse_if_counted()?;
        if game.kept.league.is_some() {
            return Err(Problem::conflict(refusals::LEAGUE_GAME));
        }
    }
    app.delete(id)
}

/// Games to delete.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    ids: Vec<String>,
}

/// The number of deleted games, and those that were not deleted.
#[derive(Serialize)]
struct Deleted {
    deleted: usize,
    kept: Vec<String>,
}

async fn delete_several(
    State(app): State<Arc<App>>,
    Body(given): Body<Forgotten>,
) -> Result<Json<Deleted>, Problem> {
    if given.ids.len() > MOST_DELETED {
        return Err(Problem::bad(
            Phrase::of(refusals::MANY_IDS).with(given.ids.len()).with(MOST_DELETED),
        ));
    }
    blocking(&app, move |app| {
        let kept: Vec<String> =
            given.ids.iter().filter(|id| delete_one(app, id).is_err()).cloned().collect();
        Ok(Json(Deleted { deleted: given.ids.len() - kept.len(), kept }))
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
            game.refuse_if_counted()?;
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
        let live = app.current(&id)?;
        let (record, names) = {
            let game = live.lock();
            (game.kept.record.clone(), game.extra.names.clone())
        };
        let record = annotated(record, &names, &app.store.notes(&id)?);
        let record = record.to_string();
        Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
    })
    .await
}
