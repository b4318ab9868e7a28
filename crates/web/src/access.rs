//! Access control: a table of all addresses, checked before anything else happens.
//!
//! The table gives the minimum right for each address. Which seats of a game a caller may move for
//! is checked again where the move is made, since that changes with every claim.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Query, Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::identity::Caller;
use crate::problem::Problem;
use crate::refusals::{
    AFTER_THE_GAME, LEAGUE_GOES_ON, NOT_SHARED, ONLY_BOTS, ONLY_HOST, WITHOUT_HELP,
};

/// Who may use an address. The host may do everything except what only a bot can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Any caller, known or not.
    Everybody,
    /// The host and everybody admitted by an invitation or a code.
    Known,
    /// Whoever the game was shared with, to play or to watch; of a position that is no game's, whoever is known.
    Viewers,
    /// The same, once the game is over: before that it would be help.
    AfterTheGame,
    /// Anybody with a seat in the game.
    Seated,
    /// Anybody who has joined the league.
    Members,
    /// The guest who plays the study.
    Pupils,
    /// The guest who plays a game of a study in which help is allowed.
    Helped,
    /// Bots that have joined, for their own games.
    Bots,
    /// The person who runs the server.
    Host,
}

impl Audience {
    /// Its name in the documentation's table.
    pub fn name(self) -> &'static str {
        match self {
            Everybody => "everybody",
            Known => "known visitors",
            Viewers => "viewers of the game",
            AfterTheGame => "viewers, after the game",
            Seated => "seated players",
            Members => "league members",
            Pupils => "players of the study",
            Helped => "players of a study with help",
            Bots => "bots",
            Host => "host",
        }
    }
}

use Audience::{
    AfterTheGame, Bots, Everybody, Helped, Host, Known, Members, Pupils, Seated, Viewers,
};

/// All addresses and their audiences. Any address missing here is for the host alone.
pub const ADDRESSES: &[(&str, &str, Audience)] = &[
    ("GET", "/healthz", Everybody),
    ("GET", "/join", Everybody),
    ("GET", "/join/{code}", Everybody),
    ("GET", "/metrics", Host),
    ("GET", "/api/begin/{language}", Known),
    ("GET", "/api/catalogue", Known),
    ("GET", "/api/endings", Known),
    ("GET", "/api/lessons/{game}", Known),
    ("GET", "/api/rules/{game}", Known),
    ("GET", "/api/words/{language}", Known),
    ("GET", "/api/puzzles", Known),
    ("GET", "/api/puzzles/{id}", Known),
    ("GET", "/api/puzzles/{id}/solution", Known),
    ("GET", "/api/puzzles/{id}/try", Known),
    ("POST", "/api/puzzles/make", Host),
    ("POST", "/api/puzzles/stop", Host),
    ("GET", "/api/me", Known),
    ("POST", "/api/me", Known),
    ("GET", "/api/invitations/{code}", Known),
    ("POST", "/api/invitations/{code}/accept", Known),
    ("GET", "/api/home", Known),
    ("GET", "/api/games", Known),
    ("POST", "/api/games", Host),
    ("POST", "/api/games/delete", Host),
    ("GET", "/api/games/{id}", Viewers),
    ("DELETE", "/api/games/{id}", Host),
    ("POST", "/api/games/{id}/branch", Host),
    ("GET", "/api/games/{id}/events", Viewers),
    ("POST", "/api/games/{id}/move", Seated),
    ("GET", "/api/games/{id}/notes", Host),
    ("POST", "/api/games/{id}/notes", Host),
    ("POST", "/api/games/{id}/now", Host),
    ("POST", "/api/games/{id}/pause", Host),
    ("GET", "/api/games/{id}/record", Viewers),
    ("POST", "/api/games/{id}/redo", Helped),
    ("POST", "/api/games/{id}/resign", Seated),
    ("POST", "/api/games/{id}/seats", Host),
    ("POST", "/api/games/{id}/step", Host),
    ("POST", "/api/games/{id}/undo", Helped),
    ("GET", "/api/games/{id}/invitation", Host),
    ("POST", "/api/games/{id}/invitation", Host),
    ("DELETE", "/api/games/{id}/invitation", Host),
    ("POST", "/api/games/{id}/offer", Seated),
    ("POST", "/api/games/{id}/decline", Seated),
    ("POST", "/api/games/{id}/claim", Seated),
    ("GET", "/api/bots", Host),
    ("POST", "/api/bots", Host),
    ("DELETE", "/api/bots/{id}", Host),
    ("POST", "/api/bots/{id}/renew", Host),
    ("POST", "/api/bot/join", Everybody),
    ("GET", "/api/bot", Bots),
    ("GET", "/api/bot/stream", Bots),
    ("POST", "/api/bot/games/{id}/move", Bots),
    ("POST", "/api/bot/games/{id}/resign", Bots),
    ("POST", "/api/bot/games/{id}/error", Bots),
    ("GET", "/api/leagues", Known),
    ("POST", "/api/leagues", Host),
    ("GET", "/api/leagues/{id}", Members),
    ("DELETE", "/api/leagues/{id}", Host),
    ("GET", "/api/leagues/{id}/events", Members),
    ("POST", "/api/leagues/{id}/state", Host),
    ("GET", "/api/leagues/{id}/code", Members),
    ("POST", "/api/leagues/{id}/code", Host),
    ("POST", "/api/leagues/{id}/cup", Host),
    ("DELETE", "/api/leagues/{id}/cup", Host),
    ("GET", "/api/leagues/{id}/games", Members),
    ("GET", "/api/leagues/{id}/cross", Members),
    ("GET", "/api/leagues/{id}/csv", Members),
    ("POST", "/api/leagues/{id}/baselines", Host),
    ("POST", "/api/leagues/{id}/tidy", Host),
    ("POST", "/api/leagues/{id}/join", Members),
    ("POST", "/api/leagues/{id}/claim", Members),
    ("GET", "/api/leagues/{id}/entrants/{number}", Members),
    ("POST", "/api/leagues/{id}/entrants/{number}", Host),
    ("POST", "/api/leagues/{id}/entrants/{number}/rest", Members),
    ("POST", "/api/leagues/{id}/entrants/{number}/renew", Members),
    ("POST", "/api/leagues/{id}/entrants/{number}/challenge", Members),
    ("GET", "/api/people", Host),
    ("GET", "/api/people/{id}", Host),
    ("DELETE", "/api/people/{id}", Host),
    ("GET", "/api/me/data", Known),
    ("DELETE", "/api/me/data", Known),
    ("POST", "/api/positions", Host),
    ("GET", "/api/spot", Viewers),
    ("GET", "/api/spot/frames", Viewers),
    ("GET", "/api/spot/refuse", Viewers),
    ("GET", "/api/spot/why", Viewers),
    ("GET", "/api/spot/analysis", AfterTheGame),
    ("GET", "/api/spot/answers", AfterTheGame),
    ("GET", "/api/spot/games", Host),
    ("GET", "/api/spot/reasons", AfterTheGame),
    ("GET", "/api/spot/threat", AfterTheGame),
    ("GET", "/api/spot/eval", AfterTheGame),
    ("GET", "/api/spot/hint", AfterTheGame),
    ("GET", "/api/spot/review", AfterTheGame),
    ("GET", "/api/spot/tree", AfterTheGame),
    ("GET", "/api/spot/values", AfterTheGame),
    ("GET", "/api/spot/weights", AfterTheGame),
    ("GET", "/api/runs", Host),
    ("POST", "/api/runs", Host),
    ("GET", "/api/runs/{id}", Host),
    ("DELETE", "/api/runs/{id}", Host),
    ("GET", "/api/runs/{id}/events", Host),
    ("GET", "/api/runs/{id}/games", Host),
    ("POST", "/api/runs/{id}/games/{number}/open", Host),
    ("POST", "/api/runs/{id}/resume", Host),
    ("POST", "/api/runs/{id}/stop", Host),
    ("GET", "/api/statistics", Host),
    ("GET", "/api/studies", Known),
    ("POST", "/api/studies", Host),
    ("GET", "/api/studies/csv", Host),
    ("GET", "/api/studies/{id}", Pupils),
    ("POST", "/api/studies/{id}", Host),
    ("DELETE", "/api/studies/{id}", Host),
    ("GET", "/api/studies/{id}/csv", Pupils),
    ("POST", "/api/studies/{id}/next", Pupils),
    ("GET", "/api/classes", Host),
    ("POST", "/api/classes", Host),
    ("GET", "/api/classes/{id}", Host),
    ("DELETE", "/api/classes/{id}", Host),
    ("GET", "/api/classes/{id}/events", Host),
    ("GET", "/api/classes/{id}/code", Host),
    ("POST", "/api/classes/{id}/code", Host),
    ("GET", "/api/classes/{id}/csv", Host),
    ("GET", "/api/tables", Host),
    ("DELETE", "/api/tables/{men}", Host),
    ("POST", "/api/tables/{men}/build", Host),
    ("POST", "/api/tables/{men}/pause", Host),
];

/// The audience of an address.
pub fn audience(method: &str, path: &str) -> Audience {
    let found = ADDRESSES.iter().find(|(by, known, _)| *by == method && *known == path);
    found.map_or(Host, |(_, _, audience)| *audience)
}

/// Admits a request if its caller may use the address.
pub(crate) async fn admit(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let path = path.unwrap_or_default().to_owned();
    let method = match request.method() {
        &Method::HEAD => "GET".to_owned(),
        method => method.to_string(),
    };
    let game = game_of(&path, request.uri());
    let audience = match audience(&method, &path) {
        // A position that the query itself tells is nobody's game, and nothing is searched at these addresses.
        Viewers if game.is_none() => Known,
        audience => audience,
    };
    let goes_on = in_query(request.uri(), "then").is_some();
    let refused = refusal(&app, &caller, audience, game, goes_on).await;
    // Leagues are led by one server; the others only read their state.
    let is_led = method != "GET" && path.starts_with("/api/leagues");
    match refused.or_else(|| app.expect_leader().err().filter(|_| is_led)) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

async fn refusal(
    app: &Arc<App>,
    caller: &Caller,
    audience: Audience,
    game: Option<String>,
    goes_on: bool,
) -> Option<Problem> {
    let forbidden = |phrase: &'static str| Some(Problem::new(StatusCode::FORBIDDEN, phrase));
    match audience {
        Everybody => return None,
        Bots if !caller.is_bot() => return forbidden(ONLY_BOTS),
        Bots if game.is_none() => return None,
        Bots => {}
        _ if caller.is_host => return None,
        Known if caller.participant.is_some() => return None,
        Host | Known => return forbidden(ONLY_HOST),
        Viewers | AfterTheGame | Seated | Members | Pupils | Helped => {}
    }
    // A guest or a bot may see only what was shared with it; the answer does not reveal whether
    // anything else exists.
    let (Some(participant), Some(game)) = (caller.participant.clone(), game) else {
        return forbidden(if audience == AfterTheGame { WITHOUT_HELP } else { NOT_SHARED });
    };
    let app = Arc::clone(app);
    let looked =
        tokio::task::spawn_blocking(move || may(&app, &participant.id, audience, &game, goes_on));
    match looked.await {
        Ok(Ok(None)) => None,
        Ok(Ok(Some(phrase))) => forbidden(phrase),
        Ok(Err(problem)) => Some(problem),
        Err(_) => forbidden(NOT_SHARED),
    }
}

/// Checks whether a guest or a bot may ask about the things it names, or about a variation from
/// there.
fn may(
    app: &App,
    participant: &str,
    audience: Audience,
    named: &str,
    goes_on: bool,
) -> Result<Option<&'static str>, Problem> {
    let unless = |shared: bool, phrase| Ok((!shared).then_some(phrase));
    match audience {
        Members => {
            return unless(app.store.membership(named, participant)? == Some(true), NOT_SHARED);
        }
        Pupils => return unless(app.store.is_played_by(named, participant)?, NOT_SHARED),
        _ => {}
    }
    if !app.store.is_shown_to(named, participant)? {
        return Ok(Some(NOT_SHARED));
    }
    match audience {
        AfterTheGame => {
            let is_told = {
                let live = app.current(named)?;
                let game = live.lock();
                game.is_over() || game.is_helped(participant)
            };
            if is_told {
                app.refuse_while_counted(participant)?;
            }
            // A variation leads anywhere: a bot could think with the server's searches.
            if goes_on && app.leagues.takes_part(participant) {
                return Ok(Some(LEAGUE_GOES_ON));
            }
            unless(is_told, AFTER_THE_GAME)
        }
        Helped => unless(app.current(named)?.lock().is_helped(participant), ONLY_HOST),
        _ => Ok(None),
    }
}

/// The game, league or study that a request refers to: in its path, or as `id=` of its query.
fn game_of(path: &str, uri: &Uri) -> Option<String> {
    let place = path.split('/').position(|part| part == "{id}");
    match place {
        Some(place) => uri.path().split('/').nth(place).map(str::to_owned),
        None => in_query(uri, "id"),
    }
}

/// The value of a query parameter, parsed exactly as the address itself parses it, so that both
/// refer to the same thing.
fn in_query(uri: &Uri, name: &str) -> Option<String> {
    Query::<HashMap<String, String>>::try_from_uri(uri).ok()?.0.remove(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_stands_twice() {
        for (index, (method, path, _)) in ADDRESSES.iter().enumerate() {
            let twice =
                ADDRESSES[..index].iter().any(|(by, known, _)| (by, known) == (method, path));
            assert!(!twice, "{method} {path}");
        }
    }

    #[test]
    fn a_game_is_named_in_the_path_or_in_the_query() {
        let game = |path: &str, uri: &str| game_of(path, &uri.parse().unwrap());
        assert_eq!(game("/api/games/{id}/move", "/api/games/k3/move"), Some("k3".to_owned()));
        assert_eq!(game("/api/spot", "/api/spot?ply=3&id=k3"), Some("k3".to_owned()));
        assert_eq!(game("/api/spot", "/api/spot?game=morris"), None);
        // In any spelling, the last one counts.
        assert_eq!(game("/api/spot", "/api/spot?id=k3&%69d=k%34"), Some("k4".to_owned()));
    }
}
