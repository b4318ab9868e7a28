//! One question as many jobs: a tree whose leaves are searched elsewhere.
//!
//! Job-level proof-number search (Wu et al. 2013): whoever coordinates keeps the upper part of the tree, hands
//! out leaves with a budget, and takes the results in whatever order they come. The tree knows nothing of
//! threads, clocks or networks.

use std::collections::HashMap;

use super::cells::{Set, bit, has};
use super::children::{Child, committed, gathered};
use super::search::{Front, Search, Verdict};
use super::sight::{Open, Sight};
use super::table::Numbers;

/// The fewest looks a job may take, so that small questions are one job.
const LEAST_LOOKS: u64 = 20_000;
/// The most looks a job may take, so that a lost worker loses little.
const MOST_LOOKS: u64 = 4_000_000;
/// Which part of all looks so far the next job may take: the tree stays small however long it grows.
const SHARE: u64 = 32;

/// How much worse than another a reply of Breaker's that was begun may look before the other is tried. A job
/// is long, so to and fro between replies that look alike costs more than inside a search.
const LOYALTY: u32 = 4;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    /// The leaf it is about.
    pub leaf: u32,
    /// The stones of Maker and Breaker.
    pub stones: [Set; 2],
    pub maker_moves: bool,
    /// After how many looks to give up.
    pub looks: u64,
}

/// What became of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JobResult {
    pub leaf: u32,
    /// How many looks it took.
    pub looks: u64,
    /// Who wins and within which zone; nothing when the budget was spent first.
    pub won: Option<(bool, Set)>,
}

/// The upper part of a search.
pub(super) struct JobTree<'a> {
    search: &'a mut Search,
    nodes: Vec<Node>,
    /// Whether the question is an empty board, where the first moves are settled one by one.
    committed: bool,
    /// How many looks the results so far have taken.
    looks: u64,
    won: Option<(bool, Set)>,
}

struct Node {
    parent: Option<u32>,
    /// The move that leads here.
    cell: u32,
    depth: u32,
    /// The stones of Maker and Breaker, those of forced moves included.
    stones: [Set; 2],
    open: Open,
    numbers: Numbers,
    state: State,
}

enum State {
    /// Nothing was done about it.
    Leaf,
    /// Somebody searches it.
    Handed,
    /// Its children are nodes; the map tells which by their cells.
    Inner(Front, Vec<Child>, HashMap<u32, u32>),
    /// It is settled, or matters no more.
    Done,
}

impl<'a> JobTree<'a> {
    /// The tree of one question, a single leaf.
    pub fn new(search: &'a mut Search, stones: [Set; 2], maker_moves: bool) -> JobTree<'a> {
        let committed = stones == [0, 0];
        let position = search.position(stones[0], stones[1]);
        let sight = search.eye.look(position, maker_moves, true);
        let mut tree = JobTree { search, nodes: Vec::new(), committed, looks: 0, won: None };
        match sight {
            Sight::Won { maker, zone } => tree.won = Some((maker, zone)),
            Sight::Open(open) => {
                tree.add(None, 0, stones, open);
            }
        }
        tree
    }

    /// Who wins and within which zone, once it is known.
    pub fn won(&self) -> Option<(bool, Set)> {
        self.won
    }

    /// The numbers of the question.
    pub fn numbers(&self) -> Numbers {
        match (self.won, self.nodes.first()) {
            (None, Some(root)) => root.numbers,
            (won, _) => Numbers::won(won.is_some_and(|(maker, _)| maker)),
        }
    }

    /// The next leaf to search; nothing when all that matter are being searched.
    ///
    /// Leaves are sought below the most promising reply of each of Breaker's nodes first: all of Maker's moves have to be
    /// refuted, one reply is enough. Only when none is left, other replies are begun as well.
    pub fn next_job(&mut self) -> Option<Job> {
        if self.won.is_some() {
            return None;
        }
        let leaf = self.pick(0, false).or_else(|| self.pick(0, true))?;
        let node = &mut self.nodes[leaf as usize];
        node.state = State::Handed;
        let looks = (self.looks / SHARE).clamp(LEAST_LOOKS, MOST_LOOKS);
        Some(Job { leaf, stones: node.stones, maker_moves: node.open.maker, looks })
    }

    fn pick(&self, node: u32, beside: bool) -> Option<u32> {
        let State::Inner(_, children, ids) = &self.nodes[node as usize].state else {
            let leaf = matches!(self.nodes[node as usize].state, State::Leaf);
            return leaf.then_some(node);
        };
        let order = self.order(node, children, ids);
        let only_first = !self.nodes[node as usize].open.maker && !beside;
        let tried = if only_first { 1 } else { order.len() };
        order[..tried].iter().find_map(|&child| self.pick(child, beside))
    }

    /// The children of a node, the most promising first.
    fn order(&self, node: u32, children: &[Child], ids: &HashMap<u32, u32>) -> Vec<u32> {
        let Node { open, depth, .. } = &self.nodes[node as usize];
        let one_by_one = self.committed && *depth == u32::from(!open.maker);
        let mut order: Vec<usize> =
            (0..children.len()).filter(|&index| !children[index].same).collect();
        let begun = |index: usize| match self.nodes[ids[&children[index].cell] as usize].state {
            State::Leaf => LOYALTY,
            _ => 1,
        };
        match (one_by_one, open.maker) {
            (true, true) => {}
            (true, false) => {
                let (_, first, _) = committed(&self.search.eye.grid, false, children);
                order.sort_by_key(|&index| (index != first, children[index].numbers.breaker));
            }
            (false, true) => order.sort_by_key(|&index| children[index].numbers.maker),
            (false, false) => order
                .sort_by_key(|&index| children[index].numbers.breaker.saturating_mul(begun(index))),
        }
        order.into_iter().map(|index| ids[&children[index].cell]).collect()
    }

    /// Takes a result; false when it tells nothing new, because the same or a better one has come before.
    pub fn take(&mut self, result: JobResult) -> bool {
        let Some(node) = self.nodes.get(result.leaf as usize) else { return false };
        if !matches!(node.state, State::Leaf | State::Handed) {
            return false;
        }
        self.looks += result.looks;
        match result.won {
            Some((maker, zone)) => {
                let verdict = Verdict { numbers: Numbers::won(maker), zone };
                self.finish(result.leaf, verdict, result.looks);
            }
            None => self.expand(result.leaf),
        }
        true
    }

    fn add(&mut self, parent: Option<u32>, cell: u32, stones: [Set; 2], open: Open) -> u32 {
        let numbers = self.search.eye.first_numbers(&open);
        let stones = [stones[0] | open.makers, stones[1] | open.extra & !open.makers];
        let depth = parent.map_or(0, |parent| self.nodes[parent as usize].depth + 1);
        self.nodes.push(Node { parent, cell, depth, stones, open, numbers, state: State::Leaf });
        self.nodes.len() as u32 - 1
    }

    /// Makes leaves of the moves of a leaf.
    fn expand(&mut self, leaf: u32) {
        let open = self.nodes[leaf as usize].open.clone();
        let [makers, breakers] = self.nodes[leaf as usize].stones;
        let known = self.search.known(&open).map_or(Ok(()), Err);
        let grown = known.and_then(|()| self.search.front(&open)).and_then(|mut front| {
            let children = self.search.children(&open, &mut front)?;
            Ok((front, children))
        });
        match grown {
            Err(verdict) => self.finish(leaf, verdict, 1),
            Ok((front, children)) => {
                let mut ids = HashMap::new();
                for child in &children {
                    let stones = match open.maker {
                        true => [makers | bit(child.cell), breakers],
                        false => [makers, breakers | bit(child.cell)],
                    };
                    let id = self.add(Some(leaf), child.cell, stones, child.open.clone());
                    self.nodes[id as usize].numbers = child.numbers;
                    ids.insert(child.cell, id);
                }
                self.nodes[leaf as usize].state = State::Inner(front, children, ids);
                self.refresh(leaf);
            }
        }
    }

    /// A node is won for somebody; so may be those above it.
    fn finish(&mut self, mut id: u32, mut verdict: Verdict, work: u64) {
        loop {
            let node = &mut self.nodes[id as usize];
            node.state = State::Done;
            let (open, cell, parent) = (node.open.clone(), node.cell, node.parent);
            self.search.remember_won(&open, verdict, work);
            let maker = verdict.numbers.maker == 0;
            let zone = verdict.zone | open.extra;
            let Some(parent) = parent else {
                self.won = Some((maker, zone));
                return;
            };
            let above = &mut self.nodes[parent as usize];
            let State::Inner(mut front, mut children, ids) =
                std::mem::replace(&mut above.state, State::Done)
            else {
                return; // what was above is settled already
            };
            if !has(front.must, cell) {
                above.state = State::Inner(front, children, ids);
                return; // another refutation made this move needless
            }
            let above = above.open.clone();
            match self.search.settle(&above, &mut front, &mut children, cell, maker, zone) {
                Ok(()) => {
                    self.nodes[parent as usize].state = State::Inner(front, children, ids);
                    self.refresh(parent);
                    return;
                }
                Err(found) => (id, verdict) = (parent, found),
            }
        }
    }

    /// Computes the numbers of a node and those above anew.
    fn refresh(&mut self, mut id: u32) {
        loop {
            let Node { open, state, parent, cell, .. } = &self.nodes[id as usize];
            let (parent, cell) = (*parent, *cell);
            if let State::Inner(_, children, _) = state {
                self.nodes[id as usize].numbers = gathered(open.maker, children).0;
            }
            let numbers = self.nodes[id as usize].numbers;
            let Some(parent) = parent else { return };
            if let State::Inner(_, children, _) = &mut self.nodes[parent as usize].state
                && let Some(child) = children.iter_mut().find(|child| child.cell == cell)
            {
                child.numbers = numbers;
            }
            id = parent;
        }
    }
}

#[cfg(test)]
mod tests;
