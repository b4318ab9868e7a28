//! The weights of an evaluator that foretell the results of its own games best.
//!
//! The evaluator's value must be a sum of its parameters' numbers, each times something that is read
//! from the position. That something is found by setting one number to 1 and all others to 0.

use anyhow::Result;
use ninefold_core::{Context, Evaluator, Game, Kind, Parameter, Player as Seat};

use crate::Settings;
use crate::contest::{opening, shared_out};
use crate::player::{Player, evaluator, info};
use crate::regression::{Sample, logistic};

/// Values beyond this are no judgements but wins that are seen.
const DECIDED: i32 = 10_000_000;
/// The largest weight printed.
const LARGEST: f64 = 1000.0;

/// Plays games and prints the weights that fit them.
pub fn fit<G: Game>(game: &G, spec: &str, settings: &Settings) -> Result<()> {
    let id = spec.split_once('(').map_or(spec, |(id, _)| id);
    let parameters = info(game, id)?.parameters;
    let units = units(game, id, parameters)?;
    let own = evaluator(game, spec)?;
    let play = |index| samples(game, spec, &*own, &units, settings, index);
    let samples: Vec<Sample> = shared_out(settings.games, play)?.into_iter().flatten().collect();
    let fitted = logistic(&samples);
    let positions = samples.len();
    println!("{positions} positions of {} games, loss {:.4}", settings.games, fitted.loss);
    let largest = fitted.weights.iter().fold(0.0_f64, |most, weight| most.max(weight.abs()));
    let numbers: Vec<i64> =
        fitted.weights.iter().map(|weight| (weight / largest * LARGEST).round() as i64).collect();
    println!("{}", text(id, parameters, &numbers));
    Ok(())
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

/// The positions of one game after its opening, as far as they are not decided at sight.
fn samples<G: Game>(
    game: &G,
    spec: &str,
    own: &dyn Evaluator<G>,
    units: &[Box<dyn Evaluator<G>>],
    settings: &Settings,
    index: u64,
) -> Result<Vec<Sample>> {
    let spec = format!("engine:{spec}");
    let mut path = opening(game, &spec, settings, index)?;
    let mut player = Player::new(game, &spec)?;
    let mut features = Vec::new();
    while let Some(seat) = path.to_move() {
        let of = |evaluator: &dyn Evaluator<G>| {
            evaluator.values(game, path.state(), Context::default())[seat.index()]
        };
        if of(own).abs() < DECIDED {
            let read = units.iter().map(|unit| f64::from(of(&**unit))).collect();
            features.push((seat, read));
        }
        let (mv, _) = player.choose(&path, settings.limits)?;
        path.play(mv);
    }
    let payoffs = path.outcome().map(|outcome| outcome.payoffs).unwrap_or_default();
    let result = |seat: Seat| {
        let lead = payoffs.of(seat) - payoffs.of(seat.other());
        0.5 + 0.5 * f64::from(lead.signum())
    };
    let sample = |(seat, features)| Sample { features, result: result(seat) };
    Ok(features.into_iter().map(sample).collect())
}
