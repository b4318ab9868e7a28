//! Records the tree of a search for display.
//!
//! It records the real algorithm: the plain searches report to a recorder when they enter a position, with which
//! window, and with which result they leave it. Moves that are cut off stay in the tree as unvisited children.

use ninefold_core::{Evaluator, Game, Path, Player, Stopwatch, Values, perft};
use thiserror::Error;

use crate::alpha_beta::Window;
use crate::{Algorithm, Limits, Search, SearchResult, StopFlag};

/// How a search visited a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Visited once.
    Once,
    /// Visited again, because the result of a null window left room.
    Again,
    /// Cut off.
    Never,
}

/// The meaning of a position's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at most this, for the player whose values are searched.
    AtMost,
    /// The true value is at least this, for the player whose values are searched.
    AtLeast,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode<M> {
    /// The index of the parent; `None` for the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<M>,
    /// The number of moves from the root.
    pub level: u32,
    /// How it was visited.
    pub visit: Visit,
    /// The player to move; `None` if the game is over or the position was never visited.
    pub mover: Option<Player>,
    /// The window when the position was entered, for algorithms with windows: the lowest and the highest value that
    /// matter, `None` where unbounded.
    pub window: Option<[Option<i32>; 2]>,
    /// The value for each player; `None` for positions never visited.
    pub values: Option<Values>,
    /// The meaning of the value.
    pub bound: Bound,
    /// Whether it was evaluated statically.
    pub leaf: bool,
    /// The index of the position after the best move.
    pub best: Option<u32>,
    /// The number of its moves that were cut off.
    pub cut_off: u32,
}

/// One level of the tree: the positions at the same distance from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// The number of positions visited; a position visited again counts twice.
    pub visited: u64,
    /// The number of positions cut off while their parent was searched.
    pub cut_off: u64,
    /// The size of the level in the full tree, if it was counted.
    pub whole: Option<u64>,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<M> {
    /// The result of the search, with the numbers of positions visited and of cutoffs.
    pub found: SearchResult<M>,
    /// The positions in the order in which they were reached, the root first.
    pub nodes: Vec<TreeNode<M>>,
    /// The number of positions visited or cut off that are not among the nodes.
    pub unlisted: u64,
    /// The counts of each level, the root's first.
    pub levels: Vec<Level>,
    /// The number of positions that were evaluated statically.
    pub leaves: u64,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TraceError {
    /// It would be too large.
    #[error("the tree has more than {most} positions; choose a smaller depth")]
    TooLarge {
        /// The maximum number of positions visited.
        most: u64,
    },
    /// It took too long, or the caller no longer waits for it.
    #[error("the tree takes too long; choose a smaller depth")]
    TooSlow,
    /// The algorithm does not search one tree.
    #[error("best-reply search lets players pass and has no tree of moves to show")]
    NoTree,
}

/// The maximum number of positions listed individually.
const MOST_LISTED: usize = 5_000;
/// The maximum number of positions visited.
const MOST_VISITED: u64 = 2_000_000;
/// A level is counted if the one before it has at most this many positions.
const MOST_COUNTED: u64 = 200_000;

/// Returns the tree that an algorithm searches from the end of a path to a depth.
///
/// Levels are listed completely as long as the full tree down to them has at most 5,000 positions, cut or not, so
/// that two algorithms list the same levels. The first level is always listed. Deeper positions, and repeated
/// visits beyond that number, are only counted. For Max^N the plain version is used, which has the same values as
/// the fast one.
///
/// ```
/// use ninefold_core::{Path, OutcomeEvaluator};
/// use ninefold_games::mnk::Mnk;
/// use ninefold_search::{Algorithm, trace};
///
/// let path = Path::from_start(Mnk::<1>::new(3, 3, 3));
/// let whole = trace(&path, &OutcomeEvaluator, Algorithm::Minimax, 2)?;
/// let cut = trace(&path, &OutcomeEvaluator, Algorithm::AlphaBeta, 2)?;
/// assert_eq!((whole.found.nodes, cut.found.values), (1 + 9 + 72, whole.found.values));
/// assert!(cut.levels[2].cut_off > 0);
/// # Ok::<(), ninefold_search::TraceError>(())
/// ```
pub fn trace<G: Game, E: Evaluator<G> + ?Sized>(
    path: &Path<G>,
    evaluator: &E,
    algorithm: Algorithm,
    depth: u32,
) -> Result<Tree<G::Move>, TraceError> {
    trace_within(path, evaluator, algorithm, depth, Limits::default(), &StopFlag::default())
}

/// Like [`trace`], within limits of nodes and time, and until the flag is raised.
pub fn trace_within<G: Game, E: Evaluator<G> + ?Sized>(
    path: &Path<G>,
    evaluator: &E,
    algorithm: Algorithm,
    depth: u32,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Tree<G::Move>, TraceError> {
    let begun = Stopwatch::start(stop);
    let is_late = || limits.time.is_some_and(|most| begun.elapsed() >= most);
    if algorithm == Algorithm::BestReply {
        return Err(TraceError::NoTree);
    }
    let whole = whole_levels(path, depth, || stop.is_raised() || is_late());
    // An algorithm without cutoffs visits the full tree, so its size is known in advance.
    let cuts = !matches!(algorithm, Algorithm::Minimax | Algorithm::MaxN | Algorithm::PlainMaxN);
    if !cuts && whole.iter().flatten().sum::<u64>() > MOST_VISITED {
        return Err(TraceError::TooLarge { most: MOST_VISITED });
    }
    let mut sum = 0;
    let fits = |&&count: &&Option<u64>| {
        sum += count.unwrap_or(u64::MAX / 2);
        sum <= MOST_LISTED as u64
    };
    let deepest = (whole.iter().take_while(fits).count().max(2) - 1) as u32;
    let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    let own = Limits { nodes: Some(MOST_VISITED), time: left, ..Limits::default() };
    let search = Search::new(path, evaluator, own.within(limits), stop.clone());
    let recorded = search.recorded(algorithm, depth, Recorder::new(deepest));
    let (found, recorder) = recorded.ok_or_else(|| match stop.is_raised() || is_late() {
        true => TraceError::TooSlow,
        false => TraceError::TooLarge { most: MOST_VISITED },
    })?;
    let mut levels = recorder.levels;
    levels.resize(whole.len(), Level::default());
    for (level, whole) in levels.iter_mut().zip(whole) {
        level.whole = whole;
    }
    let Recorder { nodes, unlisted, leaves, .. } = recorder;
    Ok(Tree { found, nodes, unlisted, levels, leaves })
}

/// The number of positions on each level down to a depth, as far as they can be counted quickly and the caller has
/// not stopped.
fn whole_levels<G: Game>(
    path: &Path<G>,
    depth: u32,
    is_enough: impl Fn() -> bool,
) -> Vec<Option<u64>> {
    let mut path = path.clone();
    let mut levels = vec![Some(1)];
    for level in 1..=depth {
        let before = levels[level as usize - 1].filter(|&count| count <= MOST_COUNTED);
        let before = before.filter(|_| !is_enough());
        levels.push(before.map(|_| perft(&mut path, level)));
    }
    levels
}

/// Records a tree during a search.
pub(crate) struct Recorder<M> {
    /// The deepest level with listed positions.
    deepest: u32,
    nodes: Vec<TreeNode<M>>,
    /// The path from the root to the current position; `None` where it is not listed.
    open: Vec<Option<u32>>,
    /// The position left most recently, if listed.
    last: Option<u32>,
    levels: Vec<Level>,
    leaves: u64,
    unlisted: u64,
}

impl<M: Copy + PartialEq> Recorder<M> {
    fn new(deepest: u32) -> Recorder<M> {
        Recorder {
            deepest,
            nodes: Vec::new(),
            open: Vec::new(),
            last: None,
            levels: Vec::new(),
            leaves: 0,
            unlisted: 0,
        }
    }

    /// Enters a position.
    pub(crate) fn enter(&mut self, mv: Option<M>, mover: Option<Player>) {
        let level = self.open.len();
        self.level(level).visited += 1;
        // Only the position left most recently can be visited again: repeated visits are consecutive.
        let parent = self.open.last().copied().flatten();
        let seen = self.last.map(|last| &self.nodes[last as usize]);
        let again = seen.is_some_and(|seen| seen.parent == parent && seen.mv == mv);
        let visit = if again && level > 0 { Visit::Again } else { Visit::Once };
        let node = self.list(mv, visit);
        if let Some(node) = node {
            self.nodes[node as usize].mover = mover;
        }
        self.open.push(node);
    }

    /// Records the window of the current position.
    pub(crate) fn note_window(&mut self, window: Window) {
        let low = (window.low > i32::MIN).then_some(window.low);
        let high = (window.high < i32::MAX).then_some(window.high);
        if let Some(node) = self.present() {
            node.window = Some([low, high]);
        }
    }

    /// Records that the current position was evaluated statically.
    pub(crate) fn note_leaf(&mut self) {
        self.leaves += 1;
        if let Some(node) = self.present() {
            node.leaf = true;
        }
    }

    /// Records that the move left most recently is the best of the current position so far.
    pub(crate) fn note_best(&mut self) {
        let last = self.last;
        if let Some(node) = self.present() {
            node.best = last;
        }
    }

    /// Records moves of the current position that were cut off.
    pub(crate) fn cut(&mut self, moves: &[M]) {
        let level = self.open.len();
        self.level(level).cut_off += moves.len() as u64;
        if let Some(node) = self.present() {
            node.cut_off = moves.len() as u32;
        }
        for &mv in moves {
            self.list(Some(mv), Visit::Never);
        }
    }

    /// Leaves the current position with its values; `searched` is the value that the window refers to.
    pub(crate) fn leave(&mut self, values: Values, searched: Option<i32>) {
        self.last = self.open.pop().flatten();
        let Some(node) = self.last.map(|last| &mut self.nodes[last as usize]) else { return };
        node.values = Some(values);
        node.bound = match (node.window, searched) {
            (Some(_), _) if node.leaf => Bound::Exact,
            (Some([Some(low), _]), Some(value)) if value <= low => Bound::AtMost,
            (Some([_, Some(high)]), Some(value)) if value >= high => Bound::AtLeast,
            _ => Bound::Exact,
        };
    }

    /// Lists a child of the current position, or the root, if its level is listed.
    fn list(&mut self, mv: Option<M>, visit: Visit) -> Option<u32> {
        let level = self.open.len() as u32;
        let parent = self.open.last().copied().flatten();
        let orphan = level > 0 && parent.is_none();
        let full = level > 1 && self.nodes.len() >= MOST_LISTED;
        if level > self.deepest || orphan || full {
            self.unlisted += 1;
            return None;
        }
        self.nodes.push(TreeNode {
            parent,
            mv,
            level,
            visit,
            mover: None,
            window: None,
            values: None,
            bound: Bound::Exact,
            leaf: false,
            best: None,
            cut_off: 0,
        });
        Some(self.nodes.len() as u32 - 1)
    }

    fn present(&mut self) -> Option<&mut TreeNode<M>> {
        let node = self.open.last().copied().flatten()?;
        self.nodes.get_mut(node as usize)
    }

    fn level(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
        }
        &mut self.levels[level]
    }
}
