//! Boards with at most as many cells as a word has bits.

use super::symmetry::symmetries;
use super::word::Word;

/// One of the four directions of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction<W> {
    /// The distance from one cell of a line to the next.
    pub step: u32,
    /// The cells where a window of K cells can start.
    pub starts: W,
    /// The window of K cells that starts at cell 0.
    pattern: W,
}

impl<W: Word> Direction<W> {
    /// The cells of the window from `start`.
    pub fn window(&self, start: u32) -> W {
        self.pattern << start
    }
}

/// The geometry of a board: its windows of exactly K cells and its symmetries.
///
/// Cells are numbered row by row without guards, so that 8 × 8 fits into a word:
///
/// ```text
///  2 rows, 3 columns:   0 1 2
///                       3 4 5
/// ```
///
/// K or more in a row contain K in a row, so windows of exactly K cells decide the game. A window is identified by
/// its direction and its first cell. The windows of one direction are one word of first cells, and properties of
/// all of them are computed by shifting words.
#[derive(Clone, Debug)]
pub(super) struct Board<W: Word> {
    rows: usize,
    columns: usize,
    k: usize,
    all: W,
    directions: Vec<Direction<W>>,
    images: Vec<Box<W::Image>>,
}

impl<W: Word> Board<W> {
    /// Creates a board of `rows` × `columns` on which K in a row win; `None` if it has no cell or too many, or if K
    /// is 0.
    pub fn new(rows: usize, columns: usize, k: usize) -> Option<Board<W>> {
        let cells = rows.checked_mul(columns)?;
        if cells == 0 || cells > W::BITS as usize || k == 0 {
            return None;
        }
        let all = W::FULL >> (W::BITS - cells as u32);
        let directions = directions(rows, columns, k);
        let images =
            symmetries(rows, columns).iter().skip(1).map(|one| by_bytes::<W>(&one.image)).collect();
        Some(Board { rows, columns, k, all, directions, images })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of stones in a row that win.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The set of all cells.
    pub fn all(&self) -> W {
        self.all
    }

    /// The directions in which K cells fit.
    pub(super) fn directions(&self) -> &[Direction<W>] {
        &self.directions
    }

    /// Every window of K cells.
    pub fn windows(&self) -> impl Iterator<Item = W> {
        self.directions
            .iter()
            .flat_map(|direction| cells(direction.starts).map(|start| direction.window(start)))
    }

    /// Whether these stones fill a window.
    pub fn has_line(&self, stones: W) -> bool {
        self.windows().any(|window| window & !stones == W::EMPTY)
    }

    /// The smallest image of a pair of sets under the board's symmetries.
    pub(super) fn canonical(&self, pair: (W, W)) -> (W, W) {
        let image = |table: &W::Image| (permuted(table, pair.0), permuted(table, pair.1));
        self.images.iter().map(|table| image(table)).fold(pair, Ord::min)
    }

    /// The cells, starting with those closest to the middle, which are usually best.
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
pub(super) fn cells<W: Word>(mut set: W) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == W::EMPTY {
            return None;
        }
        let cell = set.trailing_zeros();
        set = set.without_lowest();
        Some(cell)
    })
}

fn directions<W: Word>(rows: usize, columns: usize, k: usize) -> Vec<Direction<W>> {
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
        let mut starts = W::EMPTY;
        for row in 0..rows {
            for column in (0..columns).filter(|&column| fits(row, column)) {
                starts |= W::bit((row * columns + column) as u32);
            }
        }
        if starts != W::EMPTY {
            let step = (down * columns).wrapping_add_signed(right) as u32;
            let pattern =
                (0..k as u32).fold(W::EMPTY, |window, index| window | W::bit(index * step));
            directions.push(Direction { step, starts, pattern });
        }
        if k == 1 {
            break; // a single cell has no direction
        }
    }
    directions
}

/// Converts a permutation of cells to lookup tables, one per byte.
fn by_bytes<W: Word>(image: &[u32]) -> Box<W::Image> {
    let mut table = W::no_image();
    let rows = (*table).as_mut();
    for (cell, &target) in image.iter().enumerate() {
        for byte in (0..256).filter(|byte| byte >> (cell % 8) & 1 != 0) {
            rows[cell / 8][byte] |= W::bit(target);
        }
    }
    table
}

fn permuted<W: Word>(table: &W::Image, set: W) -> W {
    let rows = table.as_ref().iter().enumerate();
    rows.fold(W::EMPTY, |image, (index, row)| image | row[usize::from(set.byte(index))])
}
