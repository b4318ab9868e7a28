//! The symmetries of a board.

/// A symmetry of a board.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The sum of: 1 for upside down, 2 for left to right, then 4 for rows for columns.
    pub turn: usize,
    /// The image of each cell.
    pub image: Vec<u32>,
}

/// The symmetries of a board, the identity first; of several turns with the same images, only the first.
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
