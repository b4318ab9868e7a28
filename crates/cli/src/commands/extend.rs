//! `runs extend`, and reading several runs together.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use ninefold_arena::{
    ALL_PLAYED, EntrantPlan, Plan, ResultSink, RunPlan, Schedule, SetResult, TimeControl,
    taken_over,
};
use ninefold_session::{Arena, Games, check_plan};
use ninefold_store::{RunSink, Store};

use super::run_on::RunOn;
use super::tournament;
use crate::args::arena::ExtendArgs;
use crate::{Answer, Console};

/// Continues a run as a new one, as if it had been planned with more games, players or rounds.
/// Games already played are copied.
pub(super) fn extend(
    games: &Games,
    store: Arc<Store>,
    args: &ExtendArgs,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let old = store.run(args.run)?;
    let RunPlan::Tournament(earlier) = old.planned()? else {
        bail!("run {} is an evolution, only tournaments can be extended", old.id);
    };
    let mut plan = earlier.clone();
    if let Some(more) = args.rounds {
        let Schedule::Swiss { rounds } = &mut plan.schedule else {
            bail!(
                "run {} is no Swiss tournament and has no rounds: say --games or --player",
                old.id
            );
        };
        *rounds = more;
    }
    if let Some(games) = args.games {
        plan.sets = games.div_ceil(plan.games_a_set());
    }
    let known = plan.entrants.iter().map(|entrant| entrant.player.clone());
    let all = EntrantPlan::numbered(known.chain(args.player.iter().cloned()));
    plan.entrants.extend(all.into_iter().skip(earlier.entrants.len()));
    match &args.anchor {
        Some(name) => plan.anchor = tournament::entrant(&plan, name)?,
        // The last player is the default anchor, as in a run that was planned this way from the
        // start.
        None if earlier.anchor + 1 == earlier.entrants.len() => {
            plan.anchor = plan.entrants.len() - 1;
        }
        None => {}
    }
    if plan == earlier {
        bail!("nothing is added to run {}: say --games, --player, --rounds or --anchor", old.id);
    }
    if !plan.extends(&earlier) {
        bail!("run {} cannot be extended so: {}", old.id, wanted(&earlier));
    }
    let run_on = RunOn::new(games, &args.spread, args.jobs)?;
    let arena = tournament::arena(games, &plan.game, data, run_on.programs())?;
    check_plan(&*arena, &plan)?;
    let run = store.begin_run(Plan::KIND, None, &serde_json::to_string(&plan)?)?;
    if run.end.is_none() {
        let jobs = |plan: &Plan, run| plan.jobs(run, 0, &[], &seeds(&*arena, plan));
        let results = store.run_results(old.id)?;
        let kept = match plan.schedule {
            // More rounds come after those played.
            Schedule::Swiss { .. } => {
                results.into_iter().map(|result| SetResult { run: run.id, ..result }).collect()
            }
            _ => taken_over(&jobs(&plan, run.id), &jobs(&earlier, old.id), &results),
        };
        let mut sink = RunSink::open(Arc::clone(&store), run.id)?;
        let known: Vec<u64> = sink.kept()?.iter().map(|result| result.set).collect();
        let new: Vec<SetResult> =
            kept.into_iter().filter(|result| !known.contains(&result.set)).collect();
        sink.keep(&new)?;
    }
    tournament::go_on(store, &run, arena, &plan, &run_on, json, console)
}

/// The ways in which a run can be extended.
fn wanted(plan: &Plan) -> String {
    let games = plan.sets * plan.games_a_set();
    match (plan.schedule, plan.sprt) {
        (Schedule::Swiss { rounds }, _) => format!(
            "who meets whom in a Swiss tournament depends on all results before, so it can have more rounds than its {rounds}, but no other games a round and no other players"
        ),
        (_, Some(_)) => format!(
            "a test is between two, so it can have more games than its {games} at most, but no other players"
        ),
        _ => format!("wanted more players, and no fewer than its {games} games"),
    }
}

fn seeds(arena: &dyn Arena, plan: &Plan) -> Vec<u64> {
    arena.opening_seeds(plan.seed, plan.opening, plan.openings())
}

/// Several runs of one game, combined.
pub(super) struct Together {
    /// The first plan, with the players of all; a name that is taken by another player is told apart by its run.
    pub(super) plan: Plan,
    /// The games.
    pub(super) results: Vec<SetResult>,
    /// The number of games left out because they are in several of the runs.
    pub(super) left_out: usize,
    /// The number of runs stopped by a test.
    pub(super) stopped: usize,
}

/// Combines runs of one game: players with the same name and specification are one player, and the
/// second of two different players under one name is marked with its run. Games
/// that a run has copied from another, or that were replayed from the same seed, count once.
pub(super) fn together(store: &Store, runs: &[u64]) -> Result<Together> {
    let mut joined: Option<Plan> = None;
    // As they are called in their own runs.
    let mut known_entrants: Vec<EntrantPlan> = Vec::new();
    let mut all: Vec<SetResult> = Vec::new();
    let (mut known_sets, mut left_out, mut stopped) = (HashSet::new(), 0, 0);
    for &number in runs {
        let run = store.run(number)?;
        let RunPlan::Tournament(plan) = run.planned()? else {
            bail!("run {number} is an evolution, only tournaments can be read together");
        };
        let is_over = run.end.as_ref().is_some_and(|end| end != ALL_PLAYED);
        stopped += usize::from(plan.sprt.is_some() && is_over);
        let joined = joined.get_or_insert_with(|| Plan { sprt: None, ..plan.clone() });
        if joined.game != plan.game {
            bail!("run {number} is of {}, the others are of {}", plan.game, joined.game);
        }
        if joined.clock != plan.clock {
            let told = |clock: Option<TimeControl>| {
                clock.map_or("no clock".to_owned(), |clock| format!("the clock {clock}"))
            };
            let (own, others) = (told(plan.clock), told(joined.clock));
            bail!(
                "run {number} has {own}, the others have {others}: players are not as strong with another"
            );
        }
        if known_entrants.is_empty() {
            known_entrants.clone_from(&plan.entrants);
        }
        let numbers: Vec<usize> = plan
            .entrants
            .iter()
            .map(|entrant| {
                let known = known_entrants.iter().position(|known| known == entrant);
                known.unwrap_or_else(|| {
                    let is_taken = known_entrants.iter().any(|known| known.name == entrant.name);
                    let mut joining = entrant.clone();
                    if is_taken {
                        joining.name = format!("{} (run {number})", entrant.name);
                    }
                    joined.entrants.push(joining);
                    known_entrants.push(entrant.clone());
                    joined.entrants.len() - 1
                })
            })
            .collect();
        for mut result in store.run_results(number)? {
            result.set = all.len() as u64;
            for game in &mut result.games {
                game.seats.iter_mut().for_each(|seat| *seat = numbers[*seat]);
            }
            let games = result.games.iter();
            let played: Vec<_> = games
                .map(|game| {
                    (game.seats.clone(), game.seed, game.position.clone(), game.moves.clone())
                })
                .collect();
            match known_sets.insert(played) {
                true => all.push(result),
                false => left_out += result.games.len(),
            }
        }
    }
    match joined {
        Some(plan) => Ok(Together { plan, results: all, left_out, stopped }),
        None => bail!("no run is named"),
    }
}
