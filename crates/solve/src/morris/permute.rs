//! Converts truth tables from one row's frame to another's: a permutation of variables.
//!
//! A word holds six variables. Variables that must leave the word are exchanged with variables of the word's index
//! that must enter it. Then the six are reordered inside each word, and whole words move to their targets:
//!
//! ```text
//! source ──copy──▶ words ──exchange──▶ ──order──▶ ──scatter──▶ target words
//! ```
//!
//! Every step except the last applies the same few instructions to long runs of words.

use super::black::vectors_mut;
use super::row_index::{NONE, ONES, WORD};

/// The maximum number of variables of a table.
const MOST: usize = 24;
const WORD_VARIABLES: usize = WORD as usize;

/// The number of words found through one table of offsets.
const NEAR: usize = 16;

/// A permutation of variables between two tables, with the buffers for applying it.
pub(super) struct Permutation {
    /// The variable of the source's word index of which only the 0 half is copied.
    halved: Option<u32>,
    /// The number of variables in words and word indices; the source may lack the last one.
    variables: usize,
    /// Variables of a word, and variables of the word index to exchange with them.
    exchanges: Pairs,
    /// Pairs of variables to swap inside a word afterwards.
    swaps: Pairs,
    /// Source and target offsets of words: for the first few variables of the word index, and for the others.
    near: Vec<(u32, u32)>,
    far: Vec<(u32, u32)>,
    /// The positions of a target word that may be written.
    mask: u64,
    words: Vec<u64>,
}

/// A few pairs of variables.
#[derive(Default)]
struct Pairs {
    all: [(u32, u32); WORD_VARIABLES],
    len: usize,
}

impl Pairs {
    #[inline(always)]
    fn push(&mut self, pair: (u32, u32)) {
        self.all[self.len] = pair;
        self.len += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.all[..self.len].iter().copied()
    }
}

impl Permutation {
    /// Allocates the buffers.
    pub(super) fn new() -> Permutation {
        Permutation {
            halved: None,
            variables: 0,
            exchanges: Pairs::default(),
            swaps: Pairs::default(),
            near: Vec::new(),
            far: Vec::new(),
            mask: !0,
            words: Vec::new(),
        }
    }

    /// Sets up the mapping from source to target variables.
    ///
    /// `source_of[t]` is the source variable of target variable `t`, or [`NONE`] if the target has it only as 0.
    /// `zero`, if given, is the source variable of which only the 0 half is read. A variable that one side lacks is
    /// paired with one above the other's top.
    #[inline(always)]
    pub(super) fn plan(&mut self, source_of: &[u8], source_variables: u32, zero: Option<u8>) {
        let (mut from, mut variables) = ([0_u8; MOST + 1], source_variables as u8);
        from[..source_of.len()].copy_from_slice(source_of);
        self.halved = zero.map(u32::from).filter(|&zero| zero >= WORD).map(|zero| zero - WORD);
        let zero = match self.halved {
            None => zero,
            Some(halved) => {
                // The half that is not copied is not a variable.
                variables -= 1;
                for source in from[..source_of.len()].iter_mut().filter(|source| **source != NONE) {
                    *source -= u8::from(u32::from(*source) > halved + WORD);
                }
                None
            }
        };
        let lacking = source_of.iter().position(|&source| source == NONE);
        let fixed = match (lacking, zero) {
            (None, None) => NONE,
            (lacking, zero) => {
                let target = lacking.unwrap_or(source_of.len());
                from[target] = zero.unwrap_or(variables);
                target as u8
            }
        };
        let all = source_of.len().max(usize::from(variables));
        let is_low = u32::from(fixed) < WORD;
        self.mask = if is_low { !ONES[usize::from(fixed)][0] } else { !0 };
        // A variable that the source lacks takes part only if it must enter the word.
        self.variables = if is_low { all } else { usize::from(variables) };
        self.arrange(&from[..all], fixed);
    }

    /// Finds the steps for the source variables `from`; of `fixed` only the 0 half is needed.
    #[inline(always)]
    fn arrange(&mut self, from: &[u8], fixed: u8) {
        let is_low = |variable: u8| u32::from(variable) < WORD;
        let (low, high) = from.split_at(WORD_VARIABLES);
        // The contents of each slot of a word before the swaps, and the target of each variable of its index.
        let mut slots: [u8; WORD_VARIABLES] = std::array::from_fn(|slot| slot as u8);
        let mut targets = [0_u8; MOST + 1];
        let mut arriving = low.iter().filter(|&&source| !is_low(source));
        (self.exchanges.len, self.swaps.len) = (0, 0);
        for (target, &source) in (WORD as u8..).zip(high) {
            let place = match is_low(source) {
                false => source,
                true => {
                    // As many variables leave the word as enter it.
                    let Some(&arrives) = arriving.next() else { break };
                    slots[usize::from(source)] = arrives;
                    self.exchanges.push((u32::from(source), u32::from(arrives) - WORD));
                    arrives
                }
            };
            targets[usize::from(place)] = target;
        }
        for (slot, &wanted) in low.iter().enumerate() {
            let found = slots.iter().position(|&held| held == wanted).unwrap_or(slot);
            if found != slot {
                self.swaps.push((slot as u32, found as u32));
                slots.swap(slot, found);
            }
        }
        for offsets in [&mut self.near, &mut self.far] {
            offsets.clear();
            offsets.push((0, 0));
        }
        for (place, &target) in (0..).zip(&targets[WORD_VARIABLES..from.len()]) {
            if target == fixed {
                continue;
            }
            let offsets = if self.near.len() < NEAR { &mut self.near } else { &mut self.far };
            for index in 0..offsets.len() {
                let (here, there) = offsets[index];
                offsets.push((here | 1 << place, there | 1 << (u32::from(target) - WORD)));
            }
        }
    }

    /// Converts a table: calls `take(target word, converted word)` for every word that the target can have.
    #[inline(always)]
    pub(super) fn carry(
        &mut self,
        source: &[u64],
        target: &mut [u64],
        take: impl Fn(&mut u64, u64),
    ) {
        let words = &mut self.words;
        words.clear();
        match self.halved {
            None => words.extend_from_slice(source),
            Some(0) => words.extend(source.as_chunks::<2>().0.iter().map(|pair| pair[0])),
            Some(1) => {
                words.extend(source.as_chunks::<4>().0.iter().flat_map(|four| [four[0], four[1]]))
            }
            Some(bit) => source
                .chunks_exact(2 << bit)
                .for_each(|pair| words.extend_from_slice(&pair[..1 << bit])),
        }
        // A variable that the source lacks is always 0 there.
        words.resize(1 << (self.variables - WORD_VARIABLES), 0);
        for (leaving, place) in self.exchanges.iter() {
            exchange(words, leaving, place);
        }
        for (first, second) in self.swaps.iter() {
            let shift = (1 << second) - (1 << first);
            let moved = ONES[first as usize][0] & !ONES[second as usize][0];
            for word in words.iter_mut() {
                let changed = ((*word >> shift) ^ *word) & moved;
                *word ^= changed ^ (changed << shift);
            }
        }
        for &(here, there) in &self.far {
            let (words, target) = (&words[here as usize..], &mut target[there as usize..]);
            for &(from, to) in &self.near {
                take(&mut target[to as usize], words[from as usize] & self.mask);
            }
        }
    }
}

/// Exchanges a variable of a word with one of its index.
#[inline(always)]
fn exchange(words: &mut [u64], leaving: u32, place: u32) {
    let (shift, zeros) = (1 << leaving, !ONES[leaving as usize][0]);
    match place {
        0 => exchange_lanes::<1>(words, shift, zeros),
        1 => exchange_lanes::<2>(words, shift, zeros),
        _ => {
            let half = 1 << place;
            for pair in words.chunks_exact_mut(2 * half) {
                let (lower, upper) = pair.split_at_mut(half);
                for (one, other) in lower.iter_mut().zip(upper) {
                    let changed = ((*one >> shift) ^ *other) & zeros;
                    *other ^= changed;
                    *one ^= changed << shift;
                }
            }
        }
    }
}

/// The same if the two words are lanes of one vector whose indices differ in `LANE`.
#[inline(always)]
fn exchange_lanes<const LANE: usize>(words: &mut [u64], shift: u32, zeros: u64) {
    for vector in vectors_mut(words) {
        let changed: [u64; 4] = std::array::from_fn(|lane| {
            ((vector[lane & !LANE] >> shift) ^ vector[lane | LANE]) & zeros
        });
        for lane in 0..4 {
            vector[lane] ^= if lane & LANE == 0 { changed[lane] << shift } else { changed[lane] };
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

    /// Checks every bit of the target against the definition, for random permutations of every kind.
    #[test]
    fn every_bit_goes_to_its_place() {
        let mut random = Random::new(1);
        let mut permutation = Permutation::new();
        for round in 0..200 {
            let (source_variables, target_variables) =
                [(10, 10), (11, 10), (10, 11), (9, 9)][round % 4];
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
