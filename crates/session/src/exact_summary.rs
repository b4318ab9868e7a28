//! A solver's answer in the promised form of `--json`.

use ninefold_solve::ExactAnswer;
use serde_json::{Map, Value, json};

/// An exact answer as reported by the commands `solve` and `tables probe` and the Python package.
///
/// ```
/// use ninefold_session::exact_summary;
/// use ninefold_solve::{Request, solver};
///
/// let answer = solver("mnk:3,3,3")?.solve(&Request::new("mnk:3,3,3", "110/022/000 1"), &mut |_| {})?;
/// assert_eq!(exact_summary(&answer)["value"], 1);
/// # Ok::<(), ninefold_solve::ExactError>(())
/// ```
pub fn exact_summary(exact: &ExactAnswer) -> Value {
    let moves: Map<String, Value> =
        exact.moves.iter().map(|(mv, value)| (mv.clone(), (*value).into())).collect();
    let mut answer = json!({
        "value": exact.value,
        "moves": moves,
        "exact": exact.value.is_some(),
        "line": exact.line,
        "nodes": exact.nodes,
        "seconds": exact.elapsed.as_secs_f64(),
    });
    let distances: Map<String, Value> =
        exact.distances.iter().map(|(mv, plies)| (mv.clone(), (*plies).into())).collect();
    let more = [
        ("distances", (!distances.is_empty()).then_some(Value::Object(distances))),
        ("plies", exact.plies.map(Into::into)),
        ("sections", exact.margin.map(Into::into)),
        ("at_least", exact.at_least.map(Into::into)),
        ("at_most", exact.at_most.map(Into::into)),
        ("note", exact.caveat_of_all().map(|caveat| caveat.to_string().into())),
        ("missing", exact.missing.clone().map(Into::into)),
    ];
    for (name, value) in more {
        if let Some(value) = value {
            answer[name] = value;
        }
    }
    answer
}
