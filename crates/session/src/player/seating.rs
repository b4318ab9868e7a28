//! Seats players: turns a specification into a thinker.

use std::path::PathBuf;
use std::time::Duration;

use ninefold_core::{Agent, Evaluator, Game, MoveRule, PointsEvaluator, Random, View, mix};
use ninefold_search::{
    Algorithm, AlgorithmInfo, Engine, EngineOptions, Limits, MctsAgent, MctsOptions, SearchAgent,
};

use super::kinds::Decides;
use super::{PlayerError, PlayerSpec};
use crate::best::{Best, GameContext};
use crate::bot::{self, Bot, BotPlayer};
use crate::evaluation::{self, EvaluatorError};
use crate::level::{Level, LevelPlayer};
use crate::thinker::{Chance, Plain, Seated, Simulating, Strong, Thinker, Weighing};

/// The default number of simulations per move.
const USUAL_SIMULATIONS: u64 = 10_000;

/// The move rule of a player that has none.
const ANY: &str = "any";
/// The move rule of a searching player that searches everywhere.
const SEARCH: &str = "search";

impl PlayerSpec {
    /// The computer player for a game; `None` for a person.
    pub(crate) fn thinker<G: View>(
        &self,
        game: &G,
        context: GameContext<'_>,
        table_seed: u64,
        seat: usize,
    ) -> Result<Option<Box<dyn Thinker<G>>>, PlayerError> {
        Ok(Some(match self.kind.decides {
            Decides::Itself => return Ok(None),
            Decides::ByProof => {
                Box::new(Best::new(game, context, self.given_limits(), self.options()))
            }
            Decides::ByLevel => match Level::new(self.arguments.number("level")) {
                Some(level) => Box::new(LevelPlayer::new(game, level, self.seed(table_seed), seat)),
                None => {
                    let options = EngineOptions { selective: true, ..EngineOptions::default() };
                    Box::new(Best::new(game, context, Limits::default(), options))
                }
            },
            Decides::ByEngine => Box::new(self.strong(game, context, table_seed)?),
            Decides::AtRandom => {
                let (random, move_rule) =
                    (self.random(table_seed, seat), self.move_rule(game, None)?);
                Box::new(Chance { random, move_rule, only_by_habit: false })
            }
            Decides::ByHeuristic => {
                let eval = self.arguments.optional_word("eval");
                let heuristic = evaluation::heuristic(game, eval);
                Box::new(Weighing(heuristic.map_err(|problem| self.no_evaluator(problem))?))
            }
            Decides::BySearch(info) => Box::new(self.plain(info, game, context, table_seed, seat)?),
            Decides::BySimulation => {
                Box::new(Simulating(self.simulator(game, context, table_seed, seat)?))
            }
            Decides::ByProgram(_) => {
                self.check_protocol(context.spec)?;
                let bot = self.bot(context.spec, table_seed, seat);
                Box::new(BotPlayer::new(bot, context.bots.cloned()))
            }
        }))
    }

    /// The program of this specification for a seat.
    pub(crate) fn bot(&self, game: &str, seed: u64, seat: usize) -> Bot {
        let number = |name| self.arguments.optional_number(name);
        let time = |name| number(name).map(|time| Duration::from_millis(time as u64));
        let is_other = self.protocol().is_some();
        let grace = match is_other {
            true => time("grace").unwrap_or(bot::USUAL_GRACE),
            false => Duration::ZERO,
        };
        Bot {
            protocol: self.protocol(),
            command: self.program.clone(),
            game: game.to_owned(),
            seat,
            seed,
            time: time("time").unwrap_or(bot::USUAL_TIME),
            is_timed: time("time").is_some(),
            grace,
            start: time("start").unwrap_or(bot::USUAL_START),
            depth: number("depth"),
            nodes: number("nodes"),
            clock: None,
            options: self.own_options().unwrap_or_default(),
            log: if is_other {
                self.arguments.optional_word("log").map(PathBuf::from)
            } else {
                None
            },
        }
    }

    /// Checks whether a program's protocol supports a game.
    pub(crate) fn check_protocol(&self, game: &str) -> Result<(), PlayerError> {
        let fits = self.protocol().map_or(Ok(()), |protocol| protocol.fits(game));
        fits.map_err(|why| PlayerError::Unfit { spec: self.to_string(), why })
    }

    /// The computer player for a game made in code: `game` is the specification of the same game,
    /// under which solvers know it.
    pub fn agent<G: View>(
        &self,
        rules: &G,
        game: &str,
        seed: u64,
        seat: usize,
    ) -> Result<Box<dyn Agent<G>>, PlayerError> {
        let context = GameContext::new(game, None);
        let agent = self.seat(rules, context, seed, seat)?;
        agent.ok_or_else(|| PlayerError::Human { spec: self.to_string() })
    }

    /// The same as an agent that only chooses moves.
    pub(crate) fn seat<G: View>(
        &self,
        game: &G,
        context: GameContext<'_>,
        table_seed: u64,
        seat: usize,
    ) -> Result<Option<Box<dyn Agent<G>>>, PlayerError> {
        let thinker = self.thinker(game, context, table_seed, seat)?;
        let seated = |thinker| Seated::new(thinker, self.takes_its_time());
        Ok(thinker.map(|thinker| Box::new(seated(thinker)) as Box<dyn Agent<G>>))
    }

    /// The strong search of this specification.
    fn strong<G: View>(
        &self,
        game: &G,
        context: GameContext<'_>,
        table_seed: u64,
    ) -> Result<Strong<G>, PlayerError> {
        let given = self.arguments.optional_word("eval");
        let eval = given.or(game.knowledge().strongest_evaluator);
        let evaluator = self.evaluator(game, context, eval, self.seed(table_seed))?;
        let depth = self.arguments.optional_number("depth").map(|depth| depth as u32);
        let limits = Limits { depth, ..self.given_limits() };
        // An explicit depth asks for the value of a plain search.
        let selective = match self.arguments.optional_word("selective") {
            Some(word) => word == "on",
            None => depth.is_none(),
        };
        let options = EngineOptions { selective, ..self.options() };
        let engine = Engine::new(evaluator, options);
        Ok(Strong { engine, limits, tells_chances: given.is_none() })
    }

    /// The evaluator of this name: a custom one, or one of the game.
    fn evaluator<G: View>(
        &self,
        game: &G,
        context: GameContext<'_>,
        eval: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Evaluator<G>>, PlayerError> {
        let guest = eval.and_then(|name| context.guest_list()?.make_evaluator(name));
        match guest {
            Some(guest) => Ok(guest),
            None => evaluation::evaluator(game, eval, seed)
                .map_err(|problem| self.no_evaluator(problem)),
        }
    }

    fn options(&self) -> EngineOptions {
        EngineOptions {
            table: self.table(),
            threads: self.threads(),
            selective: true,
            ..EngineOptions::default()
        }
    }

    /// The simulating player of this specification.
    fn simulator<G: View>(
        &self,
        game: &G,
        context: GameContext<'_>,
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
            None if game.knowledge().evaluators.is_empty() => Box::new(PointsEvaluator),
            eval => self.evaluator(game, context, eval, seed)?,
        };
        Ok(MctsAgent { limits, options, evaluator })
    }

    /// The searching player of this specification.
    fn plain<G: View>(
        &self,
        info: &AlgorithmInfo,
        game: &G,
        context: GameContext<'_>,
        table_seed: u64,
        seat: usize,
    ) -> Result<Plain<G>, PlayerError> {
        let players = game.players();
        if !info.players.contains(&players) {
            return Err(PlayerError::Players { spec: self.to_string(), players });
        }
        let seed = self.seed(table_seed);
        let eval = self.arguments.optional_word("eval");
        let evaluator = self.evaluator(game, context, eval, seed)?;
        let move_rule = self.move_rule(game, game.knowledge().move_rules.into_iter().next())?;
        let random = self.random(table_seed, seat);
        let limits = self.limits(info, players);
        Ok(Plain {
            search: SearchAgent { algorithm: info.algorithm, limits, evaluator },
            by_habit: move_rule.map(|move_rule| Chance {
                random,
                move_rule: Some(move_rule),
                only_by_habit: true,
            }),
        })
    }

    /// The limits given, or the depth used in the papers.
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

    /// The limits on nodes and time.
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

    fn move_rule<G: Game>(
        &self,
        game: &G,
        usual: Option<MoveRule<G>>,
    ) -> Result<Option<MoveRule<G>>, PlayerError> {
        let none = if matches!(self.kind.decides, Decides::AtRandom) { ANY } else { SEARCH };
        let Some(place) = self.arguments.optional_word("place") else { return Ok(usual) };
        if place == none {
            return Ok(None);
        }
        let move_rules = game.knowledge().move_rules;
        let found = move_rules.iter().find(|move_rule| move_rule.id == place);
        found.cloned().map(Some).ok_or_else(|| PlayerError::Place {
            spec: self.to_string(),
            place: place.to_owned(),
            wanted: match &move_rules[..] {
                [] => "but this game has no placing rules".into(),
                _ => {
                    let ids: Vec<&str> = move_rules.iter().map(|move_rule| move_rule.id).collect();
                    format!("wanted {none} or {}", ids.join(" or "))
                }
            },
        })
    }
}
