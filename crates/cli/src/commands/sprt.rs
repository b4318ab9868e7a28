//! `sprt`: the verdict of a sequential test on given pair counts.

use anyhow::Result;
use ninefold_arena::{Estimate, Pentanomial, Sprt, elo, signed, test_summary};
use serde_json::json;

use super::print_json;
use crate::args::arena::SprtArgs;
use crate::{Answer, Console};

/// Prints the state of a test.
pub(super) fn run(args: &SprtArgs, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let SprtArgs { test, pairs, alpha, beta } = args;
    let test = Sprt { alpha: *alpha, beta: *beta, ..*test };
    let Estimate { value, low, high } = pairs.interval();
    if json {
        let mut answer = test_summary(&test, pairs);
        answer["share"] = json!(value);
        answer["share_interval"] = json!([low, high]);
        answer["elo"] = json!(elo(value));
        answer["interval"] = json!([elo(low), elo(high)]);
        print_json(console, &answer)?;
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
    let [share, low, high] = [value, low, high].map(|part| 100.0 * part);
    let plain = elo_interval(pairs.interval()).map_or(String::new(), |elo| format!(", {elo}"));
    writeln!(console.out, "{} pairs, {share:.1} % [{low:.1}, {high:.1}]{plain}", pairs.pairs())?;
    if let Some(sentence) = after_stop(&test, pairs) {
        writeln!(console.out, "{sentence}")?;
    }
    Ok(Answer::Yes)
}

/// The Elo of a share with its interval; `None` if it is infinite.
pub(super) fn elo_interval(share: Estimate) -> Option<String> {
    let end = |share: f64, none: &str| elo(share).map_or(none.to_owned(), |elo| signed(elo, 1));
    let (low, high) = (end(share.low, "−∞"), end(share.high, "+∞"));
    elo(share.value).map(|value| format!("{} Elo [{low}, {high}]", signed(value, 1)))
}

/// The caveat about intervals after a finished test: how far it has shifted them, or that this is
/// unknown.
pub(super) fn after_stop(test: &Sprt, pairs: &Pentanomial) -> Option<String> {
    test.verdict(pairs)?;
    Some(match test.corrected(pairs) {
        Some(found) => format!(
            "these intervals are not of 95 % after a test; corrected for its stop {}",
            found.as_elo(1)
        ),
        None => {
            "counting went on when the test was over, so nothing is corrected for its stop".into()
        }
    })
}
