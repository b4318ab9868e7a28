//! Validates texts of positions while a user sets one up, so that an invalid text is an answer and
//! not an error.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use ninefold_core::Phrase;
use ninefold_session::{Origin, Setup};
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::app::App;
use crate::input::Body;
use crate::problem::{Problem, Refusal};
use crate::refusals::MANY_TEXTS;

/// The maximum number of texts per request.
const MOST_TEXTS: usize = 64;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/positions", post(positions))
}

/// Texts of positions, or of positions in another program's notation.
#[derive(Deserialize)]
struct Texts {
    game: String,
    texts: Vec<String>,
    #[serde(default)]
    fen: bool,
}

/// A valid text in full, or why it is invalid.
#[derive(Serialize)]
struct Checked {
    position: Option<String>,
    refusal: Option<Refusal>,
}

#[derive(Serialize)]
struct AllChecked {
    positions: Vec<Checked>,
}

async fn positions(
    State(app): State<Arc<App>>,
    Body(asked): Body<Texts>,
) -> Result<Json<AllChecked>, Problem> {
    if asked.texts.len() > MOST_TEXTS {
        return Err(Problem::bad(Phrase::of(MANY_TEXTS).with(asked.texts.len()).with(MOST_TEXTS)));
    }
    blocking(&app, move |app| {
        let kind = app.games.kind(&asked.game)?;
        let checked = asked.texts.into_iter().map(|text| {
            let origin = if asked.fen { Origin::Fen(text) } else { Origin::Position(text) };
            match kind.open(&Setup { origin, ..Setup::default() }) {
                Ok(session) => Checked { position: Some(session.status().position), refusal: None },
                Err(error) => {
                    Checked { position: None, refusal: Some(Problem::from(error).refusal()) }
                }
            }
        });
        Ok(Json(AllChecked { positions: checked.collect() }))
    })
    .await
}
