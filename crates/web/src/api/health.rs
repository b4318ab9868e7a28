//! Health checks for monitoring.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use super::blocking;
use crate::app::App;
use crate::metrics::Page;
use crate::problem::Problem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/healthz", get(health)).route("/metrics", get(metrics))
}

/// 200 while the store is readable, the last change was stored and the server is not stopping.
async fn health(State(app): State<Arc<App>>) -> Response {
    let stopping = *app.stopping.borrow();
    let store = blocking(&app, |app| Ok(app.store.count_games()?)).await;
    // This is public; details of the problem are in the log.
    let problem = match store {
        Err(_) => Some("the store cannot be read"),
        Ok(_) if app.damage.get().is_some() => Some("the store is damaged"),
        Ok(_) if app.unreadable.load(Ordering::Relaxed) > 0 => {
            Some("some of the store cannot be read")
        }
        Ok(_) if app.keeps_nothing.load(Ordering::Relaxed) => Some("the last change was not kept"),
        Ok(_) => None,
    };
    let status = match (problem, stopping) {
        (None, false) => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, Json(json!({ "ok": status.is_success(), "stopping": stopping, "problem": problem })))
        .into_response()
}

async fn metrics(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let kept = blocking(&app, |app| Ok(app.store.count_games()?)).await?;
    let mut page = Page::default();
    app.metrics.write(&mut page);
    let pool = app.pool.figures();
    let [refused, made_room] = app.connections.turned_away();
    for (name, help, value) in [
        ("ninefold_games_kept", "games in the store", kept as usize),
        ("ninefold_games_open", "games in memory", app.open_games()),
        ("ninefold_streams", "live streams", app.streams.taken()),
        ("ninefold_connections", "open connections", app.connections.count()),
        ("ninefold_moves_searched", "moves of computers being searched for", pool.moves_running),
        ("ninefold_moves_waiting", "moves of computers that wait for a place", pool.moves_waiting),
        (
            "ninefold_questions_searched",
            "hints, values, analyses and reviews under way",
            pool.questions_running,
        ),
        ("ninefold_questions_waiting", "the same, waiting for a place", pool.questions_waiting),
        (
            "ninefold_questions_interrupted",
            "reviews that wait in the middle",
            pool.questions_interrupted,
        ),
    ] {
        page.gauge(name, help, value);
    }
    page.counter(
        "ninefold_connections_refused_total",
        "connections refused for want of room",
        refused,
    );
    page.counter(
        "ninefold_connections_closed_total",
        "connections closed in favour of others",
        made_room,
    );
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], page.0).into_response())
}
