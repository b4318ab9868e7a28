//! The catalogue, the rules, and the translations of games' words.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::Phrase;
use pulldown_cmark::{Event, Options, Parser, html};
use serde::Serialize;

use crate::app::App;
use crate::input::Params;
use crate::problem::Problem;
use crate::refusals::{self, spec_phrase};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/rules/{game}", get(rules))
        .route("/api/lessons/{game}", get(lesson))
        .route("/api/words/{language}", get(words))
}

async fn catalogue(State(app): State<Arc<App>>) -> impl IntoResponse {
    Json(app.catalogue.clone())
}

/// The translations that games provide for a language.
async fn words(
    State(app): State<Arc<App>>,
    Path(language): Path<String>,
) -> Result<Json<BTreeMap<String, String>>, Problem> {
    let found = ninefold_session::words(&app.games, &language);
    found.map(Json).ok_or_else(|| {
        let known = ninefold_session::languages(&app.games).join(", ");
        let given = ninefold_core::quote(&language).to_string();
        Problem::missing(Phrase::of(refusals::NO_WORDS).with(given).with(known))
    })
}

/// The lesson of a game, step by step.
async fn lesson(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let family = app.games.family(&game).map_err(|error| Problem::missing(spec_phrase(&error)))?;
    if family.lesson.is_empty() {
        let title = family.title.to_owned();
        return Err(Problem::missing(Phrase::of(refusals::NO_LESSON).with(title)));
    }
    Ok(([(header::CONTENT_TYPE, "application/json")], family.lesson))
}

/// The rules of a game.
#[derive(Serialize)]
struct RulesPage {
    family: &'static str,
    title: &'static str,
    html: String,
    /// The language of the text.
    language: &'static str,
}

async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    params: Params,
) -> Result<Json<RulesPage>, Problem> {
    let family = app.games.family(&game).map_err(|error| Problem::missing(spec_phrase(&error)))?;
    let wanted = params.text("language").unwrap_or("en");
    let translated = family.translated_rules.iter().find(|(language, _)| *language == wanted);
    let &(language, page) = translated.unwrap_or(&("en", family.rules));
    let text = Parser::new_ext(page, Options::ENABLE_TABLES);
    let text = text.map(|event| match event {
        // Rules pages contain no raw HTML.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, text);
    Ok(Json(RulesPage { family: family.id, title: family.title, html: page, language }))
}
