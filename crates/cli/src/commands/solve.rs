//! `solve`: the exact value of a position, proved; `mnk`: the m,n,k assignment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use ninefold_desk::Table;
use ninefold_solve::{Exact, Request, Sign, mnk, solver};
use serde_json::json;

use super::print_json;
use crate::args::SolveArgs;
use crate::{Answer, Console};

/// Solves a position.
pub(super) fn solve(
    table: &dyn Table,
    args: &SolveArgs,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    // A second handler in one process is refused; then the first one is as good.
    let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
    let request = Request {
        game: table.spec().to_owned(),
        position: table.status().position,
        all: args.all,
        time: args.time,
        memory: args.memory,
        stop,
    };
    let solver = solver(&request.game)?;
    let mut told = false;
    let mut watch = |sign: Sign| {
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
    print(&exact, json, console)?;
    Ok(if exact.value.is_some() { Answer::Yes } else { Answer::No })
}

fn print(exact: &Exact, json: bool, console: &mut Console<'_>) -> Result<()> {
    let seconds = exact.elapsed.as_secs_f64();
    if json {
        let moves: serde_json::Map<_, _> =
            exact.moves.iter().map(|(mv, value)| (mv.clone(), (*value).into())).collect();
        return print_json(
            console,
            &json!({
                "value": exact.value,
                "moves": moves,
                "exact": exact.value.is_some(),
                "line": exact.line,
                "nodes": exact.nodes,
                "seconds": seconds,
            }),
        );
    }
    let value = match exact.value {
        Some(1) => "1 (the player to move wins)",
        Some(0) => "0 (a draw)",
        Some(-1) => "-1 (the player to move loses)",
        _ => "not proved; give it more --time or --memory",
    };
    let moves: Vec<String> = exact.moves.iter().map(|(mv, value)| format!("{mv}={value}")).collect();
    writeln!(console.out, "value   {value}")?;
    for (name, text) in [("moves", moves.join(" ")), ("line", exact.line.join(" "))] {
        if !text.is_empty() {
            writeln!(console.out, "{name:<7} {text}")?;
        }
    }
    writeln!(console.out, "nodes   {}", exact.nodes)?;
    writeln!(console.out, "seconds {seconds:.3}")?;
    Ok(())
}

/// Answers the commands of the m,n,k assignment from standard input.
pub(super) fn assignment(console: &mut Console<'_>) -> Result<Answer> {
    mnk::assignment::run(&mut console.input, &mut console.out)?;
    Ok(Answer::Yes)
}
