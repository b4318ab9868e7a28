//! `solve --local` and `solve --cluster`: proves a draw in parts, each stored as soon as it is
//! found.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ninefold_session::{Games, Session};
use ninefold_solve::mnk::{KeptTree, Reply, answer_of_a_draw, held_for_a_draw, write_draw_proof};
use ninefold_solve::{ExactAnswer, Request, Solver, solver};

use super::cluster::Spread;
use super::solve::{found, print, request, write_proof};
use crate::args::SolveArgs;
use crate::args::cluster::SpreadArgs;
use crate::saves;
use crate::{Answer, Console};

/// Called with the number of nodes; returns whether to stop.
pub(super) type Watch<'a> = dyn FnMut(u64) -> bool + 'a;

/// The folder of stored trees in the data folder.
const FOLDER: &str = "solving";

/// The table size of a coordinator, which searches only the first two plies.
const LITTLE: usize = 16 << 20;

/// Solves a position, storing intermediate results.
pub(super) fn solve(
    games: &Games,
    session: &dyn Session,
    args: &SolveArgs,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let request = request(session, args, Some(data.to_owned()));
    let exact = solver(&request.game)?;
    if exact.family() != "mnk" {
        bail!("{} cannot be solved in parts: that is for m,n,k-games", request.game);
    }
    let held = held_for_a_draw(&request)?;
    let parts = &args.parts;
    let spread = parts.cluster.as_ref().map(|address| {
        let (safety, replicas) = (parts.safety.clone(), parts.replicas);
        let options = SpreadArgs { cluster: None, safety, replicas };
        Spread::connect(games, address, &options)
    });
    let spread = spread.transpose()?;
    let memory = if spread.is_some() { LITTLE } else { args.memory() };
    let start = Instant::now();
    let (mut nodes, mut reply, mut trees) = (0, Reply::Unknown, Vec::new());
    for asked in &held {
        let mut tree = KeptTree::open(&data.join(FOLDER).join(asked.file_name()), asked, memory)?;
        let mut line = ProgressLine { console, start, limit: args.time, told: None };
        work(&request, &mut tree, spread.as_ref(), &mut line)?;
        line.clear()?;
        nodes += tree.nodes();
        if !asked.attacks && args.proof.is_none() {
            reply = tree.reply(&request.budget);
        }
        match tree.attacker_wins() {
            Some(false) if args.proof.is_some() => trees.push(tree),
            Some(false) => {}
            // A defender without lines of its own does not hold the draw; another search knows more.
            Some(true) => return alone(exact, &request, args, json, console),
            None if json => {
                let elapsed = start.elapsed();
                print(
                    &ExactAnswer { nodes, elapsed, ..ExactAnswer::unknown() },
                    exact.unit(),
                    json,
                    console,
                )?;
                return Ok(stopped(&request, start, args.time));
            }
            None => {
                let (jobs, _) = tree.jobs();
                let folder = saves::data_option(data);
                let place = match &spread {
                    Some(spread) => spread.options().to_owned(),
                    None => match &args.proof {
                        Some(file) => format!(" --local --proof {}", saves::shown(file)),
                        None => " --local".to_owned(),
                    },
                };
                let at = position_option(&request);
                let game = &request.game;
                writeln!(
                    console.err,
                    "ninefold: stopped after {jobs} jobs and {nodes} positions, which are kept; go on with: ninefold solve {game}{at}{place}{folder}"
                )?;
                return Ok(stopped(&request, start, args.time));
            }
        }
    }
    if held.is_empty() {
        return alone(exact, &request, args, json, console);
    }
    if let Some(file) = &args.proof {
        let write =
            &mut |out: &mut dyn Write| Ok(Some(write_draw_proof(&request, &mut trees, out)?));
        return write_proof(write, file, json, console);
    }
    let answer = answer_of_a_draw(&request, reply, nodes, start.elapsed())?;
    print(&answer, exact.unit(), json, console)?;
    Ok(Answer::Yes)
}

/// Solves a position that is not a draw by pairs and strategies alone, or writes its proof, as
/// without parts.
fn alone(
    exact: &dyn Solver,
    request: &Request,
    args: &SolveArgs,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    match &args.proof {
        Some(file) => {
            write_proof(&mut |out| Ok(exact.write_proof(request, out)?), file, json, console)
        }
        None => found(exact, request, json, console),
    }
}

/// The option for a position other than the first.
fn position_option(request: &Request) -> String {
    let blank = request.position.chars().all(|letter| "0/ 1".contains(letter))
        && request.position.matches('1').count() == 1
        && request.position.ends_with(" 1");
    match blank {
        true => String::new(),
        false => format!(" --position '{}'", request.position),
    }
}

/// The answer when stopped by hand or by the time limit.
fn stopped(request: &Request, start: Instant, limit: Option<Duration>) -> Answer {
    match request.budget.stop.is_raised() && !is_late(start, limit) {
        true => Answer::Stopped,
        false => Answer::No,
    }
}

fn is_late(start: Instant, limit: Option<Duration>) -> bool {
    limit.is_some_and(|limit| start.elapsed() >= limit)
}

/// Works on a tree until it is settled or stopped.
fn work(
    request: &Request,
    tree: &mut KeptTree,
    spread: Option<&Spread>,
    line: &mut ProgressLine<'_, '_>,
) -> Result<()> {
    if tree.attacker_wins().is_some() {
        return Ok(());
    }
    match spread {
        None => {
            let mut tell = |nodes| {
                line.tell(nodes, &[], "");
            };
            tree.search(&request.budget, &mut tell)?;
        }
        Some(spread) => {
            let mut watch = |nodes: u64| line.tell(nodes, &spread.unread(), &spread.strength());
            spread.solve(&request.game, tree, &mut watch)?;
        }
    }
    Ok(())
}

/// The progress line.
struct ProgressLine<'a, 'c> {
    console: &'a mut Console<'c>,
    start: Instant,
    limit: Option<Duration>,
    told: Option<Instant>,
}

impl ProgressLine<'_, '_> {
    /// Prints the news and, once a second, the number of nodes; true when it is time to stop.
    fn tell(&mut self, nodes: u64, news: &[String], strength: &str) -> bool {
        let Console { err, live, .. } = self.console;
        for sentence in news {
            let clear = if self.told.is_some() { "\r\x1b[K" } else { "" };
            let _ = writeln!(err, "{clear}ninefold: {sentence}");
        }
        let due = self.told.map_or(self.start, |told| told).elapsed() >= Duration::from_secs(1);
        if *live && due {
            self.told = Some(Instant::now());
            let (seconds, millions) = (self.start.elapsed().as_secs(), nodes as f64 / 1e6);
            let _ = write!(err, "\r{seconds} s, {millions:.1} million positions{strength} ");
            let _ = err.flush();
        }
        is_late(self.start, self.limit)
    }

    fn clear(self) -> Result<()> {
        if self.told.is_some() {
            write!(self.console.err, "\r\x1b[K")?;
        }
        Ok(())
    }
}
