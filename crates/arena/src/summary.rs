//! Summaries of results in the documented format of `--json`, which the binary prints and the Python package returns.

use serde_json::{Value, json};

use crate::{
    Estimate, Note, Pentanomial, Plan, Row, SetResult, Sprt, Standings, Tally, TestState,
    cross_table, elo, rows, seats_changed, test_state,
};

fn interval(estimate: Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high])
}

fn tally(tally: &Tally) -> Value {
    json!([tally.wins, tally.draws, tally.losses])
}

/// The Elo of the first of two players relative to the second, with the ends of its interval. A value is `None` if
/// it is infinite, for more than two players, and if players did not change seats, since then the share is that of
/// a seat.
pub fn elo_difference(rows: &[Row]) -> [Option<f64>; 3] {
    match rows {
        [first, _] if seats_changed(rows) => {
            [first.share.value, first.share.low, first.share.high].map(elo)
        }
        _ => [None; 3],
    }
}

/// The summary of a match between players with these names, with the Elo of the first relative to the second if
/// there are two. `test` is the test that may have ended it, for the notes.
///
/// ```
/// let players = ["level:2".into(), "random".into()];
/// let nothing_yet = ninefold_arena::match_summary(&[], &players, None);
/// assert_eq!((&nothing_yet["games"], &nothing_yet["draws"]), (&0.into(), &0.into()));
/// ```
pub fn match_summary(results: &[SetResult], players: &[String], test: Option<Sprt>) -> Value {
    let standings = Standings::of_match(results, players, test);
    let rows = rows(results, players.len(), players.len());
    let bounds = elo_difference(&rows);
    json!({
        "players": players,
        "games": standings.games,
        "different_games": standings.different,
        "points": rows.iter().map(|row| row.points).collect::<Vec<_>>(),
        "wins": rows.iter().map(|row| row.total.wins).collect::<Vec<_>>(),
        "draws": rows[0].total.draws,
        "losses": rows.iter().map(|row| row.total.losses).collect::<Vec<_>>(),
        "faults": rows.iter().map(|row| row.faults).collect::<Vec<_>>(),
        "fault_kinds": rows.iter().map(|row| &row.fault_kinds).collect::<Vec<_>>(),
        "milliseconds": rows.iter().map(|row| row.times).collect::<Vec<_>>(),
        "elo": bounds[0],
        "interval": [bounds[1], bounds[2]],
        "seats_changed": seats_changed(&rows),
        "seats": rows.iter().map(|row| row.seats.iter().map(tally).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "shares": rows.iter().map(|row| interval(row.share)).collect::<Vec<_>>(),
        "notes": notes(&standings),
    })
}

fn notes(standings: &Standings) -> Vec<Value> {
    standings.notes().iter().map(Note::summary).collect()
}

/// The state of a sequential test after these pairs. The corrected estimate is given only with a verdict; an
/// infinite end is null.
///
/// ```
/// use ninefold_arena::{Pentanomial, Sprt, test_summary};
///
/// let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
/// let undecided = test_summary(&test, &Pentanomial([1, 2, 5, 2, 1]));
/// assert!(undecided["verdict"].is_null() && undecided["corrected"].is_null());
/// let decided = test_summary(&test, &Pentanomial([0, 0, 0, 0, 23]));
/// assert!(decided["verdict"] == "accepted" && decided["corrected"][1].is_number());
/// ```
pub fn test_summary(test: &Sprt, pairs: &Pentanomial) -> Value {
    state_summary(test, &TestState::new(test, *pairs))
}

fn state_summary(test: &Sprt, state: &TestState) -> Value {
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "pairs": state.pairs.0,
        "ratio": state.ratio,
        "bounds": state.bounds,
        "verdict": state.verdict,
        "corrected": state.corrected.map(interval),
        "went_on": state.went_on,
    })
}

/// The standings of a tournament, with the number of its run and the reason why it ended, if it has.
pub fn standings_summary(
    run: u64,
    plan: &Plan,
    results: &[SetResult],
    end: Option<&str>,
    standings: &Standings,
) -> Value {
    let cross = cross_table(results, plan.entrants.len());
    let ratings = standings.ratings.as_ref();
    let players: Vec<Value> = standings
        .rows
        .iter()
        .map(|row| {
            let entrant = &plan.entrants[row.entrant];
            json!({
                "name": entrant.name,
                "player": entrant.player,
                "games": row.total.games(),
                "different_games": row.different,
                "points": row.points,
                "wins": row.total.wins,
                "draws": row.total.draws,
                "losses": row.total.losses,
                "faults": row.faults,
                "fault_kinds": row.fault_kinds,
                "milliseconds": row.times,
                "share": interval(row.share),
                "elo": standings.elo.as_ref().map(|elo| interval(elo[row.entrant])),
                "strength": ratings.map(|ratings| interval(ratings.strength[row.entrant])),
                "seats": row.seats.iter().map(tally).collect::<Vec<_>>(),
                "against": standings.rows.iter().filter(|other| other.entrant != row.entrant).map(|other| {
                    let (points, games) = cross[row.entrant][other.entrant];
                    json!({
                        "name": plan.entrants[other.entrant].name,
                        "points": points,
                        "games": games,
                        "superiority": ratings.map(|r| r.superiority(row.entrant, other.entrant)),
                        "elo": ratings.map(|r| interval(r.difference(row.entrant, other.entrant))),
                    })
                }).collect::<Vec<_>>(),
            })
        })
        .collect();
    let sprt =
        plan.sprt.zip(test_state(plan, results)).map(|(test, state)| state_summary(&test, &state));
    json!({
        "run": run,
        "game": plan.game,
        "games": standings.games,
        "different_games": standings.different,
        "clock": plan.clock,
        "end": end,
        "anchor": plan.entrants[plan.anchor].name,
        "prior": ratings.is_some_and(|ratings| ratings.prior),
        "seats_changed": seats_changed(&standings.rows),
        "draw_rate": ratings.and_then(|ratings| ratings.draws).map(interval),
        "seat_advantage": ratings.and_then(|ratings| ratings.first_seat()).map(interval),
        "seat_shares": ratings.map(|ratings| ratings.seats.iter().map(|share| interval(*share)).collect::<Vec<_>>()),
        "players": players,
        "sprt": sprt,
        "notes": notes(standings),
    })
}
