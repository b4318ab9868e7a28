//! The four lines through every cell, for every size of board.

/// A set of cells, numbered row by row from the top left.
pub type Cells = u128;

/// The smallest board.
pub const SMALLEST: usize = 3;
/// The largest board.
pub const LARGEST: usize = 9;

/// The row, the column, the diagonal and the anti-diagonal of each cell.
pub(super) type Lines = [[Cells; 4]; LARGEST * LARGEST];

static LINES: [Lines; LARGEST - SMALLEST + 1] = {
    let mut all = [[[0; 4]; LARGEST * LARGEST]; LARGEST - SMALLEST + 1];
    let mut size = SMALLEST;
    while size <= LARGEST {
        all[size - SMALLEST] = lines(size);
        size += 1;
    }
    all
};

/// The lines of a board of this size.
pub(super) fn of_size(size: usize) -> &'static Lines {
    &LINES[size - SMALLEST]
}

const fn lines(size: usize) -> Lines {
    let mut lines = [[0; 4]; LARGEST * LARGEST];
    let mut cell = 0;
    while cell < size * size {
        let (row, column) = (cell / size, cell % size);
        let mut other = 0;
        while other < size * size {
            let (r, c) = (other / size, other % size);
            let bit = 1 << other;
            if r == row {
                lines[cell][0] |= bit;
            }
            if c == column {
                lines[cell][1] |= bit;
            }
            if r + column == row + c {
                lines[cell][2] |= bit;
            }
            if r + c == row + column {
                lines[cell][3] |= bit;
            }
            other += 1;
        }
        cell += 1;
    }
    lines
}
