//! Matches, tournaments, and the move of a single player.

use std::path::PathBuf;
use std::sync::Arc;

use ninefold_arena::{
    Discard, EntrantPlan, MatchPlan, OpeningLine, Plan, RunHandle, Schedule, SetResult,
    StageSource, Standings, TimeControl, TimeControlError, match_summary, standings_summary,
};
use ninefold_core::StopFlag;
use ninefold_session::{
    Arena, Limits, MatchOptions, PlayerSpec, Programs, check_plan, check_plies, match_stages,
    read_opening, tournament_stages,
};
use pyo3::prelude::*;
use serde_json::Value;

use crate::game::{Game, wrong};
use crate::guests::{GuestPlayer, Role, Trouble};
use crate::parallel;
use crate::questions::{prepare, setup, told};
use crate::state::{State, copied};
use crate::tables::usual_folder;
use crate::waiting::wait_for;

/// A player as described by the Python package.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PlayerGiven {
    /// Its name in tables.
    name: String,
    /// Its specification; `None` for a function that chooses moves.
    spec: Option<String>,
    /// The function that chooses moves, or the evaluator of the specification.
    function: Option<Py<PyAny>>,
    /// The factor for the evaluator's numbers.
    scale: f64,
}

/// Players whose Python functions have been given names.
struct Party {
    /// The players' specifications for an arena.
    specs: Vec<String>,
    /// The names in tables.
    names: Vec<String>,
    guests: Vec<GuestPlayer>,
    trouble: Arc<Trouble>,
}

impl Party {
    fn new(py: Python<'_>, players: &[PlayerGiven], forfeits: bool) -> PyResult<Party> {
        let trouble = Arc::new(Trouble::new(forfeits));
        let (mut specs, mut guests) = (Vec::new(), Vec::new());
        for (number, player) in players.iter().enumerate() {
            // No kind of player and no evaluator has such a name.
            let name = format!("python{number}");
            let invite = |role, call: &Py<PyAny>| GuestPlayer {
                name: name.clone(),
                called: player.name.clone(),
                role,
                call: call.clone_ref(py),
                trouble: Arc::clone(&trouble),
            };
            specs.push(match (&player.spec, &player.function) {
                (Some(spec), None) => spec.clone(),
                (Some(spec), Some(evaluator)) => {
                    let role = Role::Evaluator { scale: player.scale };
                    guests.push(invite(role, evaluator));
                    with_evaluator(spec, &name)?
                }
                (None, Some(function)) => {
                    guests.push(invite(Role::Player, function));
                    name.clone()
                }
                (None, None) => {
                    return Err(wrong("a player is neither a specification nor a function"));
                }
            });
        }
        let names = players.iter().map(|player| player.name.clone()).collect();
        Ok(Party { specs, names, guests, trouble })
    }

    /// The arena where they play.
    fn arena(&mut self, game: &Game, data: Option<PathBuf>) -> Arc<dyn Arena> {
        let guests = Arc::clone(&game.0).guests(std::mem::take(&mut self.guests));
        game.0.kind().arena_with(data, Programs::Allowed, guests)
    }

    /// Builds the endgame table for players that use it.
    fn prepare(&self, game: &Game, data: Option<&PathBuf>) {
        let looks = |spec: &String| {
            let spec = PlayerSpec::parse_with(spec, Programs::Allowed);
            spec.is_ok_and(|spec| spec.looks_into_tables())
        };
        if self.specs.iter().any(looks) {
            prepare(game.0.kind().spec(), None, data, &self.trouble.stop);
        }
    }
}

/// A specification whose searches use the evaluator of this name.
fn with_evaluator(spec: &str, name: &str) -> PyResult<String> {
    if spec.split([':', ',']).any(|part| part.starts_with("eval=")) {
        return Err(wrong(format!("player {spec:?} names an evaluator, and another one is given")));
    }
    let separator = if spec.contains(':') { ',' } else { ':' };
    Ok(format!("{spec}{separator}eval={name}"))
}

/// Plays a run to its end on this many threads; the first error of a Python function ends it.
fn run(
    py: Python<'_>,
    arena: Arc<dyn Arena>,
    stages: Box<dyn StageSource>,
    threads: usize,
    trouble: &Trouble,
    before: impl FnOnce() + Send,
) -> PyResult<Vec<SetResult>> {
    let stop = trouble.stop.clone();
    let results = wait_for(py, &trouble.stop, move || {
        before();
        let outer = stop.clone();
        let play = Arc::new(move |job: &ninefold_arena::Job, inner: &StopFlag| {
            if outer.is_raised() {
                inner.raise();
            }
            arena.play(job, inner)
        });
        let handle = RunHandle::start(stages, Box::new(Discard), play, threads);
        while handle.progress().end.is_none() {
            if stop.is_raised() {
                handle.stop();
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        handle.wait().1
    });
    // A function's error says more than that the run was stopped.
    match trouble.take() {
        Some(error) => Err(error),
        None => results,
    }
}

/// The games one by one, with the names of their players.
fn listed(results: &[SetResult]) -> PyResult<Value> {
    let games = results.iter().flat_map(|result| &result.games);
    games.map(serde_json::to_value).collect::<Result<_, _>>().map_err(wrong)
}

/// The balanced openings that come with some games, such as gomoku; ``None`` for most.
#[pyfunction]
pub(crate) fn balanced_openings(game: Bound<'_, Game>) -> Option<Vec<&'static str>> {
    let lines = ninefold_session::balanced_openings(game.get().0.kind())?;
    Some(lines.lines().collect())
}

/// Parses openings, each a position or a list of moves.
fn read_openings(game: &Game, lines: &[String]) -> PyResult<Vec<OpeningLine>> {
    let mut book = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let read = read_opening(game.0.kind(), line);
        book.extend(read.map_err(|problem| wrong(format!("opening {number}: {problem}")))?);
    }
    Ok(book)
}

/// The clock of a text such as ``10s+100ms``.
fn read_clock(text: Option<&str>) -> PyResult<Option<TimeControl>> {
    text.map(str::parse).transpose().map_err(|problem: TimeControlError| wrong(problem))
}

/// Plays a match: returns the form of ``ninefold match --json``, with the games in ``list``.
#[pyfunction]
#[pyo3(signature = (game, players, *, games, seed, opening, max_plies, threads=None, forfeit=false, times=false, fixed_seats=false, openings=Vec::new(), clock=None, data=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: Bound<'py, Game>,
    players: Vec<PlayerGiven>,
    games: usize,
    seed: u64,
    opening: u32,
    max_plies: u32,
    threads: Option<usize>,
    forfeit: bool,
    times: bool,
    fixed_seats: bool,
    openings: Vec<String>,
    clock: Option<&str>,
    data: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let mut party = Party::new(py, &players, forfeit)?;
    let data = data.or_else(usual_folder);
    let arena = party.arena(game, data.clone());
    let games_a_set = if fixed_seats { 1 } else { arena.seats() };
    let sets = games.div_ceil(games_a_set);
    let book = read_openings(game, &openings)?;
    let opening = if book.is_empty() { opening } else { 0 };
    let plan = MatchPlan { seed, sets, opening, plies: max_plies };
    check_plies(max_plies, opening, &book).map_err(wrong)?;
    let clock = read_clock(clock)?;
    let options = MatchOptions { book, fixed_seats, times, clock, ..MatchOptions::default() };
    let stages = match_stages(&*arena, &party.specs, &plan, &options).map_err(wrong)?;
    let threads = parallel::threads(threads);
    let before = || party.prepare(game, data.as_ref());
    let results = run(py, arena, stages, threads, &party.trouble, before)?;
    let mut summary = match_summary(&results, &party.names, None);
    summary["clock"] = clock.map_or(Value::Null, |clock| clock.to_string().into());
    summary["list"] = listed(&results)?;
    told(py, &summary)
}

/// Plays a tournament: returns the form of ``ninefold tournament --json``, with the games in
/// ``list``.
#[pyfunction]
#[pyo3(signature = (game, players, *, schedule, rounds, games, seed, opening, max_plies, anchor=None, threads=None, forfeit=false, times=false, openings=Vec::new(), clock=None, data=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    game: Bound<'py, Game>,
    players: Vec<PlayerGiven>,
    schedule: &str,
    rounds: usize,
    games: usize,
    seed: u64,
    opening: u32,
    max_plies: u32,
    anchor: Option<&str>,
    threads: Option<usize>,
    forfeit: bool,
    times: bool,
    openings: Vec<String>,
    clock: Option<&str>,
    data: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let mut party = Party::new(py, &players, forfeit)?;
    let data = data.or_else(usual_folder);
    let arena = party.arena(game, data.clone());
    let entrants: Vec<EntrantPlan> = party
        .names
        .iter()
        .zip(&party.specs)
        .map(|(name, player)| EntrantPlan { name: name.clone(), player: player.clone() })
        .collect();
    let usual = Plan::usual(arena.spec(), arena.seats(), entrants);
    let book = read_openings(game, &openings)?;
    let named = |name: &str| {
        let found = party.names.iter().position(|known| known == name);
        found.ok_or_else(|| wrong(format!("the anchor {name:?} is none of the players")))
    };
    let plan = Plan {
        schedule: match schedule {
            "round-robin" => Schedule::RoundRobin,
            "gauntlet" => Schedule::Gauntlet { challengers: rounds.max(1) },
            "swiss" => Schedule::Swiss { rounds },
            _ => {
                return Err(wrong(format!(
                    "schedule is {schedule:?}, wanted round-robin, gauntlet or swiss"
                )));
            }
        },
        sets: games.div_ceil(arena.seats()),
        seed,
        opening: if book.is_empty() { opening } else { 0 },
        plies: max_plies,
        anchor: anchor.map_or(Ok(usual.anchor), named)?,
        times,
        book,
        clock: read_clock(clock)?,
        ..usual
    };
    check_plan(&*arena, &plan).map_err(wrong)?;
    let stages = tournament_stages(&*arena, &plan, 0);
    let threads = parallel::threads(threads);
    let before = || party.prepare(game, data.as_ref());
    let results = run(py, arena, stages, threads, &party.trouble, before)?;
    let standings = Standings::new(&plan, &results, true);
    let mut summary = standings_summary(0, &plan, &results, None, &standings);
    // A function has no specification: its name is all there is.
    for row in summary["players"].as_array_mut().into_iter().flatten() {
        let given = players.iter().find(|given| row["name"] == given.name.as_str());
        if let Some(given) = given.filter(|given| given.function.is_some()) {
            row["player"] = given.name.as_str().into();
        }
    }
    summary["list"] = listed(&results)?;
    told(py, &summary)
}

/// Raises an error if a player cannot play a game.
#[pyfunction]
pub(crate) fn check_player(
    py: Python<'_>,
    game: Bound<'_, Game>,
    player: PlayerGiven,
) -> PyResult<()> {
    let mut party = Party::new(py, &[player], false)?;
    let arena = party.arena(game.get(), None);
    arena.check(&party.specs[0]).map_err(wrong)
}

/// The search result of a player, by specification, in a position: the form of ``ninefold best
/// --json``.
#[pyfunction]
#[pyo3(signature = (state, player, *, data=None))]
pub(crate) fn consider<'py>(
    py: Python<'py>,
    state: Bound<'py, State>,
    player: PlayerGiven,
    data: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut party = Party::new(py, &[player], false)?;
    let position = copied(&state);
    let game = Game(position.game());
    let data = data.or_else(usual_folder);
    let guests = Arc::clone(&game.0).guests(std::mem::take(&mut party.guests));
    let setup = setup(&*position, data.clone());
    let session = game.0.kind().open_with(&setup, Arc::new(guests)).map_err(wrong)?;
    let spec = PlayerSpec::parse_with(&party.specs[0], Programs::Allowed).map_err(wrong)?;
    let stop = party.trouble.stop.clone();
    let (within, here) = (stop.clone(), &party);
    let found = wait_for(py, &stop, move || {
        here.prepare(&game, data.as_ref());
        session.consider(&spec, Limits::default(), &within)
    });
    if let Some(error) = party.trouble.take() {
        return Err(error);
    }
    told(py, &found?.map_err(wrong)?)
}
