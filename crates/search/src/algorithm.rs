//! The list of search algorithms.

use std::ops::RangeInclusive;

use ninefold_core::{Evaluator, Game, MAX_PLAYERS, Player, Values, zero_sum};

use crate::alpha_beta::{Window, alpha_beta};
use crate::best_reply::best_reply;
use crate::max_n::max_n;
use crate::minimal_window::minimal_window;
use crate::minimax::minimax;
use crate::paranoid::paranoid;
use crate::{Search, Stopped};

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Visits every position to the full depth.
    Minimax,
    /// Minimax with cutoffs.
    AlphaBeta,
    /// Alpha-beta with null windows.
    MinimalWindow,
    /// Each player maximises its own value, with a table and cutoffs.
    MaxN,
    /// Each player maximises its own value; visits every position to the full depth.
    PlainMaxN,
    /// All players against the player at the root.
    Paranoid,
    /// The player at the root against one opponent at a time.
    BestReply,
}

/// The description of an algorithm.
#[derive(Debug)]
pub struct AlgorithmInfo {
    /// The name in a player specification.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The supported numbers of players.
    pub players: RangeInclusive<usize>,
    /// The algorithm.
    pub algorithm: Algorithm,
}

/// Every algorithm.
pub const ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        id: "minimax",
        summary: "looks at every position to a depth",
        players: 2..=2,
        algorithm: Algorithm::Minimax,
    },
    AlgorithmInfo {
        id: "alphabeta",
        summary: "minimax that leaves out what cannot matter",
        players: 2..=2,
        algorithm: Algorithm::AlphaBeta,
    },
    AlgorithmInfo {
        id: "mws",
        summary: "minimal window search: asks whether a move is better before it asks how good",
        players: 2..=2,
        algorithm: Algorithm::MinimalWindow,
    },
    AlgorithmInfo {
        id: "maxn",
        summary: "each player picks what is best for itself",
        players: 2..=MAX_PLAYERS,
        algorithm: Algorithm::MaxN,
    },
    AlgorithmInfo {
        id: "plainmaxn",
        summary: "maxn that looks at every position to a depth",
        players: 2..=MAX_PLAYERS,
        algorithm: Algorithm::PlainMaxN,
    },
    AlgorithmInfo {
        id: "paranoid",
        summary: "takes all others to be in league",
        players: 2..=MAX_PLAYERS,
        algorithm: Algorithm::Paranoid,
    },
    AlgorithmInfo {
        id: "brs",
        summary: "best-reply search: after each own turn only the worst of the others' moves is played",
        players: 2..=MAX_PLAYERS,
        algorithm: Algorithm::BestReply,
    },
];

impl Algorithm {
    /// The values of the current position of a search.
    pub(crate) fn values<G: Game, E: Evaluator<G> + ?Sized>(
        self,
        search: &mut Search<'_, G, E>,
        depth: u32,
    ) -> Result<Values, Stopped> {
        match self {
            Algorithm::Minimax => minimax(search, depth).map(zero_sum),
            Algorithm::AlphaBeta => {
                alpha_beta(search, depth, Player::FIRST, Window::FULL).map(zero_sum)
            }
            Algorithm::MinimalWindow => minimal_window(search, depth, Window::FULL).map(zero_sum),
            Algorithm::MaxN | Algorithm::PlainMaxN => max_n(search, depth),
            Algorithm::Paranoid => paranoid(search, depth),
            Algorithm::BestReply => best_reply(search, depth),
        }
    }
}
