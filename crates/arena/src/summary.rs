//! What games say about those who played them, in the promised form of `--json`: the binary prints it, the Python
//! package hands it out.

use serde_json::{Value, json};

use crate::{Estimate, Plan, Row, SetResult, Standings, Tally, cross_table, elo, rows, test_state};

fn interval(estimate: Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high])
}

fn tally(tally: &Tally) -> Value {
    json!([tally.wins, tally.draws, tally.losses])
}

/// The Elo of a player of two relative to the other, with the ends of its interval; nothing where it is infinite.
pub fn elo_difference(row: &Row) -> [Option<f64>; 3] {
    [row.share.value, row.share.low, row.share.high].map(elo)
}

/// A match between players of these names: the first relative to the second in Elo, nothing for more than two.
///
/// ```
/// let nothing_yet = ninefold_arena::match_summary(&[], &["level:2".into(), "random".into()]);
/// assert_eq!((&nothing_yet["games"], &nothing_yet["draws"]), (&0.into(), &0.into()));
/// ```
pub fn match_summary(results: &[SetResult], players: &[String]) -> Value {
    let rows = rows(results, players.len(), players.len());
    let bounds = match players.len() {
        2 => elo_difference(&rows[0]),
        _ => [None; 3],
    };
    json!({
        "players": players,
        "games": results.iter().map(|result| result.games.len()).sum::<usize>(),
        "points": rows.iter().map(|row| row.points).collect::<Vec<_>>(),
        "wins": rows.iter().map(|row| row.total.wins).collect::<Vec<_>>(),
        "draws": rows[0].total.draws,
        "losses": rows.iter().map(|row| row.total.losses).collect::<Vec<_>>(),
        "faults": rows.iter().map(|row| row.faults).collect::<Vec<_>>(),
        "fault_kinds": rows.iter().map(|row| &row.fault_kinds).collect::<Vec<_>>(),
        "elo": bounds[0],
        "interval": [bounds[1], bounds[2]],
        "seats": rows.iter().map(|row| row.seats.iter().map(tally).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "shares": rows.iter().map(|row| interval(row.share)).collect::<Vec<_>>(),
    })
}

/// The standings of a tournament, the run of this number, and why it ended if it has.
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
                "points": row.points,
                "wins": row.total.wins,
                "draws": row.total.draws,
                "losses": row.total.losses,
                "faults": row.faults,
                "fault_kinds": row.fault_kinds,
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
    let sprt = plan.sprt.zip(test_state(plan, results)).map(|(test, state)| {
        json!({
            "elo0": test.elo0,
            "elo1": test.elo1,
            "pairs": state.pairs.0,
            "ratio": state.ratio,
            "bounds": state.bounds,
            "verdict": state.verdict,
            "corrected": state.corrected.map(interval),
        })
    });
    json!({
        "run": run,
        "game": plan.game,
        "games": results.iter().map(|result| result.games.len()).sum::<usize>(),
        "end": end,
        "anchor": plan.entrants[plan.anchor].name,
        "prior": ratings.is_some_and(|ratings| ratings.prior),
        "draw_rate": ratings.and_then(|ratings| ratings.draws).map(interval),
        "seat_advantage": ratings.and_then(|ratings| ratings.first_seat()).map(interval),
        "seat_shares": ratings.map(|ratings| ratings.seats.iter().map(|share| interval(*share)).collect::<Vec<_>>()),
        "players": players,
        "sprt": sprt,
    })
}
