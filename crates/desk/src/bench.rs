//! The bench signature: counts that change only when the rules, the order of moves, the keys or the
//! random generator change.

use ninefold_core::{Path, Playable, Random, mix, perft, playout};
use serde::{Deserialize, Serialize};

/// A perft goes deeper until it has seen this many leaves.
const ENOUGH_LEAVES: u64 = 200_000;
/// How many random games are played.
const PLAYOUTS: u64 = 500;
/// The longest of them.
const LONGEST: u32 = 1000;

/// What a fixed amount of work on a game counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signature {
    /// The game's specification.
    pub game: String,
    /// The depth of the perft.
    pub depth: u32,
    /// Its leaves.
    pub leaves: u64,
    /// How many random games were played.
    pub games: u64,
    /// How many moves they had in all.
    pub plies: u64,
    /// The keys of their last positions and the first player's points, all mixed, in hexadecimal.
    pub keys: String,
}

pub(crate) fn signature<G: Playable>(game: &G, spec: &str) -> Signature {
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
        let points: i32 = game.banked(&last.state)[0];
        keys = mix(keys ^ game.key(&last.state) ^ points as u64);
    }
    let (game, keys) = (spec.to_owned(), format!("{keys:016x}"));
    Signature { game, depth, leaves, games: PLAYOUTS, plies, keys }
}
