//! The symmetries of a rectangle, shared by all games on a grid.

use crate::Symmetry;

/// The symmetry group of a grid: four elements, or eight if the grid is square.
///
/// The bits of a [`Symmetry`] stand for, in this order: mirror left-right (1), mirror up-down (2), then swap rows
/// and columns (4).
///
/// ```
/// use ninefold_core::{Dihedral, Symmetry};
///
/// let grid = Dihedral::new(2, 3);
/// assert_eq!(grid.order(), 4);
/// assert_eq!(grid.map((0, 0), Symmetry(3)), (1, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dihedral {
    rows: usize,
    columns: usize,
}

impl Dihedral {
    /// Creates the symmetry group of a grid of this size.
    pub const fn new(rows: usize, columns: usize) -> Dihedral {
        Dihedral { rows, columns }
    }

    /// The number of symmetries.
    pub const fn order(&self) -> usize {
        if self.rows == self.columns { 8 } else { 4 }
    }

    /// The image of a cell given as (row, column).
    pub const fn map(&self, (row, column): (usize, usize), symmetry: Symmetry) -> (usize, usize) {
        let column = if symmetry.0 & 1 != 0 { self.columns - 1 - column } else { column };
        let row = if symmetry.0 & 2 != 0 { self.rows - 1 - row } else { row };
        if symmetry.0 & 4 != 0 { (column, row) } else { (row, column) }
    }
}
