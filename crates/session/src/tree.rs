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

/// The depths that a tree may have: deeper ones are too large to look at.
pub const TREE_DEPTHS: RangeInclusive<u32> = 1..=9;

/// Which tree is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TreeRequest {
    /// An algorithm such as `alphabeta`.
    pub algorithm: String,
    /// Turns looked ahead.
    pub depth: u32,
    /// The evaluator at the leaves; the game's first when nothing is said.
    #[serde(default)]
    pub eval: Option<String>,
    /// Whether every position comes with its pieces.
    #[serde(default)]
    pub boards: bool,
    /// How long it may take.
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
        /// What there is.
        wanted: String,
    },
    /// The algorithm is not for so many players.
    #[error("{algorithm} is for two players, this game has {players}; maxn is for any number")]
    Players {
        /// The algorithm.
        algorithm: &'static str,
        /// How many players the game has.
        players: usize,
    },
    /// The depth is out of range.
    #[error("depth is {depth}, wanted a number from {} to {}", TREE_DEPTHS.start(), TREE_DEPTHS.end())]
    Depth {
        /// The depth given.
        depth: u32,
    },
    /// The evaluator is none of the game.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The search has no tree that can be shown.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// What a search made of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// It was looked at.
    Visited,
    /// It was looked at again with a wider window.
    Again,
    /// It was cut off.
    Cut,
}

/// What a value tells.
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
    /// The index of the position before; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here; none for the root.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// How many moves lead here from the root.
    pub level: u32,
    /// What the search made of it.
    pub state: NodeState,
    /// The number of the player to move, 0 when the game is over or nobody looked.
    pub to_move: usize,
    /// What both sides were sure of on entry, for the first player of two (or the player at the root
    /// in paranoid search): lowest and highest value that matter, null where any would. Null for
    /// algorithms without windows.
    pub window: Option<[Option<i32>; 2]>,
    /// The value for each player; null when cut off.
    pub values: Option<Vec<i32>>,
    /// What the value of the windowed player tells.
    pub bound: BoundView,
    /// Whether it was judged by the evaluator.
    pub leaf: bool,
    /// The index of the position after the best move.
    pub best: Option<u32>,
    /// How many of its moves were cut off.
    pub cut_off: u32,
    /// The fixed word for the rule that ended the game here.
    pub reason: Option<String>,
    /// The pieces, where boards were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Piece>>,
}

/// The counts of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelView {
    /// How many positions were looked at; twice where a search looked again.
    pub visited: u64,
    /// How many were cut off while the position before them was looked at.
    pub cut_off: u64,
    /// How many there are in all, where that was quickly counted.
    pub whole: Option<u64>,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TreeView {
    /// The algorithm.
    pub algorithm: String,
    /// Turns looked ahead.
    pub depth: u32,
    /// The evaluator, as given, or else the default's name.
    pub eval: String,
    /// The best move; none once the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The value for each player.
    pub values: Vec<i32>,
    /// The line of best moves.
    pub pv: Vec<String>,
    /// Positions looked at.
    pub visited: u64,
    /// Positions judged by the evaluator.
    pub leaves: u64,
    /// How often the rest of a position's moves was cut off.
    pub cuts: u64,
    /// How many moves were cut off in all.
    pub cut_off: u64,
    /// How many positions were looked at or cut off but are not listed, because there are too many.
    pub unlisted: u64,
    /// By level, the root's first.
    pub levels: Vec<LevelView>,
    /// The positions in the order in which they were met, the root first.
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
