//! `tables`: solved positions, built once and then looked up.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ninefold_session::Session;
use ninefold_solve::morris::{
    self, BuildPlan, Cpu, FileInfo, Kind, Selection, SetInfo, Subspace, TableError, Tables, Usage,
};
use ninefold_solve::{Budget, Request, solver};
use serde_json::json;

use super::{print_json, solve};
use crate::interrupt::{serve_another, stop_flag};
use crate::saves::shown;
use crate::{Answer, Console};

/// The game that has tables.
const GAME: &str = "morris";

/// What to build.
pub(super) struct Build {
    pub(super) men: u32,
    pub(super) distance: bool,
    pub(super) threads: Option<u16>,
    /// Whether it was started by a server.
    pub(super) child: bool,
}

/// What to verify.
pub(super) struct Verify {
    pub(super) sample: u64,
    pub(super) seed: u64,
    pub(super) all: bool,
    pub(super) men: Option<u32>,
    pub(super) memory: Option<usize>,
    pub(super) threads: Option<u16>,
}

fn only_morris(game: &str) -> Result<()> {
    if game != GAME {
        bail!("no tables are made for {game}; games with tables: {GAME}");
    }
    Ok(())
}

fn threads(given: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    given.map_or_else(all, usize::from)
}

/// Builds the missing part of a set of tables.
pub(super) fn build(
    game: &str,
    data: &Path,
    build: Build,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    only_morris(game)?;
    let stop = stop_flag();
    let plan = BuildPlan {
        men: build.men,
        distance: build.distance,
        threads: threads(build.threads),
        cpu: Cpu::detect(),
    };
    if build.child {
        return build_for_server(data, plan, console);
    }
    let start = Instant::now();
    let mut told = false;
    let built = {
        let (live, err) = (console.live, RefCell::new(&mut *console.err));
        morris::build(data, plan, &stop, &mut |sign| {
            if live {
                let mut err = err.borrow_mut();
                let _ = write!(err, "\r\x1b[K{sign}");
                let _ = err.flush();
                told = true;
            }
        })
    };
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    let stages = match built {
        Err(TableError::Stopped) => {
            writeln!(console.err, "ninefold: stopped; the same command goes on from what is kept")?;
            return Ok(Answer::No);
        }
        other => other?,
    };
    let Some(tables) = Tables::open_men(data, build.men)? else {
        bail!("the tables in {} went away while they were built", shown(data));
    };
    let (seconds, cost) = (start.elapsed().as_secs_f64(), Usage::now());
    let set = morris::info(data).into_iter().find(|set| set.men == build.men);
    let bytes = |kind| set.as_ref().map_or(0, |set| set.bytes_of(kind));
    let all = set.as_ref().map_or(0, SetInfo::bytes);
    let spaces = tables.subspaces();
    if json {
        let spaces: Vec<_> = spaces.iter().map(space_json).collect();
        let answer = json!({
            "men": build.men,
            "placing": tables.covers_placing(),
            "distances": tables.has_distances(),
            "bytes": all,
            "stages": stages.iter().map(|stage| json!({
                "kind": kind_name(stage.kind),
                "bytes": bytes(stage.kind),
                "seconds": stage.elapsed.as_secs_f64(),
                "cpu_seconds": stage.cost.map(|cost| cost.cpu.as_secs_f64()),
                "peak_bytes": stage.cost.map(|cost| cost.peak),
            })).collect::<Vec<_>>(),
            "seconds": seconds,
            "cpu_seconds": cost.map(|cost| cost.cpu.as_secs_f64()),
            "peak_bytes": cost.map(|cost| cost.peak),
            "subspaces": spaces,
        });
        print_json(console, &answer)?;
        return Ok(Answer::Yes);
    }
    print_spaces(&spaces, console)?;
    for stage in &stages {
        let (name, bytes) = (kind_name(stage.kind), bytes(stage.kind));
        print_cost(name, bytes, stage.elapsed.as_secs_f64(), stage.cost, console)?;
    }
    print_cost("all", all, seconds, cost, console)?;
    Ok(Answer::Yes)
}

/// Builds at low priority, reports progress one line at a time, and stops when the input ends,
/// since the server has gone then.
fn build_for_server(data: &Path, plan: BuildPlan, console: &mut Console<'_>) -> Result<Answer> {
    let stop = stop_flag();
    serve_another(&stop);
    let out = RefCell::new(&mut *console.out);
    let built = morris::build(data, plan, &stop, &mut |sign| {
        let left = sign.left.map(|left| left.as_secs_f64());
        let mut out = out.borrow_mut();
        let _ = writeln!(out, "{}", json!({ "share": sign.share, "left": left }));
        let _ = out.flush();
    });
    match built {
        Err(TableError::Stopped) => Ok(Answer::No),
        other => other.map(|_| Answer::Yes).map_err(Into::into),
    }
}

/// The cost, on one line.
fn print_cost(
    name: &str,
    bytes: u64,
    seconds: f64,
    cost: Option<Usage>,
    console: &mut Console<'_>,
) -> Result<()> {
    write!(console.out, "{name:<9} {:>8.1} MB on disk, {seconds:.1} s", bytes as f64 / 1e6)?;
    if let Some(Usage { cpu, peak }) = cost {
        let (cpu, peak) = (cpu.as_secs_f64(), peak as f64 / 1e6);
        write!(console.out, ", {cpu:.1} s of CPU, {peak:.0} MB of memory at most")?;
    }
    writeln!(console.out)?;
    Ok(())
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Values => "values",
        Kind::Distances => "distances",
        Kind::Placing => "placing",
    }
}

fn space_json(space: &Subspace) -> serde_json::Value {
    json!({
        "own": space.own,
        "other": space.other,
        "wins": space.wins,
        "losses": space.losses,
        "draws": space.draws(),
        "longest": space.longest,
    })
}

fn print_spaces(spaces: &[Subspace], console: &mut Console<'_>) -> Result<()> {
    writeln!(console.out, "own other         wins       losses        draws  longest win, loss")?;
    for space in spaces {
        let longest = space.longest.map(|[win, loss]| format!("{win:>4} {loss:>4}"));
        writeln!(
            console.out,
            "{:>3} {:>5} {:>12} {:>12} {:>12}  {}",
            space.own,
            space.other,
            space.wins,
            space.losses,
            space.draws(),
            longest.unwrap_or_else(|| "-".into()),
        )?;
    }
    Ok(())
}

/// Lists the tables of the data folder.
pub(super) fn info(data: &Path, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let sets = morris::info(data);
    let words = |file: &FileInfo| match &file.state {
        None => "missing".to_owned(),
        Some(Ok(_)) => "whole".to_owned(),
        Some(Err(problem)) => problem.clone(),
    };
    if json {
        let sets: Vec<_> = sets
            .iter()
            .map(|set| {
                let files = set.files.iter().map(|file| {
                    let bytes = file.state.as_ref().and_then(|state| state.as_ref().ok());
                    json!({
                        "file": file.name,
                        "state": words(file),
                        "bytes": bytes.map(|size| size[0]),
                        "unpacked_bytes": bytes.map(|size| size[1]),
                    })
                });
                json!({
                    "game": GAME,
                    "men": set.men,
                    "folder": set.folder,
                    "bytes": set.bytes(),
                    "values": set.is_complete(Kind::Values),
                    "placing": set.is_complete(Kind::Placing),
                    "distances": set.is_complete(Kind::Distances),
                    "files": files.collect::<Vec<_>>(),
                })
            })
            .collect();
        print_json(console, &json!({ "tables": sets }))?;
        return Ok(Answer::Yes);
    }
    if sets.is_empty() {
        writeln!(console.out, "no tables in {}", shown(data))?;
    }
    for set in &sets {
        let of = |kind, name| {
            let files = set.files.iter().filter(|file| file.kind == kind);
            let whole = files.clone().filter(|file| matches!(file.state, Some(Ok(_)))).count();
            format!("{name} {whole} of {}", files.count())
        };
        let mut parts = vec![of(Kind::Values, "values"), of(Kind::Distances, "distances")];
        if set.men == *morris::MEN.end() {
            parts.push(of(Kind::Placing, "placing"));
        }
        let megabytes = set.bytes() as f64 / 1e6;
        writeln!(
            console.out,
            "{GAME}, at most {} men: {}; {megabytes:.1} MB in {}",
            set.men,
            parts.join(", "),
            shown(&set.folder)
        )?;
        for file in set.files.iter().filter(|file| matches!(file.state, Some(Err(_)))) {
            writeln!(console.out, "  {}", words(file))?;
        }
    }
    Ok(Answer::Yes)
}

/// The tables for a command.
fn opened(data: &Path, men: Option<u32>) -> Result<Tables> {
    let tables = match men {
        Some(men) => Tables::open_men(data, men)?,
        None => Tables::open(data)?,
    };
    tables.ok_or_else(|| {
        let men = men.unwrap_or(6);
        anyhow!("there is no such table; build one with: ninefold tables build {GAME} --men {men}")
    })
}

/// Compares tables with the rules.
pub(super) fn verify(
    game: &str,
    data: &Path,
    verify: &Verify,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    only_morris(game)?;
    let tables = opened(data, verify.men)?;
    let threads = threads(verify.threads);
    if let Some(memory) = verify.memory {
        tables.unpack(memory as u64, threads)?;
    }
    let selection = match verify.all {
        true => Selection::All,
        false => Selection::Sample { positions: verify.sample, seed: verify.seed },
    };
    let stop = stop_flag();
    let start = Instant::now();
    let last = Mutex::new(Instant::now());
    let (sender, signs) = std::sync::mpsc::channel();
    let watch = |done: u64, all: u64| {
        let mut last = last.lock().unwrap_or_else(|error| error.into_inner());
        if last.elapsed() > Duration::from_millis(200) {
            *last = Instant::now();
            let _ = sender.send((done, all));
        }
    };
    let verified = std::thread::scope(|scope| {
        let job = scope.spawn(|| morris::verify(&tables, selection, threads, &stop, &watch));
        while !job.is_finished() {
            if let Ok((done, all)) = signs.recv_timeout(Duration::from_millis(100))
                && console.live
            {
                let _ = write!(console.err, "\r\x1b[K{done} of {all} positions ");
                let _ = console.err.flush();
            }
        }
        job.join()
    });
    if console.live {
        write!(console.err, "\r\x1b[K")?;
    }
    let verified = verified.map_err(|_| anyhow!("the verification broke off"))??;
    let seconds = start.elapsed().as_secs_f64();
    let ok = verified.ok();
    if json {
        let spaces: Vec<_> = verified.subspaces.iter().map(|(own, _)| space_json(own)).collect();
        let answer = json!({
            "ok": ok,
            "men": tables.men(),
            "positions": verified.positions,
            "problems": verified.problems,
            "subspaces": spaces,
            "seconds": seconds,
        });
        print_json(console, &answer)?;
    } else {
        for problem in &verified.problems {
            writeln!(console.err, "ninefold: {problem}")?;
        }
        let spaces: Vec<Subspace> = verified.subspaces.iter().map(|(own, _)| *own).collect();
        print_spaces(&spaces, console)?;
        let verdict = if ok { "every checksum, count and position agrees" } else { "they differ" };
        writeln!(console.out, "{verdict}: {} positions, {seconds:.1} s", verified.positions)?;
    }
    Ok(if ok { Answer::Yes } else { Answer::No })
}

/// Looks one position up.
pub(super) fn probe(
    session: &dyn Session,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let game = session.spec();
    only_morris(game.split(':').next().unwrap_or_default())?;
    let request = Request {
        all: true,
        budget: Budget { memory: morris::USUAL_CACHE, ..Budget::default() },
        data: Some(PathBuf::from(data)),
        ..Request::new(game.to_owned(), session.status().position)
    };
    let solver = solver(GAME)?;
    let exact = solver.solve(&request, &mut |_| {})?;
    if let Some(missing) = exact.missing.as_ref().filter(|_| !json) {
        writeln!(console.err, "ninefold: {missing}")?;
        return Ok(Answer::No);
    }
    solve::print(&exact, solver.unit(), json, console)?;
    Ok(if exact.value.is_some() { Answer::Yes } else { Answer::No })
}
