//! The evaluators: points so far, and points so far with those to come.

use ninefold_core::{Arguments, Banked, EvaluatorEntry, EvaluatorInfo, Kind, Parameter, Value};

use super::ThreeSixNine;
use super::tally::{Parity, Weights};

const SCORE: EvaluatorInfo = EvaluatorInfo {
    id: "score",
    summary: "points so far, first player's minus second player's",
    parameters: &[],
};

const PARITY: EvaluatorInfo = EvaluatorInfo {
    id: "parity",
    summary: "points so far, and who is likely to get each line's next ones by odd and even counts",
    parameters: &[
        Parameter {
            name: "lead",
            summary: "what a point won is worth",
            kind: Kind::Number(0..=10_000),
            default: "100",
            positional: false,
        },
        Parameter {
            name: "open",
            summary: "what a point of the lines that one stone makes score is worth, taken by turns",
            kind: Kind::Number(-10_000..=10_000),
            default: "50",
            positional: false,
        },
        Parameter {
            name: "later",
            summary: "a point of a line that needs two stones, then of one that needs three, to the player on \
                      turn: four numbers each, even then odd empty cells on the board, and of these even \
                      then odd cells that the line has left",
            kind: Kind::Numbers { ranges: &[const { -10_000..=10_000 }; 8], off: false },
            default: "0/0/0/0/0/0/0/0",
            positional: false,
        },
    ],
};

/// The evaluators of the game, the default first.
pub(super) fn all() -> Vec<EvaluatorEntry<ThreeSixNine>> {
    vec![
        EvaluatorEntry { info: &SCORE, build: Box::new(|_, _, _| Box::new(Banked)) },
        EvaluatorEntry {
            info: &PARITY,
            build: Box::new(|game, arguments, _| Box::new(Parity::new(game, &weights(arguments)))),
        },
    ]
}

fn weights(arguments: &Arguments) -> Weights {
    let Value::Numbers(later) = arguments.value("later") else {
        unreachable!("later is described as numbers")
    };
    let number = |stones, odd, left| later[4 * stones + 2 * odd + left] as i32;
    let later = std::array::from_fn(|stones| {
        std::array::from_fn(|odd| std::array::from_fn(|left| number(stones, odd, left)))
    });
    let [lead, open] = ["lead", "open"].map(|name| arguments.number(name) as i32);
    Weights { lead, open, later }
}
