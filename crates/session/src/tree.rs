//! The tree of a search as plain data, to be drawn level by level.

use std::ops::RangeInclusive;
use std::time::Duration;

use ninefold_core::{Path, Piece, View, nearest, quote};
use ninefold_search::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Bound, Limits, StopFlag, TraceError, Tree, TreeNode,
    Visit, trace_within,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::evaluation::{self, EvaluatorError};

/// The permitted depths: deeper trees are too large to display.
pub const TREE_DEPTHS: RangeInclusive<u32> = 1..=9;

/// The settings of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TreeRequest {
    /// An algorithm such as `alphabeta`.
    pub algorithm: String,
    /// The search depth in turns.
    pub depth: u32,
    /// The evaluator at the leaves; by default the game's first.
    #[serde(default)]
    pub eval: Option<String>,
    /// Whether every position includes its pieces.
    #[serde(default)]
    pub boards: bool,
    /// The time limit.
    #[serde(skip)]
    pub time: Option<Duration>,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// No algorithm has this name.
    #[error("unknown algorithm {}, {wanted}", quote(.name))]
    Algorithm {
        /// The name given.
        name: String,
        /// The known names.
        wanted: String,
    },
    /// The algorithm does not support this number of players.
    #[error("{algorithm} is for two players, this game has {players}; maxn is for any number")]
    Players {
        /// The algorithm.
        algorithm: &'static str,
        /// The number of players of the game.
        players: usize,
    },
    /// The depth is out of range.
    #[error("depth is {depth}, wanted a number from {} to {}", TREE_DEPTHS.start(), TREE_DEPTHS.end())]
    Depth {
        /// The depth given.
        depth: u32,
    },
    /// The evaluator is unknown in this game.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The search has no tree that can be shown.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// What a search did with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// It was searched.
    Visited,
    /// It was searched again with a wider window.
    Again,
    /// It was cut off.
    Cut,
}

/// The meaning of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundView {
    /// The value itself.
    Exact,
    /// The true value is at most this.
    AtMost,
    /// The true value is at least this.
    AtLeast,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeView {
    /// The index of the parent; null for the root.
    pub parent: Option<u32>,
    /// The move that leads here; null for the root.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The number of moves from the root.
    pub level: u32,
    /// What the search did with it.
    pub state: NodeState,
    /// The number of the player to move, 0 if the game is over or the position was cut off.
    pub to_move: usize,
    /// The window on entry, for the first player of two (or the player at the root in paranoid
    /// search): the lowest and highest value that matter, null if unbounded. Null for algorithms
    /// without windows.
    pub window: Option<[Option<i32>; 2]>,
    /// The value for each player; null if cut off.
    pub values: Option<Vec<i32>>,
    /// How to read the value of the windowed player.
    pub bound: BoundView,
    /// Whether it was judged by the evaluator.
    pub leaf: bool,
    /// The index of the child after the best move.
    pub best: Option<u32>,
    /// The number of its moves that were cut off.
    pub cut_off: u32,
    /// The fixed word for the rule that ended the game here.
    pub reason: Option<String>,
    /// The pieces, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Piece>>,
}

/// The counts of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelView {
    /// The number of visits, counting repeated ones.
    pub visited: u64,
    /// The number of positions cut off while their parent was searched.
    pub cut_off: u64,
    /// The total number of positions, if it could be counted quickly.
    pub whole: Option<u64>,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TreeView {
    /// The algorithm.
    pub algorithm: String,
    /// The search depth in turns.
    pub depth: u32,
    /// The evaluator as given, or the default's name.
    pub eval: String,
    /// The best move; none once the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The value for each player.
    pub values: Vec<i32>,
    /// The line of best moves.
    pub pv: Vec<String>,
    /// The nodes searched.
    pub visited: u64,
    /// Positions judged by the evaluator.
    pub leaves: u64,
    /// The number of cutoffs.
    pub cuts: u64,
    /// The total number of moves cut off.
    pub cut_off: u64,
    /// The number of positions searched or cut off that are not listed, because there are too many.
    pub unlisted: u64,
    /// By level, the root's first.
    pub levels: Vec<LevelView>,
    /// The positions in the order of the search, the root first.
    pub nodes: Vec<NodeView>,
}

/// The tree of a search from the end of a path.
pub(crate) fn tree<G: View>(
    path: &Path<G>,
    request: &TreeRequest,
    seed: u64,
    stop: &StopFlag,
) -> Result<TreeView, TreeError> {
    let game = path.game();
    let info = algorithm(&request.algorithm, game.players())?;
    if !TREE_DEPTHS.contains(&request.depth) {
        return Err(TreeError::Depth { depth: request.depth });
    }
    let evaluator = evaluation::evaluator(game, request.eval.as_deref(), seed)?;
    let limits = Limits { time: request.time, ..Limits::default() };
    let traced = trace_within(path, &*evaluator, info.algorithm, request.depth, limits, stop)?;
    let eval = request.eval.clone().or_else(|| {
        let evaluators = game.knowledge().evaluators;
        evaluators.first().map(|entry| entry.info.id.to_owned())
    });
    let pv: Vec<String> = traced.found.line.iter().map(|&mv| game.move_text(mv)).collect();
    let levels: Vec<LevelView> = traced
        .levels
        .iter()
        .map(|level| LevelView {
            visited: level.visited,
            cut_off: level.cut_off,
            whole: level.whole,
        })
        .collect();
    Ok(TreeView {
        algorithm: info.id.to_owned(),
        depth: request.depth,
        eval: eval.unwrap_or_default(),
        best: pv.first().cloned(),
        values: traced.found.values[..game.players()].to_vec(),
        pv,
        visited: traced.found.nodes,
        leaves: traced.leaves,
        cuts: traced.found.cuts,
        cut_off: levels.iter().map(|level| level.cut_off).sum(),
        unlisted: traced.unlisted,
        levels,
        nodes: nodes(path, &traced, request.boards),
    })
}

fn algorithm(name: &str, players: usize) -> Result<&'static AlgorithmInfo, TreeError> {
    let shown = || ALGORITHMS.iter().filter(|info| info.algorithm != Algorithm::BestReply);
    let Some(info) = ALGORITHMS.iter().find(|info| info.id == name) else {
        let known: Vec<&str> = shown().map(|info| info.id).collect();
        let wanted = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("wanted one of {}", known.join(", ")),
        };
        return Err(TreeError::Algorithm { name: name.to_owned(), wanted });
    };
    match info.players.contains(&players) {
        true => Ok(info),
        false => Err(TreeError::Players { algorithm: info.id, players }),
    }
}

fn nodes<G: View>(path: &Path<G>, tree: &Tree<G::Move>, boards: bool) -> Vec<NodeView> {
    let game = path.game();
    let mut states: Vec<G::State> = Vec::new();
    let view = |node: &TreeNode<G::Move>| {
        let state = match (node.parent, node.mv) {
            (Some(parent), Some(mv)) => {
                let mut state = states[parent as usize];
                game.play(&mut state, mv);
                state
            }
            _ => *path.state(),
        };
        states.push(state);
        NodeView {
            parent: node.parent,
            text: node.mv.map(|mv| game.move_text(mv)),
            level: node.level,
            state: match node.visit {
                Visit::Once => NodeState::Visited,
                Visit::Again => NodeState::Again,
                Visit::Never => NodeState::Cut,
            },
            to_move: node.mover.map_or(0, |mover| mover.number()),
            window: node.window,
            values: node.values.map(|values| values[..game.players()].to_vec()),
            bound: match node.bound {
                Bound::Exact => BoundView::Exact,
                Bound::AtMost => BoundView::AtMost,
                Bound::AtLeast => BoundView::AtLeast,
            },
            leaf: node.leaf,
            best: node.best,
            cut_off: node.cut_off,
            reason: game.outcome(&state).map(|outcome| outcome.reason.to_owned()),
            pieces: boards.then(|| game.scene(&state).pieces),
        }
    };
    tree.nodes.iter().map(view).collect()
}
