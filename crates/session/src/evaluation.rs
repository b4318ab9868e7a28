//! Evaluators and heuristics by specification: `fav2(noise=10)`, `h2`.

use ninefold_core::{
    Arguments, Evaluator, EvaluatorEntry, EvaluatorInfo, Game, Heuristic, Knowledge, Path, View,
    explain, judge, nearest, quote,
};
use serde::Serialize;
use serde_json::{Map, Number, Value};
use thiserror::Error;

use crate::Explained;

/// Why a specification names no evaluator.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvaluatorError {
    /// The game has no evaluator of this name.
    #[error("unknown evaluator {}, {wanted}", quote(.name))]
    Unknown {
        /// The name given.
        name: String,
        /// What the game has.
        wanted: String,
    },
    /// The game has no evaluators at all.
    #[error("this game has no {what}")]
    None {
        /// What it lacks.
        what: &'static str,
    },
    /// Invalid brackets or parameters.
    #[error("evaluator {}: {problem}", quote(.spec))]
    Parameter {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: String,
    },
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Evaluation {
    /// A value for each player.
    Values {
        /// In seat order.
        values: Vec<i32>,
        /// How the values come about, if requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        explained: Option<Explained>,
    },
    /// A weight for each legal move.
    Weights {
        /// By the move's text, in the promised order.
        weights: Map<String, Value>,
        /// The first move with the largest weight; none once the game is over.
        choice: Option<String>,
        /// How the weights come about, if requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        explained: Option<Explained>,
    },
}

impl Evaluation {
    /// The explanation, if requested.
    pub fn explained(&self) -> Option<&Explained> {
        let (Evaluation::Values { explained, .. } | Evaluation::Weights { explained, .. }) = self;
        explained.as_ref()
    }
}

/// The name and the text in brackets of `fav2(noise=10)`.
fn split(spec: &str) -> Result<(&str, &str), EvaluatorError> {
    match spec.split_once('(') {
        None => Ok((spec, "")),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(inside) => Ok((name, inside)),
            None => Err(EvaluatorError::Parameter {
                spec: spec.to_owned(),
                problem: "the bracket is not closed".into(),
            }),
        },
    }
}

fn arguments(
    spec: &str,
    info: &'static EvaluatorInfo,
    text: &str,
) -> Result<Arguments, EvaluatorError> {
    Arguments::parse(info.parameters, text).map_err(|problem| EvaluatorError::Parameter {
        spec: spec.to_owned(),
        problem: problem.to_string(),
    })
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> EvaluatorError {
    let known: Vec<&str> = known.collect();
    let wanted = match (nearest(name, known.iter().copied()), known.is_empty()) {
        (Some(near), _) => format!("did you mean {near}?"),
        (None, true) => "this game has none".into(),
        (None, false) => format!("wanted one of {}", known.join(", ")),
    };
    EvaluatorError::Unknown { name: name.to_owned(), wanted }
}

/// The evaluator of a specification such as `fav2(noise=10)`, or the game's default, with the seed of its random part.
///
/// ```
/// use ninefold_core::{Path, judge};
/// use ninefold_games::morris::Morris;
///
/// let mut path = Path::from_start(Morris::default());
/// let mills = ninefold_session::evaluator(path.game(), Some("mills"), 0)?;
/// assert_eq!(judge(&*mills, path.game(), path.state(), path.context())[..2], [0, 0]);
/// assert!(ninefold_session::evaluator(path.game(), Some("nills"), 0).is_err());
/// # Ok::<(), ninefold_session::EvaluatorError>(())
/// ```
pub fn evaluator<G: Game>(
    game: &G,
    spec: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Evaluator<G>>, EvaluatorError> {
    let usual = || game.knowledge().evaluators.first().map(|entry| entry.info.id);
    let spec = spec.or_else(usual).ok_or(EvaluatorError::None { what: "evaluators" })?;
    let (entry, arguments) = evaluator_entry(game, spec)?;
    Ok((entry.build)(game, &arguments, seed))
}

/// The game's description of an evaluator, and the parsed parameters of a specification.
pub(crate) fn evaluator_entry<G: Game>(
    game: &G,
    spec: &str,
) -> Result<(EvaluatorEntry<G>, Arguments), EvaluatorError> {
    let mut entries: Vec<EvaluatorEntry<G>> = game.knowledge().evaluators;
    let (name, text) = split(spec)?;
    let Some(index) = entries.iter().position(|entry| entry.info.id == name) else {
        return Err(unknown(name, entries.iter().map(|entry| entry.info.id)));
    };
    let entry = entries.swap_remove(index);
    let arguments = arguments(spec, entry.info, text)?;
    Ok((entry, arguments))
}

/// The heuristic of a specification, or the game's last.
pub(crate) fn heuristic<G: Game>(
    game: &G,
    spec: Option<&str>,
) -> Result<Box<dyn Heuristic<G>>, EvaluatorError> {
    let entries = game.knowledge().heuristics;
    let default = entries.last().map(|entry| entry.info.id);
    let spec = spec.or(default).ok_or(EvaluatorError::None { what: "move heuristics" })?;
    let (name, text) = split(spec)?;
    let Some(entry) = entries.iter().find(|entry| entry.info.id == name) else {
        return Err(unknown(name, entries.iter().map(|entry| entry.info.id)));
    };
    Ok((entry.build)(game, &arguments(spec, entry.info, text)?))
}

/// Evaluates the position at the end of a path with the evaluator or heuristic of this name, with
/// an explanation on request.
pub(crate) fn evaluate<G: View>(
    path: &Path<G>,
    spec: &str,
    seed: u64,
    with_parts: bool,
) -> Result<Evaluation, EvaluatorError> {
    let game = path.game();
    let (name, _) = split(spec)?;
    if let Some(entry) = game.knowledge().heuristics.iter().find(|entry| entry.info.id == name) {
        let heuristic = heuristic(game, Some(spec))?;
        let parts = || Explained::of_weights(heuristic.counts(game, path.state()));
        let explained = with_parts.then(parts);
        return Ok(weigh(path, &*heuristic, entry.fractional, explained));
    }
    let evaluator = match evaluator(game, Some(spec), seed) {
        Err(EvaluatorError::Unknown { name, .. }) => {
            let Knowledge { evaluators, heuristics, .. } = game.knowledge();
            let known = evaluators.iter().map(|entry| entry.info.id);
            return Err(unknown(&name, known.chain(heuristics.iter().map(|entry| entry.info.id))));
        }
        other => other?,
    };
    let (state, context) = (path.state(), path.context());
    let values = judge(&*evaluator, game, state, context)[..game.players()].to_vec();
    let parts = || Explained::of_values(game, explain(&*evaluator, game, state, context));
    Ok(Evaluation::Values { values, explained: with_parts.then(parts) })
}

fn weigh<G: View>(
    path: &Path<G>,
    heuristic: &dyn Heuristic<G>,
    fractional: bool,
    explained: Option<Explained>,
) -> Evaluation {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let choice = heuristic.choose(path.game(), path.state(), &moves);
    let number = |weight: f64| match fractional {
        true => Number::from_f64(weight).map_or(Value::Null, Value::Number),
        false => Value::from(weight as i64),
    };
    let weight = |mv| number(heuristic.weigh(path.game(), path.state(), mv));
    let weights = moves.iter().map(|&mv| (path.game().move_text(mv), weight(mv)));
    Evaluation::Weights {
        weights: weights.collect(),
        choice: choice.map(|mv| path.game().move_text(mv)),
        explained,
    }
}
