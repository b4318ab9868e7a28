//! `evolve`: the numbers of an evaluator, by tournaments between them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use ninefold_arena::{
    EntrantPlan, EvolutionPlan, Generation, Method, Plan, Schedule, SetResult, Sprt,
};
use ninefold_core::quote;
use ninefold_session::{Arena, Games, evolution_stages, game_record};
use ninefold_store::{KeptRun, RunSink, Store};
use serde_json::{Value, json};

use super::run_on::{Identity, RunOn};
use super::{print_json, progress, tournament};
use crate::args::arena::{EvolveArgs, MethodName};
use crate::{Answer, Console};

/// What makes such a run.
pub(super) const KIND: &str = "evolution";

/// How many of a ranking are printed.
const SHOWN: usize = 10;

/// Evolves, or goes on, and prints what came of it.
pub(super) fn run(
    games: &Games,
    args: &EvolveArgs,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let run_on = RunOn::new(games, &args.spread, args.jobs)?;
    let kind = games.kind(&args.game)?;
    if kind.players() != 2 {
        bail!(
            "{} is for {} players, an evolution needs a game for two",
            kind.spec(),
            kind.players()
        );
    }
    let form = kind.genome(args.eval.as_deref(), args.ranges.as_deref())?;
    let arena = kind.arena(None, run_on.programs());
    let plan = EvolutionPlan {
        game: kind.spec().to_owned(),
        player: format!("alphabeta:depth={},eval={}", args.depth, form.evaluator),
        genes: form.genes,
        method: match args.method {
            MethodName::Paper => Method::Paper,
            MethodName::Ga => Method::Ga,
            MethodName::Cmaes => Method::Cmaes,
        },
        population: args.population,
        generations: args.generations,
        families: args.families,
        seed: args.seed,
        opening: args.opening,
        plies: args.plies,
    };
    let middle: Vec<i64> = plan.genes.iter().map(|gene| gene.low).collect();
    arena.check(&plan.player_of(&middle))?;
    if let Some(Some(player)) = &args.confirm {
        arena.check(player)?;
    }
    let store = Arc::new(Store::open(data)?);
    let name = format!("evolution of {} in {}", plan.player.replace("{}", "·"), plan.game);
    let run = store.begin_run(KIND, &name, &serde_json::to_string(&plan)?)?;
    let (answer, results) =
        go_on(store.clone(), &run, arena.clone(), &plan, &run_on, json, console)?;
    if !matches!(answer, Answer::Yes) {
        return Ok(answer);
    }
    let generations = plan.generations_of(&results);
    if let Some(folder) = &args.output {
        write_files(folder, &plan, &generations, &results)?;
    }
    match &args.confirm {
        None => Ok(Answer::Yes),
        Some(player) => {
            let test = confirmation(&plan, &generations, player.as_deref())?;
            let name = format!("the champion of run {} tested", run.id);
            let kept = store.begin_run(tournament::KIND, &name, &serde_json::to_string(&test)?)?;
            tournament::go_on(store, &kept, arena, &test, &run_on, json, console)
        }
    }
}

/// Plays what is missing of an evolution and prints it. It is finished if the answer is yes.
pub(super) fn go_on(
    store: Arc<Store>,
    run: &KeptRun,
    arena: Arc<dyn Arena>,
    plan: &EvolutionPlan,
    run_on: &RunOn,
    json: bool,
    console: &mut Console<'_>,
) -> Result<(Answer, Vec<SetResult>)> {
    if run.end.is_some() {
        let results = store.run_results(run.id)?;
        print(run.id, plan, &results, json, console)?;
        return Ok((Answer::Yes, results));
    }
    let sink = Box::new(RunSink::open(Arc::clone(&store), run.id)?);
    let stages = evolution_stages(&*arena, plan, run.id);
    let handle = run_on.start(&Identity::of(run), arena, stages, sink)?;
    let watched = progress::watch(handle, &|results| lines(plan, results), run_on, console)?;
    print(run.id, plan, &watched.results, json, console)?;
    let answer = progress::print_end(&watched, &store, run.id, run_on, json, console)?;
    Ok((answer, watched.results))
}

/// The plan of an evolution that is kept.
pub(super) fn plan(run: &KeptRun) -> Result<EvolutionPlan> {
    serde_json::from_str(&run.plan)
        .with_context(|| format!("run {} was written by another version", run.id))
}

/// Who an entrant of an evolution is: the generation, the family if there are several, and the place.
pub(super) fn entrant(
    plan: &EvolutionPlan,
    generations: &[Generation],
    number: usize,
) -> EntrantPlan {
    let of = |generation: &&Generation| {
        (generation.first..generation.first + generation.members.len()).contains(&number)
    };
    match generations.iter().find(of) {
        Some(generation) => {
            let place = number - generation.first;
            let player = plan.player_of(&generation.members[place].genome);
            EntrantPlan { name: format!("{} E{place}", title(plan, generation)), player }
        }
        None => EntrantPlan { name: format!("E{number}"), player: plan.player.clone() },
    }
}

fn title(plan: &EvolutionPlan, generation: &Generation) -> String {
    let stage = generation.stage + 1;
    match plan.families {
        1 => format!("tournament {stage}"),
        _ if generation.stage == plan.generations => "champions".to_owned(),
        _ => format!("family {} tournament {stage}", generation.family + 1),
    }
}

fn lines(plan: &EvolutionPlan, results: &[SetResult]) -> Vec<String> {
    let generations = plan.generations_of(results);
    generations.last().map(|last| ranking(plan, last)).unwrap_or_default()
}

/// The ranking of one tournament, the best first.
fn ranking(plan: &EvolutionPlan, generation: &Generation) -> Vec<String> {
    let ties = 100.0 * generation.ties();
    let mut lines = vec![format!("{}: {ties:.1} % ties", title(plan, generation))];
    for &member in generation.ranking.iter().take(SHOWN) {
        let [wins, drawn, losses] = generation.tally[member];
        let individual = &generation.members[member];
        let numbers: Vec<String> = individual.genome.iter().map(i64::to_string).collect();
        let birth = individual.birth.map_or(String::new(), |birth| {
            format!("  from E{} and E{} at {}", birth.first, birth.second, birth.cut)
        });
        lines.push(format!(
            "  E{member:<3} {:>4} points  {wins}/{drawn}/{losses}  {}{birth}",
            generation.score(member),
            numbers.join(" ")
        ));
    }
    lines
}

/// Prints all tournaments of an evolution, as text or JSON.
pub(super) fn print(
    run: u64,
    plan: &EvolutionPlan,
    results: &[SetResult],
    json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let generations = plan.generations_of(results);
    let games: usize = results.iter().map(|result| result.games.len()).sum();
    if json {
        let generations: Vec<Value> =
            generations.iter().map(|generation| as_json(plan, generation)).collect();
        let value = json!({ "run": run, "game": plan.game, "games": games, "of": plan.games(), "generations": generations });
        return print_json(console, &value);
    }
    writeln!(console.out, "run {run}: {}, {games} of {} games", plan.game, plan.games())?;
    for generation in
        generations.iter().filter(|generation| generation.tally.iter().flatten().sum::<u64>() > 0)
    {
        for line in ranking(plan, generation) {
            writeln!(console.out, "{line}")?;
        }
    }
    Ok(())
}

fn as_json(plan: &EvolutionPlan, generation: &Generation) -> Value {
    let member = |&member: &usize| {
        let individual = &generation.members[member];
        json!({
            "name": format!("E{member}"),
            "genome": individual.genome,
            "birth": individual.birth,
            "points": generation.score(member),
            "tally": generation.tally[member],
        })
    };
    json!({
        "title": title(plan, generation),
        "ties": generation.ties(),
        "ranking": generation.ranking.iter().map(member).collect::<Vec<_>>(),
    })
}

/// The files the paper describes, for each tournament: the sets, the ranking, and one record a match.
fn write_files(
    folder: &Path,
    plan: &EvolutionPlan,
    generations: &[Generation],
    results: &[SetResult],
) -> Result<()> {
    let cannot = || format!("cannot write to {}", quote(&folder.to_string_lossy()));
    fs::create_dir(folder).with_context(cannot)?;
    let sets = plan.population * (plan.population - 1) / 2;
    for (index, generation) in generations.iter().enumerate() {
        let inside = folder.join(title(plan, generation).replace(' ', "-"));
        fs::create_dir_all(inside.join("matches")).with_context(cannot)?;
        let (mut text, mut ranks) = (String::new(), String::new());
        for (place, member) in generation.members.iter().enumerate() {
            let numbers: Vec<String> = member.genome.iter().map(i64::to_string).collect();
            let birth = member.birth.map_or(String::new(), |birth| {
                format!("  # from E{} and E{} at {}", birth.first, birth.second, birth.cut)
            });
            text += &format!("E{place} {}{birth}\n", numbers.join(" "));
        }
        for &member in &generation.ranking {
            ranks += &format!("E{member} {}\n", generation.score(member));
        }
        fs::write(inside.join("sets.txt"), text).with_context(cannot)?;
        fs::write(inside.join("ranking.txt"), ranks).with_context(cannot)?;
        let played = results.iter().skip(index * sets).take(sets);
        for game in played.flat_map(|result| &result.games) {
            let place = |entrant: usize| entrant - generation.first;
            let player =
                |entrant: usize| plan.player_of(&generation.members[place(entrant)].genome);
            let mut record = game_record(&plan.game, &player, game);
            let names: Vec<String> =
                game.seats.iter().map(|&seat| format!("E{}", place(seat))).collect();
            let winner = game.points.iter().position(|points| *points > 0.999);
            record.tags.push(("Players".into(), names.join(" ")));
            record
                .tags
                .push(("Winner".into(), winner.map_or("tie".into(), |seat| names[seat].clone())));
            let file = format!("matches/{}.record", names.join("-"));
            fs::write(inside.join(file), record.to_string()).with_context(cannot)?;
        }
    }
    Ok(())
}

/// A test of the last tournament's best against the first one's, or another player, on fresh openings.
fn confirmation(
    plan: &EvolutionPlan,
    generations: &[Generation],
    against: Option<&str>,
) -> Result<Plan> {
    let best = |generation: &Generation| {
        generation.ranking.first().map(|&member| plan.player_of(&generation.members[member].genome))
    };
    let (Some(first), Some(last)) = (generations.first(), generations.last()) else {
        bail!("there is no champion");
    };
    let (Some(champion), Some(before)) = (best(last), best(first)) else {
        bail!("there is no champion");
    };
    let opponent = against.map_or(before, str::to_owned);
    Ok(Plan {
        game: plan.game.clone(),
        seats: 2,
        entrants: vec![
            EntrantPlan { name: "champion".into(), player: champion },
            EntrantPlan { name: "opponent".into(), player: opponent },
        ],
        schedule: Schedule::RoundRobin,
        sets: 5000,
        seed: plan.seed.wrapping_add(1),
        opening: 6,
        plies: 300,
        anchor: 1,
        adjudicate: false,
        times: false,
        sprt: Some(Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }),
    })
}
