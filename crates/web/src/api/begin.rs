//! Everything a page needs before it draws, in one answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_session::{Catalogue, Origin, SessionView, Setup};
use serde::Serialize;
use serde_json::Value;

use super::blocking;
use crate::app::App;
use crate::identity::Caller;
use crate::input::Params;
use crate::problem::Problem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/begin/{language}", get(begin))
}

/// The catalogue, the games' translations for a language (`None` if there are none), and a sample
/// board of every game.
#[derive(Serialize)]
struct Beginning {
    catalogue: Catalogue,
    words: BTreeMap<String, String>,
    samples: BTreeMap<&'static str, SessionView>,
    /// Whether the reader runs the server, and may do everything.
    host: bool,
}

async fn begin(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(language): Path<String>,
    params: Params,
) -> Result<Json<Beginning>, Problem> {
    // Words used only in lessons are requested when the user leaves the start page.
    let brief = params.text("lessons") == Some("no");
    blocking(&app, move |app| {
        let mut words = ninefold_session::words(&app.games, &language).unwrap_or_default();
        if brief {
            let lessons = taught_sentences(app);
            words.retain(|text, _| !lessons.contains(text));
        }
        let samples = app.catalogue.games.iter().filter_map(|game| {
            let sample = game.sample?;
            let origin = Origin::Position(sample.position.to_owned());
            let opened = app.games.open(sample.game, &Setup { origin, ..Setup::default() });
            opened.ok().map(|session| (game.id, session.view()))
        });
        let samples = samples.collect();
        let host = caller.is_host;
        Ok(Json(Beginning { catalogue: app.catalogue.clone(), words, samples, host }))
    })
    .await
}

/// The minimum length at which a lesson's text counts as a sentence, rather than a name that others
/// use too.
const SENTENCE: usize = 30;

/// The sentences of all lessons.
fn taught_sentences(app: &App) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for game in &app.catalogue.games {
        let lesson = app.games.family(game.id).map_or("", |family| family.lesson);
        let mut rest = vec![serde_json::from_str(lesson).unwrap_or_default()];
        while let Some(value) = rest.pop() {
            match value {
                Value::String(text) if text.len() > SENTENCE => all.extend([text]),
                Value::Array(values) => rest.extend(values),
                Value::Object(fields) => rest.extend(fields.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
    all
}
