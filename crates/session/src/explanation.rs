//! Explanations of values, as plain data.

use ninefold_core::{Explanation, Phrase, Term, View};
use serde::Serialize;
use serde_json::Number;

/// How the values of an evaluator, or the weights of a heuristic, come about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explained {
    /// The counts of each player, in seat order; empty for a heuristic.
    pub players: Vec<ExplainedPlayer>,
    /// Whether a player's value is the lead of their sum over the opponent's, in a game for two;
    /// otherwise it is the player's own sum.
    pub lead: bool,
    /// The counts of a heuristic by row and column of the board from the top left; `None` for a
    /// cell that cannot be played.
    pub matrix: Option<Vec<Vec<Option<i32>>>>,
}

/// The counts of one player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplainedPlayer {
    /// The name of the seat.
    pub seat: String,
    /// In the order of the formula.
    pub terms: Vec<ExplainedTerm>,
    /// The sum of all products.
    pub sum: i32,
}

/// A count and its weight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplainedTerm {
    /// The part of the formula it belongs to, such as a phase or a section of the board.
    pub group: Option<String>,
    /// What is counted.
    pub name: String,
    /// The count.
    pub count: Number,
    /// The weight.
    pub weight: Number,
    /// Count times weight, with the evaluator's rounding.
    pub product: i32,
    /// Group and name in parts, for translation.
    pub words: ExplainedWords,
}

/// The words of a term in parts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplainedWords {
    /// Those of the group.
    pub group: Option<Phrase>,
    /// Those of the name.
    pub name: Phrase,
}

impl Explained {
    /// The parts of an evaluator's values.
    pub(crate) fn of_values<G: View>(game: &G, explanation: Explanation) -> Explained {
        let Explanation { players, lead } = explanation;
        let players =
            game.seats().into_iter().zip(players).map(|(seat, account)| ExplainedPlayer {
                seat: seat.name,
                sum: account.sum(),
                terms: account.terms.into_iter().map(ExplainedTerm::new).collect(),
            });
        Explained { players: players.collect(), lead, matrix: None }
    }

    /// What a heuristic counts.
    pub(crate) fn of_weights(matrix: Option<Vec<Vec<Option<i32>>>>) -> Explained {
        Explained { players: Vec::new(), lead: false, matrix }
    }

    /// The sums of the terms, in seat order.
    pub fn values(&self) -> Vec<i32> {
        let sums: Vec<i32> = self.players.iter().map(|player| player.sum).collect();
        match sums[..] {
            [first, second] if self.lead => vec![first - second, second - first],
            _ => sums,
        }
    }
}

impl ExplainedTerm {
    fn new(term: Term) -> ExplainedTerm {
        let Term { group, name, count, weight, product } = term;
        ExplainedTerm {
            group: group.as_ref().map(Phrase::to_string),
            name: name.to_string(),
            count: number(count),
            weight: number(weight),
            product,
            words: ExplainedWords { group, name },
        }
    }
}

/// A number, printed without a decimal point if it is whole.
fn number(number: f64) -> Number {
    let whole = || Number::from(number as i64);
    if number.fract() == 0.0 { whole() } else { Number::from_f64(number).unwrap_or_else(whole) }
}
