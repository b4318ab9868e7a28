//! `reproduce`: the papers' experiments; `mnk` and `mnk check`: the m,n,k assignment; `solve --compare`.

use std::path::Path;

use anyhow::{Result, anyhow};
use ninefold_papers::assignment::{self, Check};
use ninefold_papers::reproduction::Reproduction;
use ninefold_session::Games;
use ninefold_solve::Request;
use serde_json::json;

use super::{print_json, progress};
use crate::args::ReproduceArgs;
use crate::interrupt::stop_flag;
use crate::{Answer, Console};

/// Runs the experiments and prints or writes the report.
pub(super) fn reproduce(
    games: &Games,
    args: &ReproduceArgs,
    data: &Path,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let reproduction = Reproduction {
        games,
        paper: args.paper.0,
        quick: args.quick,
        most: args.games,
        threads: progress::threads(args.jobs),
        data: data.to_owned(),
        fresh: args.fresh,
        stop: stop_flag(),
        progress: &mut *console.err,
        live: console.live,
    };
    let Some(report) = reproduction.run()? else {
        writeln!(
            console.err,
            "ninefold: stopped; what was measured is kept, and the same command goes on"
        )?;
        return Ok(Answer::Stopped);
    };
    match args.output.as_deref() {
        None => write!(console.out, "{}", report.text)?,
        Some(folder) => report.write(folder)?,
    }
    Ok(Answer::Yes)
}

/// Answers the commands of the m,n,k assignment from standard input.
pub(super) fn assignment(console: &mut Console<'_>) -> Result<Answer> {
    // The sentence is complete; its source would repeat it.
    assignment::run(&mut console.input, &mut console.out).map_err(|error| anyhow!("{error}"))?;
    Ok(Answer::Yes)
}

/// Runs all tests of a student's solution; the answer is "no" if one fails.
pub(super) fn check(check: &Check, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let mut all_right = true;
    for tested in check.tests() {
        let tested = tested?;
        all_right &= tested.difference.is_none();
        let (name, seconds) = (tested.name, tested.elapsed.as_secs_f64());
        if json {
            let (ok, first) = (tested.difference.is_none(), tested.difference);
            let memory = tested.memory;
            print_json(
                console,
                &json!({ "test": name, "ok": ok, "difference": first, "seconds": seconds, "memory": memory }),
            )?;
            continue;
        }
        let memory = match tested.memory {
            Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
            None => "memory unknown".into(),
        };
        let said = tested.difference.unwrap_or_else(|| "ok".into());
        writeln!(console.out, "{name:<16} {seconds:8.3} s  {memory:>10}  {said}")?;
    }
    Ok(if all_right { Answer::Yes } else { Answer::No })
}

/// The same position by the assignment's min-max and by proof search, one solver per line.
pub(super) fn compare(request: &Request, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    for one in assignment::compare(request)? {
        let (name, nodes, seconds) = (one.name, one.nodes, one.elapsed.as_secs_f64());
        if json {
            let value = one.value;
            let left_out = one.left_out;
            let line = json!({ "solver": name, "value": value, "nodes": nodes, "seconds": seconds, "left_out": left_out });
            print_json(console, &line)?;
        } else if one.left_out {
            writeln!(console.out, "{name:<38} left out: more than {nodes} positions")?;
        } else {
            let value = one.value.map_or("?".into(), |value| value.to_string());
            writeln!(
                console.out,
                "{name:<38} value {value:>2}  nodes {nodes:>10}  seconds {seconds:.3}"
            )?;
        }
    }
    Ok(Answer::Yes)
}
