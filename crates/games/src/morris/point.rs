//! The 24 points of the board.

use std::fmt;
use std::num::NonZeroU8;

/// A point, numbered in reading order from the top left:
///
/// ```text
///  0-----------1-----------2      7  a7 d7 g7
///  |   3-------4-------5   |      6  b6 d6 f6
///  |   |   6---7---8   |   |      5  c5 d5 e5
///  9--10--11      12--13--14      4  a4 b4 c4 e4 f4 g4
///  |   |  15--16--17   |   |      3  c3 d3 e3
///  |  18------19------20   |      2  b2 d2 f2
/// 21----------22----------23      1  a1 d1 g1
/// ```
///
/// Moves are ordered by these numbers. Sets of points use the ring order of [`bit`](Point::bit). Stored as `2 ×
/// number + 1`, so that an optional point is one byte and the value is non-zero without a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU8);

/// The bit of each point in a set: eight bits per ring, clockwise from the top middle, the inner ring first.
/// Rotating the board by a quarter turn rotates every byte by two bits.
///
/// ```text
/// 23----------16----------17
///  |  15-------8-------9   |
///  |   |   7---0---1   |   |
/// 22--14---6       2--10--18
///  |   |   5---4---3   |   |
///  |  13------12------11   |
/// 21----------20----------19
/// ```
#[rustfmt::skip]
const BITS: [u8; Point::COUNT] = [
    23,         16,         17,
        15,      8,      9,
             7,  0,  1,
    22, 14,  6,      2, 10, 18,
             5,  4,  3,
        13,     12,     11,
    21,         20,         19,
];

/// The set of each stored point. Entry 0 is no point, even entries are unused, and the table covers all values of a
/// byte, so that no lookup needs a bounds check.
static SETS: [u32; 256] = {
    let mut sets = [0; 256];
    let mut index = 0;
    while index < Point::COUNT {
        sets[2 * index + 1] = 1 << BITS[index];
        index += 1;
    }
    sets
};

/// The point of each bit: the inverse of [`BITS`].
const POINTS: [u8; Point::COUNT] = {
    let mut points = [0; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        points[BITS[index] as usize] = index as u8;
        index += 1;
    }
    points
};

impl Point {
    /// The number of points.
    pub const COUNT: usize = 24;

    /// The point of this number in reading order, below [`COUNT`](Point::COUNT).
    pub const fn new(index: usize) -> Point {
        debug_assert!(index < Point::COUNT);
        match NonZeroU8::new((2 * index as u8) | 1) {
            Some(stored) => Point(stored),
            None => unreachable!(),
        }
    }

    /// The number in reading order.
    pub const fn index(self) -> usize {
        self.0.get() as usize / 2
    }

    /// The bit index of this point in a set.
    pub const fn bit(self) -> usize {
        BITS[self.index()] as usize
    }

    /// The point with this bit index in a set.
    pub const fn at_bit(bit: usize) -> Point {
        Point::new(POINTS[bit] as usize)
    }

    /// The set that contains only this point.
    pub fn set(self) -> u32 {
        SETS[self.0.get() as usize]
    }

    /// The set of an optional point, computed without a branch.
    #[inline]
    pub fn optional_set(point: Option<Point>) -> u32 {
        SETS[Point::byte(point) as usize]
    }

    /// An optional point as a byte: 0 is no point, and the order is preserved.
    #[inline]
    pub(super) fn byte(point: Option<Point>) -> u8 {
        point.map_or(0, |point| point.0.get())
    }

    /// The inverse of [`byte`](Point::byte).
    #[inline]
    pub(super) fn from_byte(byte: u8) -> Option<Point> {
        NonZeroU8::new(byte).map(Point)
    }

    /// Distance from the left edge, 0 to 6.
    pub const fn column(self) -> usize {
        self.place().0
    }

    /// Distance from the top edge, 0 to 6.
    pub const fn row(self) -> usize {
        self.place().1
    }

    /// All points in reading order.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT).map(Point::new)
    }

    const fn place(self) -> (usize, usize) {
        let (ring, turn) = (self.bit() / 8, self.bit() % 8);
        let reach = ring + 1;
        let (low, mid, high) = (3 - reach, 3, 3 + reach);
        [
            (mid, low),
            (high, low),
            (high, mid),
            (high, high),
            (mid, high),
            (low, high),
            (low, mid),
            (low, low),
        ][turn]
    }
}

/// The standard name; `a1` is at the bottom left.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", 7 - self.row())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
