//! Codes that are said aloud: what one opens, and how it is shown.

use std::sync::Arc;

use axum::http::HeaderMap;
use ninefold_store::Class;
use serde::Serialize;

use super::invitations::base_url;
use super::qr;
use crate::app::App;
use crate::codes::{spoken_code, typed_code};
use crate::league::LeagueHandle;
use crate::problem::Problem;
use crate::refusals;
use crate::visitor::Visitor;

/// What a spoken code opens.
pub(super) enum Opened {
    League(Arc<LeagueHandle>),
    Class(Class),
}

/// What a spoken code opens; nothing if it is none. Guesses are slowed; the codes of games are too long to be guessed.
pub(super) fn opened_by(
    app: &Arc<App>,
    visitor: &Visitor,
    code: &str,
) -> Result<Option<Opened>, Problem> {
    let code = typed_code(code);
    if !code.contains('-') {
        return Ok(None);
    }
    let found = app.guesses.look_up(visitor.address, || {
        if let Some(league) = app.store.league_by_code(&code)? {
            return Ok(Some(Opened::League(app.league(&league.id)?)));
        }
        Ok(app.store.class_by_code(&code)?.map(Opened::Class))
    })?;
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
