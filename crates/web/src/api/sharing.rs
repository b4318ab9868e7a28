//! Playing with others: invitations, offers, and who one is.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record};
use ninefold_store::{Invitation, ParticipantKind};
use serde::{Deserialize, Serialize};

use super::bots::call_bots;
use super::games::{NewGame, begin, with_game};
use super::{blocking, qr};
use crate::app::{App, fresh_name, now};
use crate::assets;
use crate::identity::{Caller, cookie};
use crate::input::Body;
use crate::live::{GameHandle, GameView, LiveGame};
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::{Offer, OfferKind, SeatOwner, Sharing};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/join/{code}", get(join_page))
        .route("/api/me", get(me).post(call_me))
        .route("/api/invitations/{code}", get(look))
        .route("/api/invitations/{code}/accept", post(accept))
        .route("/api/games/{id}/invitation", get(invitation).post(invite).delete(withdraw))
        .route("/api/games/{id}/offer", post(offer))
        .route("/api/games/{id}/decline", post(decline))
        .route("/api/games/{id}/claim", post(claim))
}

/// The letters of an invitation's code: 20 of 32 kinds are 100 bits.
const CODE_LENGTH: usize = 20;
/// How many guests are kept, and how long one who has said no name, in milliseconds.
const MOST_GUESTS: u64 = 10_000;
const PASSING_BY: i64 = 24 * 3_600_000;
/// The longest name.
pub(super) const LONGEST_NAME: usize = 40;
/// How long somebody must have been away before others may go on without, in seconds.
const AWAY_SECONDS: u32 = 60;

/// A name that others can read, or why it is none.
pub(super) fn clean_name(given: &str) -> Result<String, Problem> {
    let name: String = given.chars().filter(|letter| !letter.is_control()).collect();
    let name = name.trim();
    match name.chars().count() {
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => Err(Problem::bad(Phrase::of(refusals::NEEDS_NAME).with(LONGEST_NAME))),
    }
}

/// The page behind an invitation's link. Whoever opens it for the first time gets the cookie that makes a guest.
async fn join_page(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(code): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let is_known = caller.participant.is_some();
    let made = blocking(&app, move |app| {
        app.store.invitation(&code)?.ok_or_else(|| Problem::missing(refusals::NO_INVITATION))?;
        match is_known {
            true => Ok(None),
            false => {
                // Whoever only looked at a link, a preview for one, is forgotten.
                let guests = app.store.forget_passers_by(now() - PASSING_BY)?;
                app.participants.forget_all();
                if guests >= MOST_GUESTS {
                    return Err(Problem::busy(Phrase::of(refusals::MANY_GUESTS).with(MOST_GUESTS)));
                }
                app.participants.make(&app.store, ParticipantKind::Guest, "").map(Some)
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
        // Whoever is known reads the sentence on the page.
        Err(_) if !caller.is_nobody() => Ok(assets::file(uri, headers).await),
        Err(problem) => Err(problem),
    }
}

/// Who one is.
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

/// What an invitation is about, for whoever holds the link.
#[derive(Serialize)]
struct ShownInvitation {
    game: String,
    watch: bool,
    /// Whether a seat is free.
    free: bool,
    /// The number of the seat that one would get, or has.
    seat: Option<usize>,
    /// Whether one plays already.
    yours: bool,
    /// The game as it stands.
    view: GameView,
}

async fn look(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(code): Path<String>,
) -> Result<Json<ShownInvitation>, Problem> {
    blocking(&app, move |app| {
        let found = app.store.invitation(&code)?;
        let found = found.ok_or_else(|| Problem::missing(refusals::NO_INVITATION))?;
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
        }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    name: Option<String>,
    /// Not to play although a seat is free.
    #[serde(default)]
    watch: bool,
}

/// Takes the seat that is free, or a place among those who watch.
async fn accept(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(code): Path<String>,
    Body(accepted): Body<Accepted>,
) -> Result<Json<GameView>, Problem> {
    blocking(&app, move |app| {
        let found = app.store.invitation(&code)?;
        let found = found.ok_or_else(|| Problem::missing(refusals::NO_INVITATION))?;
        let Some(mut guest) = caller.participant.as_deref().cloned() else {
            return Err(Problem::new(StatusCode::FORBIDDEN, refusals::NO_INVITATION));
        };
        if let Some(name) = &accepted.name {
            guest.name = clean_name(name)?;
            app.participants.rename(&app.store, &guest.id, &guest.name)?;
        }
        let live = app.current(&found.game)?;
        app.store.show_to(&found.game, &guest.id)?;
        if !found.watch && !accepted.watch {
            let sits = live.lock().extra.sharing.seat_of(&guest.id).is_some();
            if !sits {
                sit_down(app, &live, &guest)?;
            }
        }
        app.go_on(&live);
        Ok(Json(app.shown_to(&caller, &live)))
    })
    .await
}

/// Gives a guest the first seat that is open; without one the guest watches.
pub(super) fn sit_down(
    app: &Arc<App>,
    live: &GameHandle,
    guest: &ninefold_store::Participant,
) -> Result<(), Problem> {
    let is_open = live.lock().extra.sharing.is_waiting();
    if !is_open {
        return Ok(());
    }
    app.change(live, None, |game, draft| {
        let players = game.seats.len();
        let sharing = &mut draft.extra.sharing;
        let Some(seat) = sharing.owners.iter().position(|owner| *owner == SeatOwner::Open) else {
            return Ok(());
        };
        sharing.give(seat, players, SeatOwner::of(guest));
        draft.extra.names.resize(players, None);
        draft.extra.names[seat] = Some(guest.name.clone()).filter(|name| !name.is_empty());
        // Nobody's time has gone while somebody was waited for.
        draft.charge(game);
        Ok(())
    })?;
    call_bots(app, live);
    Ok(())
}

/// Invitations to a game, for whoever runs the server.
#[derive(Serialize)]
struct Invitations {
    /// The address to play, and to watch; nothing until it is asked for.
    play: Option<Link>,
    watch: Option<Link>,
    /// Whether only this machine can open them.
    local: bool,
}

#[derive(Serialize)]
struct Link {
    code: String,
    url: String,
    /// The address as a picture: rows of a square, `1` is dark.
    qr: Vec<String>,
}

fn links(app: &App, headers: &HeaderMap, found: Vec<Invitation>) -> Invitations {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let base = app.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
    let link = |watch: bool| {
        found.iter().find(|invitation| invitation.watch == watch).map(|invitation| {
            let url = format!("{base}/join/{}", invitation.code);
            Link { code: invitation.code.clone(), qr: qr::rows(&url), url }
        })
    };
    Invitations { play: link(false), watch: link(true), local: app.is_local }
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
    /// The number of the seat that is given away; without one the link is for watching.
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
        app.store.invite(&id, invited.seat.is_none(), &fresh_name(CODE_LENGTH)?)?;
        Ok(Json(links(app, &headers, app.store.invitations(&id)?)))
    })
    .await
}

/// Takes all links back; seats that nobody has taken are the host's again.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Offered {
    kind: OfferKind,
}

/// The seat that somebody speaks for: the own one, or for the host the first local one of a person who has not agreed yet.
fn speaks_for(game: &LiveGame, caller: &Caller, agreed: &[usize]) -> Result<usize, Problem> {
    let sharing = &game.extra.sharing;
    if let Some(own) = caller.id().and_then(|id| sharing.seat_of(id)) {
        return Ok(own);
    }
    let person = |seat: &usize| game.seats[*seat].is_human() && sharing.is_seat_of(*seat, caller);
    let mut seats = (0..game.seats.len()).filter(person);
    let waiting = seats.clone().find(|seat| !agreed.contains(seat));
    waiting
        .or_else(|| seats.next())
        .ok_or_else(|| Problem::new(StatusCode::FORBIDDEN, refusals::NOT_SHARED))
}

/// Offers something, or agrees to what another has offered; once everybody agrees it happens.
async fn offer(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(offered): Body<Offered>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, caller, id, move |app, live, caller| {
        let mut is_agreed = false;
        app.change(live, None, |game, draft| {
            check_offer(game, offered.kind)?;
            let offers = &mut draft.extra.sharing.offers;
            let place = offers.iter().position(|offer| offer.kind == offered.kind);
            let place = place.unwrap_or_else(|| {
                offers.push(Offer { kind: offered.kind, seats: Vec::new() });
                offers.len() - 1
            });
            let seat = speaks_for(game, caller, &offers[place].seats)?;
            let agreed = &mut offers[place].seats;
            if !agreed.contains(&seat) {
                agreed.push(seat);
            }
            // Computers and bots always play again, and are asked nothing else.
            let mut people = (0..game.seats.len()).filter(|&seat| {
                let is_bot = matches!(game.extra.sharing.owner(seat), SeatOwner::Bot(_));
                game.seats[seat].is_human() && !is_bot
            });
            is_agreed = people.all(|seat| agreed.contains(&seat));
            if !is_agreed {
                return Ok(());
            }
            let first = agreed[0];
            offers.retain(|offer| offer.kind != offered.kind);
            draft.charge(game);
            match offered.kind {
                OfferKind::Draw => draft.is_agreed_draw = true,
                OfferKind::Takeback => draft.take_back(game, first)?,
                OfferKind::Rematch => {}
            }
            Ok(())
        })?;
        if is_agreed && offered.kind == OfferKind::Rematch {
            rematch(app, live)?;
        }
        app.go_on(live);
        Ok(())
    })
    .await
}

fn check_offer(game: &LiveGame, kind: OfferKind) -> Result<(), Problem> {
    match kind {
        OfferKind::Rematch if !game.is_over() => Err(Problem::conflict(refusals::REMATCH_AFTER)),
        OfferKind::Rematch => Ok(()),
        _ if game.is_over() => Err(Problem::conflict(refusals::OVER)),
        _ if game.extra.sharing.owners.iter().any(|owner| matches!(owner, SeatOwner::Bot(_))) => {
            Err(Problem::conflict(refusals::BOTS_PLAY_ON))
        }
        OfferKind::Draw if game.seats.len() != 2 => Err(Problem::bad(refusals::DRAW_FOR_TWO)),
        OfferKind::Takeback if game.kept.record.moves.is_empty() => {
            Err(Problem::conflict(refusals::NO_MOVE_TO_TAKE_BACK))
        }
        _ => Ok(()),
    }
}

/// The next game of the same players, each one seat further.
fn rematch(app: &Arc<App>, live: &GameHandle) -> Result<(), Problem> {
    let (kept, extra) = {
        let game = live.lock();
        (game.kept.clone(), game.extra.clone())
    };
    if extra.sharing.next.is_some() {
        return Ok(());
    }
    let players = kept.record.seats.len();
    let further = |seat: usize| (seat + players - 1) % players;
    let owners = (0..players).map(|seat| extra.sharing.owner(further(seat)).clone());
    let owners: Vec<SeatOwner> = owners.collect();
    let names = (0..players).map(|seat| extra.names.get(further(seat)).cloned().flatten());
    let seats = (0..players).map(|seat| kept.record.seats[further(seat)].clone());
    let record = Record {
        game: kept.record.game.clone(),
        seed: kept.record.seed.wrapping_add(1),
        seats: seats.collect(),
        ..Record::default()
    };
    let sharing = Sharing { owners: owners.clone(), ..Sharing::default() };
    let clock = extra.clock.as_ref().map(|clock| clock.control);
    let made = begin(app, record, &NewGame::of_sharing(sharing, names.collect(), clock), None)?;
    for owner in owners.iter().filter_map(SeatOwner::participant) {
        app.store.show_to(made.id(), owner)?;
    }
    app.change(live, None, |_, draft| {
        draft.extra.sharing.next = Some(made.id().to_owned());
        Ok(())
    })?;
    call_bots(app, &*app.live(made.id())?);
    Ok(())
}

async fn decline(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(offered): Body<Offered>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, caller, id, move |app, live, caller| {
        app.change(live, None, |game, draft| {
            speaks_for(game, caller, &[])?;
            let offers = &mut draft.extra.sharing.offers;
            let before = offers.len();
            offers.retain(|offer| offer.kind != offered.kind);
            match offers.len() == before {
                true => Err(Problem::conflict(refusals::NO_SUCH_OFFER)),
                false => Ok(()),
            }
        })?;
        live.tell();
        Ok(())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claimed {
    /// The number of the seat whose player has gone.
    seat: usize,
}

/// Goes on without somebody who has been away for long: of two players the other wins, else a computer plays on.
async fn claim(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(claimed): Body<Claimed>,
) -> Result<Json<GameView>, Problem> {
    with_game(app, caller, id, move |app, live, caller| {
        app.change(live, None, |game, draft| {
            speaks_for(game, caller, &[])?;
            if game.is_over() {
                return Err(Problem::conflict(refusals::OVER));
            }
            let seat = claimed.seat.wrapping_sub(1);
            let away = match game.extra.sharing.owner(seat).participant() {
                Some(owner) if caller.id() != Some(owner) => live.presence.away_for(owner),
                _ => None,
            };
            if away.is_none_or(|away| away < i64::from(AWAY_SECONDS) * 1000) {
                let told = Phrase::of(refusals::NOT_AWAY).with(claimed.seat).with(AWAY_SECONDS);
                return Err(Problem::conflict(told));
            }
            draft.charge(game);
            draft.leave(game, seat, Record::LEFT);
            Ok(())
        })?;
        app.go_on(live);
        Ok(())
    })
    .await
}
