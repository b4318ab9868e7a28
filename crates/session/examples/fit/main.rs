//! The weights of an evaluator that foretell the results of its own games best.
//!
//! ```sh
//! cargo run --release -p ninefold-session --example fit -- mnk:15,15,5 threats 1200 400 6
//! ```
//!
//! plays 1200 games of the engine against itself with 400 positions a move, each after an opening of
//! up to 6 random moves, and prints the evaluator with the weights fitted to them. The same command
//! prints the same weights. `ninefold match` tells whether they are better.
//!
//! The evaluator's value must be a sum of its parameters' numbers, each times something that is read
//! from the position. That something is found by setting one number to 1 and all others to 0.

mod regression;

use std::sync::Mutex;

use anyhow::{Context as _, Result, bail};
use ninefold_core::{
    Agent, Arguments, Context, Evaluator, Game, Host, Kind, Parameter, Path, Player, Random, View,
};
use ninefold_games::registry;
use ninefold_search::{Engine, EngineAgent, EngineOptions, Limits};
use regression::{Sample, logistic};

/// Values beyond this are no judgements but wins that are seen.
const DECIDED: i32 = 10_000_000;
/// The largest weight printed.
const LARGEST: f64 = 1000.0;

/// What to fit, and to which games.
struct Fit {
    /// The evaluator that plays: `threats`, or with other weights than its own `threats(…)`.
    evaluator: String,
    games: u64,
    nodes: u64,
    opening: usize,
}

impl Host for Fit {
    type Output = Result<()>;

    fn receive<G: View>(self, game: G, _spec: String) -> Result<()> {
        let id = self.evaluator.split_once('(').map_or(&*self.evaluator, |(id, _)| id);
        let entries = game.knowledge().evaluators;
        let entry = entries.iter().find(|entry| entry.info.id == id);
        let parameters =
            entry.with_context(|| format!("there is no evaluator {id}"))?.info.parameters;
        let units = units(&game, id, parameters)?;
        let own = evaluator(&game, &self.evaluator)?;
        let next = Mutex::new(0..self.games);
        let take = || -> Result<Vec<(u64, Vec<Sample>)>> {
            let mut done = Vec::new();
            loop {
                let index = next.lock().expect("nobody panics with it").next();
                let Some(index) = index else { return Ok(done) };
                done.push((index, self.samples(&game, &*own, &units, index)?));
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut games = Vec::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(take)).collect();
            for worker in workers {
                games.extend(worker.join().expect("a worker does not panic")?);
            }
            Ok::<(), anyhow::Error>(())
        })?;
        games.sort_by_key(|(index, _)| *index);
        let samples: Vec<Sample> = games.into_iter().flat_map(|(_, samples)| samples).collect();
        let fitted = logistic(&samples);
        println!("{} positions of {} games, loss {:.4}", samples.len(), self.games, fitted.loss);
        let largest = fitted.weights.iter().fold(0.0_f64, |most, weight| most.max(weight.abs()));
        let scaled = fitted.weights.iter().map(|weight| (weight / largest * LARGEST).round());
        println!(
            "{}",
            text(id, parameters, &scaled.map(|weight| weight as i64).collect::<Vec<_>>())
        );
        Ok(())
    }
}

impl Fit {
    /// The positions of one game after its opening, as far as they are not decided at sight.
    fn samples<G: Game>(
        &self,
        game: &G,
        own: &dyn Evaluator<G>,
        units: &[Box<dyn Evaluator<G>>],
        index: u64,
    ) -> Result<Vec<Sample>> {
        let mut path = self.opening(game, own, index);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let options = EngineOptions { table: 1 << 20, ..EngineOptions::default() };
        let engine = Engine::new(evaluator(game, &self.evaluator)?, options);
        let mut agent = EngineAgent { engine, limits };
        let mut features = Vec::new();
        while let Some(seat) = path.to_move() {
            let of = |evaluator: &dyn Evaluator<G>| {
                evaluator.values(game, path.state(), Context::default())[seat.index()]
            };
            if of(own).abs() < DECIDED {
                let read: Vec<f64> = units.iter().map(|unit| f64::from(of(&**unit))).collect();
                features.push((seat, read));
            }
            path.play(agent.choose(&path).context("a player without a move")?);
        }
        let payoffs = path.outcome().map(|outcome| outcome.payoffs).unwrap_or_default();
        let result = |seat: Player| {
            let lead = payoffs.of(seat) - payoffs.of(seat.other());
            0.5 + 0.5 * f64::from(lead.signum())
        };
        let sample = |(seat, features)| Sample { features, result: result(seat) };
        Ok(features.into_iter().map(sample).collect())
    }

    /// A game after a few random moves, each of them one that the evaluator finds worth a look.
    fn opening<G: Game>(&self, game: &G, own: &dyn Evaluator<G>, index: u64) -> Path<G> {
        let mut random = Random::stream(1, index);
        let mut path = Path::new(game.clone(), game.start(index));
        let mut moves = Vec::new();
        for _ in 0..random.below(self.opening + 1) {
            moves.clear();
            path.moves(&mut moves);
            own.guide(game, path.state()).narrow(game, path.state(), &mut moves, 0);
            path.play(random.pick(&moves));
            if path.outcome().is_some() {
                path.undo();
                break;
            }
        }
        path
    }
}

/// The evaluator of `threats` or `threats(turn=…)`.
fn evaluator<G: Game>(game: &G, spec: &str) -> Result<Box<dyn Evaluator<G>>> {
    let (id, arguments) = spec.split_once('(').unwrap_or((spec, ""));
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == id);
    let entry = entry.with_context(|| format!("there is no evaluator {id}"))?;
    let arguments = Arguments::parse(entry.info.parameters, arguments.trim_end_matches(')'))?;
    Ok((entry.build)(game, &arguments, 0))
}

/// How many numbers a parameter has.
fn length(parameter: &Parameter) -> usize {
    match &parameter.kind {
        Kind::Numbers { ranges, .. } => ranges.len(),
        _ => 1,
    }
}

/// The evaluator with these numbers, parameter by parameter.
fn text(id: &str, parameters: &[Parameter], numbers: &[i64]) -> String {
    let mut rest = numbers.iter().map(i64::to_string);
    let part = |parameter: &Parameter| {
        let numbers: Vec<String> = rest.by_ref().take(length(parameter)).collect();
        format!("{}={}", parameter.name, numbers.join("/"))
    };
    let parts: Vec<String> = parameters.iter().map(part).collect();
    format!("{id}({})", parts.join(","))
}

/// For every number the evaluator in which it is 1 and all others are 0.
fn units<G: Game>(
    game: &G,
    id: &str,
    parameters: &[Parameter],
) -> Result<Vec<Box<dyn Evaluator<G>>>> {
    let count = parameters.iter().map(length).sum();
    let unit = |one: usize| {
        let numbers: Vec<i64> = (0..count).map(|index| i64::from(index == one)).collect();
        evaluator(game, &text(id, parameters, &numbers))
    };
    (0..count).map(unit).collect()
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, evaluator, numbers @ ..] = &words[..] else {
        bail!("wanted GAME EVALUATOR GAMES NODES OPENING")
    };
    let numbers: Vec<u64> = numbers.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [games, nodes, opening] = numbers[..] else { bail!("wanted GAMES NODES OPENING") };
    let opening = opening as usize;
    let fit = Fit { evaluator: evaluator.clone(), games, nodes, opening };
    registry().open(game, fit)?
}
