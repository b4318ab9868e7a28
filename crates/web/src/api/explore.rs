//! Further queries about a position: best replies, moves in stored games, threats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use ninefold_session::{Answer, PLACES_FORM, Reason, Reasons, StopFlag, Threat};
use ninefold_store::{GamePlaces, PlayedMove};
use serde::Serialize;

use super::blocking;
use super::spots::read;
use crate::aids::Aid;
use crate::app::App;
use crate::input::Params;
use crate::pool::Purpose;
use crate::position_query::PositionQuery;
use crate::problem::Problem;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/spot/answers", get(answers))
        .route("/api/spot/games", get(games))
        .route("/api/spot/reasons", get(reasons))
        .route("/api/spot/threat", get(threat))
}

/// The time limit for all replies together.
const LONGEST_ANSWERS: Duration = Duration::from_secs(3);

#[derive(Serialize)]
struct Answers {
    answers: Vec<Answer>,
}

async fn answers(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Answers>, Problem> {
    let (_, session) = read(&app, params, Aid::Values).await?;
    let (stop, shared) = (StopFlag::default(), Arc::clone(&app));
    let found = app.pool.run(visitor, Purpose::Question, stop, LONGEST_ANSWERS, move |stop| {
        session.answers(&shared.effort(stop))
    });
    Ok(Json(Answers { answers: found.await? }))
}

/// How players are held, and of whom that is not told.
#[derive(Serialize)]
struct Held {
    reasons: Vec<Reason>,
    /// Players who certainly cannot be held by pairs and answers alone.
    not_held: Vec<usize>,
    /// Players of whom the time was too short to tell.
    open: Vec<usize>,
}

async fn reasons(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Held>, Problem> {
    let (_, session) = read(&app, params, Aid::Values).await?;
    let stop = StopFlag::default();
    let found = app
        .pool
        .run(visitor, Purpose::Question, stop, LONGEST_ANSWERS, move |stop| session.reasons(stop));
    let Reasons { found: reasons, not_held, open } = found.await?;
    Ok(Json(Held { reasons, not_held, open }))
}

async fn threat(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    params: Params,
) -> Result<Json<Option<Threat>>, Problem> {
    let (_, session) = read(&app, params, Aid::Analysis).await?;
    let stop = StopFlag::default();
    let found = app
        .pool
        .run(visitor, Purpose::Question, stop, LONGEST_ANSWERS, move |stop| session.threat(stop));
    Ok(Json(found.await?))
}

/// What was played at a position in stored games.
#[derive(Serialize)]
struct Played {
    /// The number of games that reached it.
    games: u64,
    moves: Vec<MovePlayed>,
    /// Whether all stored games are indexed; otherwise a later query finds more.
    complete: bool,
}

/// A played move, and its results for its player.
#[derive(Serialize)]
struct MovePlayed {
    #[serde(rename = "move")]
    text: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The most recently changed game in which it was played.
    latest: Option<String>,
}

async fn games(State(app): State<Arc<App>>, params: Params) -> Result<Json<Played>, Problem> {
    blocking(&app, move |app| {
        let session = PositionQuery::read(app, &params)?.session(app)?;
        let family = app.games.family(session.spec())?.id;
        let complete = count_places(app, family)?;
        let place = session.place();
        let seat = session.view().to_move.saturating_sub(1);
        let rows = app.store.played_at(place.position)?;
        let mut moves = Vec::new();
        for (there, here) in place.moves {
            let mut found =
                MovePlayed { text: here, games: 0, won: 0, drawn: 0, lost: 0, latest: None };
            for row in rows.iter().filter(|row| row.played == there) {
                found.count(row, seat);
            }
            if found.games > 0 {
                found.latest = app.store.last_played_at(place.position, &there)?;
                moves.push(found);
            }
        }
        let games = moves.iter().map(|one| one.games).sum();
        Ok(Json(Played { games, moves, complete }))
    })
    .await
}

impl MovePlayed {
    fn count(&mut self, row: &PlayedMove, seat: usize) {
        self.games += row.games;
        let Some(result) = &row.result else { return };
        let most = result.iter().max().copied().unwrap_or_default();
        let best = result.iter().filter(|&&part| part == most).count();
        match result.get(seat) {
            Some(&part) if part == most && best == 1 => self.won += row.games,
            Some(&part) if part == most => self.drawn += row.games,
            _ => self.lost += row.games,
        }
    }
}

/// The number of games to index at once, and the time limit for it.
const AT_ONCE: u32 = 64;
const LONGEST_COUNT: Duration = Duration::from_millis(300);

/// Indexes the positions of changed games, as many as time allows; false if some are left.
fn count_places(app: &App, family: &str) -> Result<bool, Problem> {
    let begun = Instant::now();
    loop {
        let games = app.store.games_without_places(family, PLACES_FORM, AT_ONCE)?;
        if games.is_empty() {
            return Ok(true);
        }
        let mut found = Vec::new();
        for game in games {
            // A game of another version may be invalid here; it is indexed without positions.
            let visits = app.open(&game.record).map_or(Vec::new(), |session| session.visits());
            let visits = visits.into_iter().map(|visit| (visit.position, visit.played)).collect();
            found.push(GamePlaces::of(&game, visits));
            if begun.elapsed() > LONGEST_COUNT {
                break;
            }
        }
        app.store.keep_places(&found, PLACES_FORM)?;
        if begun.elapsed() > LONGEST_COUNT {
            return Ok(false);
        }
    }
}
