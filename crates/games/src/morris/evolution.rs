//! The initial ranges for an evolution of the estimator's coefficients.
//!
//! "Nine Men's Morris: Evaluation Functions" (Petcu, Holban) draws a winning configuration from 900 to 1200 and a
//! closed morris from 20 to 40, "even smaller" the blocked men and the number of men, and does not state the
//! others. Its printed sets violate these ranges although crossover never changes a number: closed morrises have 5
//! to 42. So there are two sets of ranges: those that the text states, and those that its results must have come
//! from.

use std::ops::RangeInclusive;

use ninefold_core::DrawnRanges;

/// The range of each coefficient: placing (closed, morrises, blocked, men, twos, threes), moving (closed,
/// morrises, blocked, men, opened, doubles, winning), flying (twos, threes, closed, winning).
pub(super) const RANGES: &[DrawnRanges] = &[
    DrawnRanges {
        id: "stated",
        summary: "as in the paper's text: winning 900-1200, closed 20-40, men and blocked less",
        evaluator: "est",
        ranges: &STATED,
    },
    DrawnRanges {
        id: "printed",
        summary: "wide enough for the paper's printed sets",
        evaluator: "est",
        ranges: &PRINTED,
    },
];

const CLOSED: RangeInclusive<i64> = 20..=40;
const WINNING: RangeInclusive<i64> = 900..=1200;
const SMALLER: RangeInclusive<i64> = 1..=10;
const OTHER: RangeInclusive<i64> = 1..=40;

#[rustfmt::skip]
const STATED: [RangeInclusive<i64>; 17] = [
    CLOSED, OTHER, SMALLER, SMALLER, OTHER, OTHER,
    CLOSED, OTHER, SMALLER, SMALLER, OTHER, OTHER, WINNING,
    OTHER, OTHER, CLOSED, WINNING,
];

const WIDE: RangeInclusive<i64> = 1..=50;
const NARROW: RangeInclusive<i64> = 1..=20;

#[rustfmt::skip]
const PRINTED: [RangeInclusive<i64>; 17] = [
    WIDE, WIDE, NARROW, NARROW, WIDE, WIDE,
    WIDE, WIDE, NARROW, NARROW, WIDE, WIDE, WINNING,
    WIDE, WIDE, WIDE, WINNING,
];
