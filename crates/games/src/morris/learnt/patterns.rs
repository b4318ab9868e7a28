//! The features of the learnt evaluator: the complete contents of rings and sectors of the board.
//!
//! ```text
//! ring     the eight points of a ring; the inner and the outer one are alike
//! corner   three corners in a row with the six points beside them, from all three rings
//! spoke    a line across the rings with the six corners beside it
//! ```
//!
//! A pattern is the contents of such points. Patterns that a symmetry of the board maps to each other have the same
//! number, so all 16 images of a board have the same patterns.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::morris::Points;

/// The number of patterns.
pub const PATTERNS: usize = 2 * RINGS + 2 * SECTORS;
/// The number of patterns in a board.
pub const SEEN: usize = 11;

/// The contents of a ring, up to rotation and reflection.
const RINGS: usize = 954;
/// The contents of nine points, up to reflection and exchange of the inner and the outer ring.
const SECTORS: usize = 5346;

/// Which patterns of a board are rings, corners and spokes.
pub(super) const KINDS: [std::ops::Range<usize>; 3] = [0..3, 3..7, 7..11];

/// The patterns of a board from the view of the side to move.
pub fn patterns(own: Points, other: Points) -> [u16; SEEN] {
    let numbers = &*NUMBERS;
    let [own, other] = [own, other].map(doubled);
    let mut seen = [0; SEEN];
    for (ring, place) in seen[..3].iter_mut().enumerate() {
        let code = code(own[ring] as usize & 0xff, other[ring] as usize & 0xff);
        *place = numbers.rings[usize::from(ring == 1)][code];
    }
    for (sector, place) in seen[3..].iter_mut().enumerate() {
        // Four sectors that start at the middle of a side, then four that start at a corner.
        let (kind, turn) = (sector / 4, 2 * (sector % 4) + sector / 4);
        let three = |rings: &[u32; 3]| {
            let [inner, middle, outer] = rings.map(|ring| ring >> turn & 7);
            (inner | middle << 3 | outer << 6) as usize
        };
        *place = numbers.sectors[kind][code(three(&own), three(&other))];
    }
    seen
}

/// Each ring twice in a row, so that a sector can extend beyond its end.
fn doubled(set: Points) -> [u32; 3] {
    [0, 8, 16].map(|first| (set >> first & 0xff) * 0x101)
}

/// The contents of at most nine points as a base-3 number: 1 for own men, 2 for the opponent's.
fn code(own: usize, other: usize) -> usize {
    usize::from(TO_BASE_3[own & 0x1ff]) + 2 * usize::from(TO_BASE_3[other & 0x1ff])
}

/// Converts a binary number to the base-3 number with the same digits.
static TO_BASE_3: [u16; 512] = {
    let mut table = [0; 512];
    let mut bits = 1;
    while bits < 512 {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
};

/// The pattern number of each content.
struct Numbers {
    /// For the inner and outer ring, and for the middle one.
    rings: [Vec<u16>; 2],
    /// For corners and spokes.
    sectors: [Vec<u16>; 2],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut next = 0;
    let turned = |quarter: usize| std::array::from_fn(|point| (point + 2 * quarter) % 8);
    let mirrored = |quarter: usize| std::array::from_fn(|point| (8 - point + 2 * quarter) % 8);
    let images: Vec<[usize; 8]> = (0..4).map(turned).chain((0..4).map(mirrored)).collect();
    let rings = [(); 2].map(|()| numbered(&images, &mut next));
    let mirrored: [usize; 9] = std::array::from_fn(|point| 3 * (point / 3) + 2 - point % 3);
    let swapped: [usize; 9] = std::array::from_fn(|point| 3 * (2 - point / 3) + point % 3);
    let images = [mirrored, swapped, mirrored.map(|point| swapped[point])];
    let sectors = [(); 2].map(|()| numbered(&images, &mut next));
    Numbers { rings, sectors }
});

/// For each content of `N` points, as a base-3 number, the number of its pattern: the same for contents that one of
/// the images maps to each other.
fn numbered<const N: usize>(images: &[[usize; N]], next: &mut u16) -> Vec<u16> {
    let mut numbers: HashMap<usize, u16> = HashMap::new();
    let mut number = |code: usize| {
        let digit = |point: usize| code / 3_usize.pow(point as u32) % 3;
        let image =
            |image: &[usize; N]| image.iter().rev().fold(0, |code, &point| 3 * code + digit(point));
        let smallest = images.iter().map(image).fold(code, usize::min);
        *numbers.entry(smallest).or_insert_with(|| {
            *next += 1;
            *next - 1
        })
    };
    (0..3_usize.pow(N as u32)).map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use ninefold_core::{Random, Symmetry};

    use super::*;
    use crate::morris::mapped;

    #[test]
    fn every_number_is_a_pattern() {
        let last = NUMBERS.sectors[1].iter().max();
        assert_eq!(last.map(|&last| usize::from(last) + 1), Some(PATTERNS));
        assert_eq!(NUMBERS.rings[0].iter().max(), Some(&(RINGS as u16 - 1)));
    }

    #[test]
    fn images_have_the_same_patterns() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let own = (random.below(1 << 24) & random.below(1 << 24)) as Points;
            let other = (random.below(1 << 24) & random.below(1 << 24)) as Points & !own;
            let sorted = |own, other| {
                let mut all = patterns(own, other);
                KINDS.into_iter().for_each(|kind| all[kind].sort_unstable());
                all
            };
            for symmetry in (0..16).map(Symmetry) {
                let image = sorted(mapped(own, symmetry), mapped(other, symmetry));
                assert_eq!(image, sorted(own, other));
            }
        }
    }
}
