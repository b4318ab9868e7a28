//! Spoken codes: what they open, and how they are shown.

use std::sync::Arc;

use axum::http::HeaderMap;
use ninefold_store::{Class, Invitation};
use serde::Serialize;

use super::qr;
use crate::app::App;
use crate::codes::{Tie, spoken_code, spoken_for, typed_code};
use crate::identity::Caller;
use crate::league::LeagueHandle;
use crate::problem::Problem;
use crate::reach::Reach;
use crate::refusals;
use crate::visitor::Visitor;

/// What a spoken code opens.
pub(super) enum Opened {
    League(Arc<LeagueHandle>),
    Class(Class),
    /// The open seat of a game.
    Seat(Invitation),
}

impl Opened {
    /// Whether a participant has joined it.
    fn is_joined_by(&self, app: &App, who: &str) -> Result<bool, Problem> {
        Ok(match self {
            Opened::League(league) => app.store.membership(&league.id, who)? == Some(true),
            Opened::Class(class) => {
                let studies = app.store.studies_of(who)?;
                studies.iter().any(|study| study.class.as_ref() == Some(&class.id))
            }
            Opened::Seat(invitation) => app.store.is_shown_to(&invitation.game, who)?,
        })
    }

    /// The caller's relation to it.
    fn tie(&self, app: &App, visitor: &Visitor, caller: &Caller) -> Result<Tie, Problem> {
        if let Some(who) = caller.id()
            && self.is_joined_by(app, who)?
        {
            return Ok(Tie::Member);
        }
        let joined = |who: &str| self.is_joined_by(app, who).unwrap_or(false);
        Ok(match app.neighbours.are_known(visitor.address, joined) {
            true => Tie::Neighbour,
            false => Tie::Stranger,
        })
    }
}

/// The invitation with this spoken code, while a seat is open: a later guess finds nothing. A
/// participant who has used it can return with it.
fn seat_by_code(
    app: &Arc<App>,
    caller: &Caller,
    code: &str,
) -> Result<Option<Invitation>, Problem> {
    let codes = app.store.codes_to_play()?;
    let Some(long) = codes.into_iter().find(|long| spoken_for(long) == code) else {
        return Ok(None);
    };
    let Some(found) = app.store.invitation(&long)? else { return Ok(None) };
    let has_come = match caller.id() {
        Some(who) => app.store.is_shown_to(&found.game, who)?,
        None => false,
    };
    let is_open = has_come || app.current(&found.game)?.lock().extra.sharing.is_waiting();
    Ok(is_open.then_some(found))
}

/// What a spoken code opens; `None` if it is invalid. Strangers' guesses are rate-limited; the
/// codes in game links are too long to guess.
pub(super) fn opened_by(
    app: &Arc<App>,
    visitor: &Visitor,
    caller: &Caller,
    code: &str,
) -> Result<Option<Opened>, Problem> {
    let code = typed_code(code);
    if !code.contains('-') {
        return Ok(None);
    }
    let find = || -> Result<Option<Opened>, Problem> {
        if let Some(league) = app.store.league_by_code(&code)? {
            return Ok(Some(Opened::League(app.league(&league.id)?)));
        }
        if let Some(class) = app.store.class_by_code(&code)? {
            return Ok(Some(Opened::Class(class)));
        }
        Ok(seat_by_code(app, caller, &code)?.map(Opened::Seat))
    };
    let found = match caller.is_host {
        true => find()?,
        false => {
            let is_stranger =
                caller.is_nobody() && !app.neighbours.are_known(visitor.address, |_| true);
            app.guesses.look_up(visitor.address, is_stranger, || {
                let Some(opened) = find()? else { return Ok(None) };
                let tie = opened.tie(app, visitor, caller)?;
                Ok(Some((opened, tie)))
            })?
        }
    };
    if let Some(Opened::League(_)) = found {
        app.expect_leader()?;
    }
    found.map(Some).ok_or_else(|| Problem::missing(refusals::NO_CODE))
}

/// A code that is not in use.
pub(super) fn fresh_code(app: &App) -> Result<String, Problem> {
    loop {
        let code = spoken_code()?;
        if is_free(app, &code)? {
            return Ok(code);
        }
    }
}

/// Whether a spoken code is unused.
pub(super) fn is_free(app: &App, code: &str) -> Result<bool, Problem> {
    let store = &app.store;
    Ok(store.league_by_code(code)?.is_none()
        && store.class_by_code(code)?.is_none()
        && !store.codes_to_play()?.iter().any(|long| spoken_for(long) == code))
}

/// How to join: the code, the same as a link, and the link as a QR code.
#[derive(Serialize)]
pub(super) struct JoinCode {
    code: String,
    url: String,
    server: String,
    qr: Vec<String>,
    local: bool,
}

/// How to join by a code.
pub(super) fn join_code(app: &App, headers: &HeaderMap, code: &str) -> JoinCode {
    let Reach { base: server, is_local } = Reach::of(app, headers);
    let url = format!("{server}/join/{code}");
    JoinCode { code: code.to_owned(), qr: qr::rows(&url), url, server, local: is_local }
}
