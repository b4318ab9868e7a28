//! `match`: games between computers, with statistics.

use std::path::Path;

use anyhow::{Result, bail};
use ninefold_arena::{
    Discard, EntrantPlan, GameResult, Pentanomial, SetResult, Standings, TimeControl,
    match_summary, seats_changed, test_summary,
};
use ninefold_session::{
    GameKind, MatchOptions, MatchPlan, PlayerSpec, check_plies, match_stages, rows,
};
use serde_json::{Value, json};

use super::progress::{self, Watched};
use super::run_on::{Identity, RunOn};
use super::standings::clock_words;
use super::{faults, openings, print_json, sprt};
use crate::args::arena::MatchArgs;
use crate::printable::plain;
use crate::{Answer, Console, ending_table};

/// Plays the match and prints its standings. Ctrl-C ends it after the moves in progress.
pub(super) fn run(
    kind: &dyn GameKind,
    args: &MatchArgs,
    run_on: &RunOn,
    data: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let specs: Vec<PlayerSpec> = args
        .players
        .iter()
        .map(|spec| PlayerSpec::parse_with(spec, run_on.programs()))
        .collect::<Result<_, _>>()?;
    ending_table::for_players(kind, &specs, data, console)?;
    if args.sprt.is_some() && specs.len() != 2 {
        bail!("sprt is for a match between two");
    }
    let options = MatchOptions {
        book: openings::given(kind, args.openings.as_deref(), args.position.as_deref())?,
        fixed_seats: args.fixed_seats,
        times: args.list,
        sprt: args.sprt,
        clock: args.clock,
    };
    let games_a_set = if args.fixed_seats { 1 } else { kind.players() };
    let plan = MatchPlan {
        seed: args.seed,
        sets: args.games.div_ceil(games_a_set),
        opening: if options.book.is_empty() { args.opening } else { 0 },
        plies: args.plies,
    };
    check_plies(plan.plies, plan.opening, &options.book)?;
    let wanted = plan.sets * games_a_set;
    let arena = kind.arena(data.map(Path::to_owned), run_on.programs());
    run_on.check_players(arena.spec(), args.players.iter().map(String::as_str))?;
    let stages = match_stages(&*arena, &args.players, &plan, &options)?;
    let name = format!("match of {} between {}", arena.spec(), args.players.join(", "));
    let identity = Identity::unique(&name);
    let handle = run_on.start(&identity, arena, stages, Box::new(Discard))?;
    let Watched { results, end, trouble, .. } =
        progress::watch(handle, &|_| Vec::new(), run_on, console)?;
    if end.is_none() {
        run_on.forget(&identity);
    }
    let pairs = Pentanomial::of(&results);
    let players: Vec<String> = specs.iter().map(PlayerSpec::to_string).collect();
    let entrants = EntrantPlan::numbered(players.iter().cloned());
    let names: Vec<String> = entrants.into_iter().map(|entrant| entrant.name).collect();
    if json {
        let mut value = match_summary(&results, &players, args.sprt);
        value["clock"] = json!(args.clock);
        value["sprt"] = args.sprt.map_or(Value::Null, |test| test_summary(&test, &pairs));
        if args.list {
            value["list"] = games(&results).map(row).collect();
        }
        print_json(console, &value)?;
    } else {
        if args.list {
            print_list(&results, &names, console)?;
        }
        let standings = Standings::of_match(&results, &players, args.sprt);
        print(&results, &names, &standings, args.clock, console)?;
        if args.sprt.is_some()
            && let Some(end) = &end
        {
            writeln!(console.out, "{end}")?;
        }
        for note in standings.notes() {
            writeln!(console.out, "{}", plain(&note.text()))?;
        }
    }
    faults::tell(&results, &|entrant| names[entrant].clone(), console)?;
    let done = games(&results).count();
    let stopped = done < wanted && end.is_none();
    if stopped {
        let why = trouble.as_ref().map_or(String::new(), |why| format!(": {why}"));
        writeln!(console.err, "ninefold: stopped after {done} of {wanted} games{why}")?;
    }
    Ok(match trouble {
        Some(_) => Answer::No,
        None if stopped => Answer::Stopped,
        None => Answer::Yes,
    })
}

fn games(results: &[SetResult]) -> impl Iterator<Item = &GameResult> {
    results.iter().flat_map(|result| &result.games)
}

/// The milliseconds that each seat took in a game.
fn milliseconds(game: &GameResult) -> Vec<f64> {
    let mut taken = vec![0.0; game.seats.len()];
    game.times
        .iter()
        .for_each(|&(seat, micros)| taken[usize::from(seat)] += f64::from(micros) / 1000.0);
    taken
}

/// A game in the list.
fn row(game: &GameResult) -> Value {
    json!({
        "seats": game.seats,
        "points": game.points,
        "reason": game.reason,
        "plies": game.moves.len(),
        "milliseconds": milliseconds(game),
        "note": game.note,
        "fault": game.fault_kind(),
        "stderr": game.said(),
    })
}

/// One line per game, as papers list them: seats, results, moves and the seconds of each seat.
fn print_list(results: &[SetResult], names: &[String], console: &mut Console<'_>) -> Result<()> {
    for (number, game) in (1..).zip(games(results)) {
        let seats: Vec<String> = game
            .seats
            .iter()
            .zip(&game.points)
            .map(|(&who, points)| format!("{} {points}", plain(&names[who])))
            .collect();
        let seconds: Vec<String> =
            milliseconds(game).iter().map(|taken| format!("{:.3}", taken / 1000.0)).collect();
        let (plies, reason) = (game.moves.len(), &game.reason);
        writeln!(
            console.out,
            "{number:>4}  {}  {plies} moves, {reason}, {} s",
            seats.join(" – "),
            seconds.join(" – ")
        )?;
    }
    Ok(())
}

fn print(
    results: &[SetResult],
    names: &[String],
    standings: &Standings,
    clock: Option<TimeControl>,
    console: &mut Console<'_>,
) -> Result<()> {
    let count = standings.games;
    let plies: usize = games(results).map(|game| game.moves.len()).sum();
    let average = plies as f64 / count.max(1) as f64;
    writeln!(console.out, "{count} games of {average:.1} moves{}", clock_words(clock))?;
    let width = names.iter().map(String::len).max().unwrap_or_default();
    let rows = rows(results, names.len(), names.len());
    for (name, row) in names.iter().zip(&rows) {
        let share = row.share;
        writeln!(
            console.out,
            "{:<width$}  {:5.1} % [{:.1}, {:.1}]  {} won, {} drawn, {} lost{}{}",
            plain(name),
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            row.total.wins,
            row.total.draws,
            row.total.losses,
            row.fault_words().map_or(String::new(), |words| format!(", {words}")),
            row.times.map_or(String::new(), |times| format!(", {times}")),
        )?;
    }
    // If a player never changed seats, its share is that of the seat, as a note says.
    if seats_changed(&rows)
        && let [first, second] = names
        && let Some(difference) = sprt::elo_interval(rows[0].share)
    {
        let [first, second] = [first, second].map(|name| plain(name));
        writeln!(console.out, "{first} relative to {second}: {difference}")?;
    }
    Ok(())
}
