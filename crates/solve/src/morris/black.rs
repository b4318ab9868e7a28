//! Black to move inside a row: finds the positions in which every move leads to a white win.
//!
//! A black move changes two variables of the index, so 256 positions are evaluated at once. For a step from `p` to
//! `q`, the positions with `p = 1, q = 0` read the vector with both bits flipped:
//!
//! ```text
//! escapes[B] |= p ∈ B, q ∉ B, not ( closes a mill ? captures : wins )[B ^ p ^ q]
//! ```
//!
//! where `captures` is the plane of Black's captures, which leave the slice.

use super::row_index::{
    Conjunction, LOW, NONE, ONES, RowIndex, Step, Steps, Vector, WORD, and, not,
};

/// The planes of a row that Black's moves read.
pub(super) struct Outlook<'a> {
    /// White to move wins.
    pub(super) wins: &'a [u64],
    /// White wins whichever man Black captures after closing a mill.
    pub(super) captures: &'a [u64],
}

/// Reads the bit of an index.
#[inline(always)]
pub(super) fn bit(plane: &[u64], index: u32) -> bool {
    plane[(index >> WORD) as usize] >> (index & 63) & 1 != 0
}

/// Sets the bit of an index and returns whether it was 0.
#[inline(always)]
pub(super) fn set(plane: &mut [u64], index: u32) -> bool {
    let word = &mut plane[(index >> WORD) as usize];
    let fresh = *word >> (index & 63) & 1 == 0;
    *word |= 1 << (index & 63);
    fresh
}

/// A plane as vectors.
#[inline(always)]
pub(super) fn vectors(plane: &[u64]) -> &[Vector] {
    plane.as_chunks().0
}

/// A plane as mutable vectors.
#[inline(always)]
pub(super) fn vectors_mut(plane: &mut [u64]) -> &mut [Vector] {
    plane.as_chunks_mut().0
}

impl Outlook<'_> {
    /// Marks every position in which a step saves Black from losing. Flying men are not considered.
    #[inline(always)]
    pub(super) fn escapes(&self, steps: &Steps, escapes: &mut [u64]) {
        for step in steps.iter() {
            let lane = |variable: u8| match u32::from(variable) {
                WORD => 1,
                7 => 2,
                _ => 0,
            };
            match lane(step.from) | lane(step.to) {
                0 => self.escape::<0>(step, escapes),
                1 => self.escape::<1>(step, escapes),
                2 => self.escape::<2>(step, escapes),
                _ => self.escape::<3>(step, escapes),
            }
        }
    }

    /// One step; its vectors are found with their lanes exchanged by `LANES`.
    #[inline(always)]
    fn escape<const LANES: usize>(&self, step: &Step, escapes: &mut [u64]) {
        let (wins, captures) = (vectors(self.wins), vectors(self.captures));
        let escapes = &mut vectors_mut(escapes)[..wins.len()];
        let high = |variable: u8| match u32::from(variable) {
            variable @ LOW.. => 1_u32 << (variable - LOW),
            _ => 0,
        };
        let in_word = |variable: u8| match u32::from(variable) {
            variable @ ..WORD => 1_u32 << variable,
            _ => 0,
        };
        let ones = |variable: u8| ONES.get(usize::from(variable));
        let mut mask = [!0; 4];
        if let Some(&ones) = ones(step.from) {
            mask = and(mask, ones);
        }
        if let Some(&ones) = ones(step.to) {
            mask = and(mask, not(ones));
        }
        let (start, target) = (in_word(step.from), in_word(step.to));
        let (left, right) = (start.saturating_sub(target), target.saturating_sub(start));
        let (full, empty) = (high(step.from), high(step.to));
        let fixed = full | empty;
        let count = wins.len() >> fixed.count_ones();
        let mut vector = full;
        match step.mill {
            None => {
                for _ in 0..count {
                    let after = wins[(vector ^ fixed) as usize];
                    let found = &mut escapes[vector as usize];
                    for lane in 0..4 {
                        let lost = !after[lane ^ LANES];
                        found[lane] |= lost << left >> right & mask[lane];
                    }
                    vector = ((vector | fixed) + 1) & !fixed | full;
                }
            }
            Some(mill) => {
                let closes = Conjunction::of(&mill);
                for _ in 0..count {
                    let (after, taken) =
                        (wins[(vector ^ fixed) as usize], captures[(vector ^ fixed) as usize]);
                    let closes = closes.at(vector);
                    let found = &mut escapes[vector as usize];
                    for lane in 0..4 {
                        let other = lane ^ LANES;
                        let value = after[other] ^ ((after[other] ^ taken[other]) & closes[other]);
                        found[lane] |= !value << left >> right & mask[lane];
                    }
                    vector = ((vector | fixed) + 1) & !fixed | full;
                }
            }
        }
    }

    /// Whether White wins after a black move to this set, which may close a mill.
    #[inline(always)]
    fn holds(&self, after: u32, closes: bool) -> bool {
        bit(if closes { self.captures } else { self.wins }, after)
    }
}

/// Black's steps by the man that moves, for evaluating positions one by one.
pub(super) struct Stepper {
    /// For each variable: where its man can move.
    targets: [u32; 24],
    /// For each start and target: the two men that form a mill there, or a set that no position has.
    mills: [[u32; 24]; 24],
}

/// A set that no position has.
const IMPOSSIBLE: u32 = u32::MAX;

impl Stepper {
    #[inline(always)]
    pub(super) fn new(steps: &Steps) -> Stepper {
        let mut stepper = Stepper { targets: [0; 24], mills: [[IMPOSSIBLE; 24]; 24] };
        for step in steps.iter() {
            let (from, to) = (usize::from(step.from), usize::from(step.to));
            stepper.targets[from] |= 1 << to;
            if let Some([one, other]) = step.mill {
                stepper.mills[from][to] = 1 << one | 1 << other;
            }
        }
        stepper
    }

    /// Whether Black, to move in `men`, loses with every move.
    #[inline(always)]
    fn loses(&self, outlook: &Outlook<'_>, men: u32) -> bool {
        let mut starts = men;
        while starts != 0 {
            let from = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            let mut targets = self.targets[from] & !men;
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                let mill = self.mills[from][to];
                if !outlook.holds(men ^ 1 << from ^ 1 << to, men & mill == mill) {
                    return false;
                }
            }
        }
        true
    }

    /// The positions before a black step to `after` that are lost and not yet `known`.
    #[inline(always)]
    pub(super) fn newly_lost(
        &self,
        outlook: &Outlook<'_>,
        after: u32,
        known: &mut [u64],
        found: &mut Vec<u32>,
    ) {
        let mut targets = after;
        while targets != 0 {
            let to = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            // Steps are reversible.
            let mut starts = self.targets[to] & !after;
            while starts != 0 {
                let from = starts.trailing_zeros();
                starts &= starts - 1;
                let men = after ^ 1 << from ^ 1 << to;
                if !bit(known, men) && self.loses(outlook, men) {
                    set(known, men);
                    found.push(men);
                }
            }
        }
    }
}

/// Finds the sets of three flying men that lose with every move and are not yet `known`.
///
/// A flying man leaves the other two in place. So for each pair, the third points that save Black are collected; a
/// set is lost if each of its three pairs has no such point except its own third.
#[allow(clippy::needless_range_loop, reason = "three variables index two arrays alike")]
#[inline(always)]
pub(super) fn newly_lost_flying(
    frame: &RowIndex,
    outlook: &Outlook<'_>,
    known: &mut [u64],
    found: &mut Vec<u32>,
) {
    let free = frame.free as usize;
    let mut thirds = [[0_u32; 24]; 24];
    let mut mill_with = [[NONE; 24]; 24];
    for variable in 0..free {
        for [one, other] in frame.lines_through(variable as u8) {
            mill_with[usize::from(one)][usize::from(other)] = variable as u8;
            mill_with[usize::from(other)][usize::from(one)] = variable as u8;
        }
    }
    for x in 0..free {
        for y in x + 1..free {
            for z in y + 1..free {
                let men = 1 << x | 1 << y | 1 << z;
                if !outlook.holds(men, usize::from(mill_with[x][y]) == z) {
                    thirds[x][y] |= 1 << z;
                    thirds[x][z] |= 1 << y;
                    thirds[y][z] |= 1 << x;
                }
            }
        }
    }
    for x in 0..free {
        for y in x + 1..free {
            let kept = thirds[x][y];
            // If there are two such points, one of them always remains.
            if kept & kept.wrapping_sub(1) != 0 {
                continue;
            }
            for z in y + 1..free {
                let lost = kept & !(1 << z) == 0
                    && thirds[x][z] & !(1 << y) == 0
                    && thirds[y][z] & !(1 << x) == 0;
                let men = 1 << x | 1 << y | 1 << z;
                if lost && set(known, men) {
                    found.push(men);
                }
            }
        }
    }
}
