//! One question as many jobs: a tree whose leaves are searched elsewhere.
//!
//! Job-level proof-number search (Wu et al. 2013): whoever coordinates keeps the upper part of the tree, hands
//! out leaves with a budget, and takes the results in whatever order they come. The tree knows nothing of
//! threads, clocks or networks.

use std::collections::HashMap;

use super::cells::{Set, bit, has};
use super::children::{Child, committed, gathered, narrowed};
use super::search::{Front, Search, Verdict};
use super::sight::{Open, Sight};
use super::table::{INFINITE, NO_LIMITS, Numbers};

/// The fewest looks a job may take, so that small questions are one job.
const LEAST_LOOKS: u64 = 20_000;
/// The most looks a job may take, so that a lost worker loses little.
const MOST_LOOKS: u64 = 4_000_000;
/// Which part of all looks so far the next job may take: the tree stays small however long it grows.
const SHARE: u64 = 32;

/// From an empty board the first move and the reply are chosen here: a search of its own would not
/// commit itself.
const COMMITTED_DEPTH: u32 = 2;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    /// The leaf it is about.
    pub leaf: u32,
    /// Which job about this leaf it is.
    pub turn: u32,
    /// The stones of Maker and Breaker.
    pub stones: [Set; 2],
    pub maker_moves: bool,
    /// The numbers from which on something else is more promising.
    pub limits: Numbers,
    /// After how many looks to give up.
    pub looks: u64,
}

/// What became of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JobResult {
    pub leaf: u32,
    pub turn: u32,
    /// How many looks it took.
    pub looks: u64,
    /// Whether it was given up because of its looks.
    pub spent: bool,
    /// The numbers, which tell who has won if anybody has.
    pub numbers: Numbers,
    /// Then the zone of the win.
    pub zone: Set,
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
    /// How many jobs there were about it.
    turns: u32,
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
        loop {
            if self.won.is_some() {
                return None;
            }
            let found = self.pick(0, NO_LIMITS, false);
            let (leaf, limits) = found.or_else(|| self.pick(0, NO_LIMITS, true))?;
            let node = &mut self.nodes[leaf as usize];
            if self.committed && node.depth < COMMITTED_DEPTH {
                self.expand(leaf);
                continue;
            }
            node.state = State::Handed;
            node.turns += 1;
            let looks = (self.looks / SHARE).clamp(LEAST_LOOKS, MOST_LOOKS);
            let (turn, stones, maker_moves) = (node.turns, node.stones, node.open.maker);
            return Some(Job { leaf, turn, stones, maker_moves, limits, looks });
        }
    }

    /// A free leaf below a node, and how far to search it. The limits are those of a single search, see
    /// [`narrowed`], except that a child which is not the best is always worth a little work.
    fn pick(&self, node: u32, limits: Numbers, beside: bool) -> Option<(u32, Numbers)> {
        let Node { open, depth, state, .. } = &self.nodes[node as usize];
        let State::Inner(_, children, ids) = state else {
            return matches!(state, State::Leaf).then_some((node, limits));
        };
        let maker = open.maker;
        let one_by_one = self.committed && *depth == u32::from(!maker);
        let own = |index: usize| children[index].numbers.by_turn(maker).0;
        let mut order: Vec<usize> =
            (0..children.len()).filter(|&index| !children[index].same).collect();
        let mut next_best = None;
        match one_by_one {
            true if maker => {}
            true => {
                let (_, first, second) = committed(&self.search.eye.grid, false, children);
                next_best = Some(second);
                order.sort_by_key(|&index| (index != first, own(index)));
            }
            false => order.sort_by_key(|&index| own(index)),
        }
        let tried = if maker || beside { order.len() } else { 1 };
        order[..tried].iter().find_map(|&index| {
            let others = order.iter().filter(|&&other| other != index).map(|&other| own(other));
            let second = next_best.unwrap_or_else(|| others.min().unwrap_or(INFINITE));
            let limits = match one_by_one && maker {
                true => limits,
                false => narrowed(maker, limits, children, second),
            };
            let (mut limit, other) = limits.by_turn(maker);
            limit = limit.max((own(index) + own(index) / 4 + 1).min(INFINITE));
            let limits = Numbers::from_turn(maker, limit, other);
            self.pick(ids[&children[index].cell], limits, beside)
        })
    }

    /// Takes a result; false when it tells nothing new, because the same or a better one has come before.
    pub fn take(&mut self, result: JobResult) -> bool {
        let Some(node) = self.nodes.get(result.leaf as usize) else { return false };
        if !matches!(node.state, State::Handed) || node.turns != result.turn {
            return false;
        }
        self.looks += result.looks;
        let (leaf, numbers) = (result.leaf, result.numbers);
        if numbers.winner().is_some() {
            self.finish(leaf, Verdict { numbers, zone: result.zone }, result.looks);
        } else if result.spent {
            self.expand(leaf);
        } else {
            let node = &mut self.nodes[leaf as usize];
            (node.state, node.numbers) = (State::Leaf, numbers);
            self.refresh(leaf);
        }
        true
    }

    fn add(&mut self, parent: Option<u32>, cell: u32, stones: [Set; 2], open: Open) -> u32 {
        let numbers = self.search.eye.first_numbers(&open);
        let stones = [stones[0] | open.makers, stones[1] | open.extra & !open.makers];
        let depth = parent.map_or(0, |parent| self.nodes[parent as usize].depth + 1);
        self.nodes.push(Node {
            parent,
            cell,
            depth,
            stones,
            open,
            numbers,
            turns: 0,
            state: State::Leaf,
        });
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
