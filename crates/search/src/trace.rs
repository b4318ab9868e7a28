//! The tree of a search, written down while the search runs, for people who want to see it.
//!
//! What is recorded is the algorithm itself: the plain searches tell a recorder when they enter a
//! position, with which window, and what they leave it with. Moves that are cut off stay in the tree
//! as children that nobody visited.

use ninefold_core::{Evaluator, Game, Path, Player, Stopwatch, Values, perft};
use thiserror::Error;

use crate::alpha_beta::Window;
use crate::{Algorithm, Limits, Search, SearchResult, StopFlag};

/// What a search made of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// It was looked at.
    Once,
    /// It was looked at again, because the answer to a question left room.
    Again,
    /// It was cut off.
    Never,
}

/// What the value of a position tells.
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
    /// The index of the position before; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here; none for the root.
    pub mv: Option<M>,
    /// How many moves lead here from the root.
    pub level: u32,
    /// Whether it was looked at.
    pub visit: Visit,
    /// Who is to move; nobody when the game is over or the position was never looked at.
    pub mover: Option<Player>,
    /// What both sides were sure of when it was entered, for algorithms that know: the lowest and the
    /// highest value that matter, none where any would.
    pub window: Option<[Option<i32>; 2]>,
    /// The value for each player; none for positions never looked at.
    pub values: Option<Values>,
    /// What the value tells.
    pub bound: Bound,
    /// Whether it was judged by the evaluator.
    pub leaf: bool,
    /// The index of the position after the best move.
    pub best: Option<u32>,
    /// How many of its moves were cut off.
    pub cut_off: u32,
}

/// One level of the tree: the positions so many moves from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// How many were looked at; twice where a search looked again.
    pub visited: u64,
    /// How many were cut off while the position before them was looked at.
    pub cut_off: u64,
    /// How many there are in all, where that was counted.
    pub whole: Option<u64>,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<M> {
    /// What the search found, with the number of positions visited and of cuts.
    pub found: SearchResult<M>,
    /// The positions in the order in which they were met, the root first.
    pub nodes: Vec<TreeNode<M>>,
    /// How many positions were visited or cut off but are not among the nodes.
    pub unlisted: u64,
    /// The counts of each level, the root's first.
    pub levels: Vec<Level>,
    /// How many positions were judged by the evaluator.
    pub leaves: u64,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TraceError {
    /// It would be too large.
    #[error("the tree has more than {most} positions; choose a smaller depth")]
    TooLarge {
        /// How many positions may be visited.
        most: u64,
    },
    /// It took too long, or nobody waits for it any more.
    #[error("the tree takes too long; choose a smaller depth")]
    TooSlow,
    /// The algorithm does not search one tree.
    #[error("best-reply search lets players pass and has no tree of moves to show")]
    NoTree,
}

/// The most positions that are listed one by one.
const MOST_LISTED: usize = 5_000;
/// The most positions that are visited.
const MOST_VISITED: u64 = 2_000_000;
/// A level is counted when the one before it has at most so many positions.
const MOST_COUNTED: u64 = 200_000;

/// The tree that an algorithm searches from the end of a path to a depth.
///
/// Levels are listed in full as far as the whole tree to them has at most 5,000 positions, cut or
/// not, so that two algorithms list the same levels; the first level always is. What lies deeper, and
/// what a search looks at again beyond that number, is only counted. Max^N is the plain one, which
/// has the values of the quick one.
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

/// The same as [`trace`], within limits of nodes and time, and until the flag is raised.
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
    // What cuts nothing visits all of it, so there is no need to try.
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

/// How many positions there are on each level down to a depth, as far as that is quickly counted and nobody has had enough.
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

/// Writes a tree down while it is searched.
pub(crate) struct Recorder<M> {
    /// The deepest level whose positions are listed.
    deepest: u32,
    nodes: Vec<TreeNode<M>>,
    /// The way from the root to the present position; none where it is not listed.
    open: Vec<Option<u32>>,
    /// The position left last, if listed.
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

    /// A position is entered.
    pub(crate) fn enter(&mut self, mv: Option<M>, mover: Option<Player>) {
        let level = self.open.len();
        self.level(level).visited += 1;
        // Only the position left last can be looked at again: they come right after each other.
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

    /// The window of the present position.
    pub(crate) fn note_window(&mut self, window: Window) {
        let low = (window.low > i32::MIN).then_some(window.low);
        let high = (window.high < i32::MAX).then_some(window.high);
        if let Some(node) = self.present() {
            node.window = Some([low, high]);
        }
    }

    /// The present position is judged by the evaluator.
    pub(crate) fn note_leaf(&mut self) {
        self.leaves += 1;
        if let Some(node) = self.present() {
            node.leaf = true;
        }
    }

    /// The move left last is the best of the present position so far.
    pub(crate) fn note_best(&mut self) {
        let last = self.last;
        if let Some(node) = self.present() {
            node.best = last;
        }
    }

    /// These moves of the present position are cut off.
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

    /// The present position is left with its values; `searched` is the one a window is about.
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

    /// Lists a child of the present position, or the root, if it is to be listed.
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
