//! Truth tables carried from one row's frame into another's: a permutation of variables.
//!
//! A word holds six variables. Those of the target that are not among the six of the source are
//! exchanged, by blocks, against those that must leave the word; then the six are put in order inside
//! each word, and whole words go to their places:
//!
//! ```text
//! source words ──gather──▶ block │ rest ──exchange──▶ ──order──▶ ──scatter──▶ target words
//! ```
//!
//! Every step is the same few instructions on long runs of words.

use super::frame::{NONE, ONES, WORD};

/// The most variables of a table.
const MOST: usize = 24;
const WORD_VARIABLES: usize = WORD as usize;

/// How many words are found by one table of offsets.
const NEAR: usize = 16;

/// A permutation of variables between two tables, with the room to carry it out.
pub(super) struct Permutation {
    /// How many variables of a word are exchanged against others.
    exchanges: usize,
    /// For each exchange: the variable of the word that leaves.
    leaving: [u32; WORD_VARIABLES],
    /// Pairs of variables to swap inside a word afterwards.
    swaps: [(u32, u32); WORD_VARIABLES],
    swap_count: usize,
    /// For each value of the exchanged variables: its offset in the source and in the target, and
    /// whether it is wanted there.
    blocks: [(u32, u32, bool); 64],
    /// Source and target offsets of the other high variables: of the first few, and of those beyond.
    near: Vec<(u32, u32)>,
    far: Vec<(u32, u32)>,
    /// Positions of a target word that may be written.
    mask: u64,
    /// The source.
    copy: Vec<u64>,
    buffer: Vec<u64>,
}

impl Permutation {
    /// Room for permutations.
    pub(super) fn new() -> Permutation {
        Permutation {
            exchanges: 0,
            leaving: [0; WORD_VARIABLES],
            swaps: [(0, 0); WORD_VARIABLES],
            swap_count: 0,
            blocks: [(0, 0, true); 64],
            near: Vec::new(),
            far: Vec::new(),
            mask: !0,
            buffer: Vec::new(),
            copy: Vec::new(),
        }
    }

    /// Says where the variables of a target come from.
    ///
    /// `source_of[t]` is the source variable behind target variable `t`, or [`NONE`] when the target
    /// has it only as 0; `zero`, if given, is the source variable of which only the half with 0 is
    /// read. A variable that one side lacks is paired with one beyond the other's top.
    #[inline(always)]
    pub(super) fn plan(&mut self, source_of: &[u8], source_variables: u32, zero: Option<u8>) {
        let target_variables = source_of.len();
        let variables = target_variables.max(source_variables as usize);
        let mut from = [0_u8; MOST + 1];
        from[..target_variables].copy_from_slice(source_of);
        let lacking = source_of.iter().position(|&source| source == NONE);
        let fixed = match (lacking, zero) {
            (None, None) => NONE,
            (lacking, zero) => {
                let target = lacking.unwrap_or(target_variables);
                from[target] = zero.unwrap_or(source_variables as u8);
                target as u8
            }
        };
        self.mask = if u32::from(fixed) < WORD { !ONES[usize::from(fixed)][0] } else { !0 };
        self.arrange(&from[..variables], fixed);
    }

    #[allow(
        clippy::needless_range_loop,
        reason = "targets are numbers of variables, not only places"
    )]
    #[inline(always)]
    fn arrange(&mut self, from: &[u8], fixed: u8) {
        let is_low = |variable: u8| u32::from(variable) < WORD;
        // What each slot of a word holds before the swaps.
        let mut slots: [u8; WORD_VARIABLES] = std::array::from_fn(|slot| slot as u8);
        let low_sources = &from[..WORD_VARIABLES];
        let mut arriving = low_sources.iter().filter(|&&source| !is_low(source));
        (self.exchanges, self.swap_count) = (0, 0);
        self.blocks[0] = (0, 0, true);
        for target in WORD_VARIABLES..from.len() {
            let source = from[target];
            if !is_low(source) {
                continue;
            }
            let Some(&arrives) = arriving.next() else { break };
            slots[usize::from(source)] = arrives;
            self.leaving[self.exchanges] = u32::from(source);
            let count = 1 << self.exchanges;
            let wanted = target as u8 != fixed;
            for block in 0..count {
                let (from_word, to_word, written) = self.blocks[block];
                self.blocks[count + block] = (
                    from_word | 1 << (u32::from(arrives) - WORD),
                    to_word | 1 << (target as u32 - WORD),
                    written && wanted,
                );
            }
            self.exchanges += 1;
        }
        for slot in 0..WORD_VARIABLES {
            let wanted = low_sources[slot];
            let found = slots.iter().position(|&held| held == wanted).unwrap_or(slot);
            if found != slot {
                self.swaps[self.swap_count] = (slot as u32, found as u32);
                self.swap_count += 1;
                slots.swap(slot, found);
            }
        }
        for offsets in [&mut self.near, &mut self.far] {
            offsets.clear();
            offsets.push((0, 0));
        }
        for target in WORD_VARIABLES..from.len() {
            let source = from[target];
            if is_low(source) || target as u8 == fixed {
                continue;
            }
            let offsets = if self.near.len() < NEAR { &mut self.near } else { &mut self.far };
            for index in 0..offsets.len() {
                let (from_word, to_word) = offsets[index];
                offsets.push((
                    from_word | 1 << (u32::from(source) - WORD),
                    to_word | 1 << (target as u32 - WORD),
                ));
            }
        }
    }

    /// Carries a table over: `take(target word, carried word)` for every word the target can have.
    ///
    /// Words beyond the end of the source count as 0.
    #[inline(always)]
    pub(super) fn carry(
        &mut self,
        source: &[u64],
        target: &mut [u64],
        take: impl Fn(&mut u64, u64),
    ) {
        // In order, memory comes ahead of being asked; in the order of the target it does not.
        self.copy.clear();
        self.copy.extend_from_slice(source);
        let source = &self.copy[..];
        let near = self.near.len();
        let run = near * self.far.len();
        let blocks = 1 << self.exchanges;
        let buffer = &mut self.buffer;
        buffer.resize(run * blocks, 0);
        for block in 0..blocks {
            let offset = self.blocks[block].0;
            let words = &mut buffer[block * run..][..run];
            for (words, &(far, _)) in words.chunks_exact_mut(near).zip(&self.far) {
                let there = (far | offset) as usize;
                for (word, &(from, _)) in words.iter_mut().zip(&self.near) {
                    *word = source.get(from as usize | there).copied().unwrap_or(0);
                }
            }
        }
        for (exchange, &leaving) in self.leaving[..self.exchanges].iter().enumerate() {
            let half = run << exchange;
            let (shift, zeros) = (1 << leaving, !ONES[leaving as usize][0]);
            for pair in buffer.chunks_exact_mut(2 * half) {
                let (lower, upper) = pair.split_at_mut(half);
                for (one, other) in lower.iter_mut().zip(upper) {
                    let changed = ((*one >> shift) ^ *other) & zeros;
                    *other ^= changed;
                    *one ^= changed << shift;
                }
            }
        }
        for &(first, second) in &self.swaps[..self.swap_count] {
            let shift = (1 << second) - (1 << first);
            let moved = ONES[first as usize][0] & !ONES[second as usize][0];
            for word in buffer.iter_mut() {
                let changed = ((*word >> shift) ^ *word) & moved;
                *word ^= changed ^ (changed << shift);
            }
        }
        for block in 0..blocks {
            let (_, offset, written) = self.blocks[block];
            if !written {
                continue;
            }
            let words = &buffer[block * run..][..run];
            for (words, &(_, far)) in words.chunks_exact(near).zip(&self.far) {
                let there = far | offset;
                for (&word, &(_, to)) in words.iter().zip(&self.near) {
                    take(&mut target[(to | there) as usize], word & self.mask);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ninefold_core::Random;

    use super::*;

    fn bit(table: &[u64], index: usize) -> bool {
        table.get(index >> 6).is_some_and(|word| word >> (index & 63) & 1 != 0)
    }

    /// Every bit of the target against the definition, for random permutations of every kind.
    #[test]
    fn every_bit_goes_to_its_place() {
        let mut random = Random::new(1);
        let mut permutation = Permutation::new();
        for round in 0..200 {
            let (source_variables, target_variables) =
                [(9, 9), (10, 9), (9, 10), (8, 8)][round % 4];
            let common = source_variables.min(target_variables) - usize::from(round % 4 == 3);
            let mut sources: Vec<u8> = (0..source_variables as u8).collect();
            for last in (1..sources.len()).rev() {
                sources.swap(last, random.below(last + 1));
            }
            let zero = (source_variables > common).then(|| sources[common]);
            let mut source_of = sources[..common].to_vec();
            if target_variables > common {
                source_of.insert(random.below(common + 1), NONE);
            }
            let source: Vec<u64> =
                (0..1 << (source_variables - 6)).map(|_| random.below(usize::MAX) as u64).collect();
            let mut target = vec![0; 1 << (target_variables - 6)];
            permutation.plan(&source_of, source_variables as u32, zero);
            permutation.carry(&source, &mut target, |word, carried| *word |= carried);
            for index in 0..1 << target_variables {
                let mut from = 0;
                let mut exists = true;
                for (variable, &behind) in source_of.iter().enumerate() {
                    let one = index >> variable & 1;
                    match behind {
                        NONE => exists &= one == 0,
                        _ => from |= one << behind,
                    }
                }
                assert_eq!(bit(&target, index), exists && bit(&source, from), "{source_of:?}");
            }
        }
    }
}
