//! What a guess looks at. Every feature is the same for all 16 images of a board.

use std::collections::HashMap;
use std::sync::LazyLock;

use ninefold_games::morris::{ALL, LINES, Points, neighbours};

/// How many features there are.
pub(super) const FEATURES: usize = COUNTS + CROSSINGS + SECTORS;

/// Features that count: mobility, threats and mills.
const COUNTS: usize = 20 + 20 + 16 + 16 + 32;
/// A point with the two lines through it, by the place of the point: 2 corners, 2 middles of sides.
const CROSSINGS: usize = 135 + 135 + 162 + 108;
/// A quarter of the board: three corners and the six points between them and the next ones.
const SECTORS: usize = 5346;

/// The features of one board.
pub(super) struct Features {
    found: [u16; 33],
    mobility: usize,
}

impl Features {
    /// The features of the winner's and the loser's men.
    pub(super) fn of(winner: Points, loser: Points) -> Features {
        let shapes = &*SHAPES;
        let empty = ALL & !(winner | loser);
        let [won, lost] = [winner, loser].map(|men| Counts::of(men, empty));
        let counts = [
            lost.mobility.min(19),
            20 + won.mobility.min(19),
            40 + 4 * won.threats + lost.threats,
            56 + 4 * won.mills + lost.mills,
            72 + 4 * lost.mobility.min(7) + won.threats,
        ];
        let mut found = [0; 33];
        for (place, count) in found.iter_mut().zip(counts) {
            *place = count as u16;
        }
        let at = |point: &u8| ((winner >> point & 1) + 2 * (loser >> point & 1)) as usize;
        let code = |points: &[u8]| points.iter().fold(0, |code, point| 3 * code + at(point));
        for (place, (points, kind)) in found[5..29].iter_mut().zip(&shapes.crossings) {
            *place = shapes.crossing_numbers[*kind][code(points)];
        }
        for (place, points) in found[29..].iter_mut().zip(&shapes.sectors) {
            *place = shapes.sector_numbers[code(points)];
        }
        Features { found, mobility: lost.mobility }
    }

    /// The numbers of the features.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> {
        self.found.into_iter()
    }

    /// How many steps the loser has.
    pub(super) fn mobility(&self) -> usize {
        self.mobility
    }
}

/// What is counted of one side.
struct Counts {
    mobility: usize,
    /// Mills that one step closes, and mills that stand, up to three.
    threats: usize,
    mills: usize,
}

impl Counts {
    fn of(men: Points, empty: Points) -> Counts {
        let (mut mobility, mut left) = (0, men);
        while left != 0 {
            let man = left & left.wrapping_neg();
            mobility += (neighbours(man) & empty).count_ones() as usize;
            left ^= man;
        }
        let closes = |line: &&Points| {
            let gap = *line & empty;
            (*line & men).count_ones() == 2 && gap != 0 && neighbours(gap) & men & !*line != 0
        };
        let threats = LINES.iter().filter(closes).count().min(3);
        let mills = LINES.iter().filter(|&&line| line & men == line).count().min(3);
        Counts { mobility, threats, mills }
    }
}

/// Where the points of shapes are, and which contents of them are the same feature.
struct Shapes {
    /// A point, then the two others of each of its lines, neighbours first; and which kind of crossing it is.
    crossings: [([u8; 5], usize); 24],
    crossing_numbers: [Vec<u16>; 4],
    sectors: [[u8; 9]; 4],
    sector_numbers: Vec<u16>,
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let crossings = std::array::from_fn(|point| {
        let set = 1 << point;
        let mut points = vec![point as u8];
        for line in LINES.iter().filter(|&line| line & set != 0) {
            let mut others: Vec<u8> =
                (0..24).filter(|other| line & !set & 1 << other != 0).collect();
            others.sort_by_key(|other| neighbours(set) & 1 << other == 0);
            points.extend(others);
        }
        let kind = match (point % 2 == 1, point / 8 == 1) {
            (true, middle_ring) => usize::from(middle_ring),
            (false, middle_ring) => 2 + usize::from(middle_ring),
        };
        (std::array::from_fn(|index| points[index]), kind)
    });
    // At a corner the two lines are alike; elsewhere the two ends of the line that a point is the middle of are.
    let lines: &[[usize; 5]] = &[[0, 3, 4, 1, 2]];
    let ends: &[[usize; 5]] = &[[0, 2, 1, 3, 4]];
    let all_ends: &[[usize; 5]] = &[[0, 2, 1, 3, 4], [0, 1, 2, 4, 3], [0, 2, 1, 4, 3]];
    let mut next = COUNTS as u16;
    let crossing_numbers = [lines, lines, ends, all_ends].map(|images| numbered(images, &mut next));
    let sectors = std::array::from_fn(|quarter| {
        std::array::from_fn(|index| (8 * (index / 3) + (2 * quarter + index % 3) % 8) as u8)
    });
    let mirrored: [usize; 9] = std::array::from_fn(|index| 3 * (index / 3) + 2 - index % 3);
    let swapped: [usize; 9] = std::array::from_fn(|index| 3 * (2 - index / 3) + index % 3);
    let sector_numbers =
        numbered(&[mirrored, swapped, mirrored.map(|index| swapped[index])], &mut next);
    Shapes { crossings, crossing_numbers, sectors, sector_numbers }
});

/// For each content of `N` points, as a number to the base 3, the number of its feature: the same one if one of the
/// images turns it into the other.
fn numbered<const N: usize>(images: &[[usize; N]], next: &mut u16) -> Vec<u16> {
    let mut numbers: HashMap<usize, u16> = HashMap::new();
    let contents = 0..3_usize.pow(N as u32);
    let mut number = |code: usize| {
        let digit = |index: usize| code / 3_usize.pow((N - 1 - index) as u32) % 3;
        let image =
            |image: &[usize; N]| image.iter().fold(0, |code, &index| 3 * code + digit(index));
        let smallest = images.iter().map(image).fold(code, usize::min);
        *numbers.entry(smallest).or_insert_with(|| {
            *next += 1;
            *next - 1
        })
    };
    contents.map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use ninefold_core::{Random, Symmetry};
    use ninefold_games::morris::mapped;

    use super::*;

    #[test]
    fn every_number_is_a_feature() {
        let last = SHAPES.sector_numbers.iter().max();
        assert_eq!(last.map(|&last| usize::from(last) + 1), Some(FEATURES));
    }

    #[test]
    fn images_have_the_same_features() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let winner = (random.below(1 << 24) & random.below(1 << 24)) as u32;
            let loser = (random.below(1 << 24) & random.below(1 << 24)) as u32 & !winner;
            let sorted = |winner, loser| {
                let mut all: Vec<u16> = Features::of(winner, loser).iter().collect();
                all[5..].sort_unstable();
                all
            };
            for symmetry in (0..16).map(Symmetry) {
                let image = sorted(mapped(winner, symmetry), mapped(loser, symmetry));
                assert_eq!(image, sorted(winner, loser));
            }
        }
    }
}
