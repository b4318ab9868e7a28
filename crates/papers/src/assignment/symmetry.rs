//! Rotates and mirrors boards by tables.

use super::cells::Cells;

/// The images of a set of cells under the symmetries of a grid except the identity: seven for a
/// square, three for another rectangle. One table lookup moves eight cells.
pub(super) struct Symmetries<C> {
    /// The number of tables per symmetry.
    bytes: usize,
    /// Symmetry, then byte, then its value.
    tables: Vec<[C; 256]>,
}

impl<C: Cells> Symmetries<C> {
    /// The symmetries of a board; none beyond 64 cells, where tables would be large and useless.
    pub(super) fn new(rows: usize, columns: usize) -> Symmetries<C> {
        let bytes = (rows * columns).div_ceil(8);
        let mut tables = Vec::new();
        if rows * columns <= 64 {
            let turns = if rows == columns { 8 } else { 4 };
            for symmetry in 1..turns {
                tables.extend((0..bytes).map(|byte| table(rows, columns, symmetry, byte)));
            }
        }
        Symmetries { bytes, tables }
    }

    /// The smallest, in the order of sets, of all images of a pair of sets.
    pub(super) fn smallest(&self, first: C, second: C) -> (C, C) {
        let mut best = (first, second);
        for tables in self.tables.chunks_exact(self.bytes) {
            let image = |set: C| {
                let bytes = tables.iter().enumerate();
                bytes.fold(C::EMPTY, |image, (byte, table)| {
                    image.or(table[usize::from(set.byte(byte))])
                })
            };
            let first = image(first);
            if first.before(best.0) {
                best = (first, image(second));
            } else if first == best.0 {
                let second = image(second);
                if second.before(best.1) {
                    best.1 = second;
                }
            }
        }
        best
    }
}

/// The images of one byte's cells, for each of its values.
fn table<C: Cells>(rows: usize, columns: usize, symmetry: usize, byte: usize) -> [C; 256] {
    let mut table = [C::EMPTY; 256];
    for value in 1..256_usize {
        let cell = 8 * byte + value.trailing_zeros() as usize;
        let others = table[value & (value - 1)];
        let image = (cell < rows * columns).then(|| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if symmetry & 1 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 2 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            C::single(row * columns + column)
        });
        table[value] = others.or(image.unwrap_or(C::EMPTY));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_one_cell_have_one_smallest() {
        for (rows, columns, classes) in [(3, 3, 3), (4, 4, 3), (3, 4, 4), (8, 8, 10), (2, 5, 3)] {
            let symmetries = Symmetries::<u64>::new(rows, columns);
            let smallest = |cell| symmetries.smallest(u64::single(cell), 0).0;
            let mut found: Vec<u64> = (0..rows * columns).map(smallest).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), classes, "{rows} × {columns}");
        }
    }
}
