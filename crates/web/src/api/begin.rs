//! What a page needs before it draws anything, in one answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_session::{Catalogue, Origin, SessionView, Setup};
use serde::Serialize;

use super::blocking;
use crate::app::App;
use crate::problem::Problem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/begin/{language}", get(begin))
}

/// The catalogue, the words that games bring along in a language (none where they have none), and a board of every game in
/// full swing.
#[derive(Serialize)]
struct Beginning {
    catalogue: Catalogue,
    words: BTreeMap<String, String>,
    samples: BTreeMap<&'static str, SessionView>,
}

async fn begin(
    State(app): State<Arc<App>>,
    Path(language): Path<String>,
) -> Result<Json<Beginning>, Problem> {
    blocking(&app, move |app| {
        let words = ninefold_session::words(&app.games, &language).unwrap_or_default();
        let samples = app.catalogue.games.iter().filter_map(|game| {
            let sample = game.sample?;
            let origin = Origin::Position(sample.position.to_owned());
            let opened = app.games.open(sample.game, &Setup { origin, ..Setup::default() });
            opened.ok().map(|session| (game.id, session.view()))
        });
        let samples = samples.collect();
        Ok(Json(Beginning { catalogue: app.catalogue.clone(), words, samples }))
    })
    .await
}
