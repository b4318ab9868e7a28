//! Tables at a position, and short ways to ask them.

use ninefold_desk::{Advice, Evaluation, Opener, Origin, PlayerSpec, Setup, Table};

/// A table at a position that must be possible.
pub fn table_at(spec: &str, position: &str) -> Box<dyn Table> {
    let setup = Setup { origin: Origin::Position(position.to_owned()), ..Setup::default() };
    let table = ninefold_desk::games().open(spec, Opener::Setup(setup));
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    table.unwrap_or_else(|error| panic!("{spec} at {position:?}: {error}"))
}

/// The values of the position by an evaluator.
pub fn values(table: &dyn Table, evaluator: &str) -> Vec<i64> {
    match table.explain(evaluator) {
        Ok(Evaluation::Values { values, explained }) => {
            let parts = explained.expect("an explanation").values();
            assert_eq!(parts, values, "{evaluator} does not add up");
            values.into_iter().map(i64::from).collect()
        }
        other => panic!("{evaluator} gives no values: {other:?}"),
    }
}

/// The weight of every legal move by a heuristic, in order, and its choice.
pub fn weights(table: &dyn Table, heuristic: &str) -> (Vec<(String, f64)>, Option<String>) {
    match table.evaluate(heuristic) {
        Ok(Evaluation::Weights { weights, choice, .. }) => {
            let weight = |weight: serde_json::Value| weight.as_f64().expect("a number");
            (weights.into_iter().map(|(mv, value)| (mv, weight(value))).collect(), choice)
        }
        other => panic!("{heuristic} gives no weights: {other:?}"),
    }
}

/// What a player of this specification finds.
pub fn advise(table: &dyn Table, player: &str) -> Advice {
    let spec = PlayerSpec::parse(player).unwrap_or_else(|error| panic!("{error}"));
    table.advise(&spec).unwrap_or_else(|error| panic!("{error}"))
}
