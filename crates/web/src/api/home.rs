//! What the start page shows, in one answer: a phone asks once instead of four times.

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

/// How many games the start page knows of.
const LATEST: u32 = 8;

/// Whatever of it cannot be had is left out.
#[derive(Serialize)]
struct Home {
    /// The games changed last, as a list shows them.
    games: Vec<ListedGame>,
    /// The one of them to go on with.
    going: Option<GameView>,
    /// The puzzle of the day.
    today: Option<ShownPuzzle>,
    /// The latest run.
    run: Option<ListedRun>,
}

async fn home(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Home>, Problem> {
    blocking(&app, move |app| {
        // A guest has the games that were shared, and no laboratory.
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
