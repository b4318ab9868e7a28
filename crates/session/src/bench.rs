//! The bench signature: counts that change only when the rules, the order of moves, the keys, the
//! random generator or a search change.

use ninefold_arena::opening;
use ninefold_core::{Path, Random, Values, View, mix, perft, playout};
use ninefold_search::{
    ALGORITHMS, AlgorithmInfo, Engine, EngineOptions, Limits, Search, SearchResult, StopFlag,
};
use serde::{Deserialize, Serialize};

use crate::best::strongest_evaluator;

/// A perft deepens until it has seen this many leaves.
const ENOUGH_LEAVES: u64 = 200_000;
/// The number of random games.
const PLAYOUTS: u64 = 500;
/// The maximum length of a game.
const LONGEST: u32 = 1000;

/// The counts for a fixed amount of work on a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signature {
    /// The game's specification.
    pub game: String,
    /// The depth of the perft.
    pub depth: u32,
    /// Its leaves.
    pub leaves: u64,
    /// The number of random games played.
    pub games: u64,
    /// The total number of their moves.
    pub plies: u64,
    /// The keys of their last positions and the first player's points, all mixed, in hexadecimal.
    pub keys: String,
    /// What each search finds in the same positions.
    pub searches: Vec<SearchSignature>,
}

/// The counts for a search of fixed size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchSignature {
    /// The player as specified.
    pub player: String,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The best moves.
    pub moves: Vec<String>,
}

/// The searches look this many turns ahead, and the engine searches this many nodes.
const SEARCH_DEPTH: u32 = 2;
const SEARCH_NODES: u64 = 5000;
/// The number of positions searched, each after this many more random turns than the last.
const SEARCHED: u32 = 3;
const TURNS_BETWEEN: u32 = 7;

/// Runs every search that supports the game on the same positions of random games.
fn searches<G: View>(game: &G) -> Vec<SearchSignature> {
    let limits = Limits { depth: Some(SEARCH_DEPTH), ..Limits::default() };
    let fits = |info: &&AlgorithmInfo| info.players.contains(&game.players());
    let by_algorithm = |info: &AlgorithmInfo| {
        signature_of(game, format!("{}:depth={SEARCH_DEPTH}", info.id), &mut |path| {
            let evaluator = strongest_evaluator(game);
            Search::new(path, &*evaluator, limits, StopFlag::default()).run(info.algorithm)
        })
    };
    let mut signatures: Vec<_> = ALGORITHMS.iter().filter(fits).map(by_algorithm).collect();
    let limits = Limits { nodes: Some(SEARCH_NODES), ..Limits::default() };
    signatures.push(signature_of(game, format!("engine:nodes={SEARCH_NODES}"), &mut |path| {
        let mut engine = Engine::new(strongest_evaluator(game), EngineOptions::default());
        engine.think(path, limits, 1, StopFlag::default(), &mut |_| {}).found(Values::default())
    }));
    signatures
}

fn signature_of<G: View>(
    game: &G,
    player: String,
    find: &mut dyn FnMut(&Path<G>) -> SearchResult<G::Move>,
) -> SearchSignature {
    let mut signature = SearchSignature { player, nodes: 0, moves: Vec::new() };
    for index in 0..SEARCHED {
        let found = find(&opening(game, index.into(), TURNS_BETWEEN * index));
        signature.nodes += found.nodes;
        signature.moves.extend(found.line.first().map(|&mv| game.move_text(mv)));
    }
    signature
}

pub(crate) fn signature<G: View>(game: &G, spec: &str) -> Signature {
    let mut path = Path::new(game.clone(), game.start(0));
    let (mut depth, mut leaves) = (1, perft(&mut path, 1));
    while leaves < ENOUGH_LEAVES {
        match perft(&mut path, depth + 1) {
            0 => break,
            deeper => (depth, leaves) = (depth + 1, deeper),
        }
    }
    let (mut plies, mut keys, mut moves) = (0, 0, Vec::new());
    for seed in 0..PLAYOUTS {
        let mut random = Random::stream(0, seed);
        let last = playout(game, game.start(seed), LONGEST, &mut random, &mut moves);
        plies += u64::from(last.plies);
        let points: i32 = game.points(&last.state)[0];
        keys = mix(keys ^ game.key(&last.state) ^ points as u64);
    }
    let searches = searches(game);
    let (game, keys) = (spec.to_owned(), format!("{keys:016x}"));
    Signature { game, depth, leaves, games: PLAYOUTS, plies, keys, searches }
}
