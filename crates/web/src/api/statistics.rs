//! Statistics of all games between one person and computers.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::Seat;
use ninefold_session::Games;
use ninefold_store::{GameFilter, KeptGame};
use serde::Serialize;

use super::blocking;
use crate::app::{App, MOST_GAMES};
use crate::input::Params;
use crate::own_result::{OwnResult, opponents, person};
use crate::problem::Problem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/statistics", get(statistics))
}

/// The number of recent results listed individually.
const LATEST: usize = 300;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Default, Serialize)]
struct Count {
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Count {
    fn add(&mut self, own: OwnResult) {
        self.played += 1;
        *match own {
            OwnResult::Won => &mut self.won,
            OwnResult::Drawn => &mut self.drawn,
            OwnResult::Lost => &mut self.lost,
        } += 1;
    }
}

/// The results in one kind of game against one opponent from one seat.
#[derive(Serialize)]
struct Line {
    family: String,
    game: String,
    opponent: String,
    /// The person's seat, from 1,
    seat: usize,
    /// and its name and look, if the game can still be opened.
    side: Option<Seat>,
    #[serde(flatten)]
    count: Count,
}

/// One game that is over.
#[derive(Serialize)]
struct Played {
    id: String,
    updated: i64,
    family: String,
    game: String,
    opponent: String,
    seat: usize,
    result: OwnResult,
    plies: usize,
}

/// Winning streaks.
#[derive(Default, Serialize)]
struct Streak {
    /// The current one,
    now: u32,
    /// and the longest.
    best: u32,
}

/// All statistics.
#[derive(Serialize)]
struct Statistics {
    total: Count,
    lines: Vec<Line>,
    streak: Streak,
    /// The latest results, oldest first.
    results: Vec<Played>,
}

async fn statistics(
    State(app): State<Arc<App>>,
    params: Params,
) -> Result<Json<Statistics>, Problem> {
    let family = params.text("family").map(str::to_owned);
    blocking(&app, move |app| {
        let over = Some(true);
        let filter = GameFilter { family, over, limit: MOST_GAMES as u32, ..GameFilter::default() };
        let mut all = app.store.games(&filter)?;
        all.reverse();
        Ok(Json(Statistics::of(&app.games, &all)))
    })
    .await
}

impl Statistics {
    /// The statistics of finished games, given oldest first.
    fn of(games: &Games, all: &[KeptGame]) -> Statistics {
        let mut lines: BTreeMap<(&str, &str, String, usize), Count> = BTreeMap::new();
        let (mut total, mut streak, mut results) =
            (Count::default(), Streak::default(), Vec::new());
        for kept in all {
            let record = &kept.record;
            let Some(seat) = person(record) else { continue };
            let Some(own) = OwnResult::of(record, seat) else { continue };
            let opponent = opponents(record, seat);
            total.add(own);
            let key = (kept.family.as_str(), record.game.as_str(), opponent.clone(), seat + 1);
            lines.entry(key).or_default().add(own);
            streak.now = if own == OwnResult::Won { streak.now + 1 } else { 0 };
            streak.best = streak.best.max(streak.now);
            results.push(Played {
                id: kept.id.clone(),
                updated: kept.updated,
                family: kept.family.clone(),
                game: record.game.clone(),
                opponent,
                seat: seat + 1,
                result: own,
                plies: record.moves.len(),
            });
        }
        let results = results.split_off(results.len().saturating_sub(LATEST));
        let line = |(key, count): ((&str, &str, String, usize), Count)| {
            let (family, game, opponent, seat) = key;
            let kind = games.kind(game).ok();
            let side = kind.and_then(|kind| kind.seats().into_iter().nth(seat - 1));
            Line { family: family.to_owned(), game: game.to_owned(), opponent, seat, side, count }
        };
        Statistics { total, lines: lines.into_iter().map(line).collect(), streak, results }
    }
}
