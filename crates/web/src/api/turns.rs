//! Changes to a game: moves, taking back, resigning, pausing, other players.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::routing::post;
use axum::{Json, Router};
use ninefold_core::{Phrase, Record};
use serde::{Deserialize, Serialize};

use super::blocking;
use super::games::names;
use crate::app::App;
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::live::{GameHandle, GameView, LiveGame, SLOWEST_PACE};
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::SeatOwner;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games/{id}/move", post(play))
        .route("/api/games/{id}/undo", post(undo))
        .route("/api/games/{id}/redo", post(redo))
        .route("/api/games/{id}/resign", post(resign))
        .route("/api/games/{id}/pause", post(pause))
        .route("/api/games/{id}/step", post(step))
        .route("/api/games/{id}/now", post(move_now))
        .route("/api/games/{id}/seats", post(seats))
}

/// Who asks for a change of which game, and whether to see it.
pub(super) struct Asked {
    id: String,
    caller: Caller,
    /// Whether the game comes to whoever asks by itself, so that the answer need not bring it: `view=no`.
    is_shown: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(id) = path.map_err(|_| Problem::bad(refusals::WRONG_ADDRESS))?;
        let is_shown = Params::from_request_parts(parts, state).await?.text("view") != Some("no");
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        Ok(Asked { id, caller, is_shown })
    }
}

/// What whoever has changed a game hears.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Changed {
    /// The game as it is now.
    Shown(Box<GameView>),
    /// Which version of it came of that.
    Named { id: String, version: u64 },
}

/// Changes a game and shows it to the caller.
pub(super) async fn with_game(
    app: Arc<App>,
    asked: Asked,
    action: impl FnOnce(&Arc<App>, &Arc<GameHandle>, &Caller) -> Result<(), Problem> + Send + 'static,
) -> Result<Json<Changed>, Problem> {
    blocking(&app, move |app| {
        let Asked { id, caller, is_shown } = asked;
        let live = app.current(&id)?;
        action(app, &live, &caller)?;
        Ok(Json(match is_shown {
            true => Changed::Shown(Box::new(app.shown_to(&caller, &live))),
            false => Changed::Named { version: live.lock().kept.version, id },
        }))
    })
    .await
}

/// A move in the position of a version, or in the current one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    #[serde(rename = "move")]
    pub(super) text: String,
    pub(super) version: Option<u64>,
}

async fn play(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(played): Body<Played>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| {
        app.play(live, &played.text, played.version, |game| match game.on_turn() {
            Some(_) if game.computer_on_turn().is_some() => {
                Err(Problem::conflict(refusals::COMPUTER_ON_TURN))
            }
            Some(seat) => game.expect_seat(seat, caller),
            None => Ok(()),
        })
    })
    .await
}

/// A change based on a version of the game, or on the current one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    version: Option<u64>,
}

async fn undo(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(at): Body<At>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| app.undo(live, at.version, caller)).await
}

async fn redo(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(at): Body<At>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| app.redo(live, at.version, caller)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resigned {
    seat: usize,
}

async fn resign(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(resigned): Body<Resigned>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| {
        resign_for(app, live, |game| {
            let seat = resigned.seat.wrapping_sub(1);
            let stands_in = game.extra.sharing.is_shared() && game.kept.study.is_none();
            if seat >= game.seats.len() || game.seats.len() != 2 && !stands_in {
                return Err(Problem::bad(refusals::ONE_OF_TWO_RESIGNS));
            }
            game.expect_seat(seat, caller).map(|()| seat)
        })
    })
    .await
}

/// Lets the player of a seat, by index, resign.
pub(super) fn resign_for(
    app: &Arc<App>,
    live: &Arc<GameHandle>,
    seat: impl FnOnce(&LiveGame) -> Result<usize, Problem>,
) -> Result<(), Problem> {
    app.change(live, None, |game, draft| {
        if game.is_over() {
            return Err(Problem::conflict(refusals::OVER));
        }
        let seat = seat(game)?;
        draft.charge(game);
        draft.leave(game, seat, Record::RESIGNED);
        Ok(())
    })?;
    app.go_on(live);
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pause {
    paused: Option<bool>,
    pace: Option<u32>,
}

async fn pause(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(pause): Body<Pause>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, _| {
        app.change(live, None, |game, draft| {
            if game.kept.league.is_some() {
                return Err(Problem::conflict(refusals::LEAGUE_GAME));
            }
            draft.extra.paused = pause.paused.unwrap_or(draft.extra.paused);
            draft.extra.pace = pause.pace.unwrap_or(draft.extra.pace).min(SLOWEST_PACE);
            Ok(())
        })?;
        app.go_on(live);
        Ok(())
    })
    .await
}

async fn move_now(State(app): State<Arc<App>>, asked: Asked) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, _| app.hurry(live)).await
}

async fn step(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(at): Body<At>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, _| app.step(live, at.version)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seats {
    seats: Vec<String>,
    names: Option<Vec<Option<String>>>,
}

async fn seats(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(given): Body<Seats>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, _| {
        app.change(live, None, |game, draft| {
            game.refuse_if_strict()?;
            let players: Vec<_> =
                given.seats.iter().map(|seat| app.player(seat)).collect::<Result<_, _>>()?;
            app.open(&Record { moves: Vec::new(), ..game.kept.record.clone() })?.seat(&players)?;
            draft.seats = players.iter().map(ToString::to_string).collect();
            for (seat, player) in draft.seats.iter().enumerate() {
                let owner = game.extra.sharing.owner(seat);
                let is_other = game.seats.get(seat).is_none_or(|before| before.player != *player);
                let is_taken = owner.participant().is_some() && !game.is_over();
                if is_other && is_taken && !live.presence.is_away(owner, app.patience) {
                    let told = Phrase::of(refusals::NOT_AWAY).with(seat + 1);
                    return Err(Problem::conflict(told.with(app.patience.as_secs())));
                }
                // A computer that takes over a seat belongs to the host.
                if is_other && !players[seat].is_human() {
                    draft.extra.sharing.give(seat, players.len(), SeatOwner::Local);
                }
            }
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
