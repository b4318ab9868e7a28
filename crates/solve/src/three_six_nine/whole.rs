//! Computes the whole 6 × 6 board, all 2^36 sets, in layers.
//!
//! ```text
//! bits of a set of empty cells:
//!   35 ……… 18   nine pairs of cells, mirrored at the main diagonal: the chunk
//!   17 ………  6   six such pairs: the block
//!    5 ………  0   the main diagonal: the lane
//! ```
//!
//! A chunk with swapped pairs has the same values in another order of its blocks, so only one of the two is stored.
//! A chunk is computed from chunks with one cell less, so at most two layers of chunks are in memory: 12.1 GB at
//! most.

use ninefold_core::StopFlag;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::cpu::Cpu;

use super::book::{Book, MOST_STONES, board, canonical_sets};
use super::canonical::{CELLS, SIDE, canonical};
use super::ending::{Ending, LANE_CELLS, LANES};
use super::fill::{Block, Plan, Source};

const TOP_BITS: usize = 18;
const CHUNK_BITS: usize = CELLS - TOP_BITS;
const BLOCKS: usize = 1 << (CHUNK_BITS - LANE_CELLS);

/// The maximum size of the layers in bytes.
pub const WHOLE_BOARD_BYTES: u64 = (24_310 + 21_942) << CHUNK_BITS;

/// Why the computation failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WholeError {
    /// It was stopped.
    Stopped,
    /// Images of one set have different values, which is impossible in a correct run.
    Asymmetric,
}

/// The recomputed 6 × 6 board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeBoard {
    /// The lead of the first player over the second.
    pub value: i32,
    /// The values of all sets of few stones.
    pub book: Book,
    /// The number of sets computed.
    pub sets: u64,
}

/// Computes every set of the 6 × 6 board, reporting the number of finished sets from time to time.
pub fn whole_board(
    threads: usize,
    cpu: Cpu,
    stop: &StopFlag,
    watch: &mut dyn FnMut(u64),
) -> Result<WholeBoard, WholeError> {
    let harvest = Harvest::new();
    let ending = Ending::new(&board(), 0, &cell_order());
    let plan = Plan::new(&ending, cpu);
    let swapped: Vec<u16> = (0..BLOCKS).map(|block| swap_pairs(block) as u16).collect();
    let done = AtomicU64::new(0);
    let mut below: HashMap<usize, Vec<Block<i8>>> = HashMap::new();
    for cells in 0..=TOP_BITS as u32 {
        let tops = (0..1 << TOP_BITS).filter(|top: &usize| top.count_ones() == cells);
        let tops: Vec<usize> = tops.filter(|&top| top <= swap_pairs(top)).collect();
        let filled: Vec<OnceLock<Vec<Block<i8>>>> = tops.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        let asymmetric = Mutex::new(false);
        let work = |watch: &mut dyn FnMut(u64)| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&top) = tops.get(index) else { break };
                if stop.is_raised() {
                    break;
                }
                let mut own = vec![Block([0; LANES]); BLOCKS];
                let bits = (0..TOP_BITS).filter(|bit| top >> bit & 1 != 0);
                let source = |bit: usize| {
                    let less = top & !(1 << bit);
                    let other = swap_pairs(less);
                    Source {
                        bit: bit + CHUNK_BITS,
                        blocks: below.get(&less.min(other)).map_or(&[], Vec::as_slice),
                        renumbered: (other < less).then_some(swapped.as_slice()),
                    }
                };
                let sources: Vec<Source<'_, i8>> = bits.map(source).collect();
                plan.fill((top << (CHUNK_BITS - LANE_CELLS)) as u64, &sources, &mut own);
                if !harvest.gather(&ending, top, &own) {
                    *asymmetric.lock().unwrap_or_else(|error| error.into_inner()) = true;
                }
                // Every chunk is filled only once.
                let _ = filled[index].set(own);
                watch(done.fetch_add(1 << CHUNK_BITS, Ordering::Relaxed));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(&mut |_| {}));
            }
            work(watch);
        });
        if stop.is_raised() {
            return Err(WholeError::Stopped);
        }
        if *asymmetric.lock().unwrap_or_else(|error| error.into_inner()) {
            return Err(WholeError::Asymmetric);
        }
        below = tops
            .into_iter()
            .zip(filled)
            .filter_map(|(top, blocks)| Some((top, blocks.into_inner()?)))
            .collect();
    }
    let all = below.get(&((1 << TOP_BITS) - 1));
    let value = all.map_or(0, |blocks| blocks[BLOCKS - 1].0[LANES - 1].into());
    Ok(WholeBoard { value, book: harvest.book(), sets: done.into_inner() })
}

/// The cells by bit: the diagonal, then pairs of mirrored cells, those closest to the diagonal first.
fn cell_order() -> Vec<u8> {
    let mut order: Vec<u8> = (0..SIDE).map(|place| (place * SIDE + place) as u8).collect();
    for distance in 1..SIDE {
        for row in 0..SIDE - distance {
            let column = row + distance;
            order.extend([(row * SIDE + column) as u8, (column * SIDE + row) as u8]);
        }
    }
    order
}

/// A number with every pair of neighbouring bits swapped.
fn swap_pairs(bits: usize) -> usize {
    const EVEN: usize = 0x5555_5555;
    (bits & EVEN) << 1 | bits >> 1 & EVEN
}

/// Collects the values of sets of few stones.
struct Harvest {
    /// By the number of stones: the canonical sets in ascending order, and their values.
    pages: Vec<(Vec<u64>, Vec<AtomicI8>)>,
}

/// No value yet.
const NONE: i8 = i8::MIN;

impl Harvest {
    fn new() -> Harvest {
        let page = |stones| {
            let sets: Vec<u64> = canonical_sets(stones).collect();
            let values = sets.iter().map(|_| AtomicI8::new(NONE)).collect();
            (sets, values)
        };
        Harvest { pages: (0..=MOST_STONES).map(page).collect() }
    }

    /// Collects the values of a chunk; returns false if an image of one of its sets had another value.
    fn gather(&self, ending: &Ending, top: usize, blocks: &[Block<i8>]) -> bool {
        let mut agrees = true;
        for (number, block) in blocks.iter().enumerate() {
            let above = top << (CHUNK_BITS - LANE_CELLS) | number;
            if above.count_ones() as usize + LANE_CELLS + MOST_STONES < CELLS {
                continue;
            }
            for (lane, &value) in block.0.iter().enumerate() {
                let stones = !(above << LANE_CELLS | lane) & ((1 << CELLS) - 1);
                if stones.count_ones() as usize <= MOST_STONES {
                    let bits = (0..CELLS).filter(|bit| stones >> bit & 1 != 0);
                    let set = bits.fold(0, |all, bit| all | 1 << ending.cells[bit]);
                    agrees &= self.keep(canonical(set), value);
                }
            }
        }
        agrees
    }

    fn keep(&self, set: u64, value: i8) -> bool {
        let (sets, values) = &self.pages[set.count_ones() as usize];
        let Ok(place) = sets.binary_search(&set) else { return false };
        let before = values[place].swap(value, Ordering::Relaxed);
        before == NONE || before == value
    }

    fn book(&self) -> Book {
        Book::new(|set| {
            let (sets, values) = &self.pages[set.count_ones() as usize];
            sets.binary_search(&set).map_or(NONE, |place| values[place].load(Ordering::Relaxed))
        })
    }
}
