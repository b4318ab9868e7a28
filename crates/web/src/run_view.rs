//! Runs of the arena as shown on the page: progress, standings, tests, generations.

use ninefold_arena::{
    DifferentSets, Encounter, EvolutionPlan, MoveTimes, Note, Pentanomial, Plan, Row, RunPlan,
    Schedule, SetResult, Standings, TimeControl, encounter, seat_shares,
};
use ninefold_core::Seat;
use ninefold_store::KeptRun;
use serde::Serialize;

use crate::runs::RunState;

/// The display name of an entrant of a run.
pub(crate) fn entrant_name(plan: &RunPlan, entrant: usize) -> String {
    match plan {
        RunPlan::Tournament(plan) => {
            plan.entrants.get(entrant).map_or(String::new(), |entrant| entrant.name.clone())
        }
        RunPlan::Evolution(plan) if entrant == plan.opponent_number() => "opponent".to_owned(),
        RunPlan::Evolution(_) => format!("E{entrant}"),
    }
}

/// A short summary of the plan.
#[derive(Serialize)]
#[serde(untagged)]
enum PlanView {
    Tournament {
        players: Vec<String>,
        seats: usize,
        each: usize,
        opening: u32,
        seed: u64,
        schedule: &'static str,
        /// The time of a game and what a move adds, as a text.
        clock: Option<TimeControl>,
    },
    Evolution {
        player: String,
        population: usize,
        generations: usize,
        families: usize,
        opening: u32,
        seed: u64,
    },
}

impl PlanView {
    fn new(plan: &RunPlan) -> PlanView {
        match plan {
            RunPlan::Tournament(plan) => PlanView::Tournament {
                players: plan.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
                seats: plan.seats,
                each: plan.sets * plan.seats,
                opening: plan.opening,
                seed: plan.seed,
                schedule: match plan.schedule {
                    Schedule::RoundRobin => "round-robin",
                    Schedule::Gauntlet { .. } => "gauntlet",
                    Schedule::Swiss { .. } => "swiss",
                },
                clock: plan.clock,
            },
            RunPlan::Evolution(plan) => PlanView::Evolution {
                player: plan.player.replace("{}", "·"),
                population: plan.population,
                generations: plan.generations,
                families: plan.families,
                opening: plan.opening,
                seed: plan.seed,
            },
        }
    }
}

/// A run in a list.
#[derive(Serialize)]
pub(crate) struct ListedRun {
    id: String,
    kind: String,
    title: String,
    game: String,
    /// Whether the title is a custom one.
    named: bool,
    plan: PlanView,
    state: &'static str,
    end: Option<String>,
    done: u64,
    games: u64,
    created: i64,
    updated: i64,
}

impl ListedRun {
    /// A stored run with this plan and state.
    pub(crate) fn new(run: &KeptRun, plan: &RunPlan, stand: &RunState) -> ListedRun {
        let end = match stand {
            RunState::Failed(why) => Some(why.clone()),
            _ => run.end.clone(),
        };
        ListedRun {
            id: run.id.to_string(),
            kind: run.kind.clone(),
            title: run.title(),
            game: plan.game().to_owned(),
            named: run.name.is_some(),
            plan: PlanView::new(plan),
            state: stand.name(),
            end,
            done: run.games,
            games: plan.games(),
            created: run.created,
            updated: run.updated,
        }
    }
}

/// A run with its evaluated results.
#[derive(Serialize)]
pub(crate) struct ShownRun {
    #[serde(flatten)]
    listed: ListedRun,
    #[serde(flatten)]
    results: ResultsView,
    /// The names and looks of the game's players, if it can still be opened.
    sides: Option<Vec<Seat>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ResultsView {
    Tournament {
        standings: Vec<StandingView>,
        /// Caveats: each a kind, a text, and its numbers.
        notes: Vec<serde_json::Value>,
        anchor: String,
        sprt: Option<Box<SprtView>>,
        seats: SeatsView,
    },
    Evolution {
        generations: EvolutionView,
    },
}

impl ShownRun {
    /// A stored run with its results.
    pub(crate) fn new(
        run: &KeptRun,
        plan: &RunPlan,
        stand: &RunState,
        results: &[SetResult],
        sides: Option<Vec<Seat>>,
    ) -> ShownRun {
        let view = match plan {
            RunPlan::Tournament(tournament) => {
                // With more than two at a table the intervals take many fits: they wait for the
                // end.
                let grows =
                    matches!(stand, RunState::Running | RunState::Stopping | RunState::Elsewhere);
                let found = Standings::new(tournament, results, tournament.seats == 2 || !grows);
                ResultsView::Tournament {
                    standings: standings(tournament, results, &found),
                    notes: found.notes().iter().map(Note::summary).collect(),
                    anchor: entrant_name(plan, tournament.anchor),
                    sprt: sprt(tournament, results).map(Box::new),
                    seats: SeatsView::new(tournament, results),
                }
            }
            RunPlan::Evolution(plan) => {
                ResultsView::Evolution { generations: EvolutionView::new(plan, results) }
            }
        };
        ShownRun { listed: ListedRun::new(run, plan, stand), results: view, sides }
    }
}

/// An entrant's results in a tournament.
#[derive(Serialize)]
struct StandingView {
    player: String,
    spec: String,
    rating: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    score: f64,
    interval: [f64; 2],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    faults: u64,
    /// How long its moves took, where that is known.
    milliseconds: Option<MoveTimes>,
    against: Vec<Option<EncounterView>>,
}

/// An entrant's results at tables with another.
#[derive(Serialize)]
struct EncounterView {
    score: f64,
    won: u64,
    drawn: u64,
    lost: u64,
}

impl From<Encounter> for EncounterView {
    fn from(Encounter { share, won, drawn, lost }: Encounter) -> EncounterView {
        EncounterView { score: share, won, drawn, lost }
    }
}

/// One row per entrant, best first: rating, share, and results against each of the others.
fn standings(plan: &Plan, results: &[SetResult], found: &Standings) -> Vec<StandingView> {
    let row = |row: &Row| {
        let rating = found.elo.as_ref().map(|elo| elo[row.entrant]);
        let against = found
            .rows
            .iter()
            .map(|other| encounter(results, row.entrant, other.entrant).map(EncounterView::from));
        StandingView {
            player: plan.entrants[row.entrant].name.clone(),
            spec: plan.entrants[row.entrant].player.clone(),
            rating: rating.map(|rating| rating.value),
            low: rating.map(|rating| rating.low),
            high: rating.map(|rating| rating.high),
            score: row.share.value,
            interval: [row.share.low, row.share.high],
            games: row.total.games(),
            won: row.total.wins,
            drawn: row.total.draws,
            lost: row.total.losses,
            faults: row.faults,
            milliseconds: row.times,
            against: against.collect(),
        }
    };
    found.rows.iter().map(row).collect()
}

/// The state of a sequential test.
#[derive(Serialize)]
struct SprtView {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    lower: f64,
    upper: f64,
    risk: f64,
    pairs: [u64; 5],
    /// Pairs and log-likelihood ratio over time, up to now.
    course: Vec<[f64; 2]>,
    players: [String; 2],
}

/// The maximum number of points of a test's course.
const POINTS_OF_COURSE: usize = 200;

fn sprt(plan: &Plan, results: &[SetResult]) -> Option<SprtView> {
    let test = plan.sprt?;
    let (mut pairs, mut known) = (Pentanomial::default(), DifferentSets::default());
    // The course of the test is thinned out to what a drawing can show.
    let every = results.len().div_ceil(POINTS_OF_COURSE).max(1);
    let mut course = vec![[0.0, 0.0]];
    for (index, result) in results.iter().enumerate() {
        if known.is_new(result) {
            pairs.count(result.points_of(0));
        }
        let number = index + 1;
        if number % every == 0 || number == results.len() {
            course.push([number as f64, test.ratio(&pairs)]);
        }
    }
    Some(SprtView {
        elo0: test.elo0,
        elo1: test.elo1,
        ratio: test.ratio(&pairs),
        lower: test.lower(),
        upper: test.upper(),
        risk: test.alpha,
        pairs: pairs.0,
        course,
        players: [0, 1].map(|entrant: usize| plan.entrants[entrant].name.clone()),
    })
}

/// The results of each seat, for all players: its share of the points, its wins, and the draws; and
/// the median length of a game.
#[derive(Serialize)]
struct SeatsView {
    shares: Vec<f64>,
    drawn: usize,
    wins: Vec<usize>,
    games: usize,
    plies: Option<usize>,
}

/// A player with more than this share of a game's points won it alone.
const ALONE: f64 = 0.999;

impl SeatsView {
    fn new(plan: &Plan, results: &[SetResult]) -> SeatsView {
        let games = || results.iter().flat_map(|result| &result.games);
        let count = games().count();
        let won = |seat: usize| games().filter(|game| game.points[seat] > ALONE).count();
        let wins: Vec<usize> = (0..plan.seats).map(won).collect();
        let mut lengths: Vec<usize> = games().map(|game| game.moves.len()).collect();
        lengths.sort_unstable();
        SeatsView {
            shares: seat_shares(results, plan.seats).unwrap_or_else(|| vec![0.0; plan.seats]),
            drawn: count - wins.iter().sum::<usize>(),
            wins,
            games: count,
            plies: lengths.get(count / 2).copied(),
        }
    }
}

/// The results of an evolution.
#[derive(Serialize)]
struct EvolutionView {
    genes: Vec<String>,
    generations: Vec<GenerationView>,
}

/// A generation: its scores, the share of ties, and the best genome.
#[derive(Serialize)]
struct GenerationView {
    stage: usize,
    family: usize,
    scores: Vec<u64>,
    ties: f64,
    best: Option<Vec<i64>>,
    player: Option<String>,
}

impl EvolutionView {
    fn new(plan: &EvolutionPlan, results: &[SetResult]) -> EvolutionView {
        let generations = plan.generations_of(results).into_iter().map(|generation| {
            let scores = 0..generation.members.len();
            let best = generation.ranking.first().map(|&member| &generation.members[member].genome);
            GenerationView {
                stage: generation.stage,
                family: generation.family,
                scores: scores.map(|member| generation.score(member)).collect(),
                ties: generation.ties(),
                best: best.cloned(),
                player: best.map(|genome| plan.player_of(genome)),
            }
        });
        EvolutionView {
            genes: plan.genes.iter().map(|gene| gene.name.clone()).collect(),
            generations: generations.collect(),
        }
    }
}
