//! Puzzles: those that come with the program, and those made locally.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, quote};
use ninefold_puzzles::{Choice, Collection, Numbered};
use ninefold_session::{OpenError, Origin, Session, SessionView, Setup, Unit};
use ninefold_solve::solver;
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::app::App;
use crate::input::{Body, Params};
use crate::problem::Problem;
use crate::puzzle_maker::Making;
use crate::refusals::{NO_PUZZLE, NO_PUZZLES, PUZZLES_NEED_TABLES};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/puzzles", get(list))
        .route("/api/puzzles/make", post(make))
        .route("/api/puzzles/stop", post(stop))
        .route("/api/puzzles/{id}", get(show))
        .route("/api/puzzles/{id}/try", get(try_move))
        .route("/api/puzzles/{id}/solution", get(solution))
}

/// A puzzle from either source.
enum Known {
    Shipped(&'static Numbered),
    Made(Arc<Numbered>),
}

impl Deref for Known {
    type Target = Numbered;

    fn deref(&self) -> &Numbered {
        match self {
            Known::Shipped(puzzle) => puzzle,
            Known::Made(puzzle) => puzzle,
        }
    }
}

/// A summary of every puzzle, and the puzzle of the day.
#[derive(Serialize)]
struct List {
    puzzles: Vec<Listed>,
    today: Option<&'static str>,
    /// The puzzles being made, if any.
    making: Option<Making>,
}

/// The part of a puzzle that is shown before it is solved.
#[derive(Serialize)]
struct Listed {
    id: String,
    game: String,
    themes: Vec<String>,
    /// From 1, easy, to 5.
    level: u32,
    rating: u32,
    /// `win`, `draw` or `points`.
    goal: &'static str,
    /// The plies to the win, if known.
    plies: Option<u32>,
}

/// A puzzle to solve.
#[derive(Serialize)]
pub(super) struct ShownPuzzle {
    #[serde(flatten)]
    listed: Listed,
    position: String,
    /// The same as a board.
    view: SessionView,
}

/// The value of a move in a puzzle.
#[derive(Serialize)]
struct Tried {
    #[serde(rename = "move")]
    text: String,
    right: bool,
    value: i32,
    /// `W`, `D` or `L`; `None` if points are counted.
    letter: Option<char>,
    plies: Option<u32>,
    /// The best reply; `None` if the game is over.
    reply: Option<String>,
}

/// The values of all moves of a puzzle.
#[derive(Serialize)]
struct Solution {
    solution: String,
    moves: Vec<Tried>,
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// The name of the puzzle of the day.
const TODAY: &str = "today";

fn of_today() -> Option<&'static Numbered> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Collection::shipped().of_day(now.as_secs() / SECONDS_A_DAY)
}

async fn list(State(app): State<Arc<App>>) -> Json<List> {
    Json(all(&app))
}

fn all(app: &App) -> List {
    let shipped = Collection::shipped().all().iter().map(listed);
    let puzzles = shipped.chain(app.puzzles.made().iter().map(|puzzle| listed(puzzle))).collect();
    let today = of_today().map(|puzzle| &*puzzle.id);
    List { puzzles, today, making: app.puzzles.making() }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
}

/// Makes more puzzles of a game, at low priority.
async fn make(
    State(app): State<Arc<App>>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<List>, Problem> {
    blocking(&app, move |app| {
        let game = app.games.kind(&wanted.game)?.spec().to_owned();
        let of = |family: &&str| Collection::shipped().of(family).next().is_some();
        let family = game.split(':').next().unwrap_or_default();
        if !of(&family) {
            let families = app.games.families().map(|info| info.id).filter(of);
            let families = families.collect::<Vec<_>>().join(", ");
            return Err(Problem::bad(Phrase::of(NO_PUZZLES).with(quote(&game)).with(families)));
        }
        if app.tables.serves(&game) && !app.tables.has_everything() {
            return Err(Problem::conflict(PUZZLES_NEED_TABLES));
        }
        app.puzzles.make(&game)?;
        Ok(Json(all(app)))
    })
    .await
}

async fn stop(State(app): State<Arc<App>>) -> Json<List> {
    app.puzzles.stop();
    Json(all(&app))
}

async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ShownPuzzle>, Problem> {
    blocking(&app, move |app| Ok(Json(shown(app, &*named(app, &id)?)?))).await
}

fn shown(app: &App, puzzle: &Numbered) -> Result<ShownPuzzle, Problem> {
    let view = opened(app, puzzle)?.view();
    Ok(ShownPuzzle { listed: listed(puzzle), position: puzzle.position.clone(), view })
}

/// The puzzle of the day, if any.
pub(super) fn puzzle_of_the_day(app: &App) -> Option<ShownPuzzle> {
    shown(app, of_today()?).ok()
}

async fn try_move(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<Tried>, Problem> {
    blocking(&app, move |app| {
        let puzzle = named(app, &id)?;
        let session = opened(app, &puzzle)?;
        let text = session.legal(params.needed("move")?)?;
        let place = session.moves().iter().position(|mv| *mv == text).unwrap_or_default();
        Ok(Json(tried(app, &puzzle, place, text)?))
    })
    .await
}

async fn solution(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Solution>, Problem> {
    blocking(&app, move |app| {
        let puzzle = named(app, &id)?;
        let moves = opened(app, &puzzle)?.moves();
        let solution = moves[puzzle.solution()].clone();
        let tried = moves.into_iter().enumerate().map(|(at, mv)| tried(app, &puzzle, at, mv));
        Ok(Json(Solution { solution, moves: tried.collect::<Result<_, _>>()? }))
    })
    .await
}

fn named(app: &App, id: &str) -> Result<Known, Problem> {
    let shipped = if id == TODAY { of_today() } else { Collection::shipped().get(id) };
    let found = shipped.map(Known::Shipped).or_else(|| app.puzzles.get(id).map(Known::Made));
    found.ok_or_else(|| Problem::missing(Phrase::of(NO_PUZZLE).with(quote(id))))
}

fn opened(app: &App, puzzle: &Numbered) -> Result<Box<dyn Session>, OpenError> {
    let origin = Origin::Position(puzzle.position.clone());
    app.games.open(&puzzle.game, &Setup { origin, ..Setup::default() })
}

fn counts_points(puzzle: &Numbered) -> bool {
    solver(&puzzle.game).is_ok_and(|solver| solver.unit() == Unit::Points)
}

fn listed(puzzle: &Numbered) -> Listed {
    let best = puzzle.best();
    Listed {
        id: puzzle.id.clone(),
        game: puzzle.game.clone(),
        themes: puzzle.themes.clone(),
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

/// The value of the move at this index among the legal ones.
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
