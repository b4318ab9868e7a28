//! Runs of the arena as the page shows them: progress, standings, tests, generations.

use ninefold_arena::{
    ChunkResult, EvolutionPlan, Plan, Row, Standings, encounter, seat_shares, test_state,
};
use ninefold_store::KeptRun;
use serde_json::{Value, json};

use crate::problem::Problem;

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
            Planned::Tournament(plan) => plan.chunks() * plan.seats as u64,
            Planned::Evolution(plan) => plan.games(),
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
pub(crate) fn listed(run: &KeptRun, planned: &Planned, is_running: bool) -> Value {
    let state = match (&run.end, is_running) {
        (Some(_), _) => "done",
        (None, true) => "running",
        (None, false) => "stopped",
    };
    json!({
        "id": run.id.to_string(), "kind": run.kind, "title": run.name, "game": planned.game(),
        "state": state, "end": run.end, "done": run.games, "games": planned.games(),
        "created": run.created, "updated": run.updated,
    })
}

/// A run with all that its results say.
pub(crate) fn shown(
    run: &KeptRun,
    planned: &Planned,
    is_running: bool,
    results: &[ChunkResult],
) -> Value {
    let mut shown = listed(run, planned, is_running);
    match planned {
        Planned::Tournament(plan) => {
            shown["standings"] = standings(plan, results, is_running);
            shown["anchor"] = json!(planned.name(plan.anchor));
            shown["sprt"] = sprt(plan, results);
            shown["seats"] = seats(plan, results);
        }
        Planned::Evolution(plan) => shown["generations"] = generations(plan, results),
    }
    shown
}

/// One row an entrant, the best first: rating, share, and how it did against each of the others.
fn standings(plan: &Plan, results: &[ChunkResult], is_running: bool) -> Value {
    // With more than two at a table the intervals take many fits: they wait for the end.
    let found = Standings::new(plan, results, plan.seats == 2 || !is_running);
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
fn met(results: &[ChunkResult], a: usize, b: usize) -> Option<Value> {
    let met = encounter(results, a, b)?;
    Some(json!({ "score": met.share, "won": met.won, "drawn": met.drawn, "lost": met.lost }))
}

/// Where a sequential test stands.
fn sprt(plan: &Plan, results: &[ChunkResult]) -> Value {
    let (Some(test), Some(state)) = (plan.sprt, test_state(plan, results)) else {
        return Value::Null;
    };
    json!({
        "elo0": test.elo0, "elo1": test.elo1, "ratio": state.ratio,
        "lower": state.bounds[0], "upper": state.bounds[1], "pairs": state.pairs.0,
    })
}

/// The share of each seat, whoever sat there.
fn seats(plan: &Plan, results: &[ChunkResult]) -> Value {
    json!(seat_shares(results, plan.seats).unwrap_or_else(|| vec![0.0; plan.seats]))
}

/// Every generation: its scores, the share of ties, and the best genome.
fn generations(plan: &EvolutionPlan, results: &[ChunkResult]) -> Value {
    let genes: Vec<&str> = plan.genes.iter().map(|gene| gene.name.as_str()).collect();
    let generations: Vec<Value> = plan
        .generations_of(results)
        .iter()
        .map(|generation| {
            let scores: Vec<u64> =
                (0..generation.members.len()).map(|member| generation.score(member)).collect();
            let best = generation.ranking.first().map(|&member| &generation.members[member].genome);
            json!({
                "stage": generation.stage, "family": generation.family, "scores": scores,
                "ties": generation.ties(), "best": best,
            })
        })
        .collect();
    json!({ "genes": genes, "generations": generations })
}
