//! The truth table of a row: which variable of the index stands for which free point.
//!
//! A row has one bit for each subset of the points that its white set leaves free. Bit `i` of a subset's index is
//! the `i`-th free point in ascending order:
//!
//! ```text
//! white set   . . W . . W . . .      (lowest point on the left)
//! variable    0 1   2 3   4 5 6
//!
//! index       13 12 11 10  9  8 | 7  6 | 5  4  3  2  1  0
//!             vector of a row   | lane | bit of a word
//! ```
//!
//! So one word covers 64 black sets that differ in the six lowest free points, and a [`Vector`] of four words
//! covers 256 that differ in the eight lowest.

use ninefold_games::morris::Points;

use super::board::{ALL, IMAGES, LINES_THROUGH, POINTS, neighbours};

/// Four words: the operand of one instruction.
pub(super) type Vector = [u64; 4];

/// The number of variables of a word and of a vector.
pub(super) const WORD: u32 = 6;
pub(super) const LOW: u32 = 8;

/// For each of the eight low variables, the positions of a vector where it is 1.
pub(super) const ONES: [Vector; LOW as usize] = [
    [0xaaaa_aaaa_aaaa_aaaa; 4],
    [0xcccc_cccc_cccc_cccc; 4],
    [0xf0f0_f0f0_f0f0_f0f0; 4],
    [0xff00_ff00_ff00_ff00; 4],
    [0xffff_0000_ffff_0000; 4],
    [0xffff_ffff_0000_0000; 4],
    [0, !0, 0, !0],
    [0, 0, !0, !0],
];

/// Lane-wise AND.
#[inline(always)]
pub(super) fn and(one: Vector, other: Vector) -> Vector {
    std::array::from_fn(|lane| one[lane] & other[lane])
}

/// Lane-wise NOT.
#[inline(always)]
pub(super) fn not(one: Vector) -> Vector {
    one.map(|lane| !lane)
}

/// The positions of a vector whose subsets have `least` to `most` points, for each number of points among the high
/// variables.
pub(super) fn sizes(least: u32, most: u32) -> [Vector; 17] {
    std::array::from_fn(|high| {
        std::array::from_fn(|lane| {
            let of_size = |bit: &u64| {
                let size = high as u32 + (lane as u32).count_ones() + bit.count_ones();
                (least..=most).contains(&size)
            };
            (0..64).filter(of_size).fold(0, |mask, bit| mask | 1 << bit)
        })
    })
}

/// The positions of a row where some variables are all 1.
#[derive(Clone, Copy)]
pub(super) struct Conjunction {
    /// The variables above the vector, as bits of the vector index.
    high: u32,
    /// The others, as positions of the vector.
    low: Vector,
}

impl Conjunction {
    /// The empty set of positions.
    pub(super) const NEVER: Conjunction = Conjunction { high: 0, low: [0; 4] };

    /// The positions where all these variables are 1.
    pub(super) fn of(variables: &[u8]) -> Conjunction {
        let mut conjunction = Conjunction { high: 0, low: [!0; 4] };
        for &variable in variables {
            match ONES.get(usize::from(variable)) {
                Some(&ones) => conjunction.low = and(conjunction.low, ones),
                None => conjunction.high |= 1 << (u32::from(variable) - LOW),
            }
        }
        conjunction
    }

    /// The positions of one vector.
    #[inline(always)]
    pub(super) fn at(&self, vector: u32) -> Vector {
        let everywhere = if vector & self.high == self.high { !0 } else { 0 };
        self.low.map(|lane| lane & everywhere)
    }
}

/// A row's variables.
pub(super) struct RowIndex {
    /// The white set.
    pub(super) white: Points,
    /// The number of free points.
    pub(super) free: u32,
    /// The point of each variable.
    pub(super) points: [u8; POINTS],
    /// The variable of each free point.
    pub(super) variables: [u8; POINTS],
    to_points: [[Points; 128]; 4],
}

/// Marks a point that is not free.
pub(super) const NONE: u8 = u8::MAX;

impl RowIndex {
    /// The index of a white set's row.
    #[inline(always)]
    pub(super) fn new(white: Points) -> RowIndex {
        let mut frame = RowIndex {
            white,
            free: 24 - white.count_ones(),
            points: [0; POINTS],
            variables: [NONE; POINTS],
            to_points: [[0; 128]; 4],
        };
        let mut left = ALL & !white;
        for variable in 0..frame.free {
            let point = left.trailing_zeros();
            left &= left - 1;
            frame.points[variable as usize] = point as u8;
            frame.variables[point as usize] = variable as u8;
            let (chunk, bit) = ((variable / 7) as usize, 1 << (variable % 7));
            for index in 0..bit {
                frame.to_points[chunk][bit + index] = frame.to_points[chunk][index] | 1 << point;
            }
        }
        frame
    }

    /// The set of an index.
    #[inline(always)]
    pub(super) fn set(&self, index: u32) -> Points {
        self.to_points[0][(index & 127) as usize]
            | self.to_points[1][(index >> 7 & 127) as usize]
            | self.to_points[2][(index >> 14 & 127) as usize]
            | self.to_points[3][(index >> 21 & 127) as usize]
    }

    /// The index of a set of free points.
    #[inline(always)]
    pub(super) fn index(&self, set: Points) -> u32 {
        let mut left = set;
        let mut index = 0;
        while left != 0 {
            index |= 1 << self.variables[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        index
    }

    /// The other two points of each line through a free point, as variables; only for lines of free points.
    pub(super) fn lines_through(&self, variable: u8) -> impl Iterator<Item = [u8; 2]> {
        let point = self.points[usize::from(variable)];
        let lines = LINES_THROUGH[usize::from(point)];
        let lines = lines.map(|line| line.map(|other| self.variables[usize::from(other)]));
        lines.into_iter().filter(|line| !line.contains(&NONE))
    }

    /// Black's steps between free points in this frame.
    #[inline(always)]
    pub(super) fn steps(&self) -> Steps {
        let mut steps = Steps { all: [Step::default(); MOST_STEPS], len: 0 };
        for to in 0..self.free as u8 {
            let target = self.points[usize::from(to)];
            let mut starts = neighbours(1 << target) & !self.white;
            while starts != 0 {
                let start = starts.trailing_zeros() as u8;
                starts &= starts - 1;
                let from = self.variables[usize::from(start)];
                // A step runs along one line of its target; only the other one can be completed.
                let lines = LINES_THROUGH[usize::from(target)];
                let across = if lines[0].contains(&start) { lines[1] } else { lines[0] };
                let mill = across.map(|other| self.variables[usize::from(other)]);
                let mill = if mill.contains(&NONE) { None } else { Some(mill) };
                steps.all[steps.len] = Step { from, to, mill };
                steps.len += 1;
            }
        }
        steps
    }
}

/// One of Black's steps in a frame.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// The variable of the point the man leaves.
    pub(super) from: u8,
    /// The variable of the point it goes to.
    pub(super) to: u8,
    /// The men that form a mill with it there, if possible.
    pub(super) mill: Option<[u8; 2]>,
}

/// The board has 32 edges, each in two directions.
const MOST_STEPS: usize = 64;

/// All of Black's steps in a frame.
pub(super) struct Steps {
    all: [Step; MOST_STEPS],
    len: usize,
}

impl Steps {
    /// The steps.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Step> {
        self.all[..self.len].iter()
    }
}

/// Converts sets to indices of a row after a symmetry, one byte at a time.
pub(super) struct Indexer {
    bytes: [[u32; 256]; 3],
}

impl Indexer {
    /// For sets whose image under `symmetry` is a set of free points of `frame`.
    #[inline(always)]
    pub(super) fn new(frame: &RowIndex, symmetry: u8) -> Indexer {
        let mut bytes = [[0; 256]; 3];
        for (ring, table) in bytes.iter_mut().enumerate() {
            for bit in 0..8 {
                let image = IMAGES[usize::from(symmetry)][8 * ring + bit];
                let variable = frame.variables[usize::from(image)];
                let one = if variable == NONE { 0 } else { 1 << variable };
                let (known, rest) = table.split_at_mut(1 << bit);
                for (index, &below) in rest.iter_mut().zip(known.iter()) {
                    *index = below | one;
                }
            }
        }
        Indexer { bytes }
    }

    /// The index of a set.
    #[inline(always)]
    pub(super) fn index(&self, set: Points) -> u32 {
        self.bytes[0][(set & 255) as usize]
            | self.bytes[1][(set >> 8 & 255) as usize]
            | self.bytes[2][(set >> 16 & 255) as usize]
    }
}
