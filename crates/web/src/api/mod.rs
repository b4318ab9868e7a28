//! The addresses under `/api`, and those for monitoring.

mod about;
mod begin;
mod bot_lines;
mod bots;
mod classes;
mod cups;
mod entrants;
mod events;
mod explore;
mod games;
mod health;
mod home;
mod invitations;
mod join_code;
mod leagues;
mod new_run;
mod notes;
mod offers;
mod people;
mod positions;
mod puzzles;
mod qr;
mod runs;
mod spots;
mod statistics;
mod studies;
mod study_sheet;
mod study_view;
mod tables;
mod tidy;
mod turns;

use std::sync::Arc;

use axum::Router;

pub(crate) use self::bots::call_bots;
pub(crate) use self::games::{NewGame, begin};
pub(crate) use self::runs::take_up;
pub(crate) use self::study_sheet::{cell, time_of};
use crate::app::App;
use crate::problem::Problem;
use crate::refusals::REQUEST_BROKE_OFF;

/// All addresses.
pub(crate) fn routes() -> Router<Arc<App>> {
    about::routes()
        .merge(begin::routes())
        .merge(home::routes())
        .merge(games::routes())
        .merge(turns::routes())
        .merge(invitations::routes())
        .merge(offers::routes())
        .merge(bots::routes())
        .merge(leagues::routes())
        .merge(cups::routes())
        .merge(entrants::routes())
        .merge(tidy::routes())
        .merge(people::routes())
        .merge(notes::routes())
        .merge(positions::routes())
        .merge(spots::routes())
        .merge(explore::routes())
        .merge(puzzles::routes())
        .merge(statistics::routes())
        .merge(studies::routes())
        .merge(classes::routes())
        .merge(runs::routes())
        .merge(tables::routes())
        .merge(health::routes())
}

/// Runs a blocking operation, away from the threads that answer requests.
async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    action: impl FnOnce(&Arc<App>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || action(&app)).await;
    done.unwrap_or_else(|_| {
        Err(Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, REQUEST_BROKE_OFF))
    })
}
