//! White's captures inside a row: taking a black man changes one variable of the index to 0.

use super::black::{set, vectors, vectors_mut};
use super::board::{ALL_IN_MILLS, closers, in_mills};
use super::row_index::{Conjunction, LOW, ONES, RowIndex, Vector, WORD};

/// Marks the sets from which White can take a man so that one of `results` remains, 256 at a time.
///
/// A man in a mill is protected; sets with all men in mills are handled separately.
#[inline(always)]
pub(super) fn before_taking(frame: &RowIndex, results: &[u64], before: &mut [u64]) {
    let all = vectors(results);
    let marked = &mut vectors_mut(before)[..all.len()];
    for variable in 0..frame.free as u8 {
        let mut safe = [Conjunction::NEVER; 2];
        for (safe, line) in safe.iter_mut().zip(frame.lines_through(variable)) {
            *safe = Conjunction::of(&line);
        }
        match u32::from(variable) {
            0..WORD => {
                let (shift, ones) = (1 << variable, ONES[usize::from(variable)]);
                let men = |from: &Vector, lane: usize| from[lane] << shift & ones[lane];
                raise(&safe, 0, all, marked, men);
            }
            WORD => raise(&safe, 0, all, marked, |from, lane| [0, from[0], 0, from[2]][lane]),
            7 => raise(&safe, 0, all, marked, |from, lane| [0, 0, from[0], from[1]][lane]),
            high => raise(&safe, 1 << (high - LOW), all, marked, |from, lane| from[lane]),
        }
    }
    for &men in ALL_IN_MILLS.iter().filter(|&&men| men & frame.white == 0) {
        let index = frame.index(men);
        let mut taken = index;
        while taken != 0 {
            let left = index & !(taken & taken.wrapping_neg());
            taken &= taken - 1;
            if results[(left >> WORD) as usize] >> (left & 63) & 1 != 0 {
                set(before, index);
            }
        }
    }
}

/// Adds one man to every result that lacks it, except where it would be in a mill.
#[inline(always)]
fn raise(
    safe: &[Conjunction; 2],
    high: u32,
    results: &[Vector],
    marked: &mut [Vector],
    men: impl Fn(&Vector, usize) -> u64,
) {
    let mut vector = high;
    for _ in 0..results.len() >> high.count_ones() {
        let from = results[(vector ^ high) as usize];
        let (one, other) = (safe[0].at(vector), safe[1].at(vector));
        let found = &mut marked[vector as usize];
        for lane in 0..4 {
            found[lane] |= men(&from, lane) & !(one[lane] | other[lane]);
        }
        vector = (vector + 1) | high;
    }
}

/// The same for one result: calls `mark` with the index of every set before the capture.
#[inline(always)]
pub(super) fn each_before_taking(frame: &RowIndex, result: u32, mut mark: impl FnMut(u32)) {
    let men = frame.set(result);
    let closing = closers(men);
    let free = !men & !frame.white & super::board::ALL;
    let mut open = free & !closing;
    while open != 0 {
        mark(result | 1 << frame.variables[open.trailing_zeros() as usize]);
        open &= open - 1;
    }
    let mut closing = free & closing;
    while closing != 0 {
        let before = men | closing & closing.wrapping_neg();
        if in_mills(before) == before {
            mark(result | 1 << frame.variables[closing.trailing_zeros() as usize]);
        }
        closing &= closing - 1;
    }
}
