//! Players at a table: a specification becomes whoever chooses the moves.

use std::time::Duration;

use ninefold_core::{Agent, Banked, Game, HeuristicAgent, Playable, Random, RandomAgent, mix};
use ninefold_search::{
    Algorithm, AlgorithmInfo, Engine, EngineAgent, EngineOptions, Limits, MctsAgent, MctsOptions,
    SearchAgent,
};

use super::kinds::Decides;
use super::{PlayerError, PlayerSpec};
use crate::best::{BestAgent, USUAL_TIME, Venue};
use crate::bot::{self, Bot, BotAgent};
use crate::evaluation::{self, EvaluatorError};
use crate::level::{Level, LevelAgent};

/// How many simulations a move gets when nothing is said.
const USUAL_SIMULATIONS: u64 = 10_000;

/// The habit of a player that has none.
const ANY: &str = "any";
/// The habit of a searching player that searches everywhere.
const SEARCH: &str = "search";

impl PlayerSpec {
    /// The player at a table of a game: nobody for a person.
    pub(crate) fn seat<G: Playable>(
        &self,
        game: &G,
        venue: Venue<'_>,
        table_seed: u64,
        seat: usize,
    ) -> Result<Option<Box<dyn Agent<G>>>, PlayerError> {
        Ok(match self.kind.decides {
            Decides::Itself => None,
            Decides::ByProof => Some(Box::new(self.best(game, venue))),
            Decides::ByLevel => Some(match Level::new(self.arguments.number("level")) {
                Some(level) => {
                    Box::new(LevelAgent::new(game, level, self.random(table_seed, seat)))
                }
                None => Box::new(BestAgent::new(
                    game,
                    venue,
                    Limits::default(),
                    EngineOptions::default(),
                )),
            }),
            Decides::ByEngine => Some(Box::new(self.engine(game, table_seed)?)),
            Decides::AtRandom => {
                let random = self.random(table_seed, seat);
                Some(Box::new(RandomAgent::new(random, self.habit(game, None)?)))
            }
            Decides::ByHeuristic => {
                let eval = self.arguments.optional_word("eval");
                let heuristic = evaluation::heuristic(game, eval);
                let heuristic = heuristic.map_err(|problem| self.no_evaluator(problem))?;
                Some(Box::new(HeuristicAgent { heuristic }))
            }
            Decides::BySearch(_) => Some(Box::new(self.searcher(game, table_seed, seat)?)),
            Decides::BySimulation => Some(Box::new(self.simulator(game, table_seed, seat)?)),
            Decides::ByProgram => {
                let number = |name| self.arguments.optional_number(name);
                let time = number("time").map(|time| Duration::from_millis(time as u64));
                Some(Box::new(BotAgent::new(Bot {
                    command: self.program.clone(),
                    game: venue.spec.to_owned(),
                    seat,
                    seed: table_seed,
                    time: time.unwrap_or(bot::USUAL_TIME),
                    depth: number("depth"),
                    nodes: number("nodes"),
                })))
            }
        })
    }

    /// The strongest player of a game.
    pub(crate) fn best<G: Playable>(&self, game: &G, venue: Venue<'_>) -> BestAgent<G> {
        BestAgent::new(game, venue, self.given_limits(), self.options())
    }

    /// The strong search of this specification.
    pub(crate) fn engine<G: Game>(
        &self,
        game: &G,
        table_seed: u64,
    ) -> Result<EngineAgent<G>, PlayerError> {
        let eval = self.arguments.optional_word("eval").or(game.strongest_evaluator());
        let evaluator = evaluation::evaluator(game, eval, self.seed(table_seed))
            .map_err(|problem| self.no_evaluator(problem))?;
        let depth = self.arguments.optional_number("depth").map(|depth| depth as u32);
        let limits = match self.given_limits() {
            Limits { nodes: None, time: None, .. } if depth.is_none() => {
                Limits { time: Some(USUAL_TIME), ..Limits::default() }
            }
            given => Limits { depth, ..given },
        };
        Ok(EngineAgent { engine: Engine::new(evaluator, self.options()), limits })
    }

    fn options(&self) -> EngineOptions {
        EngineOptions { table: self.memory(), threads: self.threads(), ..EngineOptions::default() }
    }

    /// The simulating player of this specification.
    pub(crate) fn simulator<G: Game>(
        &self,
        game: &G,
        table_seed: u64,
        seat: usize,
    ) -> Result<MctsAgent<G>, PlayerError> {
        let seed = self.seed(table_seed);
        let limits = match self.given_limits() {
            Limits { nodes: None, time: None, .. } => {
                Limits { nodes: Some(USUAL_SIMULATIONS), ..Limits::default() }
            }
            given => given,
        };
        let options = MctsOptions {
            exploration: self.arguments.number("c") as f32 / 100.0,
            playout: self.arguments.number("playout") as u32,
            seed: mix(seed ^ seat as u64),
            ..MctsOptions::default()
        };
        let evaluator = match self.arguments.optional_word("eval") {
            // A game without evaluators still has its points.
            None if game.evaluators().is_empty() => Box::new(Banked),
            eval => evaluation::evaluator(game, eval, seed)
                .map_err(|problem| self.no_evaluator(problem))?,
        };
        Ok(MctsAgent { limits, options, evaluator })
    }

    /// The searching player of this specification, for a search that tells what it found.
    pub(crate) fn searcher<G: Game>(
        &self,
        game: &G,
        table_seed: u64,
        seat: usize,
    ) -> Result<SearchAgent<G>, PlayerError> {
        let Decides::BySearch(info) = self.kind.decides else {
            return Err(PlayerError::Human { spec: self.to_string() });
        };
        let players = game.players();
        if !info.players.contains(&players) {
            return Err(PlayerError::Players { spec: self.to_string(), players });
        }
        let seed = self.seed(table_seed);
        let evaluator = evaluation::evaluator(game, self.arguments.optional_word("eval"), seed)
            .map_err(|problem| self.no_evaluator(problem))?;
        let by_habit = self.habit(game, game.habits().first().map(|_| 0))?;
        let random = self.random(table_seed, seat);
        Ok(SearchAgent {
            algorithm: info.algorithm,
            limits: self.limits(info, players),
            evaluator,
            by_habit: by_habit.map(|habit| RandomAgent::new(random, Some(habit))),
        })
    }

    /// The limits given, or the depth the papers' players have.
    fn limits(&self, info: &AlgorithmInfo, players: usize) -> Limits {
        let depth = self.arguments.optional_number("depth").map(|depth| depth as u32);
        let limits = Limits { depth, ..self.given_limits() };
        let usual = if matches!(info.algorithm, Algorithm::MaxN | Algorithm::PlainMaxN) {
            players as u32 + 3
        } else {
            4
        };
        match limits {
            Limits { depth: None, nodes: None, time: None } => {
                Limits { depth: Some(usual), ..limits }
            }
            given => given,
        }
    }

    /// The limits of nodes and time.
    fn given_limits(&self) -> Limits {
        let number = |name| self.arguments.optional_number(name);
        Limits {
            depth: None,
            nodes: number("nodes").map(|nodes| nodes as u64),
            time: number("time").map(|time| Duration::from_millis(time as u64)),
        }
    }

    fn seed(&self, table_seed: u64) -> u64 {
        mix(table_seed) ^ self.arguments.number("seed") as u64
    }

    fn random(&self, table_seed: u64, seat: usize) -> Random {
        Random::stream(self.seed(table_seed), seat as u64)
    }

    fn no_evaluator(&self, problem: EvaluatorError) -> PlayerError {
        PlayerError::Evaluator { spec: self.to_string(), problem }
    }

    fn habit<G: Game>(&self, game: &G, usual: Option<usize>) -> Result<Option<usize>, PlayerError> {
        let none = if matches!(self.kind.decides, Decides::AtRandom) { ANY } else { SEARCH };
        let Some(place) = self.arguments.optional_word("place") else { return Ok(usual) };
        if place == none {
            return Ok(None);
        }
        let habits = game.habits();
        let found = habits.iter().position(|habit| habit.id == place);
        found.map(Some).ok_or_else(|| PlayerError::Place {
            spec: self.to_string(),
            place: place.to_owned(),
            wanted: match habits {
                [] => "but this game has no placing rules".into(),
                _ => {
                    let ids: Vec<&str> = habits.iter().map(|habit| habit.id).collect();
                    format!("wanted {none} or {}", ids.join(" or "))
                }
            },
        })
    }
}
