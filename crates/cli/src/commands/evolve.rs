//! `evolve`: the numbers of an evaluator, by tournaments between them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use ninefold_arena::{
    EntrantPlan, Estimate, EvolutionPlan, Generation, Method, Plan, SetResult, Sprt,
};
use ninefold_core::quote;
use ninefold_session::{Arena, Games, evolution_stages, game_record, wilson};
use ninefold_store::{KeptRun, RunSink, Store};
use serde_json::{Value, json};

use super::run_on::{Identity, RunOn};
use super::{print_json, progress, tournament};
use crate::args::arena::{EvolveArgs, MethodName};
use crate::{Answer, Console};

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
    let run = store.begin_run(EvolutionPlan::KIND, None, &serde_json::to_string(&plan)?)?;
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
            let kept = store.begin_run(Plan::KIND, Some(&name), &serde_json::to_string(&test)?)?;
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

/// A member's share of the points, a tie being half of one, with Wilson's 95 % interval.
fn share(generation: &Generation, member: usize) -> Estimate {
    let [wins, ties, losses] = generation.tally[member].map(|count| count as f64);
    let games = wins + ties + losses;
    match games > 0.0 {
        true => wilson((wins + ties / 2.0) / games, games),
        false => Estimate { value: 0.5, low: 0.0, high: 1.0 },
    }
}

/// Whether the shares of the members differ no more than chance makes those of equals differ: the sum of their squared
/// distances from one half, in units of what a game's result varies by, is below the 95 % point of the χ² distribution.
fn is_noise(generation: &Generation) -> bool {
    let count = |of: &[u64; 3]| of.iter().sum::<u64>() as f64;
    let decided: f64 = generation.tally.iter().map(|[w, _, l]| (w + l) as f64).sum();
    let games: f64 = generation.tally.iter().map(count).sum();
    let degrees = generation.tally.len() as f64 - 1.0;
    if games == 0.0 || degrees < 1.0 {
        return false;
    }
    // A win or a loss is half a point from the middle, a tie none.
    let variance = decided / games / 4.0;
    let distance = |(member, tally): (usize, &[u64; 3])| {
        count(tally) * (share(generation, member).value - 0.5).powi(2)
    };
    let squares: f64 = generation.tally.iter().enumerate().map(distance).sum();
    // Wilson and Hilferty's approximation of the quantile.
    let part = 2.0 / (9.0 * degrees);
    let most = degrees * (1.0 - part + 1.644_854 * part.sqrt()).powi(3);
    squares <= variance * most
}

/// The ranking of one tournament, the best first.
fn ranking(plan: &EvolutionPlan, generation: &Generation) -> Vec<String> {
    let ties = 100.0 * generation.ties();
    let noise = match is_noise(generation) {
        true => "; the scores differ no more than chance alone makes them, so the ranking is noise",
        false => "",
    };
    let mut lines = vec![format!("{}: {ties:.1} % ties{noise}", title(plan, generation))];
    for &member in generation.ranking.iter().take(SHOWN) {
        let [wins, drawn, losses] = generation.tally[member];
        let individual = &generation.members[member];
        let numbers: Vec<String> = individual.genome.iter().map(i64::to_string).collect();
        let birth = individual.birth.map_or(String::new(), |birth| {
            format!("  from E{} and E{} at {}", birth.first, birth.second, birth.cut)
        });
        let found = share(generation, member);
        lines.push(format!(
            "  E{member:<3} {:>4} points  {wins}/{drawn}/{losses}  {:.0} % [{:.0}, {:.0}]  {}{birth}",
            generation.score(member),
            100.0 * found.value,
            100.0 * found.low,
            100.0 * found.high,
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
        let found = share(generation, member);
        json!({
            "name": format!("E{member}"),
            "genome": individual.genome,
            "birth": individual.birth,
            "points": generation.score(member),
            "tally": generation.tally[member],
            "share": [found.value, found.low, found.high],
        })
    };
    json!({
        "title": title(plan, generation),
        "ties": generation.ties(),
        "noise": is_noise(generation),
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
    let entrants = vec![
        EntrantPlan { name: "champion".into(), player: champion },
        EntrantPlan { name: "opponent".into(), player: opponent },
    ];
    Ok(Plan {
        sets: 5000,
        seed: plan.seed.wrapping_add(1),
        opening: 6,
        plies: 300,
        sprt: Some(Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }),
        ..Plan::usual(&plan.game, 2, entrants)
    })
}
