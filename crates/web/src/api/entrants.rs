//! Entrants of a league: joining, an entrant's page, trying out a bot, and the teacher's controls.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, quote};
use ninefold_store::ParticipantKind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::blocking;
use super::bots::bring_bot;
use super::invitations::clean_name;
use super::people::rename_in_games;
use crate::app::App;
use crate::identity::Caller;
use crate::input::Body;
use crate::league::plan::MOST_LEAGUE_GAMES;
use crate::league::views::{CHALLENGES, entrant_view};
use crate::league::{Challenge, EntrantKind, EntrantState, LeagueHandle};
use crate::problem::Problem;
use crate::refusals;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/leagues/{id}/join", post(join))
        .route("/api/leagues/{id}/claim", post(claim))
        .route("/api/leagues/{id}/entrants/{number}", get(show).post(change))
        .route("/api/leagues/{id}/entrants/{number}/rest", post(rest))
        .route("/api/leagues/{id}/entrants/{number}/renew", post(renew))
        .route("/api/leagues/{id}/entrants/{number}/challenge", post(challenge))
}

/// The maximum number of bots per guest.
const MOST_BOTS_OF_ONE: usize = 5;

/// The kind of a new entrant.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum TakesPart {
    Bot,
    Person,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    name: String,
    #[serde(rename = "as")]
    takes_part: TakesPart,
}

/// A member joins as an entrant: with a bot, whose token is shown only once, or in person.
async fn join(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Body(joining): Body<Joining>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let name = clean_name(&joining.name)?;
        let guest = caller.participant.as_deref().filter(|one| one.kind == ParticipantKind::Guest);
        if joining.takes_part == TakesPart::Person {
            let Some(guest) = guest else {
                return Err(Problem::conflict(refusals::PEOPLE_COME_BY_LINK));
            };
            let mut plays = league.lock().entrants.clone().into_iter().filter(|one| one.is_in());
            if plays.any(|one| one.kept.participant.as_deref() == Some(&guest.id)) {
                return Err(Problem::conflict(refusals::PLAYS_ALREADY));
            }
            let number = league.join(&app.store, guest, &name)?;
            league.lock().ready.insert(number);
            league.tell();
            return Ok((StatusCode::CREATED, Json(json!({ "number": number }))).into_response());
        }
        if let Some(guest) = guest
            && app.store.participants_of(&guest.id)?.len() >= MOST_BOTS_OF_ONE
        {
            return Err(Problem::busy(Phrase::of(refusals::MANY_OWN_BOTS).with(MOST_BOTS_OF_ONE)));
        }
        let owner = guest.map(|guest| guest.id.clone());
        let (bot, token, number) = bring_bot(app, (&visitor, &caller), &name, owner, |bot| {
            league.join(&app.store, bot, &name)
        })?;
        let told = json!({ "number": number, "id": bot.id, "token": token });
        Ok((StatusCode::CREATED, Json(told)).into_response())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claimed {
    token: String,
}

/// The holder of a bot's token becomes its owner in this browser.
async fn claim(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(claimed): Body<Claimed>,
) -> Result<Json<Value>, Problem> {
    let bot = app.participants.find(&app.store, claimed.token.trim()).await;
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let refused = || Problem::new(StatusCode::FORBIDDEN, refusals::NOT_SHARED);
        let bot = bot.filter(|bot| bot.kind == ParticipantKind::Bot).ok_or_else(refused)?;
        let Some(guest) = caller.id() else {
            return Err(Problem::conflict(refusals::PEOPLE_COME_BY_LINK));
        };
        let number = {
            let inner = league.lock();
            let mut entrants = inner.entrants.iter();
            let is_it = |one: &&crate::league::Entrant| {
                one.kept.participant.as_deref() == Some(bot.id.as_str())
            };
            entrants.find(is_it).map(|one| one.kept.number).ok_or_else(refused)?
        };
        if bot.owner.as_deref().is_some_and(|owner| owner != guest) {
            return Err(Problem::conflict(refusals::OWNED_ALREADY));
        }
        app.store.own_participant(&bot.id, guest)?;
        league.lock().entrants[number].owner = Some(guest.to_owned());
        league.tell();
        Ok(Json(json!({ "number": number })))
    })
    .await
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, usize)>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        Ok(Json(entrant_view(app, &league, number, &caller)?))
    })
    .await
}

/// Rejects callers who may not act for an entrant.
fn expect_own(league: &LeagueHandle, number: usize, caller: &Caller) -> Result<(), Problem> {
    let inner = league.lock();
    let entrant = inner.entrant(number)?;
    match caller.is_host || caller.id().is_some_and(|id| entrant.is_of(id)) {
        true => Ok(()),
        false => Err(Problem::new(StatusCode::FORBIDDEN, refusals::NOT_YOUR_BOT)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    name: Option<String>,
    state: Option<String>,
}

/// The teacher's changes: an unsuitable name, or an entrant's state.
async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, usize)>,
    Body(changed): Body<Changed>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let state = changed.state.as_deref().map(|given| {
            let wrong = || Problem::bad(Phrase::of(refusals::ENTRANT_STATE).with(quote(given)));
            EntrantState::named(given).ok_or_else(wrong)
        });
        let state = state.transpose()?;
        if let Some(given) = &changed.name {
            rename(app, &league, number, &clean_name(given)?)?;
        }
        if let Some(state) = state {
            set_state(app, &league, number, state)?;
        }
        match state {
            Some(EntrantState::Removed | EntrantState::Banned) => {
                Ok(Json(json!({ "number": number })).into_response())
            }
            _ => Ok(Json(entrant_view(app, &league, number, &caller)?).into_response()),
        }
    })
    .await
}

fn rename(app: &Arc<App>, league: &LeagueHandle, number: usize, name: &str) -> Result<(), Problem> {
    league.change_entrant(&app.store, number, |inner, entrant| {
        let same = |one: &crate::league::Entrant| {
            one.is_in()
                && one.kept.number != number
                && one.kept.name.to_lowercase() == name.to_lowercase()
        };
        if inner.entrants.iter().any(same) {
            return Err(Problem::conflict(Phrase::of(refusals::NAME_TAKEN).with(name)));
        }
        name.clone_into(&mut entrant.name);
        Ok(())
    })?;
    let participant = league.lock().entrants[number].kept.participant.clone();
    if let Some(participant) = participant {
        app.participants.rename(&app.store, &participant, name)?;
        rename_in_games(app, &participant, Some(name))?;
    }
    Ok(())
}

pub(super) fn set_state(
    app: &Arc<App>,
    league: &LeagueHandle,
    number: usize,
    state: EntrantState,
) -> Result<(), Problem> {
    let is_anchor = league.lock().plan.anchor == number;
    let goes = matches!(state, EntrantState::Removed | EntrantState::Banned);
    if goes && is_anchor {
        return Err(Problem::conflict(refusals::ANCHOR_STAYS));
    }
    league.change_entrant(&app.store, number, |_, entrant| {
        state.name().clone_into(&mut entrant.state);
        Ok(())
    })?;
    if !goes {
        return Ok(());
    }
    let is_bot;
    let (participant, owner, playing) = {
        let mut inner = league.lock();
        inner.ready.remove(&number);
        inner.challenges.retain(|one| one.entrant != number && one.baseline != number);
        let playing = inner.playing.iter().filter_map(|game| {
            let seat = game.meta.entrants.iter().position(|&other| other == number)?;
            Some((Arc::clone(&game.live), seat))
        });
        let playing: Vec<_> = playing.collect();
        let entrant = &inner.entrants[number];
        is_bot = entrant.kind == EntrantKind::Bot;
        (entrant.kept.participant.clone(), entrant.owner.clone(), playing)
    };
    for (live, seat) in playing {
        app.lose(&live, seat, Record::LEFT, None)?;
    }
    let is_banned = state == EntrantState::Banned;
    if let Some(bot) = participant.as_deref().filter(|_| is_bot)
        && (is_banned || app.store.leagues(Some(bot))?.len() <= 1)
    {
        // Its token opens nothing any more, so that its program hears that it takes part no longer. A person stays known, so that
        // the code opens nothing for a browser that was banned.
        app.participants.renew(&app.store, bot)?;
        app.bots.hang_up(bot);
    }
    if is_banned {
        for who in participant.iter().chain(&owner) {
            app.store.keep_member(&league.id, who, true)?;
        }
        league.tell();
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resting {
    /// Whether it pauses.
    resting: bool,
}

/// Pauses or resumes a bot, or a person's availability for games.
async fn rest(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, usize)>,
    Body(wish): Body<Resting>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        expect_own(&league, number, &caller)?;
        let is_person = league.lock().entrant(number)?.kind == EntrantKind::Person;
        if is_person {
            let mut inner = league.lock();
            match wish.resting {
                true => inner.ready.remove(&number),
                false => inner.ready.insert(number),
            };
            drop(inner);
            league.tell();
        } else {
            let state = if wish.resting { EntrantState::Resting } else { EntrantState::Playing };
            league.change_entrant(&app.store, number, |_, entrant| {
                state.name().clone_into(&mut entrant.state);
                Ok(())
            })?;
        }
        Ok(Json(entrant_view(app, &league, number, &caller)?))
    })
    .await
}

/// A new token for a bot, shown only once.
async fn renew(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, usize)>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        expect_own(&league, number, &caller)?;
        let bot = {
            let inner = league.lock();
            let entrant = inner.entrant(number)?;
            let is_bot = entrant.kind == EntrantKind::Bot;
            entrant.kept.participant.clone().filter(|_| is_bot)
        };
        let bot = bot.ok_or_else(|| Problem::conflict(refusals::BOTS_HAVE_TOKENS))?;
        let token = app.participants.renew(&app.store, &bot)?;
        app.bots.hang_up(&bot);
        Ok(Json(json!({ "number": number, "id": bot, "token": token })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Challenged {
    /// The number of the computer to play,
    baseline: Option<usize>,
    /// or the game whose last position is to be tried again.
    game: Option<String>,
}

/// Games that do not count: a series against a computer of the server, or a game from where the bot
/// failed.
async fn challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, usize)>,
    Body(challenged): Body<Challenged>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        expect_own(&league, number, &caller)?;
        let mut inner = league.lock();
        inner.expect_room(MOST_LEAGUE_GAMES)?;
        let is_baseline =
            |of: usize| inner.entrant(of).is_ok_and(|one| one.kind == EntrantKind::Baseline);
        let challenge = match (challenged.baseline, &challenged.game) {
            (Some(baseline), None) if is_baseline(baseline) => {
                Challenge { entrant: number, baseline, left: CHALLENGES as u32, from: None }
            }
            (None, Some(game)) => {
                let played = inner.finished.iter().find(|one| one.id == *game);
                let seat = played.and_then(|played| played.seat_of(number));
                let (Some(played), Some(seat)) = (played, seat) else {
                    return Err(Problem::missing(Phrase::of(refusals::NO_GAME).with(quote(game))));
                };
                let moves = app.store.game(game)?.record.moves;
                let from = Some((played.meta.opening, moves, seat));
                Challenge { entrant: number, baseline: inner.plan.anchor, left: 1, from }
            }
            _ => return Err(Problem::bad(refusals::CHALLENGE_WHOM)),
        };
        // One series against each opponent at a time.
        inner.challenges.retain(|one| {
            one.entrant != number
                || one.baseline != challenge.baseline
                || one.from.is_some() != challenge.from.is_some()
        });
        inner.challenges.push(challenge);
        drop(inner);
        league.tell();
        Ok(Json(entrant_view(app, &league, number, &caller)?))
    })
    .await
}
