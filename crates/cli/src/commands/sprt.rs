//! `sprt`: what a sequential test says about pairs that were counted elsewhere.

use anyhow::Result;
use ninefold_arena::{Estimate, Pentanomial, Sprt, elo};
use serde_json::{Value, json};

use super::print_json;
use crate::args::arena::SprtArgs;
use crate::{Answer, Console};

/// Where a test stands, as JSON.
pub(super) fn as_json(test: &Sprt, pairs: &Pentanomial) -> Value {
    let interval = |estimate: Estimate| json!([estimate.value, estimate.low, estimate.high]);
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "pairs": pairs.0,
        "ratio": test.ratio(pairs),
        "bounds": [test.lower(), test.upper()],
        "verdict": test.verdict(pairs),
        "corrected": test.corrected(pairs).map(interval),
    })
}

/// Prints where a test stands.
pub(super) fn run(args: &SprtArgs, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let SprtArgs { test, pairs, alpha, beta } = args;
    let test = Sprt { alpha: *alpha, beta: *beta, ..*test };
    let mut value = as_json(&test, pairs);
    value["share"] = json!(pairs.share());
    value["elo"] = json!(elo(pairs.share()));
    if json {
        print_json(console, &value)?;
        return Ok(Answer::Yes);
    }
    let told = match test.verdict(pairs) {
        Some(verdict) => test.told(verdict, pairs),
        None => format!(
            "undecided, log-likelihood ratio {:.2} (bounds {:.2}, {:.2})",
            test.ratio(pairs),
            test.lower(),
            test.upper()
        ),
    };
    writeln!(console.out, "{told}")?;
    let plain = elo(pairs.share()).map_or(String::new(), |elo| format!(", {elo:+.1} Elo"));
    writeln!(console.out, "{} pairs, {:.1} %{plain}", pairs.pairs(), 100.0 * pairs.share())?;
    if let Some(found) = test.corrected(pairs) {
        let Estimate { value, low, high } = found;
        writeln!(console.out, "corrected for the stop {value:+.1} Elo [{low:+.1}, {high:+.1}]")?;
    }
    Ok(Answer::Yes)
}
