//! Agreements between players on several devices, and continuing after a player has left.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use ninefold_core::{Phrase, Record};
use ninefold_store::StoreError;
use serde::Deserialize;

use super::bots::call_bots;
use super::games::{NewGame, begin};
use super::invitations::make_link;
use super::turns::{Asked, Changed, with_game};
use crate::app::App;
use crate::identity::Caller;
use crate::input::Body;
use crate::live::{GameHandle, LiveGame, SeatedPlayer};
use crate::problem::Problem;
use crate::refusals;
use crate::sharing::{Claim, GoesOn, Offer, OfferKind, Presence, SeatOwner, Sharing};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games/{id}/offer", post(offer))
        .route("/api/games/{id}/decline", post(decline))
        .route("/api/games/{id}/claim", post(claim))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Offered {
    kind: OfferKind,
}

/// The seat a caller acts for: of the caller's seats, the first that has not agreed yet, the own
/// one before local ones.
fn speaks_for(game: &LiveGame, caller: &Caller, agreed: &[usize]) -> Result<usize, Problem> {
    let sharing = &game.extra.sharing;
    let person = |seat: &usize| game.seats[*seat].is_human() && sharing.is_seat_of(*seat, caller);
    let own = caller.id().and_then(|id| sharing.seat_of(id));
    let mut seats = own.into_iter().chain(0..game.seats.len()).filter(person);
    let waiting = seats.clone().find(|seat| !agreed.contains(seat));
    waiting
        .or_else(|| seats.next())
        .ok_or_else(|| Problem::new(StatusCode::FORBIDDEN, refusals::NOT_SHARED))
}

/// Makes an offer, or accepts another's; once all agree it takes effect.
async fn offer(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(offered): Body<Offered>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| {
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
            // Computers and bots always accept a rematch, and are not asked about anything else.
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
        // Computers accept everything, and the plan determines the next game.
        _ if game.kept.study.is_some() => Err(Problem::conflict(refusals::STUDY_GAME)),
        OfferKind::Rematch | OfferKind::Takeback if game.kept.league.is_some() => {
            Err(Problem::conflict(refusals::LEAGUE_GAME))
        }
        OfferKind::Rematch if !game.is_over() => Err(Problem::conflict(refusals::REMATCH_AFTER)),
        OfferKind::Rematch => Ok(()),
        _ if game.is_over() => Err(Problem::conflict(refusals::OVER)),
        _ if game.extra.sharing.owners.iter().any(|owner| matches!(owner, SeatOwner::Bot(_))) => {
            Err(Problem::conflict(refusals::BOTS_PLAY_ON))
        }
        // A computer accepts everything, so this is pointless.
        OfferKind::Draw
            if game.kept.league.is_some() && !game.seats.iter().all(SeatedPlayer::is_human) =>
        {
            Err(Problem::conflict(refusals::LEAGUE_GAME))
        }
        OfferKind::Draw if game.seats.len() != 2 => Err(Problem::bad(refusals::DRAW_FOR_TWO)),
        OfferKind::Takeback if game.kept.record.moves.is_empty() => {
            Err(Problem::conflict(refusals::NO_MOVE_TO_TAKE_BACK))
        }
        _ => Ok(()),
    }
}

/// A rematch, with the seats rotated by one.
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
    for owner in owners.iter().filter_map(SeatOwner::participant) {
        match app.store.participant(owner) {
            Err(StoreError::Unknown { .. }) => {
                return Err(Problem::conflict(refusals::PLAYER_GONE));
            }
            known => drop(known?),
        }
    }
    let sharing = Sharing { owners, ..Sharing::default() };
    let clock = extra.clock.as_ref().map(|clock| clock.control);
    let made = begin(app, record, &NewGame::of_sharing(sharing, names.collect(), clock), None)?;
    // Whoever watched watches on.
    app.store.show_as(made.id(), &live.id)?;
    app.change(live, None, |_, draft| {
        draft.extra.sharing.next = Some(made.id().to_owned());
        Ok(())
    })?;
    call_bots(app, &*app.live(made.id())?);
    Ok(())
}

async fn decline(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(offered): Body<Offered>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| {
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
    /// The number of the absent player's seat.
    seat: usize,
    /// How to continue; by default the other of two players wins, and with more a computer plays
    /// on.
    how: Option<GoesOn>,
}

/// Whether everybody who is there, but whoever has gone, has agreed to go on like this; the caller does.
fn agree(
    game: &LiveGame,
    presence: &Presence,
    caller: &Caller,
    claims: &mut Vec<Claim>,
    (seat, how): (usize, GoesOn),
) -> bool {
    let sharing = &game.extra.sharing;
    let place = claims.iter().position(|claim| claim.seat == seat && claim.how == how);
    let place = place.unwrap_or_else(|| {
        claims.push(Claim { seat, how, seats: Vec::new() });
        claims.len() - 1
    });
    let agreed = &mut claims[place].seats;
    let people = || (0..game.seats.len()).filter(|&of| of != seat && game.seats[of].is_human());
    let own = people().filter(|&of| sharing.is_seat_of(of, caller) && !agreed.contains(&of));
    agreed.extend(own.collect::<Vec<_>>());
    let is_asked = |&of: &usize| match sharing.owner(of) {
        SeatOwner::Bot(_) | SeatOwner::Open => false,
        owner => presence.is_here(&owner.participant().map(str::to_owned)),
    };
    people().filter(is_asked).all(|of| agreed.contains(&of))
}

/// Goes on without somebody who has been away for long, once all others agree who are there.
async fn claim(
    State(app): State<Arc<App>>,
    asked: Asked,
    Body(claimed): Body<Claimed>,
) -> Result<Json<Changed>, Problem> {
    with_game(app, asked, move |app, live, caller| {
        app.change(live, None, |game, draft| {
            speaks_for(game, caller, &[])?;
            if game.is_over() {
                return Err(Problem::conflict(refusals::OVER));
            }
            let seat = claimed.seat.wrapping_sub(1);
            let sharing = &game.extra.sharing;
            let is_another = game.seats.get(seat).is_some_and(SeatedPlayer::is_human)
                && !sharing.is_seat_of(seat, caller);
            if !is_another || !live.presence.is_away(sharing.owner(seat), app.patience) {
                let told = Phrase::of(refusals::NOT_AWAY).with(claimed.seat);
                return Err(Problem::conflict(told.with(app.patience.as_secs())));
            }
            let is_for_two = game.seats.len() == 2;
            let usual = if is_for_two { GoesOn::Win } else { GoesOn::Computer };
            let how = claimed.how.unwrap_or(usual);
            // A league defines how its games continue.
            if how != usual && game.kept.league.is_some() {
                return Err(Problem::conflict(refusals::LEAGUE_GAME));
            }
            if how == GoesOn::Win && !is_for_two {
                return Err(Problem::bad(refusals::ONE_OF_TWO_RESIGNS));
            }
            let claims = &mut draft.extra.sharing.claims;
            if !agree(game, &live.presence, caller, claims, (seat, how)) {
                return Ok(());
            }
            draft.charge(game);
            match how {
                GoesOn::Win => draft.leave(game, seat, Record::LEFT),
                GoesOn::Computer => draft.stand_in(game, seat, Record::LEFT),
                GoesOn::Open => {
                    make_link(app, &live.id, false)?;
                    draft.open(game, seat);
                }
            }
            Ok(())
        })?;
        app.go_on(live);
        Ok(())
    })
    .await
}
