//! Personal data: export and deletion.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::Record;
use ninefold_store::{GameFilter, KeptGame, OfLeague, Participant};
use serde_json::{Value, json};

use super::blocking;
use crate::app::App;
use crate::identity::Caller;
use crate::live::GameMeta;
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::SeatOwner;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/people", get(list))
        .route("/api/people/{id}", get(export).delete(forget))
        .route("/api/me/data", get(export_own).delete(forget_own))
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let mut people = Vec::new();
        for kind in [ninefold_store::ParticipantKind::Guest, ninefold_store::ParticipantKind::Bot] {
            people.extend(app.store.participants(kind)?.iter().map(about));
        }
        Ok(Json(json!({ "people": people })))
    })
    .await
}

async fn export(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    blocking(&app, move |app| all_of(app, &id)).await
}

async fn export_own(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Problem> {
    let id = own_id(&caller)?;
    blocking(&app, move |app| all_of(app, &id)).await
}

async fn forget(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| forget_all_of(app, &id)).await.map(|()| StatusCode::NO_CONTENT)
}

async fn forget_own(State(app): State<Arc<App>>, caller: Caller) -> Result<StatusCode, Problem> {
    let id = own_id(&caller)?;
    blocking(&app, move |app| forget_all_of(app, &id)).await.map(|()| StatusCode::NO_CONTENT)
}

fn own_id(caller: &Caller) -> Result<String, Problem> {
    let nobody = || Problem::conflict(refusals::PEOPLE_COME_BY_LINK);
    caller.id().map(str::to_owned).ok_or_else(nobody)
}

fn about(participant: &Participant) -> Value {
    json!({
        "id": participant.id, "kind": participant.kind.name(), "name": participant.name,
        "created": participant.created, "owner": participant.owner,
    })
}

/// The games that a participant plays or has played.
fn games_of(app: &App, participant: &str) -> Result<Vec<(KeptGame, GameMeta, usize)>, Problem> {
    let filter = GameFilter {
        league: OfLeague::Any,
        shown_to: Some(participant.to_owned()),
        limit: u32::MAX,
        ..GameFilter::default()
    };
    let kept = app.store.games(&filter)?.into_iter();
    let played = kept.filter_map(|kept| {
        let extra: GameMeta = serde_json::from_value(kept.extra.clone()).ok()?;
        let seat = extra.sharing.seat_of(participant)?;
        Some((kept, extra, seat))
    });
    Ok(played.collect())
}

/// A person and the bots it owns.
fn with_bots(app: &App, id: &str) -> Result<Vec<Participant>, Problem> {
    let mut all = vec![app.store.participant(id)?];
    all.extend(app.store.participants_of(id)?);
    Ok(all)
}

/// Everything stored about a person, as one file.
fn all_of(app: &Arc<App>, id: &str) -> Result<Response, Problem> {
    let mut told = Vec::new();
    for one in with_bots(app, id)? {
        let mut leagues = Vec::new();
        for kept in app.store.leagues(Some(&one.id))? {
            let entrants = app.store.entrants(&kept.id)?;
            let own = entrants.iter().find(|entrant| entrant.participant.as_ref() == Some(&one.id));
            leagues.push(json!({
                "id": kept.id, "name": kept.name, "number": own.map(|own| own.number),
                "state": own.map(|own| &own.state), "joined": own.map(|own| own.joined),
                "versions": own.map(|own| &own.versions),
            }));
        }
        let studies = app.store.studies_of(&one.id)?.into_iter().map(|study| {
            json!({
                "id": study.id, "name": study.name, "class": study.class, "joined": study.created,
                "plan": study.plan,
            })
        });
        let studies: Vec<Value> = studies.collect();
        let games: Vec<Value> = games_of(app, &one.id)?
            .iter()
            .map(|(kept, extra, seat)| {
                let error = extra.sharing.errors.iter().find(|(of, _)| of == seat);
                json!({
                    "id": kept.id, "league": kept.league, "seat": seat + 1, "names": extra.names,
                    "created": kept.created, "updated": kept.updated,
                    "record": kept.record.to_string(), "error": error.map(|(_, text)| text),
                })
            })
            .collect();
        let mut about = about(&one);
        about["leagues"] = leagues.into();
        about["studies"] = studies.into();
        about["games"] = games.into();
        told.push(about);
    }
    let file = "attachment; filename=\"person.json\"";
    let headers = [(header::CONTENT_DISPOSITION, file)];
    Ok((headers, Json(json!({ "people": told }))).into_response())
}

/// Renames a participant in all of its games; without a name, removes it.
pub(super) fn rename_in_games(
    app: &Arc<App>,
    participant: &str,
    name: Option<&str>,
) -> Result<(), Problem> {
    for (kept, _, seat) in games_of(app, participant)? {
        app.note(&*app.current(&kept.id)?, |_, extra| {
            if let Some(place) = extra.names.get_mut(seat) {
                *place = name.map(str::to_owned);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Deletes a person with its bots. Their games stay without the name, since they are the opponents'
/// too.
pub(super) fn forget_all_of(app: &Arc<App>, id: &str) -> Result<(), Problem> {
    let all = with_bots(app, id)?;
    for one in &all {
        if !app.store.leagues(Some(&one.id))?.is_empty() {
            app.expect_leader()?;
        }
    }
    for one in all.iter().rev() {
        for (kept, _, seat) in games_of(app, &one.id)? {
            if kept.record.result.is_none() {
                let live = app.live(&kept.id)?;
                app.lose(&live, seat, Record::LEFT, None)?;
            }
            app.note(&*app.current(&kept.id)?, |_, extra| {
                if let Some(place) = extra.names.get_mut(seat) {
                    *place = None;
                }
                extra.sharing.errors.retain(|(of, _)| *of != seat);
                if let Some(owner) = extra.sharing.owners.get_mut(seat) {
                    *owner = SeatOwner::nobody();
                }
                Ok(())
            })?;
        }
        for kept in app.store.leagues(Some(&one.id))? {
            app.league(&kept.id)?.forget(&app.store, &one.id)?;
        }
        for study in app.store.studies_of(&one.id)? {
            let class = study.class.as_deref().unwrap_or_default();
            let others = app.store.studies_of_class(class)?;
            let number = others.iter().position(|other| other.id == study.id).unwrap_or_default();
            app.store.rename_study(&study.id, &format!("#{}", number + 1), None)?;
        }
        app.store.delete_participant(&one.id)?;
        app.bots.hang_up(&one.id);
    }
    Ok(())
}
