//! Cups within a league.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use ninefold_core::Phrase;
use ninefold_store::KeptCup;
use serde::Deserialize;

use super::blocking;
use crate::app::{App, now};
use crate::identity::Caller;
use crate::input::Body;
use crate::league::cup::{CupKind, CupPlan};
use crate::league::plan::MOST_LEAGUE_GAMES;
use crate::league::views::league_view;
use crate::league::{Cup, EntrantKind, EntrantState, LeagueState};
use crate::problem::Problem;
use crate::refusals;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/leagues/{id}/cup", post(begin_cup).delete(end_cup))
}

/// The maximum number of rounds of a Swiss tournament, and of openings of a meeting.
const MOST_ROUNDS: usize = 30;
const MOST_SETS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewCup {
    kind: CupKind,
    /// Rounds of a Swiss tournament.
    rounds: Option<usize>,
    /// Openings of a meeting.
    sets: Option<usize>,
    /// Only this many of the best.
    best: Option<usize>,
    /// Whether computers of the server take part.
    #[serde(default)]
    baselines: bool,
    /// Whether the league is over after it.
    #[serde(default, rename = "final")]
    is_final: bool,
}

/// Starts a cup among those who are connected.
async fn begin_cup(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(new): Body<NewCup>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let mut inner = league.lock();
        if inner.state() == LeagueState::Over {
            return Err(Problem::conflict(refusals::LEAGUE_CLOSED));
        }
        if inner.cup().is_some() {
            return Err(Problem::conflict(refusals::ONE_CUP));
        }
        inner.expect_room(MOST_LEAGUE_GAMES)?;
        let seats = inner.plan.seats;
        if new.kind == CupKind::Knockout && seats != 2 {
            return Err(Problem::bad(Phrase::of(refusals::KNOCKOUT_FOR_TWO).with(seats)));
        }
        let plays = |number: &usize| {
            let entrant = &inner.entrants[*number];
            let takes_part = match entrant.kind {
                EntrantKind::Baseline => new.baselines,
                _ => app.is_there(&league, entrant),
            };
            entrant.state() == EntrantState::Playing && takes_part
        };
        let ranked = inner.standing.order();
        let later = ranked.len()..inner.entrants.len();
        let entrants = ranked.into_iter().chain(later).filter(plays);
        let entrants: Vec<usize> = entrants.take(new.best.unwrap_or(usize::MAX)).collect();
        let least = seats.max(2);
        if entrants.len() < least {
            let told = Phrase::of(refusals::FEW_FOR_CUP).with(entrants.len()).with(least);
            return Err(Problem::conflict(told));
        }
        // As many rounds as it takes to find one winner.
        let rounds = new.rounds.unwrap_or(entrants.len().next_power_of_two().ilog2() as usize);
        let plan = CupPlan {
            kind: new.kind,
            rounds: rounds.clamp(1, MOST_ROUNDS),
            sets: new.sets.unwrap_or(1).clamp(1, MOST_SETS),
            seed: now() as u64,
            is_final: new.is_final,
            entrants,
        };
        let number = inner.cups.len() + 1;
        let kept = serde_json::to_value(&plan).unwrap_or_default();
        app.store.keep_cup(&id, &KeptCup { number, plan: kept, ended: None })?;
        inner.cups.push(Cup { number, plan, ended: None });
        drop(inner);
        league.tell();
        Ok((StatusCode::CREATED, Json(league_view(app, &league, &caller, 0))).into_response())
    })
    .await
}

/// Cancels a cup; its games continue and count.
async fn end_cup(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let mut inner = league.lock();
        let Some(number) = inner.cup().map(|cup| cup.number) else {
            return Err(Problem::conflict(refusals::NO_CUP));
        };
        app.close_cup(&league, &mut inner, number)?;
        drop(inner);
        league.tell();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
