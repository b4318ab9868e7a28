//! Everything on the start page in one answer, so that a phone makes one request instead of four.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use ninefold_store::GameFilter;
use serde::Serialize;

use super::blocking;
use super::puzzles::{ShownPuzzle, puzzle_of_the_day};
use super::runs::latest_run;
use crate::app::App;
use crate::identity::Caller;
use crate::live::{GameView, ListedGame};
use crate::problem::Problem;
use crate::run_view::ListedRun;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/home", get(home))
}

/// The number of games on the start page.
const LATEST: u32 = 8;

/// Unavailable parts are left out.
#[derive(Serialize)]
struct Home {
    /// The most recently changed games, as in a list.
    games: Vec<ListedGame>,
    /// The one to continue.
    going: Option<GameView>,
    /// The puzzle of the day.
    today: Option<ShownPuzzle>,
    /// The latest run.
    run: Option<ListedRun>,
}

async fn home(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Home>, Problem> {
    blocking(&app, move |app| {
        // A guest sees the games shared with it, and no laboratory.
        let shown_to = caller.id().filter(|_| !caller.is_host).map(str::to_owned);
        let kept =
            app.store.games(&GameFilter { limit: LATEST, shown_to, ..GameFilter::default() })?;
        let going = kept.iter().find(|game| game.record.result.is_none());
        let going = going.and_then(|game| app.current(&game.id).ok());
        Ok(Json(Home {
            games: kept.iter().map(|game| ListedGame::new(app, game)).collect(),
            going: going.map(|live| app.shown_to(&caller, &live)),
            today: puzzle_of_the_day(app),
            run: latest_run(app).filter(|_| caller.is_host),
        }))
    })
    .await
}
