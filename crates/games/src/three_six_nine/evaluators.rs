//! The evaluators: points so far, with and without expected points.

use ninefold_core::{
    Arguments, EvaluatorEntry, EvaluatorInfo, Kind, Parameter, PointsEvaluator, Value,
};

use super::ThreeSixNine;
use super::tally::{Parity, SHARED, Weights};

const SCORE: EvaluatorInfo = EvaluatorInfo {
    id: "score",
    summary: "points so far, first player's minus second player's",
    parameters: &[],
};

const PARITY: EvaluatorInfo = EvaluatorInfo {
    id: "parity",
    summary: "points so far, and the best moves now, taken in turn: the odd ones are the mover's",
    parameters: &[
        Parameter {
            name: "lead",
            summary: "what a point won is worth",
            kind: Kind::Number(0..=10_000),
            default: "10",
            positional: false,
        },
        Parameter {
            name: "turns",
            summary: "what a point of the best / second best / third best move now is worth to the player on turn",
            kind: Kind::Numbers { ranges: &[const { -10_000..=10_000 }; SHARED], off: false },
            default: "6/-4/2",
            positional: false,
        },
    ],
};

/// The evaluators of the game, the default first.
pub(super) fn all() -> Vec<EvaluatorEntry<ThreeSixNine>> {
    vec![
        EvaluatorEntry { info: &SCORE, build: Box::new(|_, _, _| Box::new(PointsEvaluator)) },
        EvaluatorEntry {
            info: &PARITY,
            build: Box::new(|game, arguments, _| Box::new(Parity::new(game, &weights(arguments)))),
        },
    ]
}

fn weights(arguments: &Arguments) -> Weights {
    let Value::Numbers(turns) = arguments.value("turns") else {
        unreachable!("turns are described as numbers")
    };
    let turns = std::array::from_fn(|index| turns[index] as i32);
    Weights { lead: arguments.number("lead") as i32, turns }
}
