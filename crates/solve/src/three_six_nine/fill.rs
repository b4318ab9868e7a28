//! The inner loop: computes the values of 64 subsets at a time.
//!
//! The value of a subset is the maximum, over its cells, of what a stone there scores minus the value of the subset
//! without that cell. For a cell above the lanes that is one vector operation for the whole block. For a cell of
//! the lanes the smaller subset is in the same block, so the block is computed repeatedly, each time from the
//! previous values: after one round the subsets with one lane cell are correct, after six rounds all are.

use crate::cpu::Cpu;

use super::ending::{Ending, LANE_CELLS, LANES, LINES_A_CELL};
use super::number::Number;

/// The values of 64 subsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Block<T>(pub(super) [T; LANES]);

/// An ending prepared for the inner loop.
#[derive(Clone, Debug)]
pub(super) struct Plan<T> {
    /// By line, the last one being a dummy line: its cells above the lanes.
    high: Vec<u64>,
    /// By line: where its gains start in `gains`, by the number of its empty cells above the lanes.
    first: Vec<u16>,
    gains: Vec<Block<T>>,
    /// By bit: the lines through the cell, padded with the dummy line.
    through: Vec<[u8; LINES_A_CELL]>,
    cpu: Cpu,
}

/// Finished blocks from which a block above them is computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a, T> {
    /// The cell that was removed, as a bit.
    pub(super) bit: usize,
    /// The blocks of the chunk without it.
    pub(super) blocks: &'a [Block<T>],
    /// For each block the number of the one to read, if that is a different one.
    pub(super) renumbered: Option<&'a [u16]>,
}

impl<T: Number> Plan<T> {
    /// Prepares an ending whose points all fit into the number type.
    pub(super) fn new(ending: &Ending, cpu: Cpu) -> Plan<T> {
        let (mut high, mut first, mut gains) = (Vec::new(), Vec::new(), Vec::new());
        for line in &ending.lines {
            let above = line.empty >> LANE_CELLS;
            high.push(above);
            first.push(gains.len() as u16);
            for above in 0..=above.count_ones() as usize {
                gains.push(Block(std::array::from_fn(|lane| {
                    let empty = above + (line.empty & lane as u64).count_ones() as usize;
                    T::of(line.gains[empty])
                })));
            }
        }
        let none = high.len() as u8;
        high.push(0);
        first.push(gains.len() as u16);
        gains.push(Block([T::default(); LANES]));
        let through = |bit: usize| {
            let mut through = [none; LINES_A_CELL];
            let lines = ending.lines.iter().enumerate();
            let lines = lines.filter(|(_, line)| line.empty >> bit & 1 != 0);
            for (place, (line, _)) in through.iter_mut().zip(lines) {
                *place = line as u8;
            }
            through
        };
        let through = (0..ending.bits()).map(through).collect();
        Plan { high, first, gains, through, cpu }
    }

    /// Fills a chunk: `own` are the blocks whose numbers start with `top`, and `sources` those of the chunks that
    /// lack one cell of `top` each.
    pub(super) fn fill(&self, top: u64, sources: &[Source<'_, T>], own: &mut [Block<T>]) {
        self.cpu.run(
            #[inline(always)]
            || {
                for number in 0..own.len() {
                    let (done, rest) = own.split_at_mut(number);
                    rest[0] = self.block(top, number, sources, done);
                }
            },
        );
    }

    /// Computes one block from finished ones.
    #[inline(always)]
    fn block(
        &self,
        top: u64,
        number: usize,
        sources: &[Source<'_, T>],
        done: &[Block<T>],
    ) -> Block<T> {
        let high = top | number as u64;
        let mut offered = [0; MOST_LINES];
        for (offered, (mask, first)) in offered.iter_mut().zip(self.high.iter().zip(&self.first)) {
            *offered = first + (mask & high).count_ones() as u16;
        }
        let mut best = Block([T::LOWEST; LANES]);
        if high == 0 {
            best.0[0] = T::default();
        }
        for source in sources {
            let from = match source.renumbered {
                Some(renumbered) => renumbered[number].into(),
                None => number,
            };
            self.reach(&offered, source.bit, &source.blocks[from], &mut best);
        }
        let mut cells = number;
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            self.reach(&offered, bit + LANE_CELLS, &done[number & !(1 << bit)], &mut best);
        }
        let mut gains = [Block([T::default(); LANES]); LANE_CELLS];
        for (bit, gain) in gains.iter_mut().enumerate() {
            let [a, b, c, d] = self.lines(&offered, bit);
            for lane in 0..LANES {
                gain.0[lane] = a[lane].plus(b[lane]).plus(c[lane].plus(d[lane]));
            }
        }
        settle(&best, &gains)
    }

    /// Improves a block by the stone on one cell above the lanes; `after` are the values after it.
    #[inline(always)]
    fn reach(&self, offered: &Offered, bit: usize, after: &Block<T>, best: &mut Block<T>) {
        let [a, b, c, d] = self.lines(offered, bit);
        for lane in 0..LANES {
            let gain = a[lane].plus(b[lane]).plus(c[lane].plus(d[lane]));
            best.0[lane] = best.0[lane].max(gain.minus(after.0[lane]));
        }
    }

    /// The points from each line through a cell, lane by lane.
    #[inline(always)]
    fn lines(&self, offered: &Offered, bit: usize) -> [&[T; LANES]; LINES_A_CELL] {
        let [a, b, c, d] = self.through[bit];
        let of = |line: u8| &self.gains[usize::from(offered[usize::from(line) % MOST_LINES])].0;
        [of(a), of(b), of(c), of(d)]
    }
}

/// Greater than the number of lines of any board: two times nine, and diagonals of three and more.
const MOST_LINES: usize = 64;

/// By line, which of its gains applies to the next stone in the current block.
type Offered = [u16; MOST_LINES];

/// Padding before the lanes, so that indices minus any lane cell are valid.
const BEFORE: usize = LANES / 2;

/// The values of a block after its cells above the lanes were tried, by its lane cells.
#[inline(always)]
fn settle<T: Number>(best: &Block<T>, gains: &[Block<T>; LANE_CELLS]) -> Block<T> {
    let mut values = [T::default(); BEFORE + LANES];
    values[BEFORE..].copy_from_slice(&best.0);
    for _ in 0..LANE_CELLS {
        let mut next = *best;
        try_lane_cell::<T, 0>(&values, gains, &mut next);
        try_lane_cell::<T, 1>(&values, gains, &mut next);
        try_lane_cell::<T, 2>(&values, gains, &mut next);
        try_lane_cell::<T, 3>(&values, gains, &mut next);
        try_lane_cell::<T, 4>(&values, gains, &mut next);
        try_lane_cell::<T, 5>(&values, gains, &mut next);
        values[BEFORE..].copy_from_slice(&next.0);
    }
    let mut settled = *best;
    settled.0.copy_from_slice(&values[BEFORE..]);
    settled
}

/// Improves a block by the stone on one of the lane cells, given the values so far.
#[inline(always)]
fn try_lane_cell<T: Number, const BIT: usize>(
    values: &[T; BEFORE + LANES],
    gains: &[Block<T>; LANE_CELLS],
    next: &mut Block<T>,
) {
    for lane in 0..LANES {
        // A lane without the cell cannot gain from it.
        let most = if lane >> BIT & 1 != 0 { T::HIGHEST } else { T::LOWEST };
        let value = gains[BIT].0[lane].minus(values[BEFORE + lane - (1 << BIT)]);
        next.0[lane] = next.0[lane].max(value.min(most));
    }
}
