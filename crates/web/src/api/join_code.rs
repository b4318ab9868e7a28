//! Codes that are said aloud: what one opens, and how it is shown.

use std::sync::Arc;

use axum::http::HeaderMap;
use ninefold_store::Class;
use serde::Serialize;

use super::invitations::base_url;
use super::qr;
use crate::app::App;
use crate::codes::{Tie, spoken_code, typed_code};
use crate::identity::Caller;
use crate::league::LeagueHandle;
use crate::problem::Problem;
use crate::refusals;
use crate::visitor::Visitor;

/// What a spoken code opens.
pub(super) enum Opened {
    League(Arc<LeagueHandle>),
    Class(Class),
}

impl Opened {
    /// Whether somebody has joined it.
    fn is_joined_by(&self, app: &App, who: &str) -> Result<bool, Problem> {
        Ok(match self {
            Opened::League(league) => app.store.membership(&league.id, who)? == Some(true),
            Opened::Class(class) => {
                let studies = app.store.studies_of(who)?;
                studies.iter().any(|study| study.class.as_ref() == Some(&class.id))
            }
        })
    }

    /// What ties somebody to it.
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

/// What a spoken code opens; nothing if it is none. Guesses of strangers are slowed; the codes of games are too long to be
/// guessed.
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
        Ok(app.store.class_by_code(&code)?.map(Opened::Class))
    };
    let found = match caller.is_host {
        true => find()?,
        false => app.guesses.look_up(visitor.address, || {
            let Some(opened) = find()? else { return Ok(None) };
            let tie = opened.tie(app, visitor, caller)?;
            Ok(Some((opened, tie)))
        })?,
    };
    found.map(Some).ok_or_else(|| Problem::missing(refusals::NO_CODE))
}

/// A code that nothing else has.
pub(super) fn fresh_code(app: &App) -> Result<String, Problem> {
    loop {
        let code = spoken_code()?;
        let store = &app.store;
        if store.league_by_code(&code)?.is_none() && store.class_by_code(&code)?.is_none() {
            return Ok(code);
        }
    }
}

/// How one joins: the code, the same as a link, and that as a picture.
#[derive(Serialize)]
pub(super) struct JoinCode {
    code: String,
    url: String,
    server: String,
    qr: Vec<String>,
    local: bool,
}

/// How one joins by a code.
pub(super) fn join_code(app: &App, headers: &HeaderMap, code: &str) -> JoinCode {
    let server = base_url(app, headers);
    let url = format!("{server}/join/{code}");
    JoinCode { code: code.to_owned(), qr: qr::rows(&url), url, server, local: app.is_local }
}
