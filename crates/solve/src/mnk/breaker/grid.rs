//! A board as lanes: its straight runs of cells.

use super::cells::{MOST_CELLS, Set, bit};
use crate::mnk::symmetry::{Symmetry, symmetries};

/// A row, column or diagonal of at least K cells, from end to end.
///
/// The numbers of its cells ascend, so the order of the cells along a lane is that of their bits.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub cells: Vec<u32>,
}

/// The place of a cell in a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub lane: u32,
    pub place: u32,
}

/// The lanes of a board and its symmetries.
///
/// ```text
///  3 rows, 3 columns, K = 3:   0 1 2     lanes 012 345 678, 036 147 258, 048, 246
///                              3 4 5
///                              6 7 8
/// ```
///
/// Two lanes have at most one cell in common. So a pair of cells serves only one lane, and only lines of one lane
/// can contain each other.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub columns: usize,
    pub rows: usize,
    pub k: usize,
    pub lanes: Vec<Lane>,
    /// The lanes through each cell, at most four.
    pub through: Vec<Vec<Place>>,
    /// The symmetries; the first is the identity.
    pub symmetries: Vec<Symmetry>,
    /// The inverse of each symmetry.
    pub inverse: Vec<usize>,
}

impl Grid {
    /// Creates the board of `rows` × `columns` with K in a row; `None` if it has no cell, more than 128, or K is 0.
    pub fn new(rows: usize, columns: usize, k: usize) -> Option<Grid> {
        let cells = rows.checked_mul(columns)?;
        if cells == 0 || cells > MOST_CELLS || k == 0 {
            return None;
        }
        let lanes = lanes(rows, columns, k);
        let mut through = vec![Vec::new(); cells];
        for (lane, run) in lanes.iter().enumerate() {
            for (place, &cell) in run.cells.iter().enumerate() {
                through[cell as usize].push(Place { lane: lane as u32, place: place as u32 });
            }
        }
        let symmetries = symmetries(rows, columns);
        let inverse = symmetries.iter().map(|one| undone_by(&symmetries, &one.image)).collect();
        Some(Grid { columns, rows, k, lanes, through, symmetries, inverse })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether these stones fill a window.
    pub fn has_line(&self, stones: Set) -> bool {
        let full = |window: &[u32]| window.iter().all(|&cell| super::cells::has(stones, cell));
        self.lanes.iter().any(|lane| lane.cells.windows(self.k).any(full))
    }

    /// The image of a set under a symmetry.
    pub fn image(&self, set: Set, symmetry: usize) -> Set {
        if symmetry == 0 {
            return set;
        }
        let image = &self.symmetries[symmetry].image;
        super::cells::cells(set).fold(0, |all, cell| all | bit(image[cell as usize]))
    }

    /// The distance of a cell from the middle of the board: the square of twice the distance.
    pub fn distance(&self, cell: u32) -> usize {
        let (row, column) = (cell as usize / self.columns, cell as usize % self.columns);
        let down = (2 * row).abs_diff(self.rows - 1);
        let right = (2 * column).abs_diff(self.columns - 1);
        down * down + right * right
    }
}

fn lanes(rows: usize, columns: usize, k: usize) -> Vec<Lane> {
    let mut lanes = Vec::new();
    let inside = |row: isize, column: isize| {
        (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column)
    };
    // A single cell has no direction: its row is enough.
    let directions: &[(isize, isize)] =
        if k == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
    for &(down, right) in directions {
        for start in 0..rows * columns {
            let (mut row, mut column) = ((start / columns) as isize, (start % columns) as isize);
            if inside(row - down, column - right) {
                continue;
            }
            let mut cells = Vec::new();
            while inside(row, column) {
                cells.push((row * columns as isize + column) as u32);
                (row, column) = (row + down, column + right);
            }
            if cells.len() >= k {
                lanes.push(Lane { cells });
            }
        }
    }
    lanes
}

fn undone_by(symmetries: &[Symmetry], image: &[u32]) -> usize {
    let undoes = |other: &Symmetry| {
        let back = |&target: &u32| other.image[target as usize] as usize;
        image.iter().map(back).eq(0..image.len())
    };
    symmetries.iter().position(undoes).expect("the symmetries of a board are a group")
}
