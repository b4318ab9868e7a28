//! The board in the solver's numbering, and its 16 symmetries.
//!
//! ```text
//! 23----------16----------17     bits 0-7    middle ring
//!  |   7-------0-------1   |          8-15   inner ring
//!  |   |  15---8---9   |   |          16-23  outer ring
//! 22---6--14      10---2--18
//!  |   |  13--12--11   |   |     clockwise from the top middle
//!  |   5-------4-------3   |
//! 21----------20----------19
//! ```
//!
//! The middle ring comes first because every symmetry maps it to itself. So the lowest variables of a truth table
//! mostly stay low when a row is mapped to another's frame.

use std::sync::LazyLock;

use ninefold_core::Symmetry;
use ninefold_games::morris::{self as games, Points};

/// The number of points.
pub(super) const POINTS: usize = 24;
/// Every point.
pub(super) const ALL: Points = games::ALL;
/// The points of one colour in a two-colouring in which neighbours differ.
pub(super) const DARK: Points = 0x00aa_aa55;
/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 16;

/// Converts a set between the numbering of the rules and the solver's, in both directions.
#[inline(always)]
pub(super) const fn renumbered(set: Points) -> Points {
    (set >> 8 & 0xff) | (set & 0xff) << 8 | set & 0x00ff_0000
}

/// The points adjacent to a point of the set.
#[inline(always)]
pub(super) const fn neighbours(set: Points) -> Points {
    renumbered(games::neighbours(renumbered(set)))
}

/// The points that would fill a line whose other two points are in the set.
#[inline(always)]
pub(super) const fn closers(set: Points) -> Points {
    renumbered(games::closers(renumbered(set)))
}

/// The points of the set that are part of a full line of the set.
#[inline(always)]
pub(super) const fn in_mills(set: Points) -> Points {
    renumbered(games::in_mills(renumbered(set)))
}

/// The men of a set that the opponent's mill may take.
#[inline(always)]
pub(super) const fn takeable(men: Points) -> Points {
    let outside = men & !in_mills(men);
    if outside == 0 { men } else { outside }
}

/// The image of a set under a symmetry.
#[inline(always)]
pub(super) const fn mapped(set: Points, symmetry: u8) -> Points {
    renumbered(games::mapped(renumbered(set), Symmetry(symmetry)))
}

/// The identity.
pub(super) const IDENTITY: u8 = 0;

/// The image of one point under a symmetry.
#[inline(always)]
pub(super) const fn mapped_point(point: u8, symmetry: u8) -> u8 {
    IMAGES[symmetry as usize][point as usize]
}

/// The image of every point under every symmetry.
pub(super) static IMAGES: [[u8; POINTS]; SYMMETRIES] = {
    let mut images = [[0; POINTS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut point = 0;
        while point < POINTS {
            images[symmetry][point] = mapped(1 << point, symmetry as u8).trailing_zeros() as u8;
            point += 1;
        }
        symmetry += 1;
    }
    images
};

/// The inverse of each symmetry.
pub(super) const INVERSE: [u8; SYMMETRIES] = {
    // Every symmetry other than the identity moves these points or changes their order.
    const MARK: [u8; 2] = [9, 18];
    let mut inverse = [0; SYMMETRIES];
    let mut one = 0;
    while one < SYMMETRIES {
        let mut other = 0;
        while other < SYMMETRIES {
            let first = mapped_point(mapped_point(MARK[0], one as u8), other as u8);
            let second = mapped_point(mapped_point(MARK[1], one as u8), other as u8);
            if first == MARK[0] && second == MARK[1] {
                inverse[one] = other as u8;
            }
            other += 1;
        }
        one += 1;
    }
    inverse
};

/// The other two points of each line through a point.
pub(super) const LINES_THROUGH: [[[u8; 2]; 2]; POINTS] = {
    let mut through = [[[0; 2]; 2]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut found = 0;
        let mut line = 0;
        while line < games::LINES.len() {
            let set = renumbered(games::LINES[line]);
            if set >> point & 1 != 0 {
                let others = set & !(1 << point);
                let first = others.trailing_zeros();
                through[point][found] =
                    [first as u8, (others & !(1 << first)).trailing_zeros() as u8];
                found += 1;
            }
            line += 1;
        }
        point += 1;
    }
    through
};

/// The sets of three to nine men that are all in mills, in ascending order.
pub(super) static ALL_IN_MILLS: LazyLock<Vec<Points>> = LazyLock::new(|| {
    let lines = games::LINES.map(renumbered);
    let mut found: Vec<Points> = lines.to_vec();
    let mut last = found.clone();
    while !last.is_empty() {
        let longer = last.iter().flat_map(|set| lines.iter().map(move |line| set | line));
        let mut longer: Vec<Points> = longer.filter(|set| set.count_ones() <= 9).collect();
        longer.sort_unstable();
        longer.dedup();
        longer.retain(|set| !found.contains(set));
        found.extend(&longer);
        last = longer;
    }
    found.sort_unstable();
    found.dedup();
    found
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone() {
        for (symmetry, &inverse) in INVERSE.iter().enumerate() {
            for point in 0..POINTS as u8 {
                assert_eq!(mapped_point(mapped_point(point, symmetry as u8), inverse), point);
            }
        }
    }

    #[test]
    fn colours_alternate_along_lines_and_outlast_symmetries() {
        for point in 0..POINTS as u8 {
            let dark = DARK >> point & 1 != 0;
            let other = if dark { ALL & !DARK } else { DARK };
            assert_eq!(neighbours(1 << point) & !other, 0, "neighbours of {point}");
        }
        for symmetry in 0..SYMMETRIES as u8 {
            assert_eq!(mapped(DARK, symmetry), DARK, "symmetry {symmetry}");
        }
    }

    /// Checks every set of three to nine men against the rules.
    #[test]
    fn unions_of_mills_are_complete() {
        let full = |set: &Points| (3..=9).contains(&set.count_ones()) && in_mills(*set) == *set;
        let expected: Vec<Points> = (1..=ALL).filter(full).collect();
        assert_eq!(*ALL_IN_MILLS, expected);
    }
}
