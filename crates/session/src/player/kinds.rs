//! Every kind of player, with its parameters.

use ninefold_core::{Kind, Parameter};
use ninefold_search::{ALGORITHMS, AlgorithmInfo};

use crate::Protocol;
use crate::level::STRONGEST;

/// The description of a kind of player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerKind {
    /// The word before the colon.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
    pub(super) decides: Decides,
}

/// How a player chooses its moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decides {
    Itself,
    AtRandom,
    ByHeuristic,
    BySearch(&'static AlgorithmInfo),
    ByEngine,
    ByLevel,
    BySimulation,
    ByProof,
    /// By a program that speaks this protocol, or that of docs/bots.md.
    ByProgram(Option<Protocol>),
}

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

const STRONG_EVAL: Parameter =
    optional("eval", "the evaluator at the leaves [the game's strongest]", Kind::Word);

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

/// The maximum number of threads of a search.
pub const MOST_THREADS: usize = 64;
/// The largest table of a search in megabytes.
pub const LARGEST_TABLE: usize = 65_536;

const DEPTH: Parameter = optional("depth", "turns looked ahead", Kind::Number(1..=99));
const THREADS: Parameter = Parameter {
    name: "threads",
    summary: "threads that search together; with more than one, answers may differ from run to run",
    kind: Kind::Number(1..=MOST_THREADS as i64),
    default: "1",
    positional: false,
};
const TABLE: Parameter = Parameter {
    name: "table",
    summary: "size of the search's table in MB",
    kind: Kind::Number(1..=LARGEST_TABLE as i64),
    default: "16",
    positional: false,
};
const SELECTIVE: Parameter = optional(
    "selective",
    "whether it looks less deeply at what does not seem to matter, where it may [on without depth]",
    Kind::Choice(&["on", "off"]),
);
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

const LONGEST: Parameter =
    optional("time", "the longest time a move, then the game is lost [5s]", Kind::Time);
const START: Parameter =
    optional("start", "the longest time to start, then the game is lost [10s]", Kind::Time);
const ASKED_DEPTH: Parameter =
    optional("depth", "turns it is asked to look ahead", Kind::Number(1..=99));
const ASKED_NODES: Parameter =
    optional("nodes", "positions it is asked to visit", Kind::Number(1..=i64::MAX));

/// The parameters of an engine with a third-party protocol.
const ENGINE: &[Parameter] = &[
    optional("time", "the time it is told a move may take [5s]", Kind::Time),
    optional("grace", "how much later its answer still counts [500ms]", Kind::Time),
    START,
    ASKED_DEPTH,
    ASKED_NODES,
    optional("set", "options of its own, as set=(Hash=64,Threads=1)", Kind::Word),
    optional("log", "a file to which all that is said is added", Kind::Word),
];

/// The kinds of players that are external programs.
pub(super) const PROGRAMS: [PlayerKind; 4] = [
    PlayerKind {
        id: "cmd",
        summary: "a program of your own, as cmd(./my-bot), that speaks the protocol of docs/bots.md",
        parameters: const { &[LONGEST, START, ASKED_DEPTH, ASKED_NODES] },
        decides: Decides::ByProgram(None),
    },
    PlayerKind {
        id: Protocol::Ugi.name(),
        summary: "an engine that speaks UGI, as ugi(./engine), for every game (docs/engines.md)",
        parameters: ENGINE,
        decides: Decides::ByProgram(Some(Protocol::Ugi)),
    },
    PlayerKind {
        id: Protocol::Gomocup.name(),
        summary: "an engine of the Gomocup, as gomocup(./pbrain), for m,n,k-games (docs/engines.md)",
        parameters: ENGINE,
        decides: Decides::ByProgram(Some(Protocol::Gomocup)),
    },
    PlayerKind {
        id: Protocol::Sanmill.name(),
        summary: "an engine that speaks as Sanmill does, as sanmill(./mill uci), for morris (docs/engines.md)",
        parameters: ENGINE,
        decides: Decides::ByProgram(Some(Protocol::Sanmill)),
    },
];

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
        parameters: const { &[DEPTH, NODES, TIME, STRONG_EVAL, THREADS, TABLE, SELECTIVE, SEED] },
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
    kinds.extend(PROGRAMS);
    kinds
}

impl PlayerKind {
    /// Whether it runs an external program, which [`PlayerSpec::parse`](super::PlayerSpec::parse)
    /// rejects.
    pub fn runs_programs(&self) -> bool {
        matches!(self.decides, Decides::ByProgram(_))
    }
}
