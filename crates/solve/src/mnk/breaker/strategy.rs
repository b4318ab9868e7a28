//! Breaker's strategy written down, so that anybody can check it.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::cells::{Set, bit, cells, first, has};
use super::grid::Grid;
use super::lanes::Position;
use super::search::{Search, Watch};
use super::sight::{Sight, Step};

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

/// Writes the nodes of a strategy, one a line.
///
/// The search is asked again where the table has forgotten, so writing may take a while but needs little
/// memory: a node is written when it is reached and only the way to it is kept.
pub(super) struct Writer<'a, 'w> {
    pub search: &'a mut Search,
    pub out: &'a mut dyn Write,
    pub watch: &'a mut Watch<'w>,
    /// The empty cells of the position it begins with.
    pub empty: Set,
    /// How many nodes were written.
    pub nodes: u64,
}

impl Writer<'_, '_> {
    /// Writes Breaker's strategy from a position.
    pub fn root(&mut self, position: Position, maker_moves: bool) -> Result<(), Unwritten> {
        if maker_moves {
            return self.node(None, position).map(|_| ());
        }
        let (reply, after) = self.reply(&position)?;
        self.node(Some(reply), after).map(|_| ())
    }

    /// Writes the node that Breaker's stone leads to, with Maker to move; returns its zone.
    fn node(&mut self, stone: Option<u32>, position: Position) -> Result<Set, Unwritten> {
        self.nodes += 1;
        let mut line = stone.map_or("-".to_owned(), |cell| name(&self.search.eye.grid, cell));
        let sight = self.search.eye.look(position, true, true);
        let mut zone = 0;
        for step in self.search.eye.steps.clone() {
            if let Step::Exchange(a, b) = step {
                zone |= bit(a) | bit(b);
                self.add_pair(&mut line, a, b);
            }
        }
        let open = match sight {
            Sight::Won { maker: true, .. } => return Err(Unwritten::Open),
            Sight::Won { maker: false, .. } => {
                for set in self.search.eye.pairing.chosen.clone() {
                    zone |= set;
                    let mut order = cells(set);
                    while let (Some(a), Some(b)) = (order.next(), order.next()) {
                        self.add_pair(&mut line, a, b);
                    }
                }
                writeln!(self.out, "{line} .")?;
                return Ok(zone);
            }
            Sight::Open(open) => open,
        };
        writeln!(self.out, "{line}")?;
        let mut must = open.moves;
        // Stones that win at once after a pass: each refutes what lies outside its zone. Those that leave
        // the fewest moves come first, and few of them are needed.
        let mut answers = Vec::new();
        for cell in self.search.by_weight(&open.position, open.moves) {
            let after = self.search.eye.after(&open.position, cell, false);
            if let Sight::Won { maker: false, zone } =
                self.search.eye.look(after.clone(), true, true)
            {
                answers.push((cell, after, zone | bit(cell)));
            }
        }
        let left = |must: Set, answer: &(u32, Position, Set)| (must & answer.2).count_ones();
        while let Some(best) = answers.iter().min_by_key(|answer| left(must, answer))
            && left(must, best) < must.count_ones()
        {
            let found = self.node(Some(best.0), best.1.clone())? | bit(best.0);
            must &= found;
            zone |= found;
        }
        while must != 0 {
            let moves = self.search.by_weight(&open.position, must);
            let after = self.search.eye.after(&open.position, moves[0], true);
            let (reply, after) = self.reply(&after)?;
            let found = self.node(Some(reply), after)? | bit(reply);
            if has(found, moves[0]) {
                return Err(Unwritten::Open);
            }
            must &= found;
            zone |= found;
        }
        writeln!(self.out, "end")?;
        Ok(zone)
    }

    /// A stone with which Breaker, who is to move, keeps his win, and where it leads.
    fn reply(&mut self, position: &Position) -> Result<(u32, Position), Unwritten> {
        let sight = self.search.eye.look(position.clone(), false, false);
        if let Some(&Step::Block(cell)) = self.search.eye.steps.first() {
            return Ok((cell, self.search.eye.after(position, cell, false)));
        }
        let moves = match sight {
            Sight::Won { maker: true, .. } => return Err(Unwritten::Open),
            // Nothing is left to block: any cell will do.
            Sight::Won { .. } if self.empty == 0 => return Err(Unwritten::Open),
            Sight::Won { .. } => return Ok((first(self.empty), position.clone())),
            Sight::Open(open) => open.moves,
        };
        for searched in [false, true] {
            if searched {
                let asked = self.search.ask(position.clone(), false, self.watch);
                if asked.is_none_or(|(maker, _)| maker) {
                    return Err(Unwritten::Open);
                }
            }
            for cell in self.search.by_weight(position, moves) {
                let after = self.search.eye.after(position, cell, false);
                if self.search.recall(after.clone(), true) == Some(false) {
                    return Ok((cell, after));
                }
            }
        }
        // The table forgot it between two looks: each reply is asked about.
        for cell in self.search.by_weight(position, moves) {
            let after = self.search.eye.after(position, cell, false);
            if self.search.ask(after.clone(), true, self.watch).is_some_and(|(maker, _)| !maker) {
                return Ok((cell, after));
            }
        }
        Err(Unwritten::Open)
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
