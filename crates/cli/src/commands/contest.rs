//! `match`: computers against each other, with what the games say about them.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::Result;
use ninefold_desk::{Contest, Halt, Played, PlayerSpec, Programs, Table, elo, standings};
use serde_json::{Value, json};

use super::print_json;
use crate::args::MatchArgs;
use crate::{Answer, Console, small};

/// Plays the match and prints its standings. Ctrl-C ends it after the games in progress.
pub(super) fn run(
    table: &dyn Table,
    args: &MatchArgs,
    data: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let specs: Vec<PlayerSpec> = args
        .players
        .iter()
        .map(|spec| PlayerSpec::parse_with(spec, Programs::Allowed))
        .collect::<Result<_, _>>()?;
    small::for_players(table, &specs, data, console)?;
    let halt = Arc::new(Halt::new(false));
    let raised = halt.clone();
    // A second handler in one process is refused; then the first one is as good.
    let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
    let contest = Contest {
        seed: args.seed,
        sets: args.games.div_ceil(table.players()),
        opening: args.opening,
        plies: args.plies,
        jobs: args.jobs,
    };
    let wanted = contest.games(table.players());
    let games = table.contest(&specs, &contest, &halt, &progress(wanted, console.live))?;
    if console.live {
        write!(console.err, "\r\x1b[K")?;
    }
    if json {
        print_json(console, &as_json(&games, &specs))?;
    } else {
        print(&games, &specs, console)?;
    }
    if games.len() < wanted {
        writeln!(console.err, "ninefold: stopped after {} of {wanted} games", games.len())?;
        return Ok(Answer::Stopped);
    }
    Ok(Answer::Yes)
}

/// Tells on standard error, at most ten times a second, how many games are done.
fn progress(wanted: usize, live: bool) -> impl Fn(usize) + Sync {
    let start = Instant::now();
    let told = AtomicUsize::new(0);
    let stderr = Mutex::new(std::io::stderr());
    move |done| {
        let tenths = (start.elapsed().as_millis() / 100) as usize;
        if !live || told.swap(tenths, Ordering::Relaxed) == tenths {
            return;
        }
        let left = start.elapsed().as_secs_f64() / done as f64 * (wanted - done) as f64;
        if let Ok(mut stderr) = stderr.lock() {
            let _ = write!(stderr, "\r{done} of {wanted} games, {left:.0} s left \x1b[K");
            let _ = stderr.flush();
        }
    }
}

/// The promised form: the first player relative to the second in Elo, nothing for more.
fn as_json(games: &[Played], specs: &[PlayerSpec]) -> Value {
    let standings = standings(games, specs.len());
    let share = standings[0].share;
    let bounds = match specs.len() {
        2 => [share.value, share.low, share.high].map(elo),
        _ => [None; 3],
    };
    json!({
        "players": specs.iter().map(PlayerSpec::to_string).collect::<Vec<_>>(),
        "games": games.len(),
        "points": standings.iter().map(|standing| standing.points).collect::<Vec<_>>(),
        "wins": standings.iter().map(|standing| standing.wins).collect::<Vec<_>>(),
        "draws": standings[0].draws,
        "losses": standings.iter().map(|standing| standing.losses).collect::<Vec<_>>(),
        "elo": bounds[0],
        "interval": [bounds[1], bounds[2]],
        "shares": standings.iter().map(|s| json!([s.share.value, s.share.low, s.share.high])).collect::<Vec<_>>(),
    })
}

fn print(games: &[Played], specs: &[PlayerSpec], console: &mut Console<'_>) -> Result<()> {
    let plies: usize = games.iter().map(|game| game.plies).sum();
    let average = plies as f64 / games.len().max(1) as f64;
    writeln!(console.out, "{} games of {average:.1} moves", games.len())?;
    let width = specs.iter().map(|spec| spec.to_string().len()).max().unwrap_or_default();
    for (spec, standing) in specs.iter().zip(standings(games, specs.len())) {
        let share = standing.share;
        writeln!(
            console.out,
            "{:<width$}  {:5.1} % [{:.1}, {:.1}]  {} won, {} drawn, {} lost",
            spec.to_string(),
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            standing.wins,
            standing.draws,
            standing.losses,
        )?;
    }
    Ok(())
}
