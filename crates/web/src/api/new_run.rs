//! Turns a run requested by the page into a plan.

use ninefold_arena::{
    EntrantPlan, EvolutionPlan, Method, OpeningLine, Plan, RunPlan, Schedule, Sprt, TimeControl,
    Trials,
};
use ninefold_core::{Phrase, quote};
use ninefold_session::{GameKind, check_plan, read_opening};
use serde::Deserialize;

use crate::app::App;
use crate::problem::Problem;
use crate::refusals;

/// The maximum number of players and games of a tournament started from the page, and of games of
/// an evolution.
const MOST_PLAYERS: usize = 12;
const MOST_GAMES: u64 = 2000;
const MOST_BRED_GAMES: u64 = 20_000;
/// The maximum number of given openings, and of random moves.
const MOST_OPENINGS: usize = 200;
const LONGEST_OPENING: u32 = 40;
/// The maximum length of a game.
const MOST_PLIES: u32 = 10_000;
/// The maximum search depth of players in an evolution.
const DEEPEST: u32 = 8;

/// A tournament, round-robin by default, or an evolution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRun {
    game: String,
    #[serde(default)]
    players: Vec<String>,
    /// Games of each pairing, rounded up to whole rotations of the seats.
    #[serde(default)]
    games: usize,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    schedule: ScheduleName,
    /// The number of leading players that a gauntlet tests.
    challengers: Option<usize>,
    /// The number of rounds of a Swiss tournament.
    rounds: Option<usize>,
    /// The number of random moves of an opening.
    opening: Option<u32>,
    /// Openings to play in turn instead: a position or a list of moves each.
    #[serde(default)]
    openings: Vec<String>,
    /// The number of moves after which a game counts as a draw.
    plies: Option<u32>,
    /// Whether to record the time of every move.
    #[serde(default)]
    times: bool,
    /// The time that everybody has for a game and what a move adds: `3m+2s`.
    clock: Option<String>,
    sprt: Option<NewTest>,
    evolution: Option<NewEvolution>,
}

/// The schedule.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "kebab-case")]
enum ScheduleName {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
}

/// A sequential test of two players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTest {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_risk")]
    alpha: f64,
    #[serde(default = "usual_risk")]
    beta: f64,
}

fn usual_risk() -> f64 {
    0.05
}

/// An evolution of an evaluator's numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewEvolution {
    /// The evaluator; by default the game's own.
    eval: Option<String>,
    ranges: Option<String>,
    #[serde(default = "usual_method")]
    method: Method,
    population: usize,
    generations: usize,
    #[serde(default = "one")]
    families: usize,
    #[serde(default = "usual_depth")]
    depth: u32,
}

fn usual_method() -> Method {
    Method::Ga
}

fn one() -> usize {
    1
}

fn usual_depth() -> u32 {
    3
}

/// The number of moves after which a game of an evolution is a tie, as on the command line.
const BRED_PLIES: u32 = 85;

impl NewRun {
    /// The plan, if it is valid.
    pub(super) fn plan(&self, app: &App) -> Result<RunPlan, Problem> {
        let kind = app.games.kind(&self.game)?;
        within("opening", self.opening.map(u64::from), 0, LONGEST_OPENING.into())?;
        within("plies", self.plies.map(u64::from), 1, MOST_PLIES.into())?;
        match &self.evolution {
            Some(evolution) => self.evolution(app, &*kind, evolution).map(RunPlan::Evolution),
            None => self.tournament(app, &*kind).map(RunPlan::Tournament),
        }
    }

    fn tournament(&self, app: &App, kind: &dyn GameKind) -> Result<Plan, Problem> {
        if self.players.len() > MOST_PLAYERS {
            return Err(Problem::bad(
                Phrase::of(refusals::MANY_PLAYERS).with(self.players.len()).with(MOST_PLAYERS),
            ));
        }
        let players = self.players.iter().map(|player| Ok(app.player(player)?.to_string()));
        let players = players.collect::<Result<Vec<_>, Problem>>()?;
        let seats = kind.players();
        let book = self.book(kind)?;
        let usual = Plan::usual(kind.spec(), seats, EntrantPlan::numbered(players));
        few(self.games as u64, MOST_GAMES)?;
        within("rounds", self.rounds.map(|rounds| rounds as u64), 1, MOST_GAMES)?;
        let plan = Plan {
            schedule: match self.schedule {
                ScheduleName::RoundRobin => Schedule::RoundRobin,
                ScheduleName::Gauntlet => {
                    Schedule::Gauntlet { challengers: self.challengers.unwrap_or(1) }
                }
                ScheduleName::Swiss => Schedule::Swiss { rounds: self.rounds.unwrap_or(5) },
            },
            sets: self.games.div_ceil(seats),
            seed: self.seed,
            opening: if book.is_empty() { self.opening.unwrap_or(usual.opening) } else { 0 },
            book,
            plies: self.plies.unwrap_or(usual.plies),
            times: self.times,
            clock: self.clock()?,
            sprt: self.sprt.as_ref().map(|test| Sprt {
                elo0: test.elo0,
                elo1: test.elo1,
                alpha: test.alpha,
                beta: test.beta,
            }),
            ..usual
        };
        check_plan(&*app.arena(kind), &plan)?;
        few(plan.set_count().saturating_mul(seats as u64), MOST_GAMES)?;
        Ok(plan)
    }

    fn clock(&self) -> Result<Option<TimeControl>, Problem> {
        let Some(text) = &self.clock else { return Ok(None) };
        let read = text.parse::<TimeControl>().map(Some);
        read.map_err(|_| Problem::bad(Phrase::of(refusals::RUN_CLOCK).with(quote(text))))
    }

    /// Parses the given openings.
    fn book(&self, kind: &dyn GameKind) -> Result<Vec<OpeningLine>, Problem> {
        within("openings", Some(self.openings.len() as u64), 0, MOST_OPENINGS as u64)?;
        let mut book = Vec::new();
        for (number, line) in (1_u64..).zip(&self.openings) {
            let read = read_opening(kind, line).map_err(|problem| {
                let sentence = problem.to_string();
                Problem::bad(Phrase::of(refusals::OPENING_LINE).with(number).with(sentence))
            })?;
            book.extend(read);
        }
        Ok(book)
    }

    fn evolution(
        &self,
        app: &App,
        kind: &dyn GameKind,
        wanted: &NewEvolution,
    ) -> Result<EvolutionPlan, Problem> {
        let seats = kind.players();
        if seats != 2 {
            return Err(Problem::bad(
                Phrase::of(refusals::EVOLUTION_FOR_TWO).with(kind.spec()).with(seats),
            ));
        }
        if self.clock.is_some() {
            return Err(Problem::bad(Phrase::of(refusals::EVOLUTION_CLOCK)));
        }
        within("population", Some(wanted.population as u64), 4, 100)?;
        within("generations", Some(wanted.generations as u64), 1, 100)?;
        // A single point has no others to cross with, and the pairs around it need games.
        let is_point = wanted.method == Method::Spsa;
        let most_families = if is_point { 1 } else { 10 };
        within("families", Some(wanted.families as u64), 1, most_families)?;
        within("depth", Some(wanted.depth.into()), 1, DEEPEST.into())?;
        let form = kind.genome(wanted.eval.as_deref(), wanted.ranges.as_deref())?;
        let plan = EvolutionPlan {
            game: kind.spec().to_owned(),
            player: format!("alphabeta:depth={},eval={}", wanted.depth, form.evaluator),
            genes: form.genes,
            method: wanted.method,
            population: wanted.population,
            generations: wanted.generations,
            families: wanted.families,
            seed: self.seed,
            opening: self.opening.unwrap_or(if is_point { Trials::MOVES } else { 0 }),
            plies: self.plies.unwrap_or(BRED_PLIES),
            mutation: None,
            begin: Vec::new(),
            trials: is_point.then_some(Trials { openings: Trials::OPENINGS, opponent: None }),
            kept: EvolutionPlan::kept_of(wanted.method, wanted.population),
        };
        let lowest: Vec<i64> = plan.genes.iter().map(|gene| gene.low).collect();
        app.player(&plan.player_of(&lowest))?;
        few(plan.games(), MOST_BRED_GAMES)?;
        Ok(plan)
    }
}

/// Rejects a number out of range.
fn within(name: &str, value: Option<u64>, low: u64, high: u64) -> Result<(), Problem> {
    match value {
        Some(value) if !(low..=high).contains(&value) => Err(Problem::bad(
            Phrase::of(refusals::RUN_NUMBER).with(name).with(value).with(low).with(high),
        )),
        _ => Ok(()),
    }
}

/// Rejects more games than the page may start.
fn few(games: u64, most: u64) -> Result<(), Problem> {
    match games > most {
        true => Err(Problem::bad(Phrase::of(refusals::MANY_GAMES).with(games).with(most))),
        false => Ok(()),
    }
}
