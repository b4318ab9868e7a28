//! Bots that play over the network: managing them, and talking to them.
//!
//! A bot only makes requests and never receives any, so it works from behind any network: it keeps
//! one stream open and answers by requests. docs/bots.md describes the protocol.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, readable_end};
use ninefold_store::{GameFilter, Invitation, OfLeague, Participant, ParticipantKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{StreamExt, StreamMap};

use super::blocking;
use super::bot_lines::{Heard, begins};
use super::events::feed;
use super::invitations::{clean_name, invitation_of, sit_down};
use super::join_code::{Opened, opened_by};
use super::turns::{Played, resign_for};
use crate::app::App;
use crate::arrivals::Arrival;
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::league::LeagueState;
use crate::live::{GameHandle, LiveGame};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::refusals;
use crate::sharing::SeatOwner;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/bots", get(list).post(make))
        .route("/api/bots/{id}", delete(remove))
        .route("/api/bots/{id}/renew", post(renew))
        .route("/api/bot/join", post(join))
        .route("/api/bot", get(about))
        .route("/api/bot/stream", get(stream))
        .route("/api/bot/games/{id}/move", post(play))
        .route("/api/bot/games/{id}/resign", post(resign))
        .route("/api/bot/games/{id}/error", post(error))
}

/// The version of the protocol.
const VERSION: u32 = 1;
/// The maximum number of bots, and of simultaneous games per bot.
const MOST_BOTS: usize = 1000;
const MOST_GAMES: u32 = 64;
/// The maximum number of streams per bot: one is enough, but a broken one may not have been noticed
/// yet.
const MOST_STREAMS: usize = 4;
/// The interval of heartbeats on a silent stream.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// The maximum length of the error message stored with a game, in characters.
const LONGEST_ERROR: usize = 4000;

/// A bot, as shown to the host.
#[derive(Serialize)]
struct ShownBot {
    id: String,
    name: String,
    created: i64,
    connected: bool,
    /// Its token, shown only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let bots = app.store.participants(ParticipantKind::Bot)?;
        let bots = bots.into_iter().map(|bot| ShownBot {
            connected: app.bots.is_connected(&bot.id),
            id: bot.id,
            name: bot.name,
            created: bot.created,
            token: None,
        });
        Ok(Json(json!({ "bots": bots.collect::<Vec<_>>() })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewBot {
    name: String,
}

async fn make(State(app): State<Arc<App>>, Body(new): Body<NewBot>) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let (bot, token) = make_bot(app, &new.name, None)?;
        let shown = ShownBot {
            id: bot.id.clone(),
            name: bot.name.clone(),
            created: bot.created,
            connected: false,
            token: Some(token),
        };
        Ok((StatusCode::CREATED, Json(shown)).into_response())
    })
    .await
}

/// A new bot that joins something, and its token. One that is refused leaves nothing behind: nobody knows its token. Many
/// from the same address are refused; the host may bring as many as there is room for.
pub(super) fn bring_bot<T>(
    app: &App,
    (visitor, caller): (&Visitor, &Caller),
    name: &str,
    owner: Option<String>,
    join: impl FnOnce(&Participant) -> Result<T, Problem>,
) -> Result<(Arc<Participant>, String, T), Problem> {
    if !caller.is_host {
        app.arrivals.admit(visitor.address, Arrival::Bot)?;
    }
    let (bot, token) = make_bot(app, name, owner)?;
    match join(&bot) {
        Ok(joined) => Ok((bot, token, joined)),
        Err(problem) => {
            app.store.delete_participant(&bot.id)?;
            Err(problem)
        }
    }
}

/// A new bot and its token, which is shown only once.
fn make_bot(
    app: &App,
    name: &str,
    owner: Option<String>,
) -> Result<(Arc<Participant>, String), Problem> {
    let name = clean_name(name)?;
    if app.store.participants(ParticipantKind::Bot)?.len() >= MOST_BOTS {
        return Err(Problem::busy(Phrase::of(refusals::MANY_BOTS).with(MOST_BOTS)));
    }
    app.participants.make(&app.store, ParticipantKind::Bot, &name, owner)
}

async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        super::people::forget_all_of(app, &id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

async fn renew(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let token = app.participants.renew(&app.store, &id)?;
        app.bots.hang_up(&id);
        Ok(Json(json!({ "id": id, "token": token })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joined {
    code: String,
    name: String,
}

/// A program takes the free seat of a game by its code, or joins a league, and gets the token it
/// plays with.
async fn join(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Body(joined): Body<Joined>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let opened = opened_by(app, &visitor, &caller, &joined.code)?;
        if let Some(Opened::Class(_)) = opened {
            return Err(Problem::conflict(refusals::PEOPLE_PLAY));
        }
        if let Some(Opened::League(league)) = &opened {
            let name = clean_name(&joined.name)?;
            let (bot, token, _) = bring_bot(app, (&visitor, &caller), &name, None, |bot| {
                league.join(&app.store, bot, &name)
            })?;
            let code = league.lock().kept.code.clone();
            let base = Reach::of(app, &headers).base;
            let page = format!("{base}/join/{code}#bot={token}");
            let told = json!({
                "id": bot.id, "name": bot.name, "token": token, "game": null,
                "league": league.id, "page": page,
            });
            return Ok((StatusCode::CREATED, Json(told)).into_response());
        }
        let invited = invitation_of(app, opened, &joined.code)?;
        let Invitation { game, watch: false, .. } = invited else {
            return Err(Problem::missing(refusals::NO_INVITATION));
        };
        let live = app.current(&game)?;
        if !live.lock().extra.sharing.is_waiting() {
            return Err(Problem::conflict(refusals::NO_FREE_SEAT));
        }
        let sit = |bot: &Participant| {
            app.store.show_to(&game, &bot.id)?;
            // Somebody else may have been quicker.
            match sit_down(app, &live, bot)? {
                true => Ok(()),
                false => Err(Problem::conflict(refusals::NO_FREE_SEAT)),
            }
        };
        let (bot, token, ()) = bring_bot(app, (&visitor, &caller), &joined.name, None, sit)?;
        app.go_on(&live);
        let told = json!({ "id": bot.id, "name": bot.name, "token": token, "game": game });
        Ok((StatusCode::CREATED, Json(told)).into_response())
    })
    .await
}

async fn about(caller: Caller) -> Json<Value> {
    let bot = caller.participant.as_deref();
    let (id, name) = (bot.map(|bot| &bot.id), bot.map(|bot| &bot.name));
    Json(json!({ "version": VERSION, "id": id, "name": name }))
}

/// The lines of a bot, one JSON object each, for as long as it listens.
async fn stream(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    params: Params,
) -> Result<Response, Problem> {
    let bot = caller.id().map(str::to_owned).unwrap_or_default();
    if app.bots.streams(&bot) >= MOST_STREAMS {
        return Err(Problem::busy(refusals::MANY_PAGES));
    }
    let version = params.text("version").map(clean_name).transpose()?;
    let greeted = bot.clone();
    blocking(&app, move |app| {
        // A bot listening here would never be paired by the server that leads its leagues.
        let joined = app.store.leagues(Some(&greeted))?;
        if joined.iter().any(|league| league.state != LeagueState::Over.name()) {
            app.expect_leader()?;
        }
        app.greet(&greeted);
        if let Some(version) = version {
            app.note_version(&greeted, &version);
        }
        Ok(())
    })
    .await?;
    let telling = Arc::clone(&app);
    let lines =
        feed(&app, visitor, &caller.clone(), move |sink| tell_games(telling, bot, caller, sink))?;
    let body = axum::body::Body::from_stream(lines);
    let about =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((about, body).into_response())
}

async fn tell_games(
    app: Arc<App>,
    bot: String,
    caller: Caller,
    sink: mpsc::Sender<Result<String, Infallible>>,
) {
    let secret = app.store.secret_of(&bot).ok().flatten();
    let mut connected = app.bots.connect(&bot, secret);
    connected.calls.mark_changed();
    let mut changes = StreamMap::new();
    let mut games: HashMap<String, Heard> = HashMap::new();
    let say = async |line: Value| sink.send(Ok(format!("{line}\n"))).await.is_ok();
    if !say(json!({ "type": "hello", "version": VERSION, "id": bot })).await {
        return;
    }
    loop {
        let changed = tokio::select! {
            Some((id, ())) = changes.next() => Some(id),
            called = connected.calls.changed() => match called {
                Ok(()) => None,
                Err(_) => return,
            },
            () = tokio::time::sleep(HEARTBEAT) => {
                if !say(json!({ "type": "ping" })).await {
                    return;
                }
                None
            }
        };
        let mut lines = Vec::new();
        match changed {
            Some(id) => {
                let is_over = games.get_mut(&id).is_none_or(|heard| heard.hear(&bot, &mut lines));
                if is_over {
                    games.remove(&id);
                    changes.remove(&id);
                }
            }
            None => {
                let (wanted, known) = (bot.clone(), games.keys().cloned().collect::<HashSet<_>>());
                let found = blocking(&app, move |app| new_games(app, &wanted, &known)).await;
                for live in found.unwrap_or_default() {
                    changes.insert(live.id.clone(), WatchStream::new(live.listen()));
                    let begun = live.lock();
                    lines.extend(begins(&begun, &bot));
                    drop(begun);
                    games.insert(live.id.clone(), Heard::new(&app, live, &caller));
                }
            }
        }
        for line in lines {
            if !say(line).await {
                return;
            }
        }
    }
}

/// The unfinished games of a bot that it is not subscribed to yet; empty for a deleted bot.
fn new_games(
    app: &Arc<App>,
    bot: &str,
    known: &HashSet<String>,
) -> Result<Vec<Arc<GameHandle>>, Problem> {
    let filter = GameFilter {
        over: Some(false),
        league: OfLeague::Any,
        shown_to: Some(bot.to_owned()),
        limit: MOST_GAMES,
        ..GameFilter::default()
    };
    let kept = app.store.games(&filter)?;
    let new = kept.iter().filter(|game| !known.contains(&game.id));
    // A game that cannot be opened does not hide the others; it is tried again at every heartbeat.
    let lives = new.filter_map(|game| app.current(&game.id).ok());
    let plays = |live: &Arc<GameHandle>| live.lock().extra.sharing.seat_of(bot).is_some();
    Ok(lives.filter(plays).collect())
}

async fn play(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(played): Body<Played>,
) -> Result<Json<Value>, Problem> {
    with_bots_game(app, id, move |app, live| {
        let mut at_fault = None;
        let done = app.play(live, &played.text, played.version, |game| {
            let seat = seat_of(game, &caller)?;
            match game.on_turn() {
                Some(on_turn) if on_turn != seat => Err(Problem::conflict(refusals::NOT_ON_TURN)),
                Some(_) if game.kept.league.is_some() => {
                    // In a league that counts as an illegal move.
                    game.session.legal(&played.text).map(drop).map_err(|error| {
                        at_fault = Some((seat, game.kept.version, error.to_string()));
                        error.into()
                    })
                }
                _ => Ok(()),
            }
        });
        if let Some((seat, version, sentence)) = at_fault {
            keep_error(app, live, |_| Ok(seat), &sentence)?;
            app.lose(live, seat, Record::FORFEIT, Some(version))?;
        }
        done
    })
    .await
}

/// Changes a bot's game; the bot only needs its version back.
async fn with_bots_game(
    app: Arc<App>,
    id: String,
    action: impl FnOnce(&Arc<App>, &Arc<GameHandle>) -> Result<(), Problem> + Send + 'static,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        action(app, &live)?;
        let version = live.lock().kept.version;
        Ok(Json(json!({ "ok": true, "game": id, "version": version })))
    })
    .await
}

/// The seat of a bot that refers to a game.
fn seat_of(game: &LiveGame, caller: &Caller) -> Result<usize, Problem> {
    let seat = caller.id().and_then(|id| game.extra.sharing.seat_of(id));
    seat.ok_or_else(|| Problem::new(StatusCode::FORBIDDEN, refusals::NOT_SHARED))
}

async fn resign(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    with_bots_game(app, id, move |app, live| resign_for(app, live, |game| seat_of(game, &caller)))
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    text: String,
}

/// Stores a message from a bot to its author, such as the last lines of a traceback.
async fn error(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(failed): Body<Failed>,
) -> Result<Json<Value>, Problem> {
    with_bots_game(app, id, move |app, live| {
        keep_error(app, live, |game| seat_of(game, &caller), &failed.text)
    })
    .await
}

/// Stores the end of a bot's message with its game.
fn keep_error(
    app: &App,
    live: &GameHandle,
    seat: impl FnOnce(&LiveGame) -> Result<usize, Problem>,
    text: &str,
) -> Result<(), Problem> {
    app.note(live, |game, extra| {
        let seat = seat(game)?;
        extra.sharing.errors.retain(|(other, _)| *other != seat);
        extra.sharing.errors.push((seat, readable_end(text, LONGEST_ERROR)));
        Ok(())
    })
}

/// Notifies the bots of a game.
pub(crate) fn call_bots(app: &App, live: &GameHandle) {
    let game = live.lock();
    for owner in &game.extra.sharing.owners {
        if let SeatOwner::Bot(bot) = owner {
            app.bots.call(bot);
        }
    }
}
