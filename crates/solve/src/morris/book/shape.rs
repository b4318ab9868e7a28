//! The shape of a board: mills, threats and forks, as one number.
//!
//! Positions with the same shape mostly have the same value, so shapes predict values well. All computations are on
//! whole boards, since a row of the book has thousands of positions.

use ninefold_games::morris::{ALL, Points, closers, neighbours};

/// The number of shapes.
pub(super) const SHAPES: usize = 9 * 9 * 8 * 36 * 4;

const CORNERS: Points = 0x00aa_aaaa;
const MIDDLES: Points = 0x0055_5555;
/// The middles of the sides of the inner ring, where the lines across the rings start.
const SPOKES: Points = 0x0000_0055;

/// Every ring rotated clockwise by `STEPS` points.
#[inline(always)]
const fn turned<const STEPS: u32>(set: Points) -> Points {
    let keep = 0x0001_0101 * (0xff >> STEPS);
    ((set & keep) << STEPS) | ((set >> (8 - STEPS)) & (0x0001_0101 * ((1 << STEPS) - 1)))
}

/// Every point's counterpart on the next ring; from the outer ring to the inner one.
#[inline(always)]
const fn next_ring(set: Points) -> Points {
    ((set << 8) | (set >> 16)) & ALL
}

/// The lines of one side.
struct Lines {
    /// The empty points on two lines with one own man each and no others: a man there makes two threats.
    forks: u32,
    /// The lines with one own man and two empty points.
    begun: u32,
    /// The full lines.
    mills: u32,
}

impl Lines {
    #[inline(always)]
    fn of(own: Points, other: Points) -> Lines {
        let empty = ALL & !(own | other);
        // For each point: the men one and two steps ahead, one and two steps behind, and on the two other rings.
        let around = |set: Points| {
            let ring = next_ring(set);
            (
                [turned::<7>(set), turned::<6>(set), turned::<1>(set), turned::<2>(set)],
                [ring, next_ring(ring)],
            )
        };
        let ([on, on2, back, back2], [ring, ring2]) = around(own);
        let ([bad_on, bad_on2, bad_back, bad_back2], [bad_ring, bad_ring2]) = around(other);
        let corner = (on ^ on2) & (back ^ back2) & !(bad_on | bad_on2 | bad_back | bad_back2);
        let middle = (on ^ back) & (ring ^ ring2) & !(bad_on | bad_back | bad_ring | bad_ring2);
        let forks = empty & ((CORNERS & corner) | (MIDDLES & middle));
        let one = |a: Points, b: Points, c: Points| (a ^ b ^ c) & !(a & b & c);
        let sides = CORNERS & one(own, on, on2) & !(other | bad_on | bad_on2);
        let across = SPOKES & one(own, ring, ring2) & !(other | bad_ring | bad_ring2);
        let full =
            (CORNERS & own & on & on2).count_ones() + (SPOKES & own & ring & ring2).count_ones();
        Lines {
            forks: forks.count_ones(),
            begun: sides.count_ones() + across.count_ones(),
            mills: full,
        }
    }
}

/// The empty points on which a man of this side closes a mill in one turn.
#[inline(always)]
fn closing(men: Points, empty: Points, moving: bool) -> Points {
    let all = closers(men) & empty;
    if all == 0 || !moving || men.count_ones() == 3 {
        return all;
    }
    let (mut left, mut reached) = (all, 0);
    while left != 0 {
        let point = left & left.wrapping_neg();
        left ^= point;
        let mut near = neighbours(point) & men;
        while near != 0 {
            let man = near & near.wrapping_neg();
            near ^= man;
            if closers(men & !man) & point != 0 {
                reached |= point;
            }
        }
    }
    reached
}

/// Whether a man on one of these points, which prevents an opposing mill, makes a new threat.
#[inline(always)]
fn answers_with_threat(men: Points, empty: Points, points: Points) -> bool {
    let mut left = points;
    while left != 0 {
        let point = left & left.wrapping_neg();
        left ^= point;
        let rest = empty & !point;
        if closers(men | point) & rest != closers(men) & rest {
            return true;
        }
    }
    false
}

/// The shape of a board, less than [`SHAPES`], from the men of the side to move and the opponent, in the numbering
/// of the rules, and whether men move or are still being placed.
#[inline(always)]
pub(super) fn shape(own: Points, other: Points, moving: bool) -> usize {
    let empty = ALL & !(own | other);
    let (mine, yours) = (Lines::of(own, other), Lines::of(other, own));
    let closes = closing(own, empty, moving);
    let threat = closing(other, empty, moving);
    // What counts besides threats: potential forks during placing, men that can step during moving.
    let beside = |lines: &Lines, men: Points| match moving {
        true => (neighbours(empty) & men).count_ones() / 2,
        false => lines.forks,
    };
    let parts = [
        (closes.count_ones(), 3),
        (threat.count_ones(), 3),
        (beside(&mine, own), 3),
        (beside(&yours, other), 3),
        (u32::from(answers_with_threat(own, empty, threat)), 2),
        (u32::from(answers_with_threat(other, empty, closes)), 2),
        (u32::from(closes & threat != 0), 2),
        (mine.begun, 6),
        (yours.begun, 6),
        (mine.mills, 2),
        (yours.mills, 2),
    ];
    parts.iter().fold(0, |shape, &(part, size)| shape * size + part.min(size as u32 - 1) as usize)
}

#[cfg(test)]
mod tests {
    use ninefold_core::{Random, Symmetry};
    use ninefold_games::morris::{LINES, in_mills, mapped};

    use super::*;

    #[test]
    fn lines_are_counted_as_they_are_one_by_one() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let mut set = || (random.below(1 << 24) & random.below(1 << 24)) as Points;
            let own = set();
            let other = set() & !own;
            let found = Lines::of(own, other);
            let begun = |line: &&Points| (*line & own).count_ones() == 1 && *line & other == 0;
            assert_eq!(found.begun, LINES.iter().filter(begun).count() as u32);
            let full = LINES.iter().filter(|line| *line & own == **line).count();
            assert_eq!(found.mills, full as u32);
            assert_eq!(found.mills > 0, in_mills(own) != 0);
            let is_fork = |point: &u32| {
                let free = (own | other) >> point & 1 == 0;
                let through = LINES.iter().filter(|line| *line >> point & 1 != 0);
                free && through.filter(begun).count() == 2
            };
            assert_eq!(found.forks, (0..24).filter(is_fork).count() as u32);
        }
    }

    #[test]
    fn images_have_one_shape() {
        let mut random = Random::new(2);
        for _ in 0..5_000 {
            let mut set = || (random.below(1 << 24) & random.below(1 << 24)) as Points;
            let own = set();
            let other = set() & !own;
            let symmetry = Symmetry(random.below(16) as u8);
            let moving = random.below(2) == 0;
            let image = shape(mapped(own, symmetry), mapped(other, symmetry), moving);
            assert_eq!(shape(own, other, moving), image);
            assert!(image < SHAPES);
        }
    }
}
