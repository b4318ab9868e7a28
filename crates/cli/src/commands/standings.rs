//! What the games of a run say about those who played it.

use anyhow::Result;
use ninefold_arena::{
    Estimate, GameResult, Plan, Ratings, SetResult, Standings, Tally, seat_shares,
    standings_summary, test_state,
};

use super::print_json;
use crate::Console;

/// The table without ratings, for a run under way.
pub(super) fn lines(plan: &Plan, results: &[SetResult]) -> Vec<String> {
    const MOST: usize = 20;
    table(plan, &Standings::new(plan, results, false)).into_iter().take(MOST + 1).collect()
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
            let interval = format!("[{:+.0}, {:+.0}]", elo.low, elo.high);
            format!("{:+8.1}  {interval:<16}", elo.value)
        });
        let Tally { wins, draws, losses } = row.total;
        let faults = row.fault_words().map_or(String::new(), |words| format!(", {words}"));
        let interval = format!("[{:.1}, {:.1}]", 100.0 * share.low, 100.0 * share.high);
        lines.push(format!(
            "{:>4}  {:<width$}  {:>6}  {:>7.1}  {:5.1} % {interval:<14}{elo}  {wins}/{draws}/{losses}{faults}",
            place + 1,
            plan.entrants[row.entrant].name,
            row.total.games(),
            row.points,
            100.0 * share.value,
        ));
    }
    lines
}

/// Prints the standings of a run as text or JSON.
pub(super) fn print(
    run: u64,
    plan: &Plan,
    results: &[SetResult],
    end: Option<&str>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let standings = Standings::new(plan, results, true);
    if json {
        return print_json(console, &standings_summary(run, plan, results, end, &standings));
    }
    let games: usize = results.iter().map(|result| result.games.len()).sum();
    writeln!(console.out, "run {run}: {}, {games} games", plan.game)?;
    for line in table(plan, &standings) {
        writeln!(console.out, "{line}")?;
    }
    if let Some(ratings) = &standings.ratings {
        let anchor = &plan.entrants[plan.anchor].name;
        let note = ratings.note().map_or(String::new(), |note| format!("; {note}"));
        writeln!(console.out, "Elo relative to {anchor}{note}")?;
    }
    if let (Some(ratings), [first, second, ..]) = (&standings.ratings, &standings.rows[..]) {
        let (a, b) = (first.entrant, second.entrant);
        let difference = ratings.difference(a, b);
        writeln!(
            console.out,
            "{} relative to {}: {:+.1} Elo [{:+.1}, {:+.1}], likelihood of superiority {:.1} %",
            plan.entrants[a].name,
            plan.entrants[b].name,
            difference.value,
            difference.low,
            difference.high,
            100.0 * ratings.superiority(a, b),
        )?;
    }
    print_seats(plan, results, console)?;
    if let Some(ratings) = &standings.ratings {
        print_equals(ratings, console)?;
    }
    if let Some(end) = end {
        writeln!(console.out, "{end}")?;
    }
    if let Some(state) = test_state(plan, results)
        && let (Some(_), Some(found)) = (state.verdict, state.corrected)
    {
        let [first, second] = [0, 1].map(|entrant| &plan.entrants[entrant].name);
        writeln!(
            console.out,
            "the intervals above are not of 95 %, because the test stopped when the results leant to one side; corrected for that \
             {first} is {:+.1} Elo [{:+.1}, {:+.1}] relative to {second}",
            found.value, found.low, found.high
        )?;
    }
    Ok(())
}

/// Says on standard error who lost by a fault, what the first of them was, and what the program said of it.
pub(super) fn tell_faults(
    names: &[String],
    results: &[SetResult],
    console: &mut Console<'_>,
) -> Result<()> {
    for (entrant, name) in names.iter().enumerate() {
        let own =
            |game: &&GameResult| game.at_fault().map(|seat| game.seats[seat]) == Some(entrant);
        let mut faults = results.iter().flat_map(|result| &result.games).filter(own);
        let Some(first) = faults.next() else { continue };
        let note = first.note.as_deref().unwrap_or_default();
        let note = note.split_once(": ").map_or(note, |(_, why)| why);
        let count = match 1 + faults.count() {
            1 => "1 game".to_owned(),
            count => format!("{count} games"),
        };
        writeln!(console.err, "ninefold: {name} lost {count} by a fault; the first: {note}")?;
        for line in first.trouble.iter().flat_map(|trouble| trouble.said.lines()) {
            writeln!(console.err, "    {line}")?;
        }
    }
    Ok(())
}

/// How the seats did, whoever sat there.
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

/// What the seats and draws are like between equals, whoever played.
fn print_equals(ratings: &Ratings, console: &mut Console<'_>) -> Result<()> {
    let percent = |share: Estimate| {
        let [value, low, high] = [share.value, share.low, share.high].map(|part| 100.0 * part);
        format!("{value:.1} % [{low:.1}, {high:.1}]")
    };
    let seats: Vec<String> = (1..)
        .zip(&ratings.seats)
        .map(|(seat, share)| format!("seat {seat} gets {}", percent(*share)))
        .collect();
    let told = match (ratings.first_seat(), ratings.draws) {
        (Some(elo), Some(draws)) => format!(
            "{}, {:+.1} Elo [{:+.1}, {:+.1}]; {} are drawn",
            seats[0],
            elo.value,
            elo.low,
            elo.high,
            percent(draws)
        ),
        _ => seats.join(", "),
    };
    writeln!(console.out, "among equals {told}")?;
    Ok(())
}
