//! `runs`: stored tournaments and evolutions.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use ninefold_arena::{EntrantPlan, RunPlan, SetResult};
use ninefold_session::{Games, check_plan};
use ninefold_store::Store;
use serde_json::json;

use super::export::Export;
use super::extend::{self, Together};
use super::run_on::RunOn;
use super::standings::{self, Shown};
use super::{evolve, print_json, report, tournament};
use crate::args::arena::{ExportFormat, RunsCommand};
use crate::printable::plain;
use crate::{Answer, Console, saves};

/// The entrant of a run with a number.
fn entrants<'a>(
    plan: &'a RunPlan,
    results: &[SetResult],
) -> Box<dyn Fn(usize) -> EntrantPlan + 'a> {
    match plan {
        RunPlan::Tournament(plan) => Box::new(|entrant| plan.entrants[entrant].clone()),
        RunPlan::Evolution(plan) => {
            let generations = plan.generations_of(results);
            Box::new(move |entrant| evolve::entrant(plan, &generations, entrant))
        }
    }
}

/// Runs a subcommand on the runs of a data folder.
pub(super) fn run(
    games: &Games,
    command: RunsCommand,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let store = Arc::new(Store::open(data)?);
    match command {
        RunsCommand::List => list(&store, json, console)?,
        RunsCommand::Show { run, anchor } => {
            if let [_, _, ..] = run[..] {
                let Together { mut plan, results, left_out, stopped } =
                    extend::together(&store, &run)?;
                if let Some(name) = anchor {
                    plan.anchor = tournament::entrant(&plan, &name)?;
                }
                if !json {
                    let once = match left_out {
                        0 => String::new(),
                        games => format!("; {games} games are in several of them and count once"),
                    };
                    let runs = standings::runs_text(&run);
                    writeln!(console.out, "{runs} read together{once}")?;
                }
                let stopped_runs = Some(stopped);
                let shown =
                    Shown { runs: &run, plan: &plan, results: &results, end: None, stopped_runs };
                standings::print(&shown, json, console)?;
                return Ok(Answer::Yes);
            }
            let run = store.run(run[0])?;
            let results = store.run_results(run.id)?;
            match run.planned()? {
                RunPlan::Tournament(mut plan) => {
                    if let Some(name) = anchor {
                        plan.anchor = tournament::entrant(&plan, &name)?;
                    }
                    let end = run.end.as_deref();
                    let shown = Shown {
                        runs: &[run.id],
                        plan: &plan,
                        results: &results,
                        end,
                        stopped_runs: None,
                    };
                    standings::print(&shown, json, console)?;
                }
                RunPlan::Evolution(_) if anchor.is_some() => bail!("an evolution has no anchor"),
                RunPlan::Evolution(plan) => evolve::print(run.id, &plan, &results, json, console)?,
            }
        }
        RunsCommand::Export { run, format, output } => {
            let run = store.run(run)?;
            let planned = run.planned()?;
            let results = store.run_results(run.id)?;
            let entrant = entrants(&planned, &results);
            let game = planned.game();
            let export =
                Export { run: run.id, format, game, entrant: &*entrant, results: &results };
            match output {
                Some(file) => {
                    saves::create(&file, &export)?;
                    if json {
                        print_json(console, &json!({ "export": file }))?;
                    }
                }
                None if json && !matches!(format, ExportFormat::Jsonl) => bail!(
                    "--json prints JSON, and --format asks for something else: leave one of them out or write to a file with --output"
                ),
                None => write!(console.out, "{export}")?,
            }
        }
        RunsCommand::Report { run, output } => {
            let run = store.run(run)?;
            let results = store.run_results(run.id)?;
            let html = match run.planned()? {
                RunPlan::Tournament(plan) => {
                    report::tournament(&run.title(), &plan, &results, run.end.as_deref())
                }
                RunPlan::Evolution(plan) => report::evolution(&run.title(), &plan, &results),
            };
            saves::create(&output, &html)?;
            if json {
                print_json(console, &json!({ "report": output }))?;
            }
        }
        RunsCommand::Resume { run, jobs, spread } => {
            let run = store.run(run)?;
            let planned = run.planned()?;
            let run_on = RunOn::new(games, &spread, jobs)?;
            let arena = tournament::arena(games, planned.game(), data, run_on.programs())?;
            return match planned {
                RunPlan::Tournament(plan) => {
                    if run.end.is_none() {
                        check_plan(&*arena, &plan)?;
                    }
                    tournament::go_on(store, &run, arena, &plan, &run_on, json, console)
                }
                RunPlan::Evolution(plan) => {
                    let done = evolve::go_on(store, &run, arena, &plan, &run_on, json, console)?;
                    Ok(done.0)
                }
            };
        }
        RunsCommand::Extend(args) => {
            return extend::extend(games, store, &args, data, json, console);
        }
        RunsCommand::Delete { run } => {
            store.delete_run(run)?;
            if json {
                print_json(console, &json!({ "deleted": run }))?;
            } else {
                writeln!(console.out, "run {run} deleted")?;
            }
        }
    }
    Ok(Answer::Yes)
}

fn list(store: &Store, json: bool, console: &mut Console<'_>) -> Result<()> {
    let runs = store.runs()?;
    if json {
        let runs: Vec<_> = runs
            .iter()
            .map(|run| {
                json!({ "run": run.id, "kind": run.kind, "name": run.title(), "games": run.games, "end": run.end })
            })
            .collect();
        return print_json(console, &json!({ "runs": runs }));
    }
    for run in &runs {
        let state = plain(run.end.as_deref().unwrap_or("unfinished"));
        let title = plain(&run.title());
        writeln!(console.out, "{:>4}  {:>7} games  {title}: {state}", run.id, run.games)?;
    }
    if runs.is_empty() {
        writeln!(console.out, "no runs are kept")?;
    }
    Ok(())
}
