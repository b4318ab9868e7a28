//! Sets of cells of the 6 × 6 board up to its eight symmetries.

use std::sync::LazyLock;

/// The side of the board.
pub(super) const SIDE: usize = 6;
/// The number of cells of the board.
pub(super) const CELLS: usize = SIDE * SIDE;
const SYMMETRIES: usize = 8;

/// The images of every row of cells: by symmetry, row and contents.
struct Images([[[u64; 1 << SIDE]; SIDE]; SYMMETRIES]);

static IMAGES: LazyLock<Box<Images>> = LazyLock::new(|| {
    let mut images = Box::new(Images([[[0; 1 << SIDE]; SIDE]; SYMMETRIES]));
    for (symmetry, rows) in images.0.iter_mut().enumerate() {
        for (row, contents) in rows.iter_mut().enumerate() {
            for (set, image) in contents.iter_mut().enumerate() {
                for column in (0..SIDE).filter(|column| set >> column & 1 != 0) {
                    let (mut r, mut c) = (row, column);
                    if symmetry & 1 != 0 {
                        c = SIDE - 1 - c;
                    }
                    if symmetry & 2 != 0 {
                        r = SIDE - 1 - r;
                    }
                    if symmetry & 4 != 0 {
                        (r, c) = (c, r);
                    }
                    *image |= 1 << (r * SIDE + c);
                }
            }
        }
    }
    images
});

fn image(rows: &[[u64; 1 << SIDE]; SIDE], set: u64) -> u64 {
    let row = |row: usize| rows[row][(set >> (row * SIDE)) as usize % (1 << SIDE)];
    row(0) | row(1) | row(2) | row(3) | row(4) | row(5)
}

/// The smallest of the images of a set.
pub(super) fn canonical(set: u64) -> u64 {
    IMAGES.0.iter().map(|rows| image(rows, set)).fold(set, u64::min)
}

/// Whether no image of a set is smaller.
pub(super) fn is_canonical(set: u64) -> bool {
    IMAGES.0[1..].iter().all(|rows| image(rows, set) >= set)
}

/// The sets with `stones` of the lowest `cells` cells, in ascending order.
pub(super) fn sets(cells: usize, stones: usize) -> impl Iterator<Item = u64> {
    let mut next = (stones <= cells).then(|| (1_u64 << stones) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        // The next larger number with the same number of bits.
        next = (set != 0)
            .then(|| {
                let low = set & set.wrapping_neg();
                let ripple = set + low;
                ripple | (((set ^ ripple) >> 2) / low)
            })
            .filter(|&set| set < 1 << cells);
        Some(set)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts sets up to symmetry by Burnside's lemma: the mean number of sets that a symmetry leaves unchanged.
    #[test]
    fn there_are_as_many_sets_as_the_symmetries_leave() {
        for stones in 0..=4 {
            let fixed = |rows: &[[u64; 64]; 6]| {
                sets(CELLS, stones).filter(|&set| image(rows, set) == set).count()
            };
            let all: usize = IMAGES.0.iter().map(fixed).sum();
            let canonical = sets(CELLS, stones).filter(|&set| is_canonical(set)).count();
            assert_eq!(canonical * SYMMETRIES, all, "{stones}");
        }
        assert_eq!(sets(CELLS, 2).count(), 630);
    }
}
