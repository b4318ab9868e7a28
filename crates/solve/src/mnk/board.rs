//! Boards of at most 64 cells as words of 64 bits.

/// The most cells a board may have.
pub const MOST_CELLS: usize = 64;

/// One of the four ways a line may run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// How far the next cell of a line is from the one before.
    pub step: u32,
    /// The cells from which a window of K cells fits.
    pub starts: u64,
    /// The window of K cells from cell 0.
    pattern: u64,
}

impl Direction {
    /// The cells of the window from `start`.
    pub fn window(&self, start: u32) -> u64 {
        self.pattern << start
    }
}

/// The geometry of a board: its windows of exactly K cells and its symmetries.
///
/// Cells are numbered row by row without guards, so that 8 × 8 fits in a word:
///
/// ```text
///  2 rows, 3 columns:   0 1 2
///                       3 4 5
/// ```
///
/// K or more in a row contain K in a row, so windows of exactly K cells decide the game. A window is
/// named by its direction and its first cell; the windows of one direction are one word of first
/// cells, and what holds for all of them is found by shifting words.
#[derive(Clone, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    k: usize,
    all: u64,
    directions: Vec<Direction>,
    images: Vec<Box<[[u64; 256]; 8]>>,
}

impl Board {
    /// The board of `rows` × `columns` on which K in a row win; nothing when it has no cell or more
    /// than `MOST_CELLS`, or when K is 0.
    pub fn new(rows: usize, columns: usize, k: usize) -> Option<Board> {
        let cells = rows.checked_mul(columns)?;
        if cells == 0 || cells > MOST_CELLS || k == 0 {
            return None;
        }
        let all = u64::MAX >> (MOST_CELLS - cells);
        let directions = directions(rows, columns, k);
        let images = symmetries(rows, columns).iter().map(|image| by_bytes(image)).collect();
        Some(Board { rows, columns, k, all, directions, images })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many in a row win.
    pub fn k(&self) -> usize {
        self.k
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The set of all cells.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The directions in which K cells fit.
    pub(super) fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Every window of K cells.
    pub fn windows(&self) -> impl Iterator<Item = u64> {
        self.directions
            .iter()
            .flat_map(|direction| cells(direction.starts).map(|start| direction.window(start)))
    }

    /// Whether these stones fill a window.
    pub fn has_line(&self, stones: u64) -> bool {
        self.windows().any(|window| window & !stones == 0)
    }

    /// The pair of sets that is the smallest of the images of a pair under the board's symmetries.
    pub(super) fn canonical(&self, pair: (u64, u64)) -> (u64, u64) {
        let image = |table: &[[u64; 256]; 8]| (permuted(table, pair.0), permuted(table, pair.1));
        self.images.iter().map(|table| image(table)).fold(pair, Ord::min)
    }

    /// The cells as a player would name the best first: those nearest the middle.
    pub(super) fn middle_first(&self) -> impl Iterator<Item = u32> {
        let distance = |cell: &u32| {
            let cell = *cell as usize;
            let down = (2 * (cell / self.columns)).abs_diff(self.rows - 1);
            let right = (2 * (cell % self.columns)).abs_diff(self.columns - 1);
            down * down + right * right
        };
        let mut order: Vec<u32> = (0..self.cells() as u32).collect();
        order.sort_by_key(distance);
        order.into_iter()
    }
}

/// The cells of a set in ascending order.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros();
        set &= set - 1;
        Some(cell)
    })
}

fn directions(rows: usize, columns: usize, k: usize) -> Vec<Direction> {
    let mut directions = Vec::new();
    if k > rows.max(columns) {
        return directions;
    }
    let far = k - 1;
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        let fits = |row: usize, column: usize| {
            let last = column as isize + right * far as isize;
            row + down * far < rows && (0..columns as isize).contains(&last)
        };
        let mut starts = 0;
        for row in 0..rows {
            for column in (0..columns).filter(|&column| fits(row, column)) {
                starts |= 1 << (row * columns + column);
            }
        }
        if starts != 0 {
            let step = (down * columns).wrapping_add_signed(right) as u32;
            let pattern = (0..k as u32).fold(0, |window, index| window | 1 << (index * step));
            directions.push(Direction { step, starts, pattern });
        }
        if k == 1 {
            break; // a single cell has no direction
        }
    }
    directions
}

/// Where each symmetry but the identity sends each cell.
fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for index in 0..8 {
        let (flip_rows, flip_columns, transpose) = (index & 1 != 0, index & 2 != 0, index & 4 != 0);
        if transpose && rows != columns {
            continue;
        }
        let image = |cell: usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if flip_rows {
                row = rows - 1 - row;
            }
            if flip_columns {
                column = columns - 1 - column;
            }
            if transpose {
                (row, column) = (column, row);
            }
            row * columns + column
        };
        let images: Vec<usize> = (0..rows * columns).map(image).collect();
        if !images.is_sorted() && !all.contains(&images) {
            all.push(images);
        }
    }
    all
}

/// A permutation of cells as eight tables, each of the images of a byte.
fn by_bytes(image: &[usize]) -> Box<[[u64; 256]; 8]> {
    let mut table = Box::new([[0; 256]; 8]);
    for (cell, &target) in image.iter().enumerate() {
        for byte in (0..256).filter(|byte| byte >> (cell % 8) & 1 != 0) {
            table[cell / 8][byte] |= 1 << target;
        }
    }
    table
}

fn permuted(table: &[[u64; 256]; 8], set: u64) -> u64 {
    let bytes = set.to_le_bytes();
    table.iter().zip(bytes).fold(0, |image, (row, byte)| image | row[usize::from(byte)])
}
