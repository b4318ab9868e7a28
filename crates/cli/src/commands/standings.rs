//! Statistics of a run's players.

use anyhow::Result;
use ninefold_arena::{
    Estimate, Note, Plan, Ratings, SetResult, Standings, Tally, TimeControl, seat_shares, signed,
    standings_summary,
};

use super::{faults, print_json};
use crate::Console;
use crate::printable::plain;

/// The table without ratings, for an unfinished run.
pub(super) fn lines(plan: &Plan, results: &[SetResult]) -> Vec<String> {
    const MOST: usize = 20;
    let plan = &plainly(plan);
    table(plan, &Standings::new(plan, results, false)).into_iter().take(MOST + 1).collect()
}

/// The same plan with names that are safe for a terminal.
fn plainly(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.entrants.iter_mut().for_each(|entrant| entrant.name = plain(&entrant.name));
    plan
}

fn table(plan: &Plan, standings: &Standings) -> Vec<String> {
    let names = plan.entrants.iter().map(|entrant| entrant.name.chars().count());
    let width = names.max().unwrap_or_default().max(6);
    let rated = if standings.elo.is_some() { "     Elo  [95 %]          " } else { "" };
    let mut lines = vec![format!(
        "{:>4}  {:<width$}  {:>6}  {:>7}  share [95 %]          {rated}  won/drawn/lost",
        "rank", "player", "games", "points"
    )];
    for (place, row) in standings.rows.iter().enumerate() {
        let share = row.share;
        let elo = standings.elo.as_ref().map(|elo| elo[row.entrant]);
        let elo = elo.map_or(String::new(), |elo| {
            let interval = format!("[{}, {}]", signed(elo.low, 0), signed(elo.high, 0));
            format!("{:>8}  {interval:<16}", signed(elo.value, 1))
        });
        let Tally { wins, draws, losses } = row.total;
        let faults = row.fault_words().map_or(String::new(), |words| format!(", {words}"));
        let times = row.times.map_or(String::new(), |times| format!(", {times}"));
        let interval = format!("[{:.1}, {:.1}]", 100.0 * share.low, 100.0 * share.high);
        lines.push(format!(
            "{:>4}  {:<width$}  {:>6}  {:>7.1}  {:5.1} % {interval:<14}{elo}  {wins}/{draws}/{losses}{faults}{times}",
            place + 1,
            plan.entrants[row.entrant].name,
            row.total.games(),
            row.points,
            100.0 * share.value,
        ));
    }
    lines
}

/// A run whose standings are to be printed.
pub(super) struct Shown<'a> {
    /// Its number; several where runs are read together.
    pub(super) runs: &'a [u64],
    /// Its plan.
    pub(super) plan: &'a Plan,
    /// Its games.
    pub(super) results: &'a [SetResult],
    /// Why it ended, if it has.
    pub(super) end: Option<&'a str>,
    /// The number of runs stopped by a test, if several are combined.
    pub(super) stopped_runs: Option<usize>,
}

/// Prints the standings of a run as text or JSON, and reports players who lost by a fault on
/// standard error.
pub(super) fn print(shown: &Shown<'_>, json: bool, console: &mut Console<'_>) -> Result<()> {
    let Shown { runs, results, end, .. } = *shown;
    // JSON output has all names as given.
    let plan = &if json { shown.plan.clone() } else { plainly(shown.plan) };
    let mut standings = Standings::new(plan, results, true);
    if let Some(runs) = shown.stopped_runs {
        standings = standings.of_stopped_runs(runs);
    }
    if json {
        let first = runs.first().copied().unwrap_or_default();
        let mut summary = standings_summary(first, plan, results, end, &standings);
        if runs.len() > 1 {
            summary["runs"] = runs.into();
        }
        print_json(console, &summary)?;
    } else {
        print_text(&Shown { plan, ..*shown }, &standings, console)?;
    }
    faults::tell(results, &|entrant| plan.entrants[entrant].name.clone(), console)
}

/// Which runs are told of: "run 3", "runs 1 and 2".
pub(super) fn runs_text(runs: &[u64]) -> String {
    let numbers: Vec<String> = runs.iter().map(u64::to_string).collect();
    let noun = if runs.len() > 1 { "runs" } else { "run" };
    format!("{noun} {}", numbers.join(" and "))
}

fn print_text(shown: &Shown<'_>, standings: &Standings, console: &mut Console<'_>) -> Result<()> {
    let Shown { runs, plan, results, end, .. } = *shown;
    let clock = clock_words(plan.clock);
    writeln!(console.out, "{}: {}, {} games{clock}", runs_text(runs), plan.game, standings.games)?;
    for line in table(plan, standings) {
        writeln!(console.out, "{line}")?;
    }
    let (of_ratings, others): (Vec<Note>, Vec<Note>) =
        standings.notes().into_iter().partition(Note::is_about_ratings);
    if standings.ratings.is_some() {
        let anchor = &plan.entrants[plan.anchor].name;
        let notes: String = of_ratings.iter().map(|note| format!("; {}", note.text())).collect();
        writeln!(console.out, "Elo relative to {anchor}{notes}")?;
    }
    if let (Some(ratings), [first, second, ..]) = (&standings.ratings, &standings.rows[..]) {
        let (a, b) = (first.entrant, second.entrant);
        let difference = ratings.difference(a, b);
        writeln!(
            console.out,
            "{} relative to {}: {}, likelihood of superiority {:.1} %",
            plan.entrants[a].name,
            plan.entrants[b].name,
            difference.as_elo(1),
            100.0 * ratings.superiority(a, b),
        )?;
    }
    print_seats(plan, results, console)?;
    if let Some(ratings) = &standings.ratings {
        writeln!(console.out, "{}", among_equals(ratings))?;
    }
    if let Some(end) = end {
        writeln!(console.out, "{}", plain(end))?;
    }
    for note in others {
        writeln!(console.out, "{}", note.text())?;
    }
    Ok(())
}

/// The clock of games as a table's first line names it.
pub(super) fn clock_words(clock: Option<TimeControl>) -> String {
    clock.map_or(String::new(), |clock| format!(", clock {clock}"))
}

/// The results of the seats, regardless of player.
fn print_seats(plan: &Plan, results: &[SetResult], console: &mut Console<'_>) -> Result<()> {
    let Some(shares) = seat_shares(results, plan.seats) else { return Ok(()) };
    let games = || results.iter().flat_map(|result| &result.games);
    let count = games().count() as f64;
    let shares: Vec<String> = (1..)
        .zip(shares)
        .map(|(seat, share)| format!("seat {seat}: {:.1} %", 100.0 * share))
        .collect();
    let drawn = games().filter(|game| game.points.iter().all(|points| *points < 0.999)).count();
    let plies: usize = games().map(|game| game.moves.len()).sum();
    writeln!(
        console.out,
        "{}, {:.1} % shared, {:.1} moves a game",
        shares.join(", "),
        100.0 * drawn as f64 / count,
        plies as f64 / count
    )?;
    Ok(())
}

/// The seats' advantage and the draws between equals, regardless of player.
pub(super) fn among_equals(ratings: &Ratings) -> String {
    let percent = |share: Estimate| {
        let [value, low, high] = [share.value, share.low, share.high].map(|part| 100.0 * part);
        format!("{value:.1} % [{low:.1}, {high:.1}]")
    };
    let seats: Vec<String> = (1..)
        .zip(&ratings.seats)
        .map(|(seat, share)| format!("seat {seat} gets {}", percent(*share)))
        .collect();
    let told = match (ratings.first_seat(), ratings.draws) {
        (Some(elo), Some(draws)) => {
            format!("{}, {}; {} are drawn", seats[0], elo.as_elo(1), percent(draws))
        }
        _ => seats.join(", "),
    };
    format!("among equals {told}")
}
