//! `evolve`: evolves the numbers of an evaluator by tournaments between them.

mod confirm;
mod files;
mod ranking;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use ninefold_arena::{EntrantPlan, EvolutionPlan, Generation, Method, Plan, SetResult, Trials};
use ninefold_session::{Arena, Games, evolution_stages};
use ninefold_store::{KeptRun, RunSink, Store};
use serde_json::{Value, json};

pub(super) use self::ranking::print;
use super::run_on::{Identity, RunOn};
use super::{print_json, progress, tournament};
use crate::args::{EvolveArgs, MethodName};
use crate::{Answer, Console};

/// Starts or continues an evolution, and prints the result.
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
    if let Some(mutation) = args.mutation
        && !matches!(args.method, MethodName::Ga)
    {
        bail!("--mutation {mutation} is for --method ga: no other method draws numbers anew");
    }
    let begin = match &args.sets {
        None => Vec::new(),
        Some(file) => files::read(file, &form.genes).map_err(|problem| {
            let takes = |ranges: &&&str| {
                let form = kind.genome(args.eval.as_deref(), Some(ranges));
                form.is_ok_and(|form| files::read(file, &form.genes).is_ok())
            };
            match form.ranges.iter().find(takes) {
                Some(ranges) => anyhow!("{problem}; --ranges {ranges} takes these sets"),
                None => problem,
            }
        })?,
    };
    let trials = trials(args)?;
    let method = match args.method {
        MethodName::Paper => Method::Paper,
        MethodName::Ga => Method::Ga,
        MethodName::Cmaes => Method::Cmaes,
        MethodName::Spsa => Method::Spsa,
    };
    let plan = EvolutionPlan {
        game: kind.spec().to_owned(),
        player: format!("alphabeta:depth={},eval={}", args.depth, form.evaluator),
        genes: form.genes,
        method,
        population: args.population,
        generations: args.generations,
        families: args.families,
        seed: args.seed,
        opening: args.opening.unwrap_or(if trials.openings > 1 { Trials::MOVES } else { 0 }),
        plies: args.plies,
        mutation: args.mutation,
        begin,
        trials: (trials != ONE_OPENING).then_some(trials),
        kept: EvolutionPlan::kept_of(method, args.population),
    };
    let middle: Vec<i64> = plan.genes.iter().map(|gene| gene.low).collect();
    arena.check(&plan.player_of(&middle))?;
    let mut named = args.confirm.iter().flatten().chain(&args.opponent);
    named.try_for_each(|player| arena.check(player))?;
    let laboratory = Laboratory { store: Arc::new(Store::open(data)?), arena, run_on, json };
    let mut found = Found::default();
    let answer = laboratory.evolve(args, &plan, &mut found, console)?;
    if json {
        print_json(console, &found.answer())?;
    }
    Ok(answer)
}

/// Everybody against everybody on one opening: the default of a plan.
const ONE_OPENING: Trials = Trials { openings: 1, opponent: None };

/// The opponents, and the number of openings.
fn trials(args: &EvolveArgs) -> Result<Trials> {
    let is_point = matches!(args.method, MethodName::Spsa);
    if is_point && args.families > 1 {
        bail!(
            "spsa follows one point, which cannot be crossed: --families is for the other methods"
        );
    }
    let opponent = args.opponent.clone();
    let usual = if is_point || opponent.is_some() { Trials::OPENINGS } else { 1 };
    let openings = args.openings.unwrap_or(usual);
    if openings > 1 && args.opening == Some(0) {
        bail!(
            "without random moves all {openings} openings are the same: wanted --opening 1 or more"
        );
    }
    Ok(Trials { openings, opponent })
}

/// Where an evolution and the tests of its champion are played and stored.
struct Laboratory {
    store: Arc<Store>,
    arena: Arc<dyn Arena>,
    run_on: RunOn,
    json: bool,
}

/// A finished evolution.
struct Evolved {
    plan: EvolutionPlan,
    run: u64,
    generations: Vec<Generation>,
}

/// The results, as JSON if requested.
#[derive(Default)]
struct Found {
    evolutions: Vec<Value>,
    /// The round robin of the champions of several seeds.
    champions: Value,
    /// The test of the winner; null if there is nothing to test.
    confirmation: Option<Value>,
}

impl Found {
    /// A single evolution directly, several as a list; then the results of the champions.
    fn answer(self) -> Value {
        let mut answer = match <[Value; 1]>::try_from(self.evolutions) {
            Ok([one]) => one,
            Err(several) => json!({ "evolutions": several, "champions": self.champions }),
        };
        if let Some(confirmation) = self.confirmation {
            answer["confirmation"] = confirmation;
        }
        answer
    }
}

impl Laboratory {
    /// One evolution per seed; a round robin finds the best of several champions; the winner is
    /// tested.
    fn evolve(
        &self,
        args: &EvolveArgs,
        plan: &EvolutionPlan,
        found: &mut Found,
        console: &mut Console<'_>,
    ) -> Result<Answer> {
        if let (Some(folder), 2..) = (&args.output, args.seeds) {
            files::create(folder)?;
        }
        let mut evolved = Vec::new();
        for further in 0..args.seeds as u64 {
            let plan = EvolutionPlan { seed: plan.seed.wrapping_add(further), ..plan.clone() };
            let text = serde_json::to_string(&plan)?;
            let run = self.store.begin_run(EvolutionPlan::KIND, None, &text)?;
            let ((answer, results), value) = self.told(console, |console| {
                let (store, arena) = (self.store.clone(), self.arena.clone());
                go_on(store, &run, arena, &plan, &self.run_on, self.json, console)
            })?;
            found.evolutions.push(value);
            if !matches!(answer, Answer::Yes) {
                return Ok(answer);
            }
            let generations = plan.generations_of(&results);
            if let Some(folder) = &args.output {
                let folder = match args.seeds {
                    1 => folder.clone(),
                    _ => folder.join(format!("seed-{}", plan.seed)),
                };
                files::write(&folder, &plan, &generations, &results)?;
            }
            evolved.push(Evolved { plan, run: run.id, generations });
        }
        let mut winner = 0;
        if let Some(plan) = confirm::champions(&evolved)? {
            let name = "the champions of several seeds";
            let (answer, value, results) = self.tournament(name, &plan, console)?;
            found.champions = value;
            if !matches!(answer, Answer::Yes) {
                return Ok(answer);
            }
            winner = confirm::best_of(&plan, &results);
        }
        if args.no_confirm {
            return Ok(Answer::Yes);
        }
        let asked = args.confirm.as_ref().map(Option::as_deref);
        let Some(test) = confirm::test(&evolved[winner], asked)? else {
            found.confirmation = Some(Value::Null);
            if !self.json {
                writeln!(
                    console.out,
                    "the champion is the best of the first population: nothing to test"
                )?;
            }
            return Ok(Answer::Yes);
        };
        let name = format!("the champion of run {} tested", evolved[winner].run);
        let (answer, value, _) = self.tournament(&name, &test, console)?;
        found.confirmation = Some(value);
        Ok(answer)
    }

    /// Plays or continues a tournament of champions.
    fn tournament(
        &self,
        name: &str,
        plan: &Plan,
        console: &mut Console<'_>,
    ) -> Result<(Answer, Value, Vec<SetResult>)> {
        let run = self.store.begin_run(Plan::KIND, Some(name), &serde_json::to_string(plan)?)?;
        if !self.json {
            writeln!(console.out, "{name}:")?;
        }
        let (answer, value) = self.told(console, |console| {
            let (store, arena) = (self.store.clone(), self.arena.clone());
            tournament::go_on(store, &run, arena, plan, &self.run_on, self.json, console)
        })?;
        Ok((answer, value, self.store.run_results(run.id)?))
    }

    /// Runs something that prints text, or one line of JSON, which is collected for the whole
    /// answer.
    fn told<T>(
        &self,
        console: &mut Console<'_>,
        work: impl FnOnce(&mut Console<'_>) -> Result<T>,
    ) -> Result<(T, Value)> {
        if !self.json {
            return Ok((work(console)?, Value::Null));
        }
        let mut said = Vec::new();
        let done = work(&mut Console {
            input: &mut *console.input,
            out: &mut said,
            err: &mut *console.err,
            ..*console
        })?;
        Ok((done, serde_json::from_slice(&said)?))
    }
}

/// Plays the missing part of an evolution and prints it. The answer says whether it is finished.
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
    progress::warn_of_versions(&store.run_results(run.id)?, console)?;
    let sink = Box::new(RunSink::open(Arc::clone(&store), run.id)?);
    let stages = evolution_stages(&*arena, plan, run.id);
    let handle = run_on.start(&Identity::of(run), arena, stages, sink)?;
    let watched =
        progress::watch(handle, &|results| ranking::lines(plan, results), run_on, console)?;
    print(run.id, plan, &watched.results, json, console)?;
    let answer = progress::print_end(&watched, &store, run.id, run_on, json, console)?;
    Ok((answer, watched.results))
}

/// An entrant of an evolution: the generation, the family if there are several, and the rank.
pub(super) fn entrant(
    plan: &EvolutionPlan,
    generations: &[Generation],
    number: usize,
) -> EntrantPlan {
    let of = |generation: &&Generation| {
        (generation.first..generation.first + generation.members.len()).contains(&number)
    };
    if let Some(player) = plan.opponent().filter(|_| number == plan.opponent_number()) {
        return EntrantPlan { name: "opponent".into(), player: player.to_owned() };
    }
    match generations.iter().find(of) {
        Some(generation) => {
            let place = number - generation.first;
            let player = plan.player_of(&generation.members[place].genome);
            EntrantPlan { name: format!("{} E{place}", title(plan, generation)), player }
        }
        None => EntrantPlan { name: format!("E{number}"), player: plan.player.clone() },
    }
}

/// The title of a tournament of an evolution.
fn title(plan: &EvolutionPlan, generation: &Generation) -> String {
    let stage = generation.stage + 1;
    match plan.families {
        1 if stage > plan.stages() => "the point in the end".to_owned(),
        1 => format!("tournament {stage}"),
        _ if generation.stage == plan.generations => "champions".to_owned(),
        _ => format!("family {} tournament {stage}", generation.family + 1),
    }
}
