//! Cleans up a league: removes all entrants who joined but never played.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::blocking;
use super::entrants::set_state;
use super::people::forget_all_of;
use crate::app::App;
use crate::league::{Entrant, EntrantKind, EntrantState, LeagueHandle};
use crate::problem::Problem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/leagues/{id}/tidy", post(tidy))
}

/// Removes all entrants without a game who are not connected.
async fn tidy(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let idle = without_a_game(app, &league);
        for entrant in &idle {
            set_state(app, &league, entrant.kept.number, EntrantState::Removed)?;
            // A bot that has joined nothing else is deleted.
            let bot = entrant.kept.participant.as_deref();
            if let Some(bot) = bot.filter(|_| entrant.kind == EntrantKind::Bot)
                && app.store.leagues(Some(bot))?.len() <= 1
            {
                forget_all_of(app, bot)?;
            }
        }
        let numbers: Vec<usize> = idle.iter().map(|entrant| entrant.kept.number).collect();
        Ok(Json(json!({ "removed": numbers })))
    })
    .await
}

fn without_a_game(app: &App, league: &LeagueHandle) -> Vec<Entrant> {
    let inner = league.lock();
    let mut has_played = vec![false; inner.entrants.len()];
    let finished = inner.finished.iter().map(|game| &game.meta);
    for meta in finished.chain(inner.playing.iter().map(|game| &game.meta)) {
        meta.entrants.iter().for_each(|&number| has_played[number] = true);
    }
    let is_idle = |one: &&Entrant| {
        let is_owed = inner.cup().is_some_and(|cup| cup.plan.entrants.contains(&one.kept.number));
        one.is_in() && !has_played[one.kept.number] && !is_owed && !app.is_there(league, one)
    };
    inner.entrants.iter().filter(is_idle).cloned().collect()
}
