//! What the lines of a position show without a search.

use std::ops::Range;

use super::cells::Cells;
use super::memory::Bounds;
use super::search::Position;

/// The result of examining a position.
pub(super) enum View<C> {
    /// The value for the player to move.
    Decided(i8),
    /// The opponent completes a line next unless this cell is taken.
    Forced(usize),
    /// Neither.
    Open {
        /// Cells of lines the player to move can still complete.
        own_lines: C,
        /// Cells of lines the opponent can still complete.
        other_lines: C,
        /// The known bounds of the value.
        bounds: Bounds,
    },
}

/// Moves that threaten to complete a line with the next one.
pub(super) struct Threats<C> {
    own: Side<C>,
    other: Side<C>,
}

/// The threats of one player.
struct Side<C> {
    /// The two empty cells of each line that lacks only these.
    pairs: Vec<C>,
    /// The cells in those pairs: a stone there is a threat.
    cells: C,
    /// For each of these cells, where the threat would be carried out.
    targets: Vec<C>,
}

impl<C: Cells> Side<C> {
    fn new(capacity: usize) -> Side<C> {
        Side { pairs: Vec::new(), cells: C::EMPTY, targets: vec![C::EMPTY; capacity] }
    }

    /// Fills `cells` and `targets`; returns whether some cell makes two threats at once.
    fn join(&mut self) -> bool {
        self.cells = C::EMPTY;
        let mut double = false;
        for &pair in &self.pairs {
            let (first, second) = (pair.first(), pair.rest().first());
            for (cell, target) in [(first, second), (second, first)] {
                let earlier = if self.has(cell) { self.targets[cell] } else { C::EMPTY };
                self.targets[cell] = earlier.or(C::single(target));
                self.cells = self.cells.or(C::single(cell));
                double |= !self.targets[cell].rest().is_empty();
            }
        }
        double
    }

    fn has(&self, cell: usize) -> bool {
        !self.cells.and(C::single(cell)).is_empty()
    }
}

impl<C: Cells> Threats<C> {
    /// Space for the threats on boards of this many cells.
    pub(super) fn new(capacity: usize) -> Threats<C> {
        Threats { own: Side::new(capacity), other: Side::new(capacity) }
    }

    /// The moves among these that do not lose at once, after [`look`] has found neither a double
    /// threat of the player to move nor a forced move.
    ///
    /// Where the opponent could make two threats with one stone, only these help: that cell; if
    /// there are exactly two threats, the cells that carry them out; and a threat by the player to
    /// move.
    pub(super) fn worth_playing(&mut self, empty: C) -> C {
        if !self.other.join() {
            return empty;
        }
        let mut worth = empty;
        for cell in self.other.cells.each() {
            let targets = self.other.targets[cell];
            let help = match targets.count() {
                0 | 1 => continue,
                2 => targets.or(C::single(cell)),
                _ => C::single(cell),
            };
            worth = worth.and(help.or(self.own.cells));
        }
        worth
    }
}

/// Examines every line once, appends those that can still be completed, and decides what can be
/// decided.
///
/// The bounds: a player without a line to complete cannot win; nor can one against a pure blocker
/// if 2^−(missing stones), summed over the player's lines, is below 1, or below ½ with the move
/// (Erdős and Selfridge 1973); and the player to move cannot lose to a player without stones (whose
/// winning strategy could be stolen).
pub(super) fn look<C: Cells>(
    position: Position<C>,
    k: u32,
    lines: Range<usize>,
    stack: &mut Vec<C>,
    threats: &mut Threats<C>,
) -> View<C> {
    let (mut own_lines, mut other_lines, mut blocks) = (C::EMPTY, C::EMPTY, C::EMPTY);
    // In units of 2^−k.
    let (mut own_danger, mut other_danger) = (0_u32, 0_u32);
    threats.own.pairs.clear();
    threats.other.pairs.clear();
    for index in lines {
        let line = stack[index];
        let own = line.minus(position.own).is_empty();
        let other = line.minus(position.other).is_empty();
        if !(own || other) {
            continue;
        }
        stack.push(line);
        let empty = line.and(position.empty());
        let missing = empty.count();
        let danger = 1 << (k - missing);
        if own {
            match missing {
                1 => return View::Decided(1),
                2 => threats.own.pairs.push(empty),
                _ => {}
            }
            own_lines = own_lines.or(line);
            own_danger += danger;
        }
        if other {
            match missing {
                1 => blocks = blocks.or(empty),
                2 => threats.other.pairs.push(empty),
                _ => {}
            }
            other_lines = other_lines.or(line);
            other_danger += danger;
        }
    }
    match blocks.count() {
        0 => {}
        1 => return View::Forced(blocks.first()),
        _ => return View::Decided(-1),
    }
    if threats.own.join() {
        return View::Decided(1);
    }
    let no_stones = position.other.minus(position.own).is_empty();
    let low = if other_danger < 1 << k || no_stones { 0 } else { -1 };
    let high = if own_danger < 1 << (k - 1) { 0 } else { 1 };
    if low == high {
        return View::Decided(low);
    }
    View::Open { own_lines, other_lines, bounds: Bounds { low, high } }
}
