//! The value of every subset of the empty cells, chunk by chunk.

use ninefold_core::Stopwatch;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::Budget;
use crate::cpu::Cpu;

use super::ending::{Ending, LANE_CELLS, LANES};
use super::fill::{Block, Plan, Source};
use super::number::Number;

/// The maximum number of subsets of a chunk, as a power of two; at one byte each it fits into a core's own cache.
const CHUNK_BITS: usize = 18;

/// The limits for filling a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means<'a> {
    pub(super) cpu: Cpu,
    pub(super) start: &'a Stopwatch,
    pub(super) budget: &'a Budget,
}

/// The table was not completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unfinished;

/// The values of all subsets.
#[derive(Debug)]
pub(super) enum Table {
    /// If every value fits into a byte.
    Small(Chunks<i8>),
    /// If there are too many points for a byte.
    Large(Chunks<i16>),
}

impl Table {
    /// The size in bytes of a table for `cells` empty cells with `points` points left.
    pub(super) fn bytes(cells: usize, points: u32) -> u128 {
        let each = if fits_a_byte(points) { 1 } else { 2 };
        each << cells.max(LANE_CELLS)
    }

    /// Fills the table of an ending, reporting the number of finished subsets from time to time.
    pub(super) fn fill(
        ending: &Ending,
        means: &Means<'_>,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Table, Unfinished> {
        Ok(if fits_a_byte(ending.points) {
            Table::Small(Chunks::fill(ending, means, watch)?)
        } else {
            Table::Large(Chunks::fill(ending, means, watch)?)
        })
    }

    /// The lead of the player to move if these cells are empty.
    pub(super) fn value(&self, empty: u64) -> i32 {
        match self {
            Table::Small(chunks) => chunks.value(empty),
            Table::Large(chunks) => chunks.value(empty),
        }
    }
}

/// A value never exceeds the sum of the points left.
fn fits_a_byte(points: u32) -> bool {
    points <= i8::MAX as u32
}

/// A table divided by its topmost cells, so that chunks with equally many of them are independent.
#[derive(Debug)]
pub(super) struct Chunks<T> {
    chunks: Vec<OnceLock<Vec<Block<T>>>>,
    chunk_bits: usize,
}

impl<T: Number> Chunks<T> {
    fn fill(
        ending: &Ending,
        means: &Means<'_>,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Chunks<T>, Unfinished> {
        let chunk_bits = ending.bits().min(CHUNK_BITS);
        let top_bits = ending.bits() - chunk_bits;
        let mut chunks = Vec::new();
        chunks.resize_with(1 << top_bits, OnceLock::new);
        let table = Chunks { chunks, chunk_bits };
        let plan = Plan::new(ending, means.cpu);
        let clock = Clock { means, all: 1 << ending.bits(), done: AtomicU64::new(0) };
        for cells in 0..=top_bits as u32 {
            let layer: Vec<usize> =
                (0..1_usize << top_bits).filter(|top| top.count_ones() == cells).collect();
            let next = AtomicUsize::new(0);
            let work = |watch: &mut dyn FnMut(u64)| {
                while let Some(&top) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if clock.is_over() {
                        break;
                    }
                    table.fill_chunk(&plan, top);
                    watch(clock.done.fetch_add(1 << chunk_bits, Ordering::Relaxed));
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..means.budget.threads.min(layer.len()) {
                    scope.spawn(|| work(&mut |_| {}));
                }
                work(watch);
            });
            if clock.done.load(Ordering::Relaxed) < clock.all && clock.is_over() {
                return Err(Unfinished);
            }
        }
        Ok(table)
    }

    fn fill_chunk(&self, plan: &Plan<T>, top: usize) {
        let mut own = vec![Block([T::default(); LANES]); 1 << (self.chunk_bits - LANE_CELLS)];
        let bits = (0..usize::BITS as usize).filter(|bit| top >> bit & 1 != 0);
        let sources: Vec<Source<'_, T>> = bits
            .map(|bit| Source {
                bit: bit + self.chunk_bits,
                blocks: self.chunks[top & !(1 << bit)].get().map_or(&[], Vec::as_slice),
                renumbered: None,
            })
            .collect();
        plan.fill((top as u64) << (self.chunk_bits - LANE_CELLS), &sources, &mut own);
        // Every chunk is filled only once.
        let _ = self.chunks[top].set(own);
    }

    fn value(&self, empty: u64) -> i32 {
        let (top, rest) = (empty >> self.chunk_bits, empty & ((1 << self.chunk_bits) - 1));
        let blocks = self.chunks[top as usize].get().map_or(&[][..], Vec::as_slice);
        blocks[rest as usize / LANES].0[rest as usize % LANES].into()
    }
}

/// Decides when to give up.
struct Clock<'a> {
    means: &'a Means<'a>,
    all: u64,
    done: AtomicU64,
}

/// Before this time no estimate is made.
const TOO_SOON: Duration = Duration::from_millis(4);

impl Clock<'_> {
    /// Whether the time is up, or will certainly be up before the end.
    fn is_over(&self) -> bool {
        let budget = self.means.budget;
        let elapsed = self.means.start.elapsed();
        if budget.is_over_after(elapsed) {
            return true;
        }
        let Some(time) = budget.time else { return false };
        let done = self.done.load(Ordering::Relaxed);
        let hopeless = elapsed > TOO_SOON
            && done > 0
            && elapsed.as_secs_f64() / done as f64 * self.all as f64 > 2.0 * time.as_secs_f64();
        budget.cuts(hopeless)
    }
}
