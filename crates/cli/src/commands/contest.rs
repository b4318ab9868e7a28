//! `match`: computers against each other, with what the games say about them.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;
use ninefold_desk::{Contest, Played, PlayerSpec, Table, elo, standings};
use serde_json::{Value, json};

use super::crew::Crew;
use super::print_json;
use crate::args::arena::MatchArgs;
use crate::interrupt::stop_flag;
use crate::{Answer, Console, small};

/// Plays the match and prints its standings. Ctrl-C ends it after the moves in progress.
pub(super) fn run(
    table: &dyn Table,
    args: &MatchArgs,
    crew: &Crew,
    data: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let specs: Vec<PlayerSpec> = args
        .players
        .iter()
        .map(|spec| PlayerSpec::parse_with(spec, crew.programs()))
        .collect::<Result<_, _>>()?;
    small::for_players(table, &specs, data, console)?;
    let contest = Contest {
        seed: args.seed,
        sets: args.games.div_ceil(table.players()),
        opening: args.opening,
        plies: args.plies,
        jobs: args.jobs,
    };
    let wanted = contest.games(table.players());
    let (games, trouble): (_, Option<String>) = match crew {
        Crew::Here(_) => (here(table, &specs, &contest, console)?, None),
        #[cfg(feature = "cluster")]
        Crew::Cluster(spread) => elsewhere(table, &args.players, &contest, spread, crew, console)?,
    };
    if json {
        print_json(console, &as_json(&games, &specs))?;
    } else {
        print(&games, &specs, console)?;
    }
    if games.len() < wanted {
        let why = trouble.as_ref().map_or(String::new(), |why| format!(": {why}"));
        let done = games.len();
        writeln!(console.err, "ninefold: stopped after {done} of {wanted} games{why}")?;
    }
    Ok(match trouble {
        Some(_) => Answer::No,
        None if games.len() < wanted => Answer::Stopped,
        None => Answer::Yes,
    })
}

/// Plays on threads of this machine.
fn here(
    table: &dyn Table,
    specs: &[PlayerSpec],
    contest: &Contest,
    console: &mut Console<'_>,
) -> Result<Vec<Played>> {
    let wanted = contest.games(table.players());
    let games = table.contest(specs, contest, &stop_flag(), &progress(wanted, console.live))?;
    if console.live {
        write!(console.err, "\r\x1b[K")?;
    }
    Ok(games)
}

/// Lets the workers of a cluster play the same games; with them, what kept some from being played. Nothing of
/// a match is kept, so nothing of it stays at the server either.
#[cfg(feature = "cluster")]
fn elsewhere(
    table: &dyn Table,
    players: &[String],
    contest: &Contest,
    spread: &super::cluster::Spread,
    crew: &Crew,
    console: &mut Console<'_>,
) -> Result<(Vec<Played>, Option<String>)> {
    use ninefold_arena::{Fixed, InMemory};

    let arena = table.arena(crew.programs());
    if players.len() != arena.seats() {
        let (found, wanted) = (players.len(), arena.seats());
        let game = arena.spec().to_owned();
        return Err(ninefold_desk::PlayerError::Count { found, game, wanted }.into());
    }
    for player in players {
        arena.check(player)?;
    }
    let plies = |seed| arena.opening_plies(seed, contest.opening);
    let jobs = contest.jobs(arena.spec(), players, &plies);
    let name = format!("match of {} between {}", arena.spec(), players.join(", "));
    let identity = super::crew::Identity::unique(&name);
    let course = Box::new(Fixed(jobs));
    let handle = crew.start(&identity, arena, course, Box::new(InMemory))?;
    let watched = super::live::watch(handle, &|_| Vec::new(), crew, console)?;
    if watched.end.is_none() {
        spread.forget(&identity);
    }
    Ok((Contest::played(&watched.results), watched.trouble))
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
