//! Splits one question into jobs: a tree whose leaves are searched elsewhere.
//!
//! Job-level proof-number search (Wu et al. 2013): the coordinator keeps the upper part of the tree, hands out
//! leaves with a budget, and accepts the results in any order. The tree does not depend on threads, clocks or
//! networks.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::cells::{Set, bit, has};
use super::children::{Child, committed, gathered, mark_images, narrowed};
use super::front::Front;
use super::search::{Search, Verdict, won};
use super::sight::{Open, Sight, Step};
use super::table::{INFINITE, NO_LIMITS, Numbers};
use super::words::{self, Event};

/// The minimum number of positions of a job, so that small questions are one job.
const LEAST_LOOKS: u64 = 20_000;
/// The maximum number of positions of a job, so that a lost worker loses little.
const MOST_LOOKS: u64 = 4_000_000;
/// The next job may take this fraction (1/`SHARE`) of all positions so far: the tree stays small however long
/// the search runs, and no worker spends long on what others have shown to be unnecessary.
const SHARE: u64 = 128;

/// From an empty board, the first move and the reply are chosen here: a job's own search would not commit itself to
/// one.
const COMMITTED_DEPTH: u32 = 2;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    /// The number of the job in its tree; never reused.
    pub number: u64,
    /// The leaf to search.
    pub leaf: u32,
    /// The stones of Maker and Breaker.
    pub stones: [Set; 2],
    pub maker_moves: bool,
    /// The numbers beyond which another node is more promising.
    pub limits: Numbers,
    /// The maximum number of positions.
    pub looks: u64,
}

/// The result of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct JobResult {
    pub number: u64,
    /// The number of positions examined.
    pub looks: u64,
    pub outcome: Outcome,
}

/// What is known about a leaf after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The winner, and the zone of the win.
    Won { maker: bool, zone: Set },
    /// A limit was reached.
    Left(Numbers),
    /// The budget was spent: the moves that are left.
    Grown(Growth),
}

/// The open moves of a position, with the numbers of the positions after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Growth {
    pub front: Front,
    pub children: Vec<(u32, Numbers)>,
}

/// How a tree handled a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    /// It is now part of the tree.
    New,
    /// It is not needed: it was received before.
    Old,
    /// It cannot belong to its job.
    Wrong,
}

/// The first stone of a defender who is to move and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The defender holds with any stone.
    Any,
    /// The defender holds with a stone on this cell; others may lose.
    Stone(usize),
    /// The defender holds, but it is not known with which stone.
    Unknown,
}

/// The upper part of a search.
pub(super) struct JobTree {
    pub search: Search,
    nodes: Vec<Node>,
    /// The jobs handed out and not answered, by number.
    out: BTreeMap<u64, Job>,
    /// The number of jobs handed out.
    handed: u64,
    /// Whether the question is an empty board, where the first moves are settled one by one.
    committed: bool,
    /// The number of positions of all results so far.
    looks: u64,
    won: Option<(bool, Set)>,
    /// The known first stone of a Breaker who is to move and wins.
    reply: Reply,
    /// The events since the last save, for a tree that is stored.
    pub journal: Option<Vec<String>>,
}

struct Node {
    parent: Option<u32>,
    /// The move that leads here.
    cell: u32,
    depth: u32,
    /// The stones of Maker and Breaker, including those of forced moves.
    stones: [Set; 2],
    open: Open,
    numbers: Numbers,
    state: State,
}

enum State {
    /// Not searched yet.
    Leaf,
    /// Being searched as a job.
    Handed,
    /// Its children are nodes; the map gives the node for a cell.
    Inner(Front, Vec<Child>, HashMap<u32, u32>),
    /// Settled, or no longer relevant.
    Done,
}

impl JobTree {
    /// Creates the tree of one question as a single leaf.
    pub fn new(mut search: Search, stones: [Set; 2], maker_moves: bool) -> JobTree {
        let committed = stones == [0, 0];
        let position = search.position(stones[0], stones[1]);
        let sight = search.eye.look(position, maker_moves, true);
        let reply = match (search.eye.steps.first(), &sight) {
            (Some(&Step::Block(cell)), _) => Reply::Stone(cell as usize),
            // Breaker moves first and nothing is forced: Maker has no line left.
            (None, Sight::Won { maker: false, .. }) if !maker_moves => Reply::Any,
            _ => Reply::Unknown,
        };
        let mut tree = JobTree {
            search,
            nodes: Vec::new(),
            out: BTreeMap::new(),
            handed: 0,
            committed,
            looks: 0,
            won: None,
            reply,
            journal: None,
        };
        match sight {
            Sight::Won { maker, zone } => tree.won = Some((maker, zone)),
            Sight::Open(open) => {
                tree.add(None, 0, stones, open);
            }
        }
        tree
    }

    /// The winner and the zone, once known.
    pub fn won(&self) -> Option<(bool, Set)> {
        self.won
    }

    /// The known first stone of a Breaker who is to move and wins.
    pub fn reply(&self) -> Reply {
        self.reply
    }

    /// The number of positions of all results.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// The number of jobs handed out.
    pub fn handed(&self) -> u64 {
        self.handed
    }

    /// The jobs handed out and not answered.
    pub fn out(&self) -> impl Iterator<Item = &Job> {
        self.out.values()
    }

    /// The numbers of the question.
    pub fn numbers(&self) -> Numbers {
        match (self.won, self.nodes.first()) {
            (None, Some(root)) => root.numbers,
            (won, _) => Numbers::won(won.is_some_and(|(maker, _)| maker)),
        }
    }

    /// The next leaf to search; `None` if all that matter are being searched.
    ///
    /// Prefers leaves below the most promising reply at each of Breaker's nodes: all of Maker's moves must be
    /// refuted, but one reply is enough. Only if none is left are other replies started as well. A position that is
    /// being searched elsewhere in the tree is not started twice.
    pub fn next_job(&mut self) -> Option<Job> {
        let busy = |job: &Job| self.nodes[job.leaf as usize].open.key;
        let busy: HashSet<u128> = self.out.values().map(busy).collect();
        loop {
            if self.won.is_some() {
                return None;
            }
            let found = self.pick(0, NO_LIMITS, false, &busy);
            let (leaf, limits) = found.or_else(|| self.pick(0, NO_LIMITS, true, &busy))?;
            let node = &self.nodes[leaf as usize];
            if let Some(verdict) = self.search.known(&node.open) {
                let outcome = outcome(verdict);
                self.note(|| words::grown(leaf, &outcome));
                self.apply(leaf, outcome, 0);
                continue;
            }
            // If Breaker moves first, the first stone is needed besides the value, so the root is not a job.
            let begins = node.parent.is_none() && !node.open.maker;
            if begins || self.committed && node.depth < COMMITTED_DEPTH {
                let open = node.open.clone();
                let outcome = self.search.grow(&open).map_or_else(outcome, Outcome::Grown);
                self.note(|| words::grown(leaf, &outcome));
                self.apply(leaf, outcome, 0);
                continue;
            }
            let number = self.handed;
            // A job is nearly always about a position that Breaker holds. As long as that is being shown, Maker's
            // number does not tell which leaf is better: a limit on it would only send out the same position again,
            // often to a worker that starts from scratch.
            let limits = Numbers { maker: INFINITE, ..limits };
            let looks = (self.looks / SHARE).clamp(LEAST_LOOKS, MOST_LOOKS);
            let (stones, maker_moves) = (node.stones, node.open.maker);
            let job = Job { number, leaf, stones, maker_moves, limits, looks };
            self.note(|| words::handed(&job));
            self.hand(job);
            return Some(job);
        }
    }

    fn hand(&mut self, job: Job) {
        self.nodes[job.leaf as usize].state = State::Handed;
        self.handed = job.number + 1;
        self.out.insert(job.number, job);
    }

    /// A free leaf below a node, and its limits. The limits are those of a single search, see [`narrowed`], except
    /// that a child that is not the best is always allowed a little work.
    fn pick(
        &self,
        node: u32,
        limits: Numbers,
        beside: bool,
        busy: &HashSet<u128>,
    ) -> Option<(u32, Numbers)> {
        let Node { open, depth, state, .. } = &self.nodes[node as usize];
        let State::Inner(_, children, ids) = state else {
            let free = matches!(state, State::Leaf) && !busy.contains(&open.key);
            return free.then_some((node, limits));
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
            self.pick(ids[&children[index].cell], limits, beside, busy)
        })
    }

    /// Accepts a result.
    pub fn take(&mut self, result: JobResult) -> Taken {
        let Some(job) = self.out.get(&result.number).copied() else { return Taken::Old };
        if !self.fits(&job, &result.outcome) {
            return Taken::Wrong;
        }
        self.note(|| words::taken(&result));
        self.out.remove(&result.number);
        self.looks += result.looks;
        self.apply(job.leaf, result.outcome, result.looks);
        Taken::New
    }

    /// Whether an outcome can belong to a job, as far as can be checked without search.
    fn fits(&mut self, job: &Job, outcome: &Outcome) -> bool {
        match outcome {
            Outcome::Won { zone, .. } => {
                let all = Set::MAX >> (Set::BITS as usize - self.search.eye.grid.cells());
                zone & !(all & !(job.stones[0] | job.stones[1])) == 0
            }
            Outcome::Left(numbers) => {
                numbers.winner().is_none() && numbers.maker.max(numbers.breaker) <= INFINITE
            }
            Outcome::Grown(growth) => self.opened(job.leaf, growth).is_some(),
        }
    }

    /// The children of a leaf according to a growth; `None` if it cannot belong to this leaf.
    fn opened(&mut self, leaf: u32, growth: &Growth) -> Option<Vec<Child>> {
        let Node { open, stones, .. } = &self.nodes[leaf as usize];
        let (maker, moves, stones) = (open.maker, open.moves, *stones);
        let told = growth.children.iter().fold(0, |all, &(cell, _)| all | bit(cell));
        if told == 0 || told != growth.front.must || told & !moves != 0 {
            return None;
        }
        let mut children = Vec::new();
        for &(cell, numbers) in &growth.children {
            let [makers, breakers] = after(stones, cell, maker);
            let position = self.search.position(makers, breakers);
            match self.search.eye.look(position, !maker, false) {
                Sight::Open(open) if numbers.winner().is_none() => {
                    children.push(Child { cell, open, numbers, same: false });
                }
                _ => return None,
            }
        }
        mark_images(&mut children);
        Some(children)
    }

    /// Adds what is known about a leaf to the tree.
    fn apply(&mut self, leaf: u32, outcome: Outcome, work: u64) {
        match outcome {
            Outcome::Won { maker, zone } => self.finish(leaf, won(maker, zone), work),
            Outcome::Left(numbers) => {
                let node = &mut self.nodes[leaf as usize];
                (node.state, node.numbers) = (State::Leaf, numbers);
                self.refresh(leaf);
            }
            Outcome::Grown(growth) => {
                let Some(children) = self.opened(leaf, &growth) else { return };
                let (stones, maker) = {
                    let node = &self.nodes[leaf as usize];
                    (node.stones, node.open.maker)
                };
                let mut ids = HashMap::new();
                for child in &children {
                    let stones = after(stones, child.cell, maker);
                    let id = self.add(Some(leaf), child.cell, stones, child.open.clone());
                    self.nodes[id as usize].numbers = child.numbers;
                    ids.insert(child.cell, id);
                }
                self.nodes[leaf as usize].state = State::Inner(growth.front, children, ids);
                self.refresh(leaf);
            }
        }
    }

    /// Replays a journal line; returns false if it cannot belong to this tree.
    pub fn redo(&mut self, line: &str) -> bool {
        if self.won.is_some() {
            return true; // later events change nothing
        }
        match words::read(line) {
            Some(Event::Handed(job)) => {
                let Some(node) = self.nodes.get(job.leaf as usize) else { return false };
                let (stones, maker_moves) = (node.stones, node.open.maker);
                self.hand(Job { stones, maker_moves, ..job });
                true
            }
            Some(Event::Taken(result)) => self.take(result) == Taken::New,
            Some(Event::Grown(leaf, outcome)) => {
                let fits = match &outcome {
                    _ if leaf as usize >= self.nodes.len() => false,
                    Outcome::Grown(growth) => self.opened(leaf, growth).is_some(),
                    _ => true,
                };
                if fits {
                    self.apply(leaf, outcome, 0);
                }
                fits
            }
            None => false,
        }
    }

    /// Records an event, if there is a journal.
    fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(journal) = &mut self.journal {
            journal.push(line());
        }
    }

    fn add(&mut self, parent: Option<u32>, cell: u32, stones: [Set; 2], open: Open) -> u32 {
        let numbers = self.search.eye.first_numbers(&open);
        let stones = [stones[0] | open.makers, stones[1] | open.extra & !open.makers];
        let depth = parent.map_or(0, |parent| self.nodes[parent as usize].depth + 1);
        self.nodes.push(Node { parent, cell, depth, stones, open, numbers, state: State::Leaf });
        self.nodes.len() as u32 - 1
    }

    /// A side has won a node, and possibly nodes above it.
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
                self.out.clear();
                return;
            };
            let above = &mut self.nodes[parent as usize];
            let State::Inner(mut front, mut children, ids) =
                std::mem::replace(&mut above.state, State::Done)
            else {
                return; // the nodes above are settled already
            };
            if !has(front.must, cell) {
                above.state = State::Inner(front, children, ids);
                return; // another refutation made this move unnecessary
            }
            let above = above.open.clone();
            match self.search.settle(&above, &mut front, &mut children, cell, maker, zone) {
                Ok(()) => {
                    self.nodes[parent as usize].state = State::Inner(front, children, ids);
                    self.refresh(parent);
                    return;
                }
                Err(found) => {
                    let holds = parent == 0 && !maker && !above.maker;
                    if holds && self.reply == Reply::Unknown {
                        self.reply = Reply::Stone(cell as usize);
                    }
                    (id, verdict) = (parent, found);
                }
            }
        }
    }

    /// Recomputes the numbers of a node and those above it.
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

/// The stones of Maker and Breaker after one more.
fn after([makers, breakers]: [Set; 2], cell: u32, maker: bool) -> [Set; 2] {
    match maker {
        true => [makers | bit(cell), breakers],
        false => [makers, breakers | bit(cell)],
    }
}

/// Converts a verdict to the outcome of a leaf.
pub(super) fn outcome(Verdict { numbers, zone }: Verdict) -> Outcome {
    match numbers.winner() {
        Some(maker) => Outcome::Won { maker, zone },
        None => Outcome::Left(numbers),
    }
}

#[cfg(test)]
mod tests;
