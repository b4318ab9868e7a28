//! Studies: a person plays a plan of games against computers, on the host's page or on another
//! device.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record};
use ninefold_store::{KeptGame, Study, StudyLine};
use serde::{Deserialize, Serialize};

use super::blocking;
use super::games::{NewGame, begin};
use super::invitations::clean_name;
use super::study_sheet::sheet_of;
use super::study_view::{
    LINE, LineView, MOST_GAMES, MOST_LINES, StudyView, Tally, games_of, is_player, line_of,
    together,
};
use crate::app::{App, fresh_name};
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::own_result::person;
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::{SeatOwner, Sharing};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/studies", get(list).post(create))
        .route("/api/studies/csv", get(all_csv))
        .route("/api/studies/{id}", get(show).post(rename).delete(delete))
        .route("/api/studies/{id}/next", post(next))
        .route("/api/studies/{id}/csv", get(csv))
}

/// The maximum number of studies outside classes, of characters in a name, and the length of an
/// address.
const MOST_STUDIES: usize = 500;
const LONGEST_NAME: usize = 60;
pub(super) const ID_LENGTH: usize = 8;

/// All studies, or a guest's own, and their combined results.
#[derive(Serialize)]
struct StudyList {
    studies: Vec<StudyView>,
    /// By kind of game and opponent.
    all: Vec<LineView>,
    total: Tally,
    /// Whether the caller is the host.
    host: bool,
}

async fn list(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<StudyList>, Problem> {
    blocking(&app, move |app| {
        let studies = match caller.id().filter(|_| !caller.is_host) {
            Some(guest) => app.store.studies_of(guest)?,
            None => app.store.studies()?,
        };
        let studies = studies.into_iter().map(|study| StudyView::of(app, study, &caller));
        let studies = studies.collect::<Result<Vec<_>, _>>()?;
        let (all, total) = together(&studies);
        Ok(Json(StudyList { studies, all, total, host: caller.is_host }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewStudy {
    pub(super) name: String,
    pub(super) plan: Vec<StudyLine>,
}

/// Rejects an invalid name or plan.
pub(super) fn check_plan(app: &Arc<App>, new: &NewStudy) -> Result<(), Problem> {
    let letters = new.name.trim().chars().count();
    if !(1..=LONGEST_NAME).contains(&letters) {
        return Err(Problem::bad(Phrase::of(refusals::STUDY_NAME).with(LONGEST_NAME)));
    }
    if new.plan.is_empty() || new.plan.len() > MOST_LINES {
        return Err(Problem::bad(Phrase::of(refusals::PLAN_LINES).with(MOST_LINES)));
    }
    new.plan.iter().try_for_each(|line| check(app, line))
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewStudy>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        check_plan(app, &new)?;
        let own = app.store.studies()?.iter().filter(|study| study.class.is_none()).count();
        if own >= MOST_STUDIES {
            return Err(Problem::busy(Phrase::of(refusals::MANY_STUDIES).with(MOST_STUDIES)));
        }
        let (id, name) = (fresh_name(ID_LENGTH)?, new.name.trim().to_owned());
        let mut study = Study { id, name, plan: new.plan, ..Study::default() };
        app.store.keep_study(&mut study)?;
        let view = StudyView::of(app, study, &caller)?;
        Ok((StatusCode::CREATED, Json(view)).into_response())
    })
    .await
}

/// Seats the players of a line once, to check them.
fn check(app: &Arc<App>, line: &StudyLine) -> Result<(), Problem> {
    if !(1..=MOST_GAMES).contains(&line.games) {
        return Err(Problem::bad(
            Phrase::of(refusals::GAMES_OF_LINE).with(line.games).with(MOST_GAMES),
        ));
    }
    let opponent = app.player(&line.opponent)?;
    if opponent.is_human() {
        return Err(Problem::bad(refusals::OPPONENT_IS_COMPUTER));
    }
    let mut session = app.open(&Record { game: line.game.clone(), ..Record::default() })?;
    session.seat(&vec![opponent; session.players()])?;
    Ok(())
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<StudyView>, Problem> {
    blocking(&app, move |app| Ok(Json(StudyView::of(app, app.store.study(&id)?, &caller)?))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Renamed {
    name: String,
}

/// Renames the player of a study, in its games too.
async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(renamed): Body<Renamed>,
) -> Result<Json<StudyView>, Problem> {
    blocking(&app, move |app| {
        let mut study = app.store.study(&id)?;
        study.name = clean_name(&renamed.name)?;
        app.store.rename_study(&id, &study.name, study.participant.as_deref())?;
        for game in games_of(app, &study)? {
            let Some(seat) = person(&game.record) else { continue };
            app.note(&*app.current(&game.id)?, |_, extra| {
                if let Some(place) = extra.names.get_mut(seat) {
                    *place = Some(study.name.clone());
                }
                Ok(())
            })?;
        }
        Ok(Json(StudyView::of(app, study, &caller)?))
    })
    .await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let study = app.store.study(&id)?;
        let games = games_of(app, &study)?;
        app.store.delete_study(&id)?;
        for game in &games {
            match study.class {
                Some(_) => app.forget(&game.id),
                None => app.refresh(&*app.live(&game.id)?)?,
            }
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// The unfinished game, or the next of the plan: line by line, with the person moving one seat on
/// in every game.
async fn next(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let study = app.store.study(&id)?;
        if !is_player(&study, &caller) {
            return Err(Problem::conflict(refusals::NOT_YOUR_STUDY));
        }
        // Two simultaneous requests get one game.
        let _turn = app.study_turns.lock().unwrap_or_else(|broken| broken.into_inner());
        let kept = games_of(app, &study)?;
        let going = kept.iter().find(|game| game.record.result.is_none());
        let (game, status) = match going {
            Some(going) => (going.id.clone(), StatusCode::OK),
            None => (begin_next(app, &study, &kept)?, StatusCode::CREATED),
        };
        if let Some(guest) = &study.participant {
            app.store.show_to(&game, guest)?;
        }
        let live = app.current(&game)?;
        Ok((status, Json(app.shown_to(&caller, &live))).into_response())
    })
    .await
}

/// Starts the next game of a plan after these; returns its name in addresses.
fn begin_next(app: &Arc<App>, study: &Study, kept: &[KeptGame]) -> Result<String, Problem> {
    let begun = |line: usize| kept.iter().filter(|game| line_of(game) == Some(line)).count();
    let open = study.plan.iter().enumerate();
    let mut open = open.filter(|(index, line)| begun(*index) < line.games as usize);
    let Some((index, line)) = open.next() else {
        return Err(Problem::conflict(refusals::PLAN_IS_PLAYED));
    };
    let number = begun(index);
    let players = app.games.kind(&line.game)?.players();
    let own = number % players;
    let mut seats = vec![line.opponent.clone(); players];
    let mut names = vec![None; players];
    seats[own] = "human".to_owned();
    names[own] = Some(study.name.clone());
    let mut sharing = Sharing::default();
    if let Some(guest) = &study.participant {
        sharing.give(own, players, SeatOwner::Guest(guest.clone()));
    }
    let record = Record {
        game: line.game.clone(),
        seed: kept.len() as u64 + 1,
        seats,
        tags: vec![(LINE.to_owned(), index.to_string())],
        ..Record::default()
    };
    let new = NewGame::of_study(study.id.clone(), names, line.aids, sharing);
    Ok(begin(app, record, &new, None)?.id().to_owned())
}

async fn csv(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Response, Problem> {
    blocking(&app, move |app| sheet_of(app, vec![app.store.study(&id)?], &params, &caller)).await
}

async fn all_csv(
    State(app): State<Arc<App>>,
    caller: Caller,
    params: Params,
) -> Result<Response, Problem> {
    blocking(&app, move |app| sheet_of(app, app.store.studies()?, &params, &caller)).await
}
