//! `solve`: the proved exact value of a position.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use flate2::{Compression, write::GzEncoder};
use ninefold_session::{Session, exact_summary};
use ninefold_solve::{
    Budget, ExactAnswer, ExactError, Request, SolveProgress, Solver, Unit, mnk, solver,
};
use serde_json::json;

use super::{papers, print_json, why};
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
    let request = request(session, args, data);
    if args.compare {
        return papers::compare(&request, json, console);
    }
    let solver = solver(&request.game)?;
    if let Some(file) = &args.proof {
        return write_proof(&mut |out| Ok(solver.write_proof(&request, out)?), file, json, console);
    }
    if args.why {
        return why::why(solver, &request, json, console);
    }
    found(solver, &request, json, console)
}

/// Builds a solver's request from the arguments.
pub(super) fn request(session: &dyn Session, args: &SolveArgs, data: Option<PathBuf>) -> Request {
    Request {
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
    }
}

/// Solves and prints the result.
pub(super) fn found(
    solver: &dyn Solver,
    request: &Request,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let exact = watched(console, |watch| solver.solve(request, watch))?;
    if let Some(missing) = exact.missing.as_ref().filter(|_| !json) {
        writeln!(console.err, "ninefold: {missing}")?;
        return Ok(Answer::No);
    }
    print(&exact, solver.unit(), json, console)?;
    Ok(if exact.value.is_some() { Answer::Yes } else { Answer::No })
}

/// Runs long work with a progress display.
pub(super) fn watched<T>(
    console: &mut Console<'_>,
    work: impl FnOnce(&mut dyn FnMut(SolveProgress)) -> Result<T, ExactError>,
) -> Result<T> {
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
    let found = work(&mut watch);
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    Ok(found?)
}

pub(super) fn print(
    exact: &ExactAnswer,
    unit: Unit,
    json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let seconds = exact.elapsed.as_secs_f64();
    if json {
        return print_json(console, &exact_summary(exact));
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
    let note = exact.caveat_of_all().map(ToString::to_string).unwrap_or_default();
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

/// Writes a proof and returns its number of nodes; `None` if there is none.
pub(super) type WriteProof<'a> = dyn FnMut(&mut dyn Write) -> Result<Option<u64>> + 'a;

/// Writes a proof to a new file, compressed if its name ends with `.gz`.
pub(super) fn write_proof(
    write: &mut WriteProof,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let mut lines = None;
    let live = console.live;
    let err = &mut console.err;
    saves::create_with(file, |out| {
        let err: Option<&mut dyn Write> = if live { Some(&mut **err) } else { None };
        lines = match file.extension().is_some_and(|extension| extension == "gz") {
            true => {
                let mut packed = GzEncoder::new(out, Compression::default());
                let lines = counted(write, &mut packed, err)?;
                packed.finish()?;
                lines
            }
            false => counted(write, out, err)?,
        };
        Ok(lines.is_some())
    })?;
    let Some(lines) = lines else {
        writeln!(console.err, "ninefold: nothing was proved; give it more --time or --memory")?;
        return Ok(Answer::No);
    };
    if json {
        print_json(console, &json!({ "proof": file, "lines": lines }))?;
    } else {
        writeln!(console.out, "a proof of {lines} lines is in {}", shown(file))?;
    }
    Ok(Answer::Yes)
}

/// Writes a proof, if there is one, and counts its lines, with progress.
fn counted<'a>(
    write: &mut WriteProof,
    out: &'a mut dyn Write,
    err: Option<&'a mut dyn Write>,
) -> Result<Option<u64>> {
    let mut counter = LineCounter { out, lines: 0, err, every: TOLD_EVERY, told: Instant::now() };
    let nodes = write(&mut counter)?;
    counter.flush()?;
    if let Some(err) = &mut counter.err {
        write!(err, "\r\x1b[K")?;
    }
    Ok(nodes.map(|_| counter.lines))
}

/// The interval of progress reports about a proof's length.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// A writer that counts lines and reports their number.
struct LineCounter<'a> {
    out: &'a mut dyn Write,
    lines: u64,
    err: Option<&'a mut dyn Write>,
    every: Duration,
    told: Instant,
}

impl Write for LineCounter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.lines += bytes[..count].iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(err) = &mut self.err
            && self.told.elapsed() >= self.every
        {
            self.told = Instant::now();
            write!(err, "\r{} lines ", self.lines)?;
            err.flush()?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Verifies a proof.
pub(super) fn check(file: &Path, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let verdict = match file == Path::new("-") {
        true => mnk::check_proof(&mut BufReader::new(&mut console.input)),
        false => File::open(file).and_then(|file| mnk::check_proof(&mut BufReader::new(file))),
    };
    let verdict = verdict.map_err(|error| saves::cannot_read(file, &error))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Output passes through, and the lines are counted.
    #[test]
    fn lines_are_counted_and_told() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (every, told) = (Duration::ZERO, Instant::now());
        let mut counter = LineCounter { out: &mut out, lines: 0, err: Some(&mut err), every, told };
        counter.write_all(b"claim\n-\n").unwrap();
        counter.write_all(b"end").unwrap();
        assert_eq!(counter.lines, 2);
        assert_eq!(out, b"claim\n-\nend");
        assert_eq!(err, b"\r2 lines \r2 lines ");
    }
}
