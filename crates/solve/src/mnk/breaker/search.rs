//! Depth-first proof-number search of the Maker–Breaker game.

use std::cmp::Reverse;
use std::sync::Arc;

use super::cells::{Set, bit, cells, has};
use super::children::{Child, committed, gathered, mark_images, narrowed};
use super::front::Front;
use super::grid::Grid;
use super::jobs::Growth;
use super::lanes::{Lanes, Position};
use super::news::{News, Settled};
use super::pairing::Pairing;
use super::sight::{BreakerCuts, Eye, Open, Sight};
use super::table::{Memory, NO_LIMITS, Numbers, Table};

/// The maximum number of choices of a search for a pairing. Most failures reach it; that only misses a leaf.
const PAIRING_BUDGET: u32 = 150;

/// A search with its table, for any number of questions on one board.
pub(super) struct Search {
    pub eye: Eye,
    pub table: Arc<Table>,
    /// Whether first moves are settled one after the other, each with the most central reply first.
    pub committed: bool,
    /// Settled positions to report to other searches; `None` if there are no others.
    pub news: Option<News>,
    stopped: bool,
}

/// Called with the number of positions searched and the numbers of the question; returns whether to stop.
pub(super) type Watch<'a> = dyn FnMut(u64, Numbers) -> bool + 'a;

/// The winner and the zone, or the numbers so far.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    pub numbers: Numbers,
    pub zone: Set,
}

/// A position with a known winner.
pub(super) struct Win {
    pub maker: bool,
    pub zone: Set,
}

pub(super) fn won(maker: bool, zone: Set) -> Verdict {
    Verdict { numbers: Numbers::won(maker), zone }
}

impl Search {
    pub fn new(grid: Grid, cuts: BreakerCuts, memory: usize) -> Search {
        Search::with_table(grid, cuts, Arc::new(Table::new(memory)))
    }

    /// A search for another thread that shares the same table.
    pub fn beside(&self) -> Search {
        Search::with_table(self.eye.grid.clone(), self.eye.cuts, Arc::clone(&self.table))
    }

    fn with_table(grid: Grid, cuts: BreakerCuts, table: Arc<Table>) -> Search {
        let lanes = Lanes::new(&grid);
        let pairing = Pairing::new(PAIRING_BUDGET);
        let eye = Eye { grid, lanes, pairing, cuts, looks: 0, steps: Vec::new() };
        Search { eye, table, committed: false, news: None, stopped: false }
    }

    /// The number of positions searched.
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

    /// The winner and the zone; `None` if the search was stopped first.
    pub fn ask(
        &mut self,
        position: Position,
        maker: bool,
        watch: &mut Watch,
    ) -> Option<(bool, Set)> {
        let verdict = self.explore(position, maker, NO_LIMITS, watch);
        verdict.numbers.winner().map(|winner| (winner, verdict.zone))
    }

    /// Searches until there is a winner, a number reaches its limit, or `watch` stops it.
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
                let found = self.visit(&open, limits, 0, watch);
                Verdict { zone: found.zone | open.extra, ..found }
            }
        }
    }

    /// The winner, from static analysis or the table.
    pub fn recall(&mut self, position: Position, maker: bool) -> Option<bool> {
        match self.eye.look(position, maker, true) {
            Sight::Won { maker, .. } => Some(maker),
            Sight::Open(open) => self.known(&open)?.numbers.winner(),
        }
    }

    /// The table entry of a position, mapped to its orientation. Another thread may change it at any time: two
    /// reads may give different results.
    pub fn remembered(&self, open: &Open) -> Option<Memory> {
        let (grid, back) = (&self.eye.grid, self.eye.grid.inverse[open.symmetry]);
        Some(match self.table.get(open.key)? {
            Memory::Won { maker, zone } => Memory::Won { maker, zone: grid.image(zone, back) },
            Memory::Open { numbers, front } => {
                Memory::Open { numbers, front: front.image(grid, back) }
            }
        })
    }

    /// The table entry of a position with a known winner.
    pub fn known(&self, open: &Open) -> Option<Verdict> {
        match self.remembered(open)? {
            Memory::Won { maker, zone } => Some(won(maker, zone)),
            Memory::Open { .. } => None,
        }
    }

    /// The position after a stone, from static analysis or the table: a verdict if it is won, otherwise the open
    /// position with its numbers, if any.
    pub fn child(
        &mut self,
        position: &Position,
        cell: u32,
        maker: bool,
        pairings: bool,
    ) -> Result<(Open, Option<Numbers>), Win> {
        let after = self.eye.after(position, cell, maker);
        match self.eye.look(after, !maker, pairings) {
            Sight::Won { maker, zone } => Err(Win { maker, zone }),
            Sight::Open(open) => match self.remembered(&open) {
                Some(Memory::Won { maker, zone }) => Err(Win { maker, zone: zone | open.extra }),
                Some(Memory::Open { numbers, .. }) => Ok((open, Some(numbers))),
                None => Ok((open, None)),
            },
        }
    }

    /// Searches below a position until a number reaches its limit.
    fn visit(&mut self, node: &Open, limits: Numbers, depth: u32, watch: &mut Watch) -> Verdict {
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

    /// Stores a won position that took this much work.
    pub fn remember_won(&mut self, node: &Open, verdict: Verdict, work: u64) {
        let nothing = Front { must: 0, total: verdict.zone, answers: 0 };
        self.remember(node, &nothing, verdict, work);
    }

    fn remember(&mut self, node: &Open, front: &Front, verdict: Verdict, work: u64) {
        let (grid, symmetry) = (&self.eye.grid, node.symmetry);
        let memory = match verdict.numbers.winner() {
            Some(maker) => {
                let zone = grid.image(verdict.zone, symmetry);
                if let Some(news) = &mut self.news {
                    news.add(Settled { key: node.key, maker, zone }, work);
                }
                Memory::Won { maker, zone }
            }
            None => Memory::Open { numbers: verdict.numbers, front: front.image(grid, symmetry) },
        };
        self.table.put(node.key, memory, work);
    }

    /// Handles a child with a known winner: it decides the node, or leaves fewer moves.
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
        // Images of the child that the refutation did not cover are refuted by its image.
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

    /// The open moves of a position, with their numbers.
    pub fn grow(&mut self, node: &Open) -> Result<Growth, Verdict> {
        let mut front = self.front(node)?;
        let children = self.children(node, &mut front)?;
        let children = children.iter().map(|child| (child.cell, child.numbers)).collect();
        Ok(Growth { front, children })
    }

    /// The moves, those with the heaviest edges first.
    pub fn by_weight(&self, position: &Position, moves: Set) -> Vec<u32> {
        let weights = self.eye.lanes.cell_weights(&self.eye.grid, position);
        let mut order: Vec<u32> = cells(moves).collect();
        order.sort_by_key(|&cell| Reverse(weights[cell as usize]));
        order
    }

    /// The moves that are still open.
    pub fn children(&mut self, node: &Open, front: &mut Front) -> Result<Vec<Child>, Verdict> {
        let mut children: Vec<Child> = Vec::new();
        for cell in self.by_weight(&node.position, front.must) {
            if !has(front.must, cell) {
                continue;
            }
            match self.child(&node.position, cell, node.maker, !self.eye.cuts.null_moves) {
                Err(Win { maker, zone }) if maker == node.maker => {
                    return Err(won(maker, zone | bit(cell)));
                }
                Err(Win { zone, .. }) => front.refute(cell, zone, self.eye.cuts.zones),
                Ok((open, known)) => {
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
