//! The addresses under `/api`.

mod about;
mod events;
mod games;
mod runs;
mod spots;
mod studies;

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::problem::Problem;
use crate::refusals::REQUEST_BROKE_OFF;

/// All addresses under `/api`.
pub(crate) fn routes() -> Router<Arc<App>> {
    about::routes()
        .merge(games::routes())
        .merge(spots::routes())
        .merge(studies::routes())
        .merge(runs::routes())
}

/// Does something that waits for the disk, away from those who answer.
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
