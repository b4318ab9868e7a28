//! The symmetries of a board.

/// One way to turn a board onto itself.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// Upside down with 1, left to right with 2, then rows for columns with 4, added.
    pub turn: usize,
    /// Where each cell goes.
    pub image: Vec<u32>,
}

/// The symmetries of a board, the identity first; of several turns with the same images only the first.
pub(super) fn symmetries(rows: usize, columns: usize) -> Vec<Symmetry> {
    let mut all: Vec<Symmetry> = Vec::new();
    for turn in 0..if rows == columns { 8 } else { 4 } {
        let image = |cell: usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if turn & 1 != 0 {
                row = rows - 1 - row;
            }
            if turn & 2 != 0 {
                column = columns - 1 - column;
            }
            if turn & 4 != 0 {
                (row, column) = (column, row);
            }
            (row * columns + column) as u32
        };
        let image: Vec<u32> = (0..rows * columns).map(image).collect();
        if all.iter().all(|other| other.image != image) {
            all.push(Symmetry { turn, image });
        }
    }
    all
}
