//! The exact value of a position: alpha-beta over lines that can still be filled.

use std::ops::Range;

use super::cells::Cells;
use super::game::Game;
use super::memory::{Bounds, Memory};
use super::threats::{Threats, View, look};

/// A position from the view of the player to move, as two sets: the cells each player can still
/// have. A cell in both is empty, in one a stone, in none dead: whatever is there, no line through
/// it can be completed.
#[derive(Clone, Copy)]
pub(super) struct Position<C> {
    /// The player's own stones and the empty cells.
    pub(super) own: C,
    /// The opponent's stones and the empty cells.
    pub(super) other: C,
}

impl<C: Cells> Position<C> {
    /// The empty cells.
    pub(super) fn empty(self) -> C {
        self.own.and(self.other)
    }

    /// The position after a move, from the opponent's view.
    fn play(self, cell: usize) -> Position<C> {
        Position { own: self.other.minus(C::single(cell)), other: self.own }
    }

    /// The same without dead cells, those on no line that a player can still complete.
    ///
    /// The value stays the same: such stones block nothing, and such a cell is only good for
    /// passing, which is never better than a stone that may help.
    fn living(self, own_lines: C, other_lines: C) -> Position<C> {
        let empty = self.empty().and(own_lines.or(other_lines));
        let own = self.own.minus(self.other).and(own_lines);
        let other = self.other.minus(self.own).and(other_lines);
        Position { own: own.or(empty), other: other.or(empty) }
    }
}

/// The search exceeded its node limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfPositions;

/// Memory reused by searches of one width.
pub(super) struct Workspace<C> {
    /// For each position on the path, the lines that can still be completed.
    lines: Vec<C>,
    /// For each position on the path, the moves still to try: priority and cell.
    moves: Vec<(u32, u16)>,
    scores: Vec<u32>,
    threats: Threats<C>,
}

impl<C: Cells> Workspace<C> {
    /// An empty workspace.
    pub(super) fn new() -> Workspace<C> {
        let threats = Threats::new(C::CAPACITY);
        Workspace { lines: vec![], moves: vec![], scores: vec![0; C::CAPACITY], threats }
    }
}

/// One search.
pub(super) struct Search<'a, C> {
    game: &'a Game<C>,
    memory: &'a mut Memory<C>,
    work: &'a mut Workspace<C>,
    nodes: u64,
    limit: u64,
}

/// Up to this number of stones mirrored positions share an entry; later they rarely meet.
const MIRRORED_STONES: u32 = 10;

impl<'a, C: Cells> Search<'a, C> {
    /// A search of at most `limit` nodes.
    pub(super) fn new(
        game: &'a Game<C>,
        memory: &'a mut Memory<C>,
        work: &'a mut Workspace<C>,
        limit: u64,
    ) -> Search<'a, C> {
        Search { game, memory, work, nodes: 0, limit }
    }

    /// The value for the player to move, 1, 0 or −1; neither player may have a line yet.
    pub(super) fn solve(&mut self, position: Position<C>) -> Result<i8, OutOfPositions> {
        self.work.lines.clear();
        self.work.moves.clear();
        self.work.lines.extend_from_slice(&self.game.lines);
        self.value(position, 0..self.game.lines.len(), -1, 1)
    }

    /// The number of nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A bound on the value *v* of a position, for the player to move, if alpha < beta:
    ///
    /// ```text
    /// result <= alpha         →  v <= result
    /// alpha < result < beta   →  v  = result
    /// beta <= result          →  result <= v
    /// ```
    ///
    /// `lines` is the range of the workspace with the lines that could be completed before the last
    /// move.
    fn value(
        &mut self,
        position: Position<C>,
        lines: Range<usize>,
        alpha: i8,
        beta: i8,
    ) -> Result<i8, OutOfPositions> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(OutOfPositions);
        }
        let kept = self.work.lines.len();
        let view =
            look(position, self.game.k(), lines, &mut self.work.lines, &mut self.work.threats);
        let lines = kept..self.work.lines.len();
        let result = match view {
            View::Decided(value) => Ok(value),
            View::Forced(cell) => {
                self.value(position.play(cell), lines, -beta, -alpha).map(|value| -value)
            }
            View::Open { own_lines, other_lines, bounds } => {
                let position = position.living(own_lines, other_lines);
                self.open(position, lines, bounds, alpha, beta)
            }
        };
        self.work.lines.truncate(kept);
        result
    }

    /// The same for a position without forced moves; its value is known to be in `known`.
    fn open(
        &mut self,
        position: Position<C>,
        lines: Range<usize>,
        known: Bounds,
        alpha: i8,
        beta: i8,
    ) -> Result<i8, OutOfPositions> {
        let key = self.key(position);
        let stored = self.memory.get(self.game.number(), key.0, key.1);
        let Bounds { mut low, mut high } = stored.map_or(known, |stored| known.and(stored));
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        let (alpha, beta) = (alpha.max(low), beta.min(high));
        let before = self.nodes;
        let first_move = self.work.moves.len();
        self.push_moves(position, lines.clone());
        let mut best = -1;
        for index in first_move..self.work.moves.len() {
            let cell = usize::from(self.work.moves[index].1);
            let floor = alpha.max(best);
            let value = -self.value(position.play(cell), lines.clone(), -beta, -floor)?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.work.moves.truncate(first_move);
        if best > alpha {
            low = low.max(best);
        }
        if best < beta {
            high = high.min(best);
        }
        let cost = self.nodes - before;
        self.memory.put(self.game.number(), key.0, key.1, Bounds { low, high }, cost);
        Ok(best)
    }

    /// The cache key of the position: with few stones, its smallest image.
    fn key(&self, position: Position<C>) -> (C, C) {
        let empty = position.empty().count();
        if self.game.cells() as u32 - empty <= MIRRORED_STONES {
            self.game.symmetries.smallest(position.own, position.other)
        } else {
            (position.own, position.other)
        }
    }

    /// Adds the moves worth trying, starting with those on the most and fullest lines.
    ///
    /// An own line counts three times an opponent's: this way 7,7,4 is won in milliseconds; with
    /// equal weights it takes half a minute.
    fn push_moves(&mut self, position: Position<C>, lines: Range<usize>) {
        let Workspace { lines: all, moves, scores, threats } = &mut *self.work;
        let cells = threats.worth_playing(position.empty());
        for cell in cells.each() {
            scores[cell] = 0;
        }
        for &line in &all[lines] {
            let empty = line.and(position.empty());
            let stones = self.game.k() - empty.count();
            let share = match stones {
                0 => 3 + 1,
                _ if line.minus(position.own).is_empty() => 3,
                _ => 1,
            };
            for cell in empty.and(cells).each() {
                scores[cell] += share << (2 * stones.min(8));
            }
        }
        let from = moves.len();
        moves.extend(cells.each().map(|cell| (scores[cell], cell as u16)));
        moves[from..].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}
