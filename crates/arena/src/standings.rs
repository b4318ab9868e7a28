//! Everything that front ends show about the results of a planned run.

use std::cmp::Ordering;

use crate::repeats::units;
use crate::score_table::rows_of;
use crate::{
    EntrantPlan, Estimate, Note, Pentanomial, Plan, Ratings, Row, SetResult, Sprt, Verdict,
};

/// The standings of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// One row per entrant, sorted by share of the points; ties by entrant number.
    pub rows: Vec<Row>,
    /// The Elo of each entrant, by its number; `None` before the first game or if ratings were not requested.
    pub elo: Option<Vec<Estimate>>,
    /// The joint fit.
    pub ratings: Option<Ratings>,
    /// The number of games.
    pub games: u64,
    /// The number of distinct games: copies count as one.
    pub different: u64,
    /// A note if the games are from several versions.
    pub(crate) versions: Option<Note>,
    /// A note if a test stopped the run.
    pub(crate) stopped: Option<Note>,
}

/// The results of an entrant at tables with another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// Its share of the points of the two; a half if they got none.
    pub share: f64,
    /// Games in which it got more than the other.
    pub won: u64,
    /// Games in which it got as much.
    pub drawn: u64,
    /// Games in which it got less.
    pub lost: u64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestState {
    /// The pairs so far.
    pub pairs: Pentanomial,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The bounds that end the test.
    pub bounds: [f64; 2],
    /// The verdict, once the test is over.
    pub verdict: Option<Verdict>,
    /// The difference in Elo, corrected for the time of the stop; `None` until the test is over, and if counting
    /// continued afterwards.
    pub corrected: Option<Estimate>,
    /// Whether the counts show that counting continued after the test was over.
    pub went_on: bool,
}

impl TestState {
    /// The state of this test after these pairs.
    pub fn new(test: &Sprt, pairs: Pentanomial) -> TestState {
        let (ratio, went_on) = (test.ratio(&pairs), test.went_on(&pairs));
        let verdict = test.verdict_at(ratio);
        let corrected = verdict.filter(|_| !went_on).map(|_| test.estimate(&pairs, ratio));
        TestState {
            pairs,
            ratio,
            bounds: [test.lower(), test.upper()],
            verdict,
            corrected,
            went_on,
        }
    }
}

impl Standings {
    /// The standings of a plan's results, with ratings if `rated`.
    pub fn new(plan: &Plan, results: &[SetResult], rated: bool) -> Standings {
        let entrants = plan.entrants.len();
        let units = units(results);
        let mut rows = rows_of(results, &units, entrants, plan.seats);
        rows.sort_by(|a, b| {
            b.share.value.total_cmp(&a.share.value).then(a.entrant.cmp(&b.entrant))
        });
        let ratings = rated.then(|| Ratings::fit(results, entrants, plan.anchor)).flatten();
        let elo = ratings.as_ref().map(|ratings| ratings.elo.clone());
        let games = results.iter().map(|result| result.games.len() as u64).sum();
        let over = test_state(plan, results).filter(|state| state.verdict.is_some());
        let stopped = over.map(|state| Note::Stopped {
            players: [0, 1].map(|entrant: usize| plan.entrants[entrant].name.clone()),
            corrected: state.corrected,
        });
        let different = units.iter().map(|unit| unit.different as u64).sum();
        let versions = Note::on_versions(results, false);
        Standings { rows, elo, ratings, games, different, versions, stopped }
    }

    /// Marks the standings as those of several combined runs, `runs` of which were stopped by tests.
    #[must_use]
    pub fn of_stopped_runs(self, runs: usize) -> Standings {
        Standings { stopped: (runs > 0).then_some(Note::StoppedParts { runs }), ..self }
    }

    /// The standings of a match between players with these names, without ratings.
    pub fn of_match(results: &[SetResult], players: &[String], test: Option<Sprt>) -> Standings {
        let entrants = EntrantPlan::numbered(players.iter().cloned());
        let plan = Plan { sprt: test, ..Plan::usual("", players.len(), entrants) };
        Standings::new(&plan, results, false)
    }
}

/// The results of entrant `a` at tables with `b`; `None` if they never met.
pub fn encounter(results: &[SetResult], a: usize, b: usize) -> Option<Encounter> {
    let (mut got, mut of, mut counts) = (0.0, 0.0, [0_u64; 3]);
    for game in results.iter().flat_map(|result| &result.games) {
        let seat = |entrant| game.seats.iter().position(|&seated| seated == entrant);
        let (Some(mine), Some(other)) = (seat(a), seat(b)) else { continue };
        if a == b {
            continue;
        }
        let (mine, other) = (game.points[mine], game.points[other]);
        got += mine;
        of += mine + other;
        counts[match mine.total_cmp(&other) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        }] += 1;
    }
    let [won, drawn, lost] = counts;
    let share = if of > 0.0 { got / of } else { 0.5 };
    (won + drawn + lost > 0).then_some(Encounter { share, won, drawn, lost })
}

/// The share of the points of each seat, whichever player sat there; `None` before the first game.
pub fn seat_shares(results: &[SetResult], seats: usize) -> Option<Vec<f64>> {
    let games = || results.iter().flat_map(|result| &result.games);
    let count = games().count();
    let share = |seat: usize| games().map(|game| game.points[seat]).sum::<f64>() / count as f64;
    (count > 0).then(|| (0..seats).map(share).collect())
}

/// The state of a plan's sequential test, if it has one.
pub fn test_state(plan: &Plan, results: &[SetResult]) -> Option<TestState> {
    let test = plan.sprt?;
    Some(TestState::new(&test, Pentanomial::of(results)))
}
