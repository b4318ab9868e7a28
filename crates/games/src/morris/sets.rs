//! Sets of points and the whole-board operations on them.
//!
//! One byte per ring, clockwise from the top middle (see [`Point::bit`]): corners are the odd bits, the middles of
//! the sides the even ones. Movement along a ring is a rotation of bytes, across rings a shift by eight.

use ninefold_core::Symmetry;

use super::Point;

/// A set of points.
pub type Points = u32;

/// Every point.
pub const ALL: Points = 0x00ff_ffff;
const CORNERS: Points = 0x00aa_aaaa;
pub(super) const MIDDLES: Points = 0x0055_5555;
/// The middles of the sides of the inner ring, where the four lines across the rings start.
const SPOKES: Points = 0x0000_0055;

/// Every ring rotated clockwise by `STEPS` points.
pub(super) const fn turned<const STEPS: u32>(set: Points) -> Points {
    let keep = 0x0001_0101 * (0xff >> STEPS);
    ((set & keep) << STEPS) | ((set >> (8 - STEPS)) & (0x0001_0101 * ((1 << STEPS) - 1)))
}

/// Every point's counterpart on the next ring; from the outer ring to the inner one.
const fn next_ring(set: Points) -> Points {
    ((set << 8) | (set >> 16)) & ALL
}

/// The points adjacent to a point of the set.
pub const fn neighbours(set: Points) -> Points {
    let across = set & MIDDLES;
    (turned::<1>(set) | turned::<7>(set) | (across << 8) | (across >> 8)) & ALL
}

/// The number of steps from a man of the set to an empty point.
pub(super) const fn open_steps(men: Points, empty: Points) -> u32 {
    let across = men & MIDDLES;
    (turned::<1>(men) & empty).count_ones()
        + (turned::<7>(men) & empty).count_ones()
        + ((across << 8) & empty).count_ones()
        + ((across >> 8) & empty).count_ones()
}

/// The total number of neighbours of the points of the set, empty or not.
pub(super) const fn degrees(set: Points) -> u32 {
    open_steps(set, ALL)
}

/// The points of the set that are part of a full line of the set.
pub const fn in_mills(set: Points) -> Points {
    let sides = set & turned::<7>(set) & turned::<6>(set) & CORNERS;
    let spokes = set & (set >> 8) & (set >> 16) & SPOKES;
    sides | turned::<1>(sides) | turned::<2>(sides) | (spokes * 0x0001_0101)
}

/// The points that would fill a line whose other two points are in the set.
pub const fn closers(set: Points) -> Points {
    let before = turned::<7>(set);
    let after = turned::<1>(set);
    let corner = (before & turned::<6>(set)) | (after & turned::<2>(set));
    let ring = next_ring(set);
    let middle = (before & after) | (ring & next_ring(ring));
    (corner & CORNERS) | (middle & MIDDLES)
}

/// The 16 lines of three: the four sides of each ring, then the four lines across the rings.
pub const LINES: [Points; 16] = {
    let mut lines = [0; 16];
    let mut index = 0;
    while index < 12 {
        let corner = 1 << (8 * (index / 4) + 2 * (index % 4) + 1);
        lines[index] = corner | turned::<1>(corner) | turned::<2>(corner);
        index += 1;
    }
    while index < 16 {
        lines[index] = 0x0001_0101 << (2 * (index - 12));
        index += 1;
    }
    lines
};

/// The image of a set under one of the 16 symmetries.
///
/// ```text
/// bits 0-1  quarter turns clockwise
/// bit  2    first mirror left-right
/// bit  3    last swap the inner and the outer ring
/// ```
pub const fn mapped(set: Points, symmetry: Symmetry) -> Points {
    // Reversing a byte maps turn k to 7 - k; one more rotation makes it -k.
    let mirrored = turned::<1>((set << 8).swap_bytes().reverse_bits() >> 8);
    let set = if symmetry.0 & 4 != 0 { mirrored } else { set };
    let set = match symmetry.0 & 3 {
        0 => set,
        1 => turned::<2>(set),
        2 => turned::<4>(set),
        _ => turned::<6>(set),
    };
    if symmetry.0 & 8 != 0 { (set << 8).swap_bytes() } else { set }
}

/// The member with this number, counted from 0 in bit order, as a set.
#[inline]
pub(super) const fn nth(set: Points, number: u32) -> Points {
    1 << place_of(set, number)
}

/// The bit of the member with this number, found by bisection with population counts.
#[inline]
const fn place_of(set: Points, number: u32) -> u32 {
    // The number of members in each group of two, four and eight bits.
    let pairs = set - (set >> 1 & 0x5555_5555);
    let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f;
    let (mut left, mut place) = (number, 0);
    let sixteen = (eights + (eights >> 8)) & 0xff;
    let beyond = (left >= sixteen) as u32;
    left -= sixteen * beyond;
    place += 16 * beyond;
    let eight = eights >> place & 0xff;
    let beyond = (left >= eight) as u32;
    left -= eight * beyond;
    place += 8 * beyond;
    let four = fours >> place & 0xf;
    let beyond = (left >= four) as u32;
    left -= four * beyond;
    place += 4 * beyond;
    let pair = pairs >> place & 3;
    let beyond = (left >= pair) as u32;
    left -= pair * beyond;
    place += 2 * beyond;
    place + (left >= (set >> place & 1)) as u32
}

/// A set with one bit per point in reading order.
#[inline]
fn reading(set: Points) -> u32 {
    let [inner, middle, outer, _] = set.to_le_bytes();
    READING[0][inner as usize] | READING[1][middle as usize] | READING[2][outer as usize]
}

/// The point with this number, counted from 0 in reading order.
pub(super) fn nth_in_reading_order(set: Points, number: u32) -> Point {
    Point::new(place_of(reading(set), number) as usize)
}

/// The points of a set in reading order.
pub fn in_reading_order(set: Points) -> impl Iterator<Item = Point> {
    let mut left = reading(set);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let point = Point::new(left.trailing_zeros() as usize);
        left &= left - 1;
        Some(point)
    })
}

/// For each ring and each set of its points, the same set with one bit per point in reading order.
static READING: [[u32; 256]; 3] = {
    let mut tables = [[0; 256]; 3];
    let mut ring = 0;
    while ring < 3 {
        let mut byte = 0;
        while byte < 256 {
            let mut turn = 0;
            while turn < 8 {
                if byte >> turn & 1 != 0 {
                    tables[ring][byte] |= 1 << Point::at_bit(8 * ring + turn).index();
                }
                turn += 1;
            }
            byte += 1;
        }
        ring += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_through(point: Point) -> impl Iterator<Item = Points> {
        LINES.into_iter().filter(move |line| line & point.set() != 0)
    }

    /// A line is three points in a row or column without a gap in the board between them.
    #[test]
    fn lines_are_straight_and_every_point_is_on_two() {
        for line in LINES {
            let points: Vec<Point> = in_reading_order(line).collect();
            assert_eq!(points.len(), 3);
            let row = points.iter().all(|point| point.row() == points[0].row());
            let column = points.iter().all(|point| point.column() == points[0].column());
            assert!(row ^ column, "{points:?}");
        }
        assert!(Point::all().all(|point| lines_through(point).count() == 2));
    }

    #[test]
    fn whole_board_tricks_agree_with_the_lines() {
        let mut random = ninefold_core::Random::new(1);
        for _ in 0..10_000 {
            let set = (random.below(1 << 24) & random.below(1 << 24)) as Points;
            let full = LINES.iter().filter(|&&line| set & line == line).fold(0, |all, l| all | l);
            assert_eq!(in_mills(set), full);
            for point in Point::all() {
                let closes = lines_through(point)
                    .any(|line| set & line & !point.set() == line & !point.set());
                assert_eq!(closers(set) & point.set() != 0, closes, "{point} and {set:06x}");
            }
        }
    }

    #[test]
    fn members_have_numbers() {
        let mut random = ninefold_core::Random::new(2);
        for _ in 0..10_000 {
            let set = (random.below(1 << 24) & random.below(1 << 24)) as Points;
            let ordered: Vec<Point> = in_reading_order(set).collect();
            for (number, &point) in (0..).zip(&ordered) {
                assert_eq!(nth_in_reading_order(set, number), point, "{number} of {set:06x}");
            }
            let mut left = set;
            for number in 0..set.count_ones() {
                assert_eq!(nth(set, number), 1 << left.trailing_zeros(), "{number} of {set:06x}");
                left &= left - 1;
            }
        }
    }

    /// Two points are neighbours if they are consecutive on a line.
    #[test]
    fn neighbours_follow_each_other_on_a_line() {
        let mut edges = 0;
        for point in Point::all() {
            let mut expected = 0;
            for line in lines_through(point) {
                let points: Vec<Point> = in_reading_order(line).collect();
                let place = points.iter().position(|&other| other == point).unwrap();
                for (other, neighbour) in points.iter().enumerate() {
                    if place.abs_diff(other) == 1 {
                        expected |= neighbour.set();
                    }
                }
            }
            assert_eq!(neighbours(point.set()), expected, "{point}");
            edges += expected.count_ones();
        }
        assert_eq!(edges, 2 * 32);
    }
}
