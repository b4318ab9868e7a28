//! Tunes the weights of an evaluator that is linear in them.
//!
//! ```text
//! cargo run --release -p ninefold-desk --example tune -- morris mills [GAMES [NODES [SEED]]]
//! ```
//!
//! The engine plays games against itself from random openings. Every position of theirs is a row of
//! counts (the evaluator with one weight set to 1 and all others to 0 says each) and the result of its
//! game. Logistic regression finds the weights under which the evaluation predicts the result best
//! (Österlund's "Texel's tuning method"); the first weight keeps its size, so that values stay
//! comparable. The new weights are printed, and how a match against the old ones ends.

use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use ninefold_arena::{Contest, Entrant, Halt, bout, opening, standings};
use ninefold_core::{
    Agent, Arguments, Evaluator, EvaluatorEntry, Game, Host, Kind, Path, Playable, Value,
};
use ninefold_search::{Engine, EngineAgent, EngineOptions, Limits};

const USAGE: &str = "usage: tune GAME EVALUATOR [GAMES [NODES [SEED]]]";
/// Random moves before the engines take over.
const OPENING: u32 = 8;
/// Longer games teach nothing new.
const LONGEST: u32 = 200;
const STEPS: usize = 4000;
const THREADS: usize = 2;

struct Tuner {
    evaluator: String,
    games: usize,
    nodes: u64,
    seed: u64,
}

/// A position: what the evaluator counts in it, and what the first player got in the end.
struct Row {
    counts: Vec<f64>,
    result: f64,
}

impl Host for Tuner {
    type Output = ();

    fn receive<G: Playable>(self, game: G, spec: String) {
        let Some(entry) =
            game.evaluators().into_iter().find(|entry| entry.info.id == self.evaluator)
        else {
            return println!("{spec} has no evaluator {}", self.evaluator);
        };
        let old = Weights::default_of(&entry);
        println!("{spec} {}: {} weights, {} games", self.evaluator, old.len(), self.games);
        let rows = self.rows(&game, &old);
        let new = fitted(&rows, &old);
        println!("{} positions; new weights:\n{}({})", rows.len(), self.evaluator, new.text());
        let entrant = |weights: &Weights| {
            let (game, weights, nodes) = (game.clone(), weights.clone(), self.nodes);
            let name = self.evaluator.clone();
            move |_, _| -> Box<dyn Agent<G>> { Box::new(weights.player(&game, &name, nodes)) }
        };
        let (challenger, champion) = (entrant(&new), entrant(&old));
        let entrants: [Entrant<'_, G>; 2] = [&challenger, &champion];
        let contest = Contest {
            seed: !self.seed,
            sets: 200,
            opening: OPENING,
            plies: LONGEST,
            jobs: THREADS,
        };
        let games = contest.run(&game, &entrants, &Halt::new(false), &|_| {});
        let share = standings(&games, 2)[0].share;
        let percent = |share: f64| 100.0 * share;
        println!(
            "new against old over {} games: {:.1} % [{:.1}, {:.1}]",
            games.len(),
            percent(share.value),
            percent(share.low),
            percent(share.high)
        );
    }
}

impl Tuner {
    /// Plays the games and takes every position of theirs after the opening.
    fn rows<G: Game>(&self, game: &G, weights: &Weights) -> Vec<Row> {
        let next = AtomicUsize::new(0);
        let rows = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let counters = weights.counters(game, &self.evaluator);
                    loop {
                        let index = next.fetch_add(1, Relaxed);
                        if index >= self.games {
                            break;
                        }
                        let start = opening(game, self.seed + index as u64, OPENING);
                        let player = || -> Box<dyn Agent<G>> {
                            Box::new(weights.player(game, &self.evaluator, self.nodes))
                        };
                        let played = bout(start, &mut [player(), player()], LONGEST);
                        let new = rows_of(played.path, played.points[0], &counters);
                        rows.lock().expect("no thread panics").extend(new);
                    }
                });
            }
        });
        rows.into_inner().expect("no thread panics")
    }
}

fn rows_of<G: Game>(
    mut path: Path<G>,
    result: f64,
    counters: &[Box<dyn Evaluator<G>>],
) -> Vec<Row> {
    let mut rows = Vec::new();
    path.undo();
    while path.played().len() > OPENING as usize {
        let (game, state, context) = (path.game(), path.state(), path.context());
        let counts = counters.iter().map(|counter| counter.values(game, state, context)[0].into());
        rows.push(Row { counts: counts.collect(), result });
        path.undo();
    }
    rows
}

/// The weights of an evaluator by parameter.
#[derive(Clone)]
struct Weights(Vec<(&'static str, Vec<f64>)>);

impl Weights {
    fn default_of<G: Game>(entry: &EvaluatorEntry<G>) -> Weights {
        let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults fit");
        let weights = |value: &Value| match value {
            Value::Number(number) => vec![*number as f64],
            Value::Numbers(numbers) => numbers.iter().map(|&number| number as f64).collect(),
            _ => Vec::new(),
        };
        let is_weight = |kind: &Kind| matches!(kind, Kind::Number(_) | Kind::Numbers { .. });
        let parameters = entry.info.parameters.iter().filter(|one| is_weight(&one.kind));
        Weights(parameters.map(|one| (one.name, weights(arguments.value(one.name)))).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, weights)| weights.len()).sum()
    }

    fn all(&self) -> Vec<f64> {
        self.0.iter().flat_map(|(_, weights)| weights.iter().copied()).collect()
    }

    fn with(&self, all: &[f64]) -> Weights {
        let mut all = all.iter().copied();
        let named = |(name, weights): &(&'static str, Vec<f64>)| {
            (*name, weights.iter().map(|_| all.next().unwrap_or_default()).collect())
        };
        Weights(self.0.iter().map(named).collect())
    }

    /// As parameters in a specification.
    fn text(&self) -> String {
        let numbers = |weights: &[f64]| {
            weights.iter().map(|weight| format!("{weight:.0}")).collect::<Vec<_>>().join("/")
        };
        let named = self.0.iter().map(|(name, weights)| format!("{name}={}", numbers(weights)));
        named.collect::<Vec<_>>().join(",")
    }

    fn evaluator<G: Game>(&self, game: &G, name: &str) -> Box<dyn Evaluator<G>> {
        let mut entries = game.evaluators().into_iter();
        let entry = entries.find(|entry| entry.info.id == name).expect("it was found before");
        let arguments = Arguments::parse(entry.info.parameters, &self.text());
        (entry.build)(game, &arguments.expect("weights stay in their range"), 0)
    }

    fn player<G: Game>(&self, game: &G, name: &str, nodes: u64) -> EngineAgent<G> {
        let options = EngineOptions { table: 1 << 20, threads: 1 };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        EngineAgent { engine: Engine::new(self.evaluator(game, name), options), limits }
    }

    /// One evaluator a weight, which says how often that weight counts.
    fn counters<G: Game>(&self, game: &G, name: &str) -> Vec<Box<dyn Evaluator<G>>> {
        let unit = |index: usize| {
            let mut all = vec![0.0; self.len()];
            all[index] = 1.0;
            self.with(&all).evaluator(game, name)
        };
        (0..self.len()).map(unit).collect()
    }
}

/// The weights that predict the results best, found by gradient descent with momentum (Adam).
fn fitted(rows: &[Row], old: &Weights) -> Weights {
    let start = old.all();
    // Weights are fitted in units in which a lead of the first one is worth about two to one.
    let unit = start[0].abs().max(1.0);
    let mut weights: Vec<f64> = start.iter().map(|weight| weight / unit).collect();
    let (mut mean, mut spread) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=STEPS {
        let mut gradient = vec![0.0; weights.len()];
        // A tenth of the rows a step, another one each time.
        for row in rows.iter().skip(step % 10).step_by(10) {
            let sum: f64 =
                weights.iter().zip(&row.counts).map(|(weight, count)| weight * count).sum();
            let error = 1.0 / (1.0 + (-sum).exp()) - row.result;
            for (slope, count) in gradient.iter_mut().zip(&row.counts) {
                *slope += error * count;
            }
        }
        for index in 0..weights.len() {
            let slope = gradient[index] / (rows.len() as f64 / 10.0) + 1e-5 * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            spread[index] = 0.999 * spread[index] + 0.001 * slope * slope;
            let corrected = mean[index] / (1.0 - 0.9_f64.powi(step as i32));
            let scale = (spread[index] / (1.0 - 0.999_f64.powi(step as i32))).sqrt() + 1e-9;
            weights[index] -= 0.003 * corrected / scale;
        }
    }
    let size = start[0].abs() / weights[0].abs().max(1e-3);
    old.with(&weights.iter().map(|weight| weight * size).collect::<Vec<_>>())
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(game), Some(evaluator)) = (args.next(), args.next()) else {
        return println!("{USAGE}");
    };
    let mut number = |usual: u64| args.next().map_or(Some(usual), |text| text.parse().ok());
    let (Some(games), Some(nodes), Some(seed)) = (number(2000), number(2000), number(0)) else {
        return println!("{USAGE}");
    };
    let tuner = Tuner { evaluator, games: games as usize, nodes, seed };
    if let Err(error) = ninefold_games::registry().open(&game, tuner) {
        println!("{error}");
    }
}
