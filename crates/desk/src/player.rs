//! Players by specification: `human`, `random`, `alphabeta:depth=5,eval=fav2(noise=10)`.

use std::fmt;
use std::time::Duration;

use ninefold_core::{
    Agent, Arguments, Banked, Game, HeuristicAgent, Kind, Parameter, ParameterError, Playable,
    Random, RandomAgent, mix, nearest, quote,
};
use ninefold_search::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Engine, EngineAgent, EngineOptions, Limits, MctsAgent,
    MctsOptions, SearchAgent,
};
use thiserror::Error;

use crate::best::{BestAgent, USUAL_TIME, Venue};
use crate::bot::{self, Bot, BotAgent};
use crate::evaluation::{self, EvaluatorError};
use crate::level::{Level, LevelAgent, STRONGEST};

/// The description of a kind of player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerKind {
    /// The word before the colon.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
    decides: Decides,
}

/// How a player comes to a move.
#[derive(Clone, Copy, Debug)]
enum Decides {
    Itself,
    AtRandom,
    ByHeuristic,
    BySearch(&'static AlgorithmInfo),
    ByEngine,
    ByLevel,
    BySimulation,
    ByProof,
    ByProgram,
}

/// How many simulations a move gets when nothing is said.
const USUAL_SIMULATIONS: u64 = 10_000;

/// The habit of a player that has none.
const ANY: &str = "any";
/// The habit of a searching player that searches everywhere.
const SEARCH: &str = "search";

const fn optional(name: &'static str, summary: &'static str, kind: Kind) -> Parameter {
    Parameter { name, summary, kind, default: "", positional: false }
}

const SEED: Parameter = Parameter {
    name: "seed",
    summary: "another seed, other choices at the same table",
    kind: Kind::Number(0..=i64::MAX),
    default: "0",
    positional: false,
};

const EVAL: Parameter =
    optional("eval", "the evaluator at the leaves [the game's first]", Kind::Word);

/// The parameters of every searching player.
const SEARCHING: &[Parameter] = &[
    optional("depth", "turns looked ahead [4; maxn: players + 3]", Kind::Number(1..=99)),
    NODES,
    TIME,
    EVAL,
    optional(
        "place",
        "how to place in 9tka: literal, own, own-clear [literal] or search",
        Kind::Word,
    ),
    SEED,
];

const DEPTH: Parameter = optional("depth", "turns looked ahead", Kind::Number(1..=99));
const THREADS: Parameter = Parameter {
    name: "threads",
    summary: "threads that search together; with more than one, answers may differ from run to run",
    kind: Kind::Number(1..=64),
    default: "1",
    positional: false,
};
const TABLE: Parameter = Parameter {
    name: "table",
    summary: "size of the search's table in MB",
    kind: Kind::Number(1..=65_536),
    default: "16",
    positional: false,
};
const LEVEL: Parameter = Parameter {
    name: "level",
    summary: "how strong",
    kind: Kind::Number(1..=STRONGEST),
    default: "5",
    positional: true,
};
/// The parameters of the simulating player.
const SIMULATING: &[Parameter] = &[
    optional("nodes", "simulations a move [10000]", Kind::Number(1..=i64::MAX)),
    TIME,
    Parameter {
        name: "c",
        summary: "how much rarely tried moves are favoured, in hundredths",
        kind: Kind::Number(0..=1000),
        default: "50",
        positional: false,
    },
    Parameter {
        name: "playout",
        summary: "turns played at random before the evaluator judges",
        kind: Kind::Number(0..=1000),
        default: "100",
        positional: false,
    },
    optional("eval", "the evaluator where random play is cut off [the game's first]", Kind::Word),
    SEED,
];

const NODES: Parameter = optional("nodes", "positions visited a move", Kind::Number(1..=i64::MAX));
const TIME: Parameter = optional("time", "time spent a move", Kind::Time);

/// The kind of player that is a program of its own.
const PROGRAM: PlayerKind = PlayerKind {
    id: "cmd",
    summary: "a program of your own, as cmd(./my-bot), that speaks the protocol of docs/bots.md",
    parameters: const {
        &[
            optional("time", "the longest time a move, then the game is lost [5s]", Kind::Time),
            optional("depth", "turns it is asked to look ahead", Kind::Number(1..=99)),
            optional("nodes", "positions it is asked to visit", Kind::Number(1..=i64::MAX)),
        ]
    },
    decides: Decides::ByProgram,
};

/// Whether a specification may name a program to be run: only where whoever wrote it may run programs
/// anyway, never for a text that came over a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Programs {
    /// It may not.
    Refused,
    /// It may.
    Allowed,
}

/// Every kind of player.
pub fn player_kinds() -> Vec<PlayerKind> {
    let mut kinds = vec![
        PlayerKind {
            id: "human",
            summary: "a person who types or clicks moves",
            parameters: &[],
            decides: Decides::Itself,
        },
        PlayerKind {
            id: "random",
            summary: "chooses evenly among the legal moves",
            parameters: const {
                &[
                    optional("place", "how to place in 9tka: literal, own, own-clear", Kind::Word),
                    SEED,
                ]
            },
            decides: Decides::AtRandom,
        },
        PlayerKind {
            id: "heuristic",
            summary: "the move of the largest weight, without looking ahead (3-6-9)",
            parameters: const { &[EVAL] },
            decides: Decides::ByHeuristic,
        },
    ];
    kinds.push(PlayerKind {
        id: "best",
        summary: "the strongest there is: proved moves where a proof is found, a search otherwise [time=1s]",
        parameters: const { &[NODES, TIME, THREADS, TABLE] },
        decides: Decides::ByProof,
    });
    kinds.push(PlayerKind {
        id: "level",
        summary: "from 1, a beginner, to 10, which is best; 1 to 8 take at most about 20 ms a move",
        parameters: const { &[LEVEL, SEED] },
        decides: Decides::ByLevel,
    });
    kinds.push(PlayerKind {
        id: "engine",
        summary: "the strong search alone, with any evaluator: deepening, a table, threads [time=1s]",
        parameters: const { &[DEPTH, NODES, TIME, EVAL, THREADS, TABLE, SEED] },
        decides: Decides::ByEngine,
    });
    kinds.push(PlayerKind {
        id: "mcts",
        summary: "Monte-Carlo tree search: random games from the most promising positions, with proofs",
        parameters: SIMULATING,
        decides: Decides::BySimulation,
    });
    kinds.extend(ALGORITHMS.iter().map(|algorithm| PlayerKind {
        id: algorithm.id,
        summary: algorithm.summary,
        parameters: SEARCHING,
        decides: Decides::BySearch(algorithm),
    }));
    kinds.push(PROGRAM);
    kinds
}

impl PlayerKind {
    /// Whether it runs a program of somebody's own, which [`PlayerSpec::parse`] refuses.
    pub fn runs_programs(&self) -> bool {
        matches!(self.decides, Decides::ByProgram)
    }
}

/// A player as specified, not yet at any table.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    kind: PlayerKind,
    arguments: Arguments,
    /// What to run, for a player that is a program.
    program: String,
}

/// Why a specification names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// No kind of player has this name.
    #[error("unknown player {}, {}", quote(.name), wanted(.nearest))]
    Kind {
        /// The name given.
        name: String,
        /// The name that looks most like it.
        nearest: Option<&'static str>,
    },
    /// The parameters do not fit.
    #[error("player {}: {problem}", quote(.spec))]
    Parameter {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: ParameterError,
    },
    /// The evaluator does not fit.
    #[error("player {}: {problem}", quote(.spec))]
    Evaluator {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: EvaluatorError,
    },
    /// The game has no such habit.
    #[error("player {}: place is {}, {wanted}", quote(.spec), quote(.place))]
    Place {
        /// The whole specification.
        spec: String,
        /// The habit given.
        place: String,
        /// What the game has.
        wanted: String,
    },
    /// The algorithm is for another number of players.
    #[error("player {}: it is for two players and this game has {players}; maxn, paranoid, brs and mcts are for any number", quote(.spec))]
    Players {
        /// The whole specification.
        spec: String,
        /// How many the game has.
        players: usize,
    },
    /// A program where none may be run, or none is named.
    #[error("player {}: {problem}", quote(.spec))]
    Program {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: &'static str,
    },
    /// A person was asked for a move.
    #[error("player {}: only a computer can be asked for its move", quote(.spec))]
    Human {
        /// The whole specification.
        spec: String,
    },
    /// The wrong number of players.
    #[error("{game} is for {wanted} players, not {found}")]
    Count {
        /// How many are given.
        found: usize,
        /// The game.
        game: String,
        /// How many it is for.
        wanted: usize,
    },
}

fn wanted(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name}?"),
        None => {
            let ids: Vec<&str> = player_kinds().iter().map(|kind| kind.id).collect();
            format!("wanted one of {}", ids.join(", "))
        }
    }
}

impl PlayerSpec {
    /// Reads a specification, refusing programs.
    pub fn parse(spec: &str) -> Result<PlayerSpec, PlayerError> {
        PlayerSpec::parse_with(spec, Programs::Refused)
    }

    /// Reads a specification that may name a program: `cmd(./my-bot):time=1s`.
    pub fn parse_with(spec: &str, programs: Programs) -> Result<PlayerSpec, PlayerError> {
        let wrong = |problem| Err(PlayerError::Program { spec: spec.to_owned(), problem });
        if spec == PROGRAM.id || spec.starts_with("cmd:") {
            return wrong("wanted a program in brackets, such as cmd(./my-bot)");
        }
        if let Some(rest) = spec.strip_prefix("cmd(") {
            if programs == Programs::Refused {
                return wrong("no program may be run here");
            }
            let split = rest.strip_suffix(')').map(|program| (program, ""));
            let Some((program, parameters)) = rest.rsplit_once("):").or(split) else {
                return wrong("the bracket is not closed");
            };
            if program.trim().is_empty() || program.contains(char::is_control) {
                return wrong("wanted a program in brackets, such as cmd(./my-bot)");
            }
            let arguments = Arguments::parse(PROGRAM.parameters, parameters)
                .map_err(|problem| PlayerError::Parameter { spec: spec.to_owned(), problem })?;
            return Ok(PlayerSpec { kind: PROGRAM, arguments, program: program.to_owned() });
        }
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let kinds = player_kinds();
        let Some(&kind) = kinds.iter().find(|kind| kind.id == name) else {
            let nearest = nearest(name, kinds.iter().map(|kind| kind.id));
            return Err(PlayerError::Kind { name: name.to_owned(), nearest });
        };
        let arguments = Arguments::parse(kind.parameters, parameters)
            .map_err(|problem| PlayerError::Parameter { spec: spec.to_owned(), problem })?;
        Ok(PlayerSpec { kind, arguments, program: String::new() })
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        matches!(self.kind.decides, Decides::Itself)
    }

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

    /// Whether it is the strongest there is.
    pub(crate) fn is_best(&self) -> bool {
        matches!(self.kind.decides, Decides::ByProof)
    }

    /// Whether it looks into finished tables, where there are any.
    pub fn looks_into_tables(&self) -> bool {
        match self.kind.decides {
            Decides::ByProof => true,
            Decides::ByLevel => self.arguments.number("level") == STRONGEST,
            _ => false,
        }
    }

    /// The strongest player of a game.
    pub(crate) fn best<G: Playable>(&self, game: &G, venue: Venue<'_>) -> BestAgent<G> {
        BestAgent::new(game, venue, self.given_limits(), self.options())
    }

    /// Whether it is the strong search.
    pub(crate) fn is_engine(&self) -> bool {
        matches!(self.kind.decides, Decides::ByEngine)
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

    /// How many threads it thinks with.
    pub fn threads(&self) -> usize {
        if self.has("threads") { self.arguments.number("threads") as usize } else { 1 }
    }

    /// The bytes of its search's table, where it says how many.
    pub fn memory(&self) -> usize {
        if self.has("table") { (self.arguments.number("table") as usize) << 20 } else { 0 }
    }

    fn has(&self, name: &str) -> bool {
        self.kind.parameters.iter().any(|parameter| parameter.name == name)
    }

    fn options(&self) -> EngineOptions {
        EngineOptions { table: self.memory(), threads: self.threads(), ..EngineOptions::default() }
    }

    /// Whether it looks ahead.
    pub(crate) fn searches(&self) -> bool {
        matches!(self.kind.decides, Decides::BySearch(_))
    }

    /// Whether it plays random games.
    pub(crate) fn simulates(&self) -> bool {
        matches!(self.kind.decides, Decides::BySimulation)
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

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.id)?;
        if self.kind.runs_programs() {
            write!(f, "({})", self.program)?;
        }
        match self.arguments.to_string() {
            none if none.is_empty() => Ok(()),
            some => write!(f, ":{some}"),
        }
    }
}
