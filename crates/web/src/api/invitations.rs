//! Sharing: invitations, and the caller's identity.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, readable_name};
use ninefold_store::{Invitation, ParticipantKind};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::bots::call_bots;
use super::join_code::{Opened, is_free, opened_by};
use super::{blocking, classes, qr};
use crate::app::{App, fresh_name, now};
use crate::arrivals::Arrival;
use crate::assets;
use crate::codes::spoken_for;
use crate::entrance::{self, wants_page};
use crate::identity::{Caller, cookie};
use crate::input::Body;
use crate::league::LeagueHandle;
use crate::league::ListedLeague;
use crate::live::{GameHandle, GameView};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::refusals;
use crate::sharing::SeatOwner;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/join", get(entrance::entrance))
        .route("/join/{code}", get(join_page))
        .route("/api/me", get(me).post(call_me))
        .route("/api/invitations/{code}", get(look))
        .route("/api/invitations/{code}/accept", post(accept))
        .route("/api/games/{id}/invitation", get(invitation).post(invite).delete(withdraw))
}

/// The length of an invitation's code: 20 characters out of 32 make 100 bits.
const CODE_LENGTH: usize = 20;
/// The maximum number of guests, and how long one without a name is stored, in milliseconds.
const MOST_GUESTS: u64 = 10_000;
const PASSING_BY: i64 = 24 * 3_600_000;
/// The longest name.
pub(super) const LONGEST_NAME: usize = 40;

/// A readable name, or why it is not accepted.
pub(super) fn clean_name(given: &str) -> Result<String, Problem> {
    let name = readable_name(given);
    match name.chars().count() {
        1..=LONGEST_NAME => Ok(name),
        _ => Err(Problem::bad(Phrase::of(refusals::NEEDS_NAME).with(LONGEST_NAME))),
    }
}

/// The page behind an invitation's link. A new visitor gets the cookie that makes a guest.
async fn join_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(code): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let is_known = caller.participant.is_some();
    let (asking, typed) = (caller.clone(), code.clone());
    let made = blocking(&app, move |app| {
        if let opened @ (None | Some(Opened::Seat(_))) = opened_by(app, &visitor, &asking, &code)? {
            invitation_of(app, opened, &code)?;
        }
        match is_known {
            true => Ok(None),
            false => {
                if !asking.is_host {
                    app.arrivals.admit(visitor.address, Arrival::Guest)?;
                }
                // Visitors who only opened a link, for example for a preview, are deleted; earlier
                // if there is no room.
                app.store.forget_passers_by(now() - PASSING_BY)?;
                let guests = app.store.forget_first_passers_by(MOST_GUESTS - 1)?;
                if guests >= MOST_GUESTS {
                    return Err(Problem::busy(Phrase::of(refusals::MANY_GUESTS).with(MOST_GUESTS)));
                }
                app.participants.make(&app.store, ParticipantKind::Guest, "", None).map(Some)
            }
        }
    })
    .await;
    match made {
        Ok(made) => {
            let mut page = assets::file(uri, headers).await;
            if let Some((_, secret)) = made
                && let Ok(cookie) = cookie(&secret).parse()
            {
                page.headers_mut().append(header::SET_COOKIE, cookie);
            }
            Ok(page)
        }
        // A known visitor reads the sentence on the page.
        Err(_) if !caller.is_nobody() => Ok(assets::file(uri, headers).await),
        Err(problem) if wants_page(&headers) => {
            Ok(entrance::page(&headers, problem.status(), &typed))
        }
        Err(problem) => Err(problem),
    }
}

/// The caller's identity.
#[derive(Serialize)]
struct Me {
    host: bool,
    id: Option<String>,
    name: Option<String>,
}

async fn me(caller: Caller) -> Json<Me> {
    let known = caller.participant.as_deref();
    Json(Me {
        host: caller.is_host,
        id: known.map(|known| known.id.clone()),
        name: known.map(|known| known.name.clone()).filter(|name| !name.is_empty()),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

async fn call_me(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(named): Body<Named>,
) -> Result<Json<Me>, Problem> {
    let name = clean_name(&named.name)?;
    let (host, id) = (caller.is_host, caller.id().map(str::to_owned));
    blocking(&app, move |app| {
        if let Some(id) = &id {
            app.participants.rename(&app.store, id, &name)?;
        }
        Ok(Json(Me { host, id, name: Some(name) }))
    })
    .await
}

/// The invitation named by a code or by a link.
pub(super) fn invitation_of(
    app: &App,
    opened: Option<Opened>,
    code: &str,
) -> Result<Invitation, Problem> {
    let found = match opened {
        Some(Opened::Seat(found)) => Some(found),
        _ => app.store.invitation(code)?,
    };
    found.ok_or_else(|| Problem::missing(refusals::NO_INVITATION))
}

/// What an invitation is for, as shown to the holder of the link.
#[derive(Serialize)]
struct ShownInvitation {
    game: String,
    watch: bool,
    /// Whether a seat is free.
    free: bool,
    /// The number of the seat that the caller would get, or has.
    seat: Option<usize>,
    /// Whether the caller plays already.
    yours: bool,
    /// The current game.
    view: GameView,
}

async fn look(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(code): Path<String>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let opened = opened_by(app, &visitor, &caller, &code)?;
        if let Some(Opened::Class(class)) = &opened {
            return classes::look(app, class, &caller);
        }
        if let Some(Opened::League(league)) = &opened {
            let is_member = match caller.id() {
                Some(who) => app.store.membership(&league.id, who)? == Some(true),
                None => caller.is_host,
            };
            let told = json!({ "league": ListedLeague::new(app, league), "member": is_member });
            return Ok(Json(told).into_response());
        }
        let found = invitation_of(app, opened, &code)?;
        let live = app.current(&found.game)?;
        let (own, open) = {
            let game = live.lock();
            let sharing = &game.extra.sharing;
            let own = caller.id().and_then(|id| sharing.seat_of(id));
            (own, sharing.owners.iter().position(|owner| *owner == SeatOwner::Open))
        };
        Ok(Json(ShownInvitation {
            free: open.is_some() && !found.watch,
            seat: own.or(open).map(|seat| seat + 1),
            yours: own.is_some(),
            view: app.shown_to(&caller, &live),
            game: found.game,
            watch: found.watch,
        })
        .into_response())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    name: Option<String>,
    /// Whether to watch although a seat is free.
    #[serde(default)]
    watch: bool,
}

/// Takes the free seat, or a place among the spectators; or becomes a member of a league, or joins
/// a class.
async fn accept(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(code): Path<String>,
    Body(accepted): Body<Accepted>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let name = accepted.name.as_deref();
        let opened = match opened_by(app, &visitor, &caller, &code)? {
            Some(Opened::League(league)) => return enter(app, &league, &caller, name),
            Some(Opened::Class(class)) => return classes::enter(app, &class, &caller, name),
            seat => seat,
        };
        let found = invitation_of(app, opened, &code)?;
        let Some(mut guest) = caller.participant.as_deref().cloned() else {
            return Err(Problem::new(StatusCode::FORBIDDEN, refusals::NO_INVITATION));
        };
        if let Some(name) = &accepted.name {
            guest.name = clean_name(name)?;
            app.participants.rename(&app.store, &guest.id, &guest.name)?;
        }
        let live = app.current(&found.game)?;
        app.store.show_to(&found.game, &guest.id)?;
        // Whoever comes late sees what they have played since.
        let next_of = |live: &GameHandle| live.lock().extra.sharing.next.clone();
        let mut next = next_of(&live);
        while let Some(game) = next {
            let Ok(later) = app.current(&game) else { break };
            app.store.show_to(&game, &guest.id)?;
            next = next_of(&later);
        }
        if !found.watch && !accepted.watch {
            let sits = live.lock().extra.sharing.seat_of(&guest.id).is_some();
            if !sits {
                // Without a free seat the guest watches.
                sit_down(app, &live, &guest)?;
            }
        }
        app.go_on(&live);
        Ok(Json(app.shown_to(&caller, &live)).into_response())
    })
    .await
}

/// A caller becomes a member of a league.
fn enter(
    app: &Arc<App>,
    league: &LeagueHandle,
    caller: &Caller,
    name: Option<&str>,
) -> Result<Response, Problem> {
    let Some(guest) = caller.id() else {
        return Err(Problem::new(StatusCode::FORBIDDEN, refusals::NO_INVITATION));
    };
    if app.store.membership(&league.id, guest)? == Some(false) {
        return Err(Problem::new(StatusCode::FORBIDDEN, refusals::BARRED));
    }
    if let Some(name) = name {
        app.participants.rename(&app.store, guest, &clean_name(name)?)?;
    }
    app.store.keep_member(&league.id, guest, false)?;
    Ok(Json(json!({ "league": league.id })).into_response())
}

/// Gives a guest the first seat that is open, and tells whether there was one.
pub(super) fn sit_down(
    app: &Arc<App>,
    live: &GameHandle,
    guest: &ninefold_store::Participant,
) -> Result<bool, Problem> {
    let is_open = live.lock().extra.sharing.is_waiting();
    if !is_open {
        return Ok(false);
    }
    let mut sits = false;
    app.change(live, None, |game, draft| {
        let players = game.seats.len();
        let sharing = &mut draft.extra.sharing;
        let Some(seat) = sharing.owners.iter().position(|owner| *owner == SeatOwner::Open) else {
            return Ok(());
        };
        sits = true;
        sharing.give(seat, players, SeatOwner::of(guest));
        draft.extra.names.resize(players, None);
        draft.extra.names[seat] = Some(guest.name.clone()).filter(|name| !name.is_empty());
        // Waiting for a player takes no player's time.
        draft.charge(game);
        live.presence.expect(&guest.id);
        Ok(())
    })?;
    call_bots(app, live);
    Ok(sits)
}

/// Invitations to a game, for the host.
#[derive(Serialize)]
struct Invitations {
    /// The links to play and to watch; `None` until requested.
    play: Option<Link>,
    watch: Option<Link>,
    /// The common start of both, where a code can be typed.
    server: String,
    /// Whether only this machine can open them.
    local: bool,
}

#[derive(Serialize)]
struct Link {
    code: String,
    url: String,
    /// The link as a QR code: rows of a square, `1` is dark.
    qr: Vec<String>,
    /// The spoken code that replaces the link to play, while a seat is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    spoken: Option<String>,
}

fn links(app: &App, headers: &HeaderMap, found: Vec<Invitation>) -> Invitations {
    let Reach { base, is_local } = Reach::of(app, headers);
    let link = |watch: bool| {
        found.iter().find(|invitation| invitation.watch == watch).map(|invitation| {
            let url = format!("{base}/join/{}", invitation.code);
            let spoken = (!watch).then(|| spoken_for(&invitation.code));
            Link { code: invitation.code.clone(), qr: qr::rows(&url), url, spoken }
        })
    };
    Invitations { play: link(false), watch: link(true), server: base.clone(), local: is_local }
}

async fn invitation(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Invitations>, Problem> {
    blocking(&app, move |app| {
        app.current(&id)?;
        Ok(Json(links(app, &headers, app.store.invitations(&id)?)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invited {
    /// The number of the offered seat; without one the link is for watching.
    seat: Option<usize>,
}

async fn invite(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(invited): Body<Invited>,
) -> Result<Json<Invitations>, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        if let Some(number) = invited.seat {
            app.change(&live, None, |game, draft| {
                let (players, seat) = (game.seats.len(), number.wrapping_sub(1));
                let is_free = game.seats.get(seat).is_some_and(|seat| seat.is_human())
                    && game.extra.sharing.owner(seat).participant().is_none();
                if !is_free || game.is_over() {
                    let told = Phrase::of(refusals::SEAT_OF_GAME).with(number).with(players);
                    return Err(Problem::bad(told));
                }
                draft.charge(game);
                draft.extra.sharing.give(seat, players, SeatOwner::Open);
                Ok(())
            })?;
            live.tell();
        }
        make_link(app, &id, invited.seat.is_none())?;
        Ok(Json(links(app, &headers, app.store.invitations(&id)?)))
    })
    .await
}

/// Creates the link to a game, to play or to watch, unless there is one.
pub(super) fn make_link(app: &App, id: &str, watch: bool) -> Result<(), Problem> {
    let code = loop {
        let code = fresh_name(CODE_LENGTH)?;
        if watch || is_free(app, &spoken_for(&code))? {
            break code;
        }
    };
    app.store.invite(id, watch, &code)?;
    Ok(())
}

/// Withdraws all links; open seats become the host's again.
async fn withdraw(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let live = app.current(&id)?;
        app.store.withdraw_invitations(&id)?;
        let waits = live.lock().extra.sharing.is_waiting();
        if waits {
            app.change(&live, None, |_, draft| {
                let open = |owner: &&mut SeatOwner| **owner == SeatOwner::Open;
                let owners = draft.extra.sharing.owners.iter_mut();
                owners.filter(open).for_each(|owner| *owner = SeatOwner::Local);
                Ok(())
            })?;
            live.tell();
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
