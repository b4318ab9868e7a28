//! Tables of exact values: their progress, and building them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use ninefold_solve::free_memory;
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::app::App;
use crate::input::{Body, Params};
use crate::problem::Problem;
use crate::table_builder::TableStatus;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/tables", get(list))
        .route("/api/tables/{men}", delete(remove))
        .route("/api/tables/{men}/build", post(build))
        .route("/api/tables/{men}/pause", post(pause))
}

/// All sets of tables, and what else can be built.
#[derive(Serialize)]
struct Tables {
    tables: Vec<TableStatus>,
    /// In bytes, if the system reports it.
    memory_free: Option<u64>,
    /// Whether tables cover the game of the query, if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    serves: Option<bool>,
}

fn shown(app: &App) -> Tables {
    Tables { tables: app.tables.status(), memory_free: free_memory(), serves: None }
}

async fn list(State(app): State<Arc<App>>, params: Params) -> Result<Json<Tables>, Problem> {
    blocking(&app, move |app| {
        let serves = params.text("game").map(|game| app.tables.serves(game));
        Ok(Json(Tables { serves, ..shown(app) }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default = "with_distances")]
    distances: bool,
}

fn with_distances() -> bool {
    true
}

async fn build(
    State(app): State<Arc<App>>,
    Path(men): Path<u32>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Tables>, Problem> {
    blocking(&app, move |app| {
        app.tables.start(men, wanted.distances)?;
        Ok(Json(shown(app)))
    })
    .await
}

async fn pause(State(app): State<Arc<App>>, Path(_): Path<u32>) -> Result<Json<Tables>, Problem> {
    blocking(&app, |app| {
        app.tables.pause();
        Ok(Json(shown(app)))
    })
    .await
}

async fn remove(State(app): State<Arc<App>>, Path(men): Path<u32>) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| app.tables.delete(men)).await.map(|()| StatusCode::NO_CONTENT)
}
