//! Writes Breaker's strategy in a form that can be checked independently.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::cells::{Set, bit, cells, first, has};
use super::grid::Grid;
use super::lanes::Position;
use super::names::Names;
use super::search::{Search, Watch};
use super::sight::{Open, Sight, Step};

/// Why a strategy was not written.
#[derive(Debug)]
pub(in crate::mnk) enum Unwritten {
    /// The search was stopped, or Maker wins.
    Open,
    /// The file could not be written.
    File(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::File(error)
    }
}

/// How Breaker holds a position, as far as is known without searching.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::mnk) struct Hold {
    /// The pairs that Breaker keeps.
    pub pairs: Vec<(u32, u32)>,
    /// Whether every line without a stone of Breaker's contains such a pair.
    pub complete: bool,
    /// Otherwise, Breaker's answers to all other moves.
    pub answers: Vec<Answer>,
}

/// Breaker's answer to some of Maker's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::mnk) struct Answer {
    /// The moves that it answers; empty if Breaker is to move.
    pub to: Set,
    pub stone: u32,
    /// The pairs that Breaker keeps from there on.
    pub pairs: Vec<(u32, u32)>,
    /// Whether every line without a stone of Breaker's then contains such a pair.
    pub complete: bool,
}

/// Writes the nodes of a strategy, one per line.
///
/// Positions that the table has lost are searched again, so writing may take a while but needs little memory: a
/// node is written when it is reached, and only the path to it is stored.
pub(super) struct Writer<'a, 'w> {
    search: &'a mut Search,
    out: &'a mut dyn Write,
    watch: &'a mut Watch<'w>,
    /// The empty cells of the first position.
    empty: Set,
    /// The number of nodes written.
    nodes: u64,
    /// Positions already written that can be referred to.
    names: Names,
}

/// Writes Breaker's strategy from a position that Breaker wins, and returns the number of nodes.
pub(super) fn write(
    search: &mut Search,
    stones: [Set; 2],
    maker_moves: bool,
    out: &mut dyn Write,
    watch: &mut Watch,
) -> Result<u64, Unwritten> {
    let position = search.position(stones[0], stones[1]);
    let mut writer = Writer::new(search, stones, out, watch);
    writer.root(position, maker_moves)?;
    Ok(writer.nodes)
}

/// A stone with which Breaker, to move, wins; `None` if the search was stopped first or Maker wins.
pub(super) fn first_stone(search: &mut Search, stones: [Set; 2], watch: &mut Watch) -> Option<u32> {
    let position = search.position(stones[0], stones[1]);
    let mut nowhere = io::sink();
    let mut writer = Writer::new(search, stones, &mut nowhere, watch);
    writer.reply(&position, Set::MAX).ok().map(|(stone, _)| stone)
}

/// A node with Maker to move after static analysis, with the pairs that Breaker keeps from there on.
struct Seen {
    pairs: Vec<(u32, u32)>,
    /// What is left to show; `None` if the pairs serve every edge.
    open: Option<Open>,
}

impl Seen {
    /// The cells of the pairs.
    fn zone(&self) -> Set {
        self.pairs.iter().fold(0, |zone, &(a, b)| zone | bit(a) | bit(b))
    }
}

impl<'a, 'w> Writer<'a, 'w> {
    /// Creates a writer for what follows from a position with these stones.
    pub fn new(
        search: &'a mut Search,
        [makers, breakers]: [Set; 2],
        out: &'a mut dyn Write,
        watch: &'a mut Watch<'w>,
    ) -> Writer<'a, 'w> {
        search.committed = false;
        let all = Set::MAX >> (Set::BITS as usize - search.eye.grid.cells());
        let empty = all & !(makers | breakers);
        Writer { search, out, watch, empty, nodes: 0, names: Names::default() }
    }

    /// Writes Breaker's strategy from a position.
    pub fn root(&mut self, position: Position, maker_moves: bool) -> Result<(), Unwritten> {
        if maker_moves {
            let seen = self.see(position)?;
            return self.node(None, &seen).map(|_| ());
        }
        let (reply, seen) = self.reply(&position, Set::MAX)?;
        self.node(Some(reply), &seen).map(|_| ())
    }

    /// Analyses a position with Maker to move that Breaker should win.
    ///
    /// The result of a search for pairings depends on earlier ones, so the result found here is the one written.
    fn see(&mut self, position: Position) -> Result<Seen, Unwritten> {
        let sight = self.search.eye.look(position, true, true);
        let mut pairs = Vec::new();
        for step in &self.search.eye.steps {
            if let &Step::Exchange(a, b) = step {
                pairs.push((a, b));
            }
        }
        match sight {
            Sight::Won { maker: true, .. } => Err(Unwritten::Open),
            Sight::Won { maker: false, .. } => {
                for &set in &self.search.eye.pairing.chosen {
                    let mut order = cells(set);
                    while let (Some(a), Some(b)) = (order.next(), order.next()) {
                        pairs.push((a, b));
                    }
                }
                Ok(Seen { pairs, open: None })
            }
            Sight::Open(open) => Ok(Seen { pairs, open: Some(open) }),
        }
    }

    /// Writes the node that Breaker's stone leads to; returns its zone.
    fn node(&mut self, stone: Option<u32>, seen: &Seen) -> Result<Set, Unwritten> {
        self.nodes += 1;
        let mut line = stone.map_or("-".to_owned(), |cell| name(&self.search.eye.grid, cell));
        for &(a, b) in &seen.pairs {
            self.add_pair(&mut line, a, b);
        }
        let mut zone = seen.zone();
        let Some(open) = &seen.open else {
            writeln!(self.out, "{line} .")?;
            return Ok(zone);
        };
        if let Some((name, turn, rest)) = self.names.find(&self.search.eye.grid, open) {
            writeln!(self.out, "{line} ={name}/{turn}")?;
            return Ok(zone | rest);
        }
        let name = self.names.fresh();
        writeln!(self.out, "{line} #{name}")?;
        let rest = self.children(open)?;
        zone |= rest;
        writeln!(self.out, "end")?;
        self.names.add(&self.search.eye.grid, name, open, rest);
        Ok(zone)
    }

    /// Writes answers to all of Maker's moves; returns the union of their zones.
    fn children(&mut self, open: &Open) -> Result<Set, Unwritten> {
        let (mut must, mut zone) = (open.moves, 0);
        // Stones that win immediately after a pass: each refutes what lies outside its zone. Those that leave the
        // fewest moves come first, and few of them are needed.
        let answers = self.stones_after_a_pass(open);
        let hints = answers.iter().fold(0, |hints, answer| hints | bit(answer.0));
        let left = |must: Set, answer: &(u32, Set, Seen)| (must & answer.1).count_ones();
        while let Some(best) = answers.iter().min_by_key(|answer| left(must, answer))
            && left(must, best) < must.count_ones()
        {
            let found = self.node(Some(best.0), &best.2)? | bit(best.0);
            must &= found;
            zone |= found;
        }
        while must != 0 {
            let moves = self.search.by_weight(&open.position, must);
            let after = self.search.eye.after(&open.position, moves[0], true);
            let (reply, seen) = self.reply(&after, hints)?;
            let found = self.node(Some(reply), &seen)? | bit(reply);
            if has(found, moves[0]) {
                return Err(Unwritten::Open);
            }
            must &= found;
            zone |= found;
        }
        Ok(zone)
    }

    /// How Breaker holds a position that Breaker wins.
    pub fn hold(&mut self, position: &Position, maker_moves: bool) -> Result<Hold, Unwritten> {
        if !maker_moves {
            let (stone, seen) = self.reply(position, Set::MAX)?;
            let answer = Answer { to: 0, stone, complete: seen.open.is_none(), pairs: seen.pairs };
            return Ok(Hold { answers: vec![answer], ..Hold::default() });
        }
        let seen = self.see(position.clone())?;
        let mut must = self.empty & !seen.zone();
        let Some(open) = seen.open else {
            return Ok(Hold { pairs: seen.pairs, complete: true, answers: Vec::new() });
        };
        let mut answers = Vec::new();
        for (stone, zone, seen) in self.stones_after_a_pass(&open) {
            if must & !zone != 0 {
                let to = must & !zone;
                answers.push(Answer { to, stone, pairs: seen.pairs, complete: true });
                must &= zone;
            }
        }
        while must != 0 {
            let cell = first(must);
            let after = self.search.eye.after(&open.position, cell, true);
            let (stone, seen) = self.reply(&after, Set::MAX)?;
            let complete = seen.open.is_none();
            let to = if complete { must & !(seen.zone() | bit(stone)) } else { bit(cell) };
            if !has(to, cell) {
                return Err(Unwritten::Open);
            }
            answers.push(Answer { to, stone, pairs: seen.pairs, complete });
            must &= !to;
        }
        Ok(Hold { pairs: seen.pairs, complete: false, answers })
    }

    /// Breaker's stones that win without search after a pass, each with the cells it relies on.
    fn stones_after_a_pass(&mut self, open: &Open) -> Vec<(u32, Set, Seen)> {
        let mut found = Vec::new();
        for cell in self.search.by_weight(&open.position, open.moves) {
            let after = self.search.eye.after(&open.position, cell, false);
            if let Ok(seen @ Seen { open: None, .. }) = self.see(after) {
                found.push((cell, seen.zone() | bit(cell), seen));
            }
        }
        found
    }

    /// A stone with which Breaker, to move, keeps the win, and the position after it. Only those in `hints` can win
    /// without search; after them, one that leads to an already written position is best.
    fn reply(&mut self, position: &Position, hints: Set) -> Result<(u32, Seen), Unwritten> {
        let sight = self.search.eye.look(position.clone(), false, false);
        if let Some(&Step::Block(cell)) = self.search.eye.steps.first() {
            let after = self.search.eye.after(position, cell, false);
            return Ok((cell, self.see(after)?));
        }
        let moves = match sight {
            Sight::Won { maker: true, .. } => return Err(Unwritten::Open),
            // Nothing is left to block: any cell will do.
            Sight::Won { .. } if self.empty == 0 => return Err(Unwritten::Open),
            Sight::Won { .. } => return Ok((first(self.empty), self.see(position.clone())?)),
            Sight::Open(open) => open.moves,
        };
        for cell in self.search.by_weight(position, moves & hints) {
            let after = self.search.eye.after(position, cell, false);
            if let Ok(seen @ Seen { open: None, .. }) = self.see(after) {
                return Ok((cell, seen));
            }
        }
        for searched in [false, true] {
            if searched {
                let asked = self.search.ask(position.clone(), false, self.watch);
                if asked.is_none_or(|(maker, _)| maker) {
                    return Err(Unwritten::Open);
                }
            }
            if let Some(cell) = self.known_reply(position, moves) {
                let after = self.search.eye.after(position, cell, false);
                return Ok((cell, self.see(after)?));
            }
        }
        // The table lost the position between two lookups: each reply is searched.
        for cell in self.search.by_weight(position, moves) {
            let after = self.search.eye.after(position, cell, false);
            if self.search.ask(after.clone(), true, self.watch).is_some_and(|(maker, _)| !maker) {
                return Ok((cell, self.see(after)?));
            }
        }
        Err(Unwritten::Open)
    }

    /// A stone known to win without another search for pairs; preferably one that leads to an already written
    /// position.
    fn known_reply(&mut self, position: &Position, moves: Set) -> Option<u32> {
        let mut known = None;
        for cell in self.search.by_weight(position, moves) {
            let after = self.search.eye.after(position, cell, false);
            let won = match self.search.eye.look(after, true, false) {
                Sight::Won { maker, .. } => !maker,
                Sight::Open(open) => {
                    if self.names.find(&self.search.eye.grid, &open).is_some() {
                        return Some(cell);
                    }
                    let found = self.search.known(&open);
                    found.is_some_and(|found| found.numbers.breaker == 0)
                }
            };
            if won {
                known = known.or(Some(cell));
            }
        }
        known
    }

    fn add_pair(&self, line: &mut String, a: u32, b: u32) {
        let grid = &self.search.eye.grid;
        let _ = write!(line, " {}-{}", name(grid, a), name(grid, b));
    }
}

/// A cell as `row,column` from 1.
fn name(grid: &Grid, cell: u32) -> String {
    format!("{},{}", cell as usize / grid.columns + 1, cell as usize % grid.columns + 1)
}
