//! Depth-first proof-number search of the Maker–Breaker game.

use std::cmp::Reverse;
use std::sync::Arc;

use super::cells::{Set, bit, cells, has};
use super::children::{Child, committed, gathered, mark_images, narrowed};
use super::grid::Grid;
use super::jobs::Growth;
use super::lanes::{Lanes, Position};
use super::pairing::Pairing;
use super::sight::{BreakerCuts, Eye, Open, Sight};
use super::table::{Memory, NO_LIMITS, Numbers, Table};

/// How many choices a search for a pairing may make. Most failures end here; that only misses a leaf.
const PAIRING_BUDGET: u32 = 150;

/// A search with its table, for any number of questions on one board.
pub(super) struct Search {
    pub eye: Eye,
    pub table: Arc<Table>,
    /// Whether one first move is settled after the other, each with the most central reply first.
    pub committed: bool,
    stopped: bool,
}

/// Hears how many positions were looked at and the numbers of the question; says whether to stop.
pub(super) type Watch<'a> = dyn FnMut(u64, Numbers) -> bool + 'a;

/// What is known of a node: the moves that are not refuted and the zone of what refutes the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Front {
    pub must: Set,
    pub total: Set,
    pub answers: Set,
}

impl Front {
    /// A move at `cell` is refuted within a zone, and so is every other outside.
    fn refute(&mut self, cell: u32, zone: Set, zones: bool) {
        let zone = if zones { zone } else { (self.must | self.total | zone) & !bit(cell) };
        if self.must & !zone != 0 {
            self.must &= zone;
            self.total |= zone;
        }
    }
}

/// Who has won and where, or the numbers so far.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    pub numbers: Numbers,
    pub zone: Set,
}

pub(super) fn won(maker: bool, zone: Set) -> Verdict {
    Verdict { numbers: Numbers::won(maker), zone }
}

impl Search {
    pub fn new(grid: Grid, cuts: BreakerCuts, memory: usize) -> Search {
        Search::with_table(grid, cuts, Arc::new(Table::new(memory)))
    }

    /// A search for another thread that knows and remembers the same.
    pub fn beside(&self) -> Search {
        Search::with_table(self.eye.grid.clone(), self.eye.cuts, Arc::clone(&self.table))
    }

    fn with_table(grid: Grid, cuts: BreakerCuts, table: Arc<Table>) -> Search {
        let lanes = Lanes::new(&grid);
        let pairing = Pairing::new(PAIRING_BUDGET);
        let eye = Eye { grid, lanes, pairing, cuts, looks: 0, steps: Vec::new() };
        Search { eye, table, committed: false, stopped: false }
    }

    /// How many positions were looked at.
    pub fn looks(&self) -> u64 {
        self.eye.looks
    }

    /// The position with these stones, in which Maker has no line.
    pub fn position(&mut self, makers: Set, breakers: Set) -> Position {
        let mut position = self.eye.lanes.start();
        for (stones, maker) in [(makers, true), (breakers, false)] {
            for cell in cells(stones) {
                self.eye.lanes.put(&self.eye.grid, &mut position, cell, maker);
            }
        }
        position
    }

    /// Who wins, and within which zone; nothing when it was stopped first.
    pub fn ask(
        &mut self,
        position: Position,
        maker: bool,
        watch: &mut Watch,
    ) -> Option<(bool, Set)> {
        let verdict = self.explore(position, maker, NO_LIMITS, watch);
        verdict.numbers.winner().map(|winner| (winner, verdict.zone))
    }

    /// Searches until somebody has won, a number reaches its limit, or the watch says stop.
    pub fn explore(
        &mut self,
        position: Position,
        maker: bool,
        limits: Numbers,
        watch: &mut Watch,
    ) -> Verdict {
        self.stopped = false;
        match self.eye.look(position, maker, true) {
            Sight::Won { maker, zone } => won(maker, zone),
            Sight::Open(open) => {
                let known = self.known(&open);
                let found = known.unwrap_or_else(|| self.visit(&open, limits, 0, watch));
                Verdict { zone: found.zone | open.extra, ..found }
            }
        }
    }

    /// Who wins, at sight or remembered.
    pub fn recall(&mut self, position: Position, maker: bool) -> Option<bool> {
        match self.eye.look(position, maker, true) {
            Sight::Won { maker, .. } => Some(maker),
            Sight::Open(open) => self.known(&open)?.numbers.winner(),
        }
    }

    /// What the table says of a position that is won.
    pub fn known(&self, open: &Open) -> Option<Verdict> {
        let memory = self.table.get(open.key)?;
        memory.numbers.winner()?;
        let back = self.eye.grid.inverse[open.symmetry];
        Some(Verdict { numbers: memory.numbers, zone: self.eye.grid.image(memory.zone, back) })
    }

    /// Who wins after a stone, at sight or remembered; otherwise what is open.
    fn child(&mut self, position: &Position, cell: u32, maker: bool, pairings: bool) -> Sight {
        let after = self.eye.after(position, cell, maker);
        match self.eye.look(after, !maker, pairings) {
            Sight::Open(open) => match self.known(&open) {
                Some(Verdict { numbers, zone }) => {
                    Sight::Won { maker: numbers.maker == 0, zone: zone | open.extra }
                }
                None => Sight::Open(open),
            },
            sight => sight,
        }
    }

    /// Searches below a position until a number reaches its limit.
    fn visit(&mut self, node: &Open, limits: Numbers, depth: u32, watch: &mut Watch) -> Verdict {
        // Another way may have led here since the parent looked.
        if let Some(known) = self.known(node) {
            return known;
        }
        let before = self.looks();
        let verdict = self.front(node).and_then(|mut front| {
            let mut children = self.children(node, &mut front)?;
            loop {
                let commits = self.committed && depth == u32::from(!node.maker);
                let (numbers, best, second) = match commits {
                    true => committed(&self.eye.grid, node.maker, &children),
                    false => gathered(node.maker, &children),
                };
                let verdict = Verdict { numbers, zone: front.total };
                let reached = numbers.maker >= limits.maker || numbers.breaker >= limits.breaker;
                self.stopped |= watch(self.looks(), numbers);
                if reached || self.stopped {
                    self.remember(node, &front, verdict, self.looks() - before);
                    return Ok(verdict);
                }
                let limits = match commits && node.maker {
                    true => limits,
                    false => narrowed(node.maker, limits, &children, second),
                };
                let open = children[best].open.clone();
                let found = self.visit(&open, limits, depth + 1, watch);
                children[best].numbers = found.numbers;
                if let Some(maker) = found.numbers.winner() {
                    let (cell, zone) = (children[best].cell, found.zone | open.extra);
                    self.settle(node, &mut front, &mut children, cell, maker, zone)?;
                }
            }
        });
        verdict.unwrap_or_else(|verdict| {
            self.remember_won(node, verdict, self.looks() - before);
            verdict
        })
    }

    /// Remembers a position that somebody has won, which took so many looks.
    pub fn remember_won(&mut self, node: &Open, verdict: Verdict, work: u64) {
        let nothing = Front { must: 0, total: verdict.zone, answers: 0 };
        self.remember(node, &nothing, verdict, work);
    }

    fn remember(&mut self, node: &Open, front: &Front, verdict: Verdict, work: u64) {
        let image = |set: Set| self.eye.grid.image(set, node.symmetry);
        let memory = Memory {
            numbers: verdict.numbers,
            zone: image(verdict.zone),
            must: image(front.must),
            answers: image(front.answers),
        };
        self.table.put(node.key, memory, work);
    }

    /// A child is won for somebody: that decides the node, or leaves fewer moves.
    pub fn settle(
        &mut self,
        node: &Open,
        front: &mut Front,
        children: &mut Vec<Child>,
        cell: u32,
        maker: bool,
        zone: Set,
    ) -> Result<(), Verdict> {
        if maker == node.maker {
            return Err(won(maker, zone | bit(cell)));
        }
        front.refute(cell, zone, self.eye.cuts.zones);
        let key = children.iter().find(|child| child.cell == cell).map(|child| child.open.key);
        children.retain(|child| has(front.must, child.cell));
        // Images of the child that the refutation did not reach are refuted by its image.
        let images: Vec<u32> = children
            .iter()
            .filter(|child| Some(child.open.key) == key)
            .map(|child| child.cell)
            .collect();
        for cell in images {
            let Some(index) = children.iter().position(|child| child.cell == cell) else {
                continue;
            };
            match self.known(&children[index].open) {
                Some(verdict) => {
                    let zone = verdict.zone | children[index].open.extra;
                    front.refute(cell, zone, self.eye.cuts.zones);
                    children.retain(|child| has(front.must, child.cell));
                }
                None => break,
            }
        }
        mark_images(children);
        if front.must == 0 { Err(won(!node.maker, front.total)) } else { Ok(()) }
    }

    /// What is left of a position, with the numbers of every move.
    pub fn grow(&mut self, node: &Open) -> Result<Growth, Verdict> {
        if let Some(known) = self.known(node) {
            return Err(known);
        }
        let mut front = self.front(node)?;
        let children = self.children(node, &mut front)?;
        let children = children.iter().map(|child| (child.cell, child.numbers)).collect();
        Ok(Growth { front, children })
    }

    /// What is left to search, from the table or anew.
    pub fn front(&mut self, node: &Open) -> Result<Front, Verdict> {
        if let Some(memory) = self.table.get(node.key) {
            let back = self.eye.grid.inverse[node.symmetry];
            let image = |set: Set| self.eye.grid.image(set, back);
            return Ok(Front {
                must: image(memory.must),
                total: image(memory.zone),
                answers: image(memory.answers),
            });
        }
        let mut front = Front { must: node.moves, total: node.total, answers: 0 };
        if node.maker && self.eye.cuts.null_moves {
            self.try_passes(node, &mut front)?;
            self.try_answers(node, &mut front)?;
        }
        Ok(front)
    }

    /// The moves, those whose edges weigh most first.
    pub fn by_weight(&self, position: &Position, moves: Set) -> Vec<u32> {
        let weights = self.eye.lanes.cell_weights(&self.eye.grid, position);
        let mut order: Vec<u32> = cells(moves).collect();
        order.sort_by_key(|&cell| Reverse(weights[cell as usize]));
        order
    }

    /// Lets Maker pass, and notes every stone with which Breaker then wins at sight.
    ///
    /// Such a win with its zone Z, the stone included, refutes every move of Maker's outside Z.
    ///
    /// Where a stone does not lead to a pairing, some lanes were in the way. Without that stone they have the same
    /// edges or more, so another stone can only help if it is on one of their edges: the others are
    /// not tried. This can only miss a win at sight.
    fn try_passes(&mut self, node: &Open, front: &mut Front) -> Result<(), Verdict> {
        let mut promising = node.moves;
        for cell in self.by_weight(&node.position, node.moves) {
            if !has(promising, cell) {
                continue;
            }
            let after = self.eye.after(&node.position, cell, false);
            let seen = match self.eye.look(after, true, true) {
                Sight::Open(open) => self
                    .known(&open)
                    .filter(|found| found.numbers.breaker == 0)
                    .map(|found| found.zone | open.extra),
                Sight::Won { maker, zone } => (!maker).then_some(zone),
            };
            let obstacle = self.eye.pairing.obstacle;
            if self.eye.cuts.obstacles && obstacle != 0 {
                promising &= obstacle;
            }
            if let Some(zone) = seen {
                front.answers |= bit(cell);
                if self.eye.cuts.zones {
                    front.refute(cell, zone | bit(cell), true);
                    if front.must == 0 {
                        return Err(won(false, front.total));
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries each of Maker's moves against the stones with which Breaker would win after a pass.
    ///
    /// No other stone need be tried at sight: edges only shrink by Maker's move x, so a pairing after x and
    /// Breaker's y also serves the position with y alone.
    fn try_answers(&mut self, node: &Open, front: &mut Front) -> Result<(), Verdict> {
        let zones = self.eye.cuts.zones;
        let mut last = 0;
        for cell in self.by_weight(&node.position, front.must) {
            if !has(front.must, cell) {
                continue;
            }
            match self.child(&node.position, cell, true, false) {
                Sight::Won { maker: true, zone } => return Err(won(true, zone | bit(cell))),
                Sight::Won { maker: false, zone } => front.refute(cell, zone, zones),
                Sight::Open(open) if open.maker => {
                    if self.eye.cuts.pairings && self.eye.pairs(&open.position) {
                        let chosen = &self.eye.pairing.chosen;
                        let zone = chosen.iter().fold(open.extra, |zone, set| zone | set);
                        front.refute(cell, zone, zones);
                    }
                }
                Sight::Open(open) => {
                    let answers = front.answers & open.moves;
                    let first = answers & last;
                    for answer in cells(first).chain(cells(answers & !last)) {
                        let after = self.child(&open.position, answer, false, true);
                        if let Sight::Won { maker: false, zone } = after {
                            front.refute(cell, zone | bit(answer) | open.extra, zones);
                            last = bit(answer);
                            break;
                        }
                    }
                }
            }
            if front.must == 0 {
                return Err(won(false, front.total));
            }
        }
        Ok(())
    }

    /// The moves that are still open.
    pub fn children(&mut self, node: &Open, front: &mut Front) -> Result<Vec<Child>, Verdict> {
        let mut children: Vec<Child> = Vec::new();
        for cell in self.by_weight(&node.position, front.must) {
            if !has(front.must, cell) {
                continue;
            }
            match self.child(&node.position, cell, node.maker, !self.eye.cuts.null_moves) {
                Sight::Won { maker, zone } if maker == node.maker => {
                    return Err(won(maker, zone | bit(cell)));
                }
                Sight::Won { zone, .. } => front.refute(cell, zone, self.eye.cuts.zones),
                Sight::Open(open) => {
                    let known = self.table.get(open.key).map(|memory| memory.numbers);
                    let numbers = known.unwrap_or_else(|| self.eye.first_numbers(&open));
                    children.push(Child { cell, open, numbers, same: false });
                }
            }
        }
        children.retain(|child| has(front.must, child.cell));
        mark_images(&mut children);
        if front.must == 0 { Err(won(!node.maker, front.total)) } else { Ok(children) }
    }
}
