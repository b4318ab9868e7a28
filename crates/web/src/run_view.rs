//! Runs of the arena as the page shows them: progress, standings, tests, generations.

use ninefold_arena::{
    EvolutionPlan, Pentanomial, Plan, Row, Schedule, SetResult, Standings, encounter, seat_shares,
};
use ninefold_store::KeptRun;
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::runs::RunState;

/// The kind of run that a tournament is, and an evolution, in the store.
pub(crate) const TOURNAMENT: &str = "tournament";
const EVOLUTION: &str = "evolution";

/// The plan of a run.
pub(crate) enum Planned {
    /// Computers against each other.
    Tournament(Plan),
    /// Evaluators that are bred.
    Evolution(EvolutionPlan),
}

impl Planned {
    /// The plan of a kept run.
    pub(crate) fn of(run: &KeptRun) -> Result<Planned, Problem> {
        let other = |_| Problem::missing(format!("run {} was written by another version", run.id));
        match run.kind.as_str() {
            TOURNAMENT => serde_json::from_str(&run.plan).map(Planned::Tournament).map_err(other),
            EVOLUTION => serde_json::from_str(&run.plan).map(Planned::Evolution).map_err(other),
            kind => Err(Problem::missing(format!("run {} is of the unknown kind {kind}", run.id))),
        }
    }

    /// The game's specification.
    pub(crate) fn game(&self) -> &str {
        match self {
            Planned::Tournament(plan) => &plan.game,
            Planned::Evolution(plan) => &plan.game,
        }
    }

    /// How many games it has in all, if nothing ends it sooner.
    fn games(&self) -> u64 {
        match self {
            Planned::Tournament(plan) => plan.set_count() * plan.seats as u64,
            Planned::Evolution(plan) => plan.games(),
        }
    }

    /// Whether somebody gave the run a name of its own.
    fn is_named(&self, name: &str) -> bool {
        match self {
            Planned::Tournament(plan) => {
                let names: Vec<&str> =
                    plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
                name != format!("{} between {}", plan.game, names.join(", "))
            }
            Planned::Evolution(_) => !name.starts_with("evolution of "),
        }
    }

    /// What was planned, in few numbers.
    fn about(&self) -> Value {
        match self {
            Planned::Tournament(plan) => json!({
                "players": plan.entrants.iter().map(|entrant| &entrant.name).collect::<Vec<_>>(),
                "seats": plan.seats, "each": plan.sets * plan.seats, "opening": plan.opening,
                "seed": plan.seed, "schedule": match plan.schedule {
                    Schedule::RoundRobin => "round-robin",
                    Schedule::Gauntlet { .. } => "gauntlet",
                    Schedule::Swiss { .. } => "swiss",
                },
            }),
            Planned::Evolution(plan) => json!({
                "player": plan.player.replace("{}", "·"), "population": plan.population,
                "generations": plan.generations, "families": plan.families,
                "opening": plan.opening, "seed": plan.seed,
            }),
        }
    }

    /// What an entrant is called.
    pub(crate) fn name(&self, entrant: usize) -> String {
        match self {
            Planned::Tournament(plan) => {
                plan.entrants.get(entrant).map_or(String::new(), |entrant| entrant.name.clone())
            }
            Planned::Evolution(_) => format!("E{entrant}"),
        }
    }
}

/// A run as a list shows it.
pub(crate) fn listed(run: &KeptRun, planned: &Planned, stand: &RunState) -> Value {
    let end = match stand {
        RunState::Failed(why) => Some(why),
        _ => run.end.as_ref(),
    };
    json!({
        "id": run.id.to_string(), "kind": run.kind, "title": run.name, "game": planned.game(),
        "named": planned.is_named(&run.name), "plan": planned.about(),
        "state": stand.name(), "end": end, "done": run.games, "games": planned.games(),
        "created": run.created, "updated": run.updated,
    })
}

/// A run with all that its results say.
pub(crate) fn shown(
    run: &KeptRun,
    planned: &Planned,
    stand: &RunState,
    results: &[SetResult],
) -> Value {
    let mut shown = listed(run, planned, stand);
    match planned {
        Planned::Tournament(plan) => {
            shown["standings"] = standings(plan, results, stand);
            shown["anchor"] = json!(planned.name(plan.anchor));
            shown["sprt"] = sprt(plan, results);
            shown["seats"] = seats(plan, results);
        }
        Planned::Evolution(plan) => shown["generations"] = generations(plan, results),
    }
    shown
}

/// One row an entrant, the best first: rating, share, and how it did against each of the others.
fn standings(plan: &Plan, results: &[SetResult], stand: &RunState) -> Value {
    // With more than two at a table the intervals take many fits: they wait for the end.
    let grows = matches!(stand, RunState::Running | RunState::Stopping | RunState::Elsewhere);
    let found = Standings::new(plan, results, plan.seats == 2 || !grows);
    let row = |row: &Row| {
        let rating = found.elo.as_ref().map(|elo| elo[row.entrant]);
        let against: Vec<Value> = found
            .rows
            .iter()
            .map(|other| met(results, row.entrant, other.entrant).unwrap_or(Value::Null))
            .collect();
        json!({
            "player": plan.entrants[row.entrant].name,
            "spec": plan.entrants[row.entrant].player,
            "rating": rating.map(|rating| rating.value),
            "low": rating.map(|rating| rating.low),
            "high": rating.map(|rating| rating.high),
            "score": row.share.value,
            "interval": [row.share.low, row.share.high],
            "games": row.total.games(),
            "won": row.total.wins, "drawn": row.total.draws, "lost": row.total.losses,
            "faults": row.faults,
            "against": against,
        })
    };
    Value::Array(found.rows.iter().map(row).collect())
}

/// How an entrant did at tables with another.
fn met(results: &[SetResult], a: usize, b: usize) -> Option<Value> {
    let met = encounter(results, a, b)?;
    Some(json!({ "score": met.share, "won": met.won, "drawn": met.drawn, "lost": met.lost }))
}

/// Where a sequential test stands.
fn sprt(plan: &Plan, results: &[SetResult]) -> Value {
    let Some(test) = plan.sprt else { return Value::Null };
    let mut pairs = Pentanomial::default();
    // The course of the test is told in so many points that a drawing can show them.
    let every = results.len().div_ceil(POINTS_OF_COURSE).max(1);
    let mut course = vec![[0.0, 0.0]];
    for (index, result) in results.iter().enumerate() {
        pairs.count(result.points_of(0));
        let number = index + 1;
        if number % every == 0 || number == results.len() {
            course.push([number as f64, test.ratio(&pairs)]);
        }
    }
    json!({
        "elo0": test.elo0, "elo1": test.elo1, "ratio": test.ratio(&pairs),
        "lower": test.lower(), "upper": test.upper(), "risk": test.alpha, "pairs": pairs.0,
        "course": course, "players": [&plan.entrants[0].name, &plan.entrants[1].name],
    })
}

/// The most points of the course of a test.
const POINTS_OF_COURSE: usize = 200;

/// What each seat got, whoever sat there: its share of the points, the games it won alone, and those that
/// nobody did; and how long a game is in the middle.
fn seats(plan: &Plan, results: &[SetResult]) -> Value {
    let games = || results.iter().flat_map(|result| &result.games);
    let count = games().count();
    let won = |seat: usize| games().filter(|game| game.points[seat] > ALONE).count();
    let wins: Vec<usize> = (0..plan.seats).map(won).collect();
    let mut lengths: Vec<usize> = games().map(|game| game.moves.len()).collect();
    lengths.sort_unstable();
    json!({
        "shares": seat_shares(results, plan.seats).unwrap_or_else(|| vec![0.0; plan.seats]),
        "drawn": count - wins.iter().sum::<usize>(), "wins": wins, "games": count,
        "plies": lengths.get(count / 2),
    })
}

/// More points of a game than this has only who won it alone.
const ALONE: f64 = 0.999;

/// Every generation: its scores, the share of ties, and the best genome.
fn generations(plan: &EvolutionPlan, results: &[SetResult]) -> Value {
    let genes: Vec<&str> = plan.genes.iter().map(|gene| gene.name.as_str()).collect();
    let generations: Vec<Value> = plan
        .generations_of(results)
        .iter()
        .map(|generation| {
            let scores: Vec<u64> =
                (0..generation.members.len()).map(|member| generation.score(member)).collect();
            let best = generation.ranking.first().map(|&member| &generation.members[member].genome);
            let player = best.map(|genome| plan.player_of(genome));
            json!({
                "stage": generation.stage, "family": generation.family, "scores": scores,
                "ties": generation.ties(), "best": best, "player": player,
            })
        })
        .collect();
    json!({ "genes": genes, "generations": generations })
}
