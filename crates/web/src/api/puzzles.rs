//! Puzzles that come with the program.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::{Phrase, quote};
use ninefold_puzzles::{Choice, Collection, Numbered};
use ninefold_session::{OpenError, Origin, Session, SessionView, Setup, Unit};
use ninefold_solve::solver;
use serde::Serialize;

use super::blocking;
use crate::app::App;
use crate::input::Params;
use crate::problem::Problem;
use crate::refusals::NO_PUZZLE;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/puzzles", get(list))
        .route("/api/puzzles/{id}", get(show))
        .route("/api/puzzles/{id}/try", get(try_move))
        .route("/api/puzzles/{id}/solution", get(solution))
}

/// Every puzzle in a line, and the one of the day.
#[derive(Serialize)]
struct List {
    puzzles: Vec<Listed>,
    today: Option<&'static str>,
}

/// What a list tells of a puzzle, and whoever has not solved it may know.
#[derive(Serialize)]
struct Listed {
    id: &'static str,
    game: &'static str,
    themes: &'static [String],
    /// From 1, easy, to 5.
    level: u32,
    rating: u32,
    /// `win`, `draw` or `points`.
    goal: &'static str,
    /// How many plies the win takes, where that is known.
    plies: Option<u32>,
}

/// A puzzle to be solved.
#[derive(Serialize)]
pub(super) struct ShownPuzzle {
    #[serde(flatten)]
    listed: Listed,
    position: &'static str,
    /// The same as a board.
    view: SessionView,
}

/// What a move of a puzzle is worth.
#[derive(Serialize)]
struct Tried {
    #[serde(rename = "move")]
    text: String,
    right: bool,
    value: i32,
    /// `W`, `D` or `L`; nothing where points are counted.
    letter: Option<char>,
    plies: Option<u32>,
    /// The best reply; nothing when the game is over.
    reply: Option<String>,
}

/// What all moves of a puzzle are worth.
#[derive(Serialize)]
struct Solution {
    solution: String,
    moves: Vec<Tried>,
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// The word that stands for the puzzle of the day in the place of a name.
const TODAY: &str = "today";

fn of_today() -> Option<&'static Numbered> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Collection::shipped().of_day(now.as_secs() / SECONDS_A_DAY)
}

async fn list() -> Json<List> {
    let puzzles = Collection::shipped().all().iter().map(listed).collect();
    Json(List { puzzles, today: of_today().map(|puzzle| &*puzzle.id) })
}

async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ShownPuzzle>, Problem> {
    blocking(&app, move |app| Ok(Json(shown(app, named(&id)?)?))).await
}

fn shown(app: &App, puzzle: &'static Numbered) -> Result<ShownPuzzle, Problem> {
    let view = opened(app, puzzle)?.view();
    Ok(ShownPuzzle { listed: listed(puzzle), position: &puzzle.position, view })
}

/// The puzzle of the day, where there is one.
pub(super) fn puzzle_of_the_day(app: &App) -> Option<ShownPuzzle> {
    shown(app, of_today()?).ok()
}

async fn try_move(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<Tried>, Problem> {
    blocking(&app, move |app| {
        let puzzle = named(&id)?;
        let session = opened(app, puzzle)?;
        let text = session.legal(params.needed("move")?)?;
        let place = session.moves().iter().position(|mv| *mv == text).unwrap_or_default();
        Ok(Json(tried(app, puzzle, place, text)?))
    })
    .await
}

async fn solution(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Solution>, Problem> {
    blocking(&app, move |app| {
        let puzzle = named(&id)?;
        let moves = opened(app, puzzle)?.moves();
        let solution = moves[puzzle.solution()].clone();
        let tried = moves.into_iter().enumerate().map(|(at, mv)| tried(app, puzzle, at, mv));
        Ok(Json(Solution { solution, moves: tried.collect::<Result<_, _>>()? }))
    })
    .await
}

fn named(id: &str) -> Result<&'static Numbered, Problem> {
    let found = if id == TODAY { of_today() } else { Collection::shipped().get(id) };
    found.ok_or_else(|| Problem::missing(Phrase::of(NO_PUZZLE).with(quote(id))))
}

fn opened(app: &App, puzzle: &Numbered) -> Result<Box<dyn Session>, OpenError> {
    let origin = Origin::Position(puzzle.position.clone());
    app.games.open(&puzzle.game, &Setup { origin, ..Setup::default() })
}

fn counts_points(puzzle: &Numbered) -> bool {
    solver(&puzzle.game).is_ok_and(|solver| solver.unit() == Unit::Points)
}

fn listed(puzzle: &'static Numbered) -> Listed {
    let best = puzzle.best();
    Listed {
        id: &puzzle.id,
        game: &puzzle.game,
        themes: &puzzle.themes,
        level: puzzle.level(),
        rating: puzzle.rating(),
        goal: match best.value {
            _ if counts_points(puzzle) => "points",
            1.. => "win",
            _ => "draw",
        },
        plies: best.plies.filter(|_| best.value > 0),
    }
}

/// What the move at a place among the legal ones is worth.
fn tried(app: &App, puzzle: &Numbered, place: usize, text: String) -> Result<Tried, Problem> {
    let Choice { value, plies, reply } = puzzle.choices[place];
    let letter = ['L', 'D', 'W'][(value.signum() + 1) as usize];
    let reply = match reply {
        Some(reply) => {
            let mut after = opened(app, puzzle)?;
            after.play(&text)?;
            after.moves().into_iter().nth(reply)
        }
        None => None,
    };
    Ok(Tried {
        right: place == puzzle.solution(),
        letter: (!counts_points(puzzle)).then_some(letter),
        text,
        value,
        plies,
        reply,
    })
}
