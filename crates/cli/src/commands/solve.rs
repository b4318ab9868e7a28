//! `solve`: the exact value of a position, proved; `mnk`: the m,n,k assignment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow};
use ninefold_session::Session;
use ninefold_solve::{Budget, Compared, ExactAnswer, Request, SolveProgress, Unit, mnk, solver};
use serde_json::json;

use super::print_json;
use crate::args::SolveArgs;
use crate::interrupt::stop_flag;
use crate::saves::{self, shown};
use crate::{Answer, Console};

/// Solves a position.
pub(super) fn solve(
    session: &dyn Session,
    args: &SolveArgs,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let request = Request {
        all: args.all,
        margin: args.margin,
        anew: args.prove,
        budget: Budget {
            time: args.time,
            memory: args.memory(),
            stop: stop_flag(),
            threads: args.threads,
            ..Budget::default()
        },
        data,
        ..Request::new(session.spec().to_owned(), session.status().position)
    };
    let solver = solver(&request.game)?;
    if args.compare {
        return compare(&solver.compare(&request)?, json, console);
    }
    if let Some(file) = &args.proof {
        return write_proof(solver.prove(&request)?, file, json, console);
    }
    let mut told = false;
    let mut watch = |sign: SolveProgress| {
        if console.live && sign.elapsed > Duration::from_secs(1) {
            let millions = sign.nodes as f64 / 1e6;
            let seconds = sign.elapsed.as_secs();
            let _ = write!(console.err, "\r{seconds} s, {millions:.1} million positions ");
            let _ = console.err.flush();
            told = true;
        }
    };
    let exact = solver.solve(&request, &mut watch)?;
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    if let Some(missing) = exact.missing.as_ref().filter(|_| !json) {
        writeln!(console.err, "ninefold: {missing}")?;
        return Ok(Answer::No);
    }
    print(&exact, solver.unit(), json, console)?;
    Ok(if exact.value.is_some() { Answer::Yes } else { Answer::No })
}

pub(super) fn print(
    exact: &ExactAnswer,
    unit: Unit,
    json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let seconds = exact.elapsed.as_secs_f64();
    if json {
        let moves: serde_json::Map<_, _> =
            exact.moves.iter().map(|(mv, value)| (mv.clone(), (*value).into())).collect();
        let mut answer = json!({
            "value": exact.value,
            "moves": moves,
            "exact": exact.value.is_some(),
            "line": exact.line,
            "nodes": exact.nodes,
            "seconds": seconds,
        });
        let more = [
            ("plies", exact.plies.map(Into::into)),
            ("sections", exact.margin.map(Into::into)),
            ("at_least", exact.at_least.map(Into::into)),
            ("note", exact.note.clone().map(Into::into)),
            ("missing", exact.missing.clone().map(Into::into)),
        ];
        for (name, value) in more {
            if let Some(value) = value {
                answer[name] = value;
            }
        }
        return print_json(console, &answer);
    }
    let value = match (exact.value, unit) {
        (None, _) => "not proved; give it more --time or --memory".to_owned(),
        (Some(points), Unit::Points) => {
            format!("{points} (points still to be won more than the opponent)")
        }
        (Some(0), _) => "0 (a draw)".to_owned(),
        (Some(1..), _) => "1 (the player to move wins)".to_owned(),
        (Some(_), _) => "-1 (the player to move loses)".to_owned(),
    };
    let moves: Vec<String> =
        exact.moves.iter().map(|(mv, value)| format!("{mv}={value}")).collect();
    writeln!(console.out, "value   {value}")?;
    let plies = exact.plies.map(|plies| plies.to_string()).unwrap_or_default();
    let note = exact.note.clone().unwrap_or_default();
    let sections = exact.margin.map(|sections| sections.to_string()).unwrap_or_default();
    let rows = [
        ("plies", plies),
        ("sections", sections),
        ("note", note),
        ("moves", moves.join(" ")),
        ("line", exact.line.join(" ")),
    ];
    for (name, text) in rows {
        if !text.is_empty() {
            writeln!(console.out, "{name:<7} {text}")?;
        }
    }
    writeln!(console.out, "nodes   {}", exact.nodes)?;
    writeln!(console.out, "seconds {seconds:.3}")?;
    Ok(())
}

/// The same position by several solvers, one a line.
fn compare(all: &[Compared], json: bool, console: &mut Console<'_>) -> Result<Answer> {
    for one in all {
        let seconds = one.elapsed.as_secs_f64();
        if json {
            let (name, value, nodes) = (one.name, one.value, one.nodes);
            let line =
                json!({ "solver": name, "value": value, "nodes": nodes, "seconds": seconds });
            print_json(console, &line)?;
        } else {
            let value = one.value.map_or("?".into(), |value| value.to_string());
            writeln!(
                console.out,
                "{:<38} value {value:>2}  nodes {:>10}  seconds {seconds:.3}",
                one.name, one.nodes
            )?;
        }
    }
    Ok(Answer::Yes)
}

/// Writes a proof to a file that must not exist.
fn write_proof(
    proof: Option<String>,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let Some(proof) = proof else {
        writeln!(console.err, "ninefold: nothing was proved; give it more --time or --memory")?;
        return Ok(Answer::No);
    };
    saves::create(file, &proof)?;
    if json {
        print_json(console, &json!({ "proof": file, "lines": proof.lines().count() }))?;
    } else {
        let lines = proof.lines().count();
        writeln!(console.out, "a proof of {lines} lines is in {}", shown(file))?;
    }
    Ok(Answer::Yes)
}

/// Verifies a proof.
pub(super) fn check(file: &Path, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let text = saves::read(file, &mut console.input, LARGEST_PROOF)?;
    let verdict = mnk::check(&text);
    let problem = verdict.as_ref().err().map(ToString::to_string);
    if json {
        let value = verdict.as_ref().ok().and_then(|checked| checked.value);
        print_json(
            console,
            &json!({ "ok": problem.is_none(), "value": value, "problem": problem }),
        )?;
    } else if let Ok(checked) = &verdict {
        let [rows, columns, k] = checked.game;
        let claims: Vec<String> = checked.claims.iter().map(ToString::to_string).collect();
        let (claims, nodes) = (claims.join(" and "), checked.nodes);
        let position = &checked.position;
        writeln!(console.out, "mnk:{rows},{columns},{k} {position}: {claims}, in {nodes} nodes")?;
    } else if let Some(problem) = &problem {
        writeln!(console.err, "ninefold: {}: {problem}", shown(file))?;
    }
    Ok(if problem.is_none() { Answer::Yes } else { Answer::No })
}

/// The largest proof that is read.
const LARGEST_PROOF: u64 = 1 << 30;

/// Answers the commands of the m,n,k assignment from standard input.
pub(super) fn assignment(console: &mut Console<'_>) -> Result<Answer> {
    // The sentence is whole as it stands; what caused it would say the same again.
    mnk::assignment::run(&mut console.input, &mut console.out)
        .map_err(|error| anyhow!("{error}"))?;
    Ok(Answer::Yes)
}
