//! Classes: a plan of games for many students, each on a separate device, while the teacher
//! watches.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::{Phrase, quote};
use ninefold_store::{Class, ParticipantKind, Study, StudyLine};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::blocking;
use super::events::{Events, event, stream};
use super::invitations::clean_name;
use super::join_code::{fresh_code, join_code};
use super::studies::{ID_LENGTH, NewStudy, check_plan};
use super::study_sheet::sheet_of;
use super::study_view::{LineView, StudyView, Tally, games_of, together};
use crate::app::{App, fresh_name};
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::problem::Problem;
use crate::refusals;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/classes", get(list).post(create))
        .route("/api/classes/{id}", get(show).delete(delete))
        .route("/api/classes/{id}/events", get(watch))
        .route("/api/classes/{id}/code", get(code).post(set_code))
        .route("/api/classes/{id}/csv", get(csv))
}

/// The maximum number of classes, and of students in one.
const MOST_CLASSES: usize = 50;
const MOST_PUPILS: usize = 200;
/// The interval of checks for news.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// A student of a class, and their current activity.
#[derive(Serialize)]
struct Pupil {
    #[serde(flatten)]
    study: StudyView,
    /// Whether the student has the game open.
    here: bool,
    /// The number of moves in the unfinished game.
    plies: Option<usize>,
    /// When the student last moved, in milliseconds since 1970.
    played_at: Option<i64>,
}

/// A class and its results.
#[derive(Serialize)]
struct ClassView {
    id: String,
    name: String,
    created: i64,
    /// The code for joining; `None` while the class is closed.
    code: Option<String>,
    plan: Vec<StudyLine>,
    /// In the order of joining.
    pupils: Vec<Pupil>,
    /// By kind of game and opponent.
    all: Vec<LineView>,
    total: Tally,
}

fn view(app: &App, class: Class, caller: &Caller) -> Result<ClassView, Problem> {
    let mut shown = Vec::new();
    let mut doing = Vec::new();
    for study in app.store.studies_of_class(&class.id)? {
        let kept = games_of(app, &study)?;
        let going = kept.iter().find(|game| game.record.result.is_none());
        let who = study.participant.as_deref().unwrap_or_default();
        let here = going.is_some_and(|game| app.is_here(&game.id, who));
        let plies = going.map(|game| game.record.moves.len());
        doing.push((here, plies, kept.iter().map(|game| game.updated).max()));
        shown.push(StudyView::with_games(study, &kept, caller));
    }
    let (all, total) = together(&shown);
    let pupils = shown.into_iter().zip(doing).map(|(study, (here, plies, played_at))| Pupil {
        study,
        here,
        plies,
        played_at,
    });
    let pupils = pupils.collect();
    let Class { id, name, code, created, plan } = class;
    Ok(ClassView { id, name, created, code, plan, pupils, all, total })
}

/// A class in a list.
#[derive(Serialize)]
struct ListedClass {
    id: String,
    name: String,
    created: i64,
    code: Option<String>,
    /// The number of students.
    pupils: usize,
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    blocking(&app, |app| {
        let listed = app.store.classes()?.into_iter().map(|class| {
            let pupils = app.store.studies_of_class(&class.id)?.len();
            let Class { id, name, code, created, .. } = class;
            Ok(ListedClass { id, name, created, code, pupils })
        });
        let classes = listed.collect::<Result<Vec<_>, Problem>>()?;
        Ok(Json(json!({ "classes": classes })))
    })
    .await
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewStudy>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        check_plan(app, &new)?;
        if app.store.classes()?.len() >= MOST_CLASSES {
            return Err(Problem::busy(Phrase::of(refusals::MANY_CLASSES).with(MOST_CLASSES)));
        }
        let mut class = Class {
            id: fresh_name(ID_LENGTH)?,
            name: new.name.trim().to_owned(),
            code: Some(fresh_code(app)?),
            created: 0,
            plan: new.plan,
        };
        app.store.keep_class(&mut class)?;
        Ok((StatusCode::CREATED, Json(view(app, class, &caller)?)).into_response())
    })
    .await
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ClassView>, Problem> {
    blocking(&app, move |app| Ok(Json(view(app, app.store.class(&id)?, &caller)?))).await
}

/// Deletes a class with all of its games.
async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let mut games = Vec::new();
        for study in app.store.studies_of_class(&id)? {
            games.extend(games_of(app, &study)?);
        }
        app.store.delete_class(&id)?;
        games.iter().for_each(|game| app.forget(&game.id));
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

async fn csv(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let class = app.store.class(&id)?;
        sheet_of(app, app.store.studies_of_class(&class.id)?, &params, &caller)
    })
    .await
}

async fn code(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| Ok(shown_code(app, &headers, &app.store.class(&id)?))).await
}

/// How to join; `null` while the class is closed.
fn shown_code(app: &App, headers: &HeaderMap, class: &Class) -> Response {
    Json(class.code.as_ref().map(|code| join_code(app, headers, code))).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewCode {
    /// Whether students can join.
    #[serde(default = "yes")]
    open: bool,
}

fn yes() -> bool {
    true
}

/// Sets a new code, or none: the previous one becomes invalid. Students who have joined play on.
async fn set_code(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(new): Body<NewCode>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let mut class = app.store.class(&id)?;
        class.code = if new.open { Some(fresh_code(app)?) } else { None };
        app.store.keep_class(&mut class)?;
        Ok(shown_code(app, &headers, &class))
    })
    .await
}

/// A class, now and about every second while something changes, until it is deleted.
async fn watch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Events, Problem> {
    let known = id.clone();
    blocking(&app, move |app| Ok(app.store.class(&known)?)).await?;
    let shared = Arc::clone(&app);
    stream(&app, visitor, &caller.clone(), move |sink| async move {
        let mut last = None;
        loop {
            let (id, caller, seen) = (id.clone(), caller.clone(), last.clone());
            let told = blocking(&shared, move |app| news(app, &id, &caller, seen)).await;
            let is_gone = match told {
                Ok(None) => false,
                Ok(Some((pulse, view))) => {
                    last = Some(pulse);
                    if sink.send(event("class", &view)).await.is_err() {
                        break;
                    }
                    false
                }
                Err(problem) => problem.is_missing(),
            };
            if is_gone {
                // The listener may be gone.
                drop(sink.send(event("gone", &json!({}))).await);
                break;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    })
}

/// Everything that news about a class depends on: its stored data, and who has a game open.
type Pulse = (Class, String, Vec<bool>);

/// The current state of a class, unless its pulse is unchanged.
fn news(
    app: &App,
    id: &str,
    caller: &Caller,
    last: Option<Pulse>,
) -> Result<Option<(Pulse, ClassView)>, Problem> {
    let class = app.store.class(id)?;
    let kept = app.store.pulse_of_class(id)?;
    let going = app.store.going_in_class(id)?;
    let here = going.iter().map(|(game, who)| app.is_here(game, who)).collect();
    let pulse = (class, kept, here);
    if last.is_some_and(|last| last == pulse) {
        return Ok(None);
    }
    let view = view(app, pulse.0.clone(), caller)?;
    Ok(Some((pulse, view)))
}

/// What the holder of a class's code may see.
pub(super) fn look(app: &App, class: &Class, caller: &Caller) -> Result<Response, Problem> {
    let games: u32 = class.plan.iter().map(|line| line.games).sum();
    let own = own_study(app, class, caller)?.map(|study| study.id);
    let about = json!({ "id": class.id, "name": class.name, "games": games });
    Ok(Json(json!({ "class": about, "study": own })).into_response())
}

/// A guest's study in a class.
fn own_study(app: &App, class: &Class, caller: &Caller) -> Result<Option<Study>, Problem> {
    let Some(guest) = caller.id() else { return Ok(None) };
    let all = app.store.studies_of(guest)?;
    Ok(all.into_iter().find(|study| study.class.as_deref() == Some(&class.id)))
}

/// A guest joins a class under a name, or returns to its study there.
pub(super) fn enter(
    app: &Arc<App>,
    class: &Class,
    caller: &Caller,
    name: Option<&str>,
) -> Result<Response, Problem> {
    let Some(guest) = caller.participant.as_deref() else {
        return Err(Problem::new(StatusCode::FORBIDDEN, refusals::NO_INVITATION));
    };
    if guest.kind == ParticipantKind::Bot {
        return Err(Problem::conflict(refusals::PEOPLE_PLAY));
    }
    // Two students who join at once must not get the same name, nor one who joins twice two
    // studies.
    let _turn = app.study_turns.lock().unwrap_or_else(|broken| broken.into_inner());
    let own = match own_study(app, class, caller)? {
        Some(own) => own,
        None => {
            let name = clean_name(name.unwrap_or(&guest.name))?;
            let others = app.store.studies_of_class(&class.id)?;
            if others.len() >= MOST_PUPILS {
                return Err(Problem::busy(Phrase::of(refusals::MANY_PUPILS).with(MOST_PUPILS)));
            }
            if others.iter().any(|study| study.name.to_lowercase() == name.to_lowercase()) {
                return Err(Problem::conflict(Phrase::of(refusals::NAME_TAKEN).with(quote(&name))));
            }
            app.participants.rename(&app.store, &guest.id, &name)?;
            let mut study = Study {
                id: fresh_name(ID_LENGTH)?,
                name,
                created: 0,
                plan: class.plan.clone(),
                class: Some(class.id.clone()),
                participant: Some(guest.id.clone()),
            };
            app.store.keep_study(&mut study)?;
            study
        }
    };
    Ok(Json(json!({ "class": class.id, "study": own.id })).into_response())
}
