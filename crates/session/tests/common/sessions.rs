//! Sessions at a position, and short ways to ask them.

use ninefold_session::{Advice, Evaluation, Origin, PlayerSpec, Session, Setup};

/// A session at a position that must be possible.
pub fn session_at(spec: &str, position: &str) -> Box<dyn Session> {
    let setup = Setup { origin: Origin::Position(position.to_owned()), ..Setup::default() };
    let session = ninefold_session::games().open(spec, &setup);
    session.unwrap_or_else(|error| panic!("{spec} at {position:?}: {error}"))
}

/// The values of the position by an evaluator.
pub fn values(session: &dyn Session, evaluator: &str) -> Vec<i64> {
    match session.explain(evaluator) {
        Ok(Evaluation::Values { values, explained }) => {
            let parts = explained.expect("an explanation").values();
            assert_eq!(parts, values, "{evaluator} does not add up");
            values.into_iter().map(i64::from).collect()
        }
        other => panic!("{evaluator} gives no values: {other:?}"),
    }
}

/// The weight of every legal move by a heuristic, in order, and its choice.
pub fn weights(session: &dyn Session, heuristic: &str) -> (Vec<(String, f64)>, Option<String>) {
    match session.evaluate(heuristic) {
        Ok(Evaluation::Weights { weights, choice, .. }) => {
            let weight = |weight: serde_json::Value| weight.as_f64().expect("a number");
            (weights.into_iter().map(|(mv, value)| (mv, weight(value))).collect(), choice)
        }
        other => panic!("{heuristic} gives no weights: {other:?}"),
    }
}

/// What a player of this specification finds.
pub fn advise(session: &dyn Session, player: &str) -> Advice {
    let spec = PlayerSpec::parse(player).unwrap_or_else(|error| panic!("{error}"));
    session.advise(&spec).unwrap_or_else(|error| panic!("{error}"))
}
