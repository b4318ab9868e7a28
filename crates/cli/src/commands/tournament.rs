//! `tournament`: games between computers, stored one by one.

mod file;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use ninefold_arena::{EntrantPlan, Plan, Schedule};
use ninefold_core::quote;
use ninefold_session::{Arena, GameKind, Games, Programs, check_plan, tournament_stages};
use ninefold_store::{KeptRun, RunSink, Store};

use super::run_on::{Identity, RunOn};
use super::standings::{self, Shown};
use super::{openings, progress};
use crate::args::arena::{ScheduleName, TournamentArgs, TournamentOptions};
use crate::{Answer, Console, ending_table};

/// Plays or continues the tournament, and prints its standings.
pub(super) fn run(
    games: &Games,
    args: &TournamentArgs,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let run_on = RunOn::new(games, &args.spread, args.jobs)?;
    let programs = run_on.programs();
    let (arena, plan) = match &args.what[..] {
        [file] if file.ends_with(".toml") => {
            file::read(games, Path::new(file), args, data, programs)?
        }
        [game, players @ ..] => by_words(games, game, players, &args.options, data, programs)?,
        [] => bail!("a tournament file or a game is missing"),
    };
    run_on.check(&plan)?;
    let store = Arc::new(Store::open(data)?);
    let run = store.begin_run(Plan::KIND, None, &serde_json::to_string(&plan)?)?;
    go_on(store, &run, arena, &plan, &run_on, json, console)
}

/// Plays the missing part of a run.
pub(super) fn go_on(
    store: Arc<Store>,
    run: &KeptRun,
    arena: Arc<dyn Arena>,
    plan: &Plan,
    run_on: &RunOn,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let shown = |results, end| Shown {
        runs: std::slice::from_ref(&run.id),
        plan,
        results,
        end,
        stopped_runs: None,
    };
    if let Some(end) = &run.end {
        let results = store.run_results(run.id)?;
        standings::print(&shown(&results, Some(end)), json, console)?;
        return Ok(Answer::Yes);
    }
    run_on.check(plan)?;
    progress::warn_of_versions(&store.run_results(run.id)?, console)?;
    ending_table::for_run(plan, store.file().parent(), console)?;
    let sink = Box::new(RunSink::open(Arc::clone(&store), run.id)?);
    let stages = tournament_stages(&*arena, plan, run.id);
    let handle = run_on.start(&Identity::of(run), arena, stages, sink)?;
    let show = |results: &[_]| standings::lines(plan, results);
    let watched = progress::watch(handle, &show, run_on, console)?;
    standings::print(&shown(&watched.results, watched.end.as_deref()), json, console)?;
    progress::print_end(&watched, &store, run.id, run_on, json, console)
}

/// The arena of a game, with the tables of a data folder for its players.
pub(super) fn arena(
    games: &Games,
    game: &str,
    data: &Path,
    programs: Programs,
) -> Result<Arc<dyn Arena>> {
    Ok(games.kind(game)?.arena(Some(data.to_owned()), programs))
}

/// A tournament given on the command line. Repeated players get a number after their names.
fn by_words(
    games: &Games,
    game: &str,
    players: &[String],
    options: &TournamentOptions,
    data: &Path,
    programs: Programs,
) -> Result<(Arc<dyn Arena>, Plan)> {
    let arena = arena(games, game, data, programs)?;
    let entrants = EntrantPlan::numbered(players.iter().cloned());
    let plan = assemble(&*games.kind(game)?, &*arena, entrants, options)?;
    check_plan(&*arena, &plan)?;
    Ok((arena, plan))
}

/// The number of the entrant of this name, for an anchor.
pub(super) fn entrant(plan: &Plan, name: &str) -> Result<usize> {
    let found = plan.entrants.iter().position(|entrant| entrant.name == name);
    found.with_context(|| format!("the anchor {} is none of the players", quote(name)))
}

/// The plan of these entrants, with defaults for everything else.
fn assemble(
    kind: &dyn GameKind,
    arena: &dyn Arena,
    entrants: Vec<EntrantPlan>,
    options: &TournamentOptions,
) -> Result<Plan> {
    let book = openings::given(kind, options.openings.as_deref(), options.position.as_deref())?;
    let seats = if options.fixed_seats { 1 } else { arena.seats() };
    let usual = Plan::usual(arena.spec(), arena.seats(), entrants);
    let anchor = match &options.anchor {
        None => usual.anchor,
        Some(name) => entrant(&usual, name)?,
    };
    Ok(Plan {
        schedule: match options.schedule {
            None => usual.schedule,
            Some(ScheduleName::RoundRobin) => Schedule::RoundRobin,
            Some(ScheduleName::Gauntlet) => {
                Schedule::Gauntlet { challengers: options.challengers.unwrap_or(1) }
            }
            Some(ScheduleName::Swiss) => Schedule::Swiss { rounds: options.rounds.unwrap_or(5) },
        },
        sets: options.games.unwrap_or(usual.sets * usual.seats).div_ceil(seats),
        seed: options.seed.unwrap_or(usual.seed),
        opening: if book.is_empty() { options.opening.unwrap_or(usual.opening) } else { 0 },
        book,
        fixed_seats: options.fixed_seats,
        plies: options.plies.unwrap_or(usual.plies),
        anchor,
        adjudicate: options.adjudicate,
        times: options.times,
        sprt: options.sprt,
        clock: options.clock,
        ..usual
    })
}
