//! Boards of as many cells as a word has bits.

use super::symmetry::symmetries;
use super::word::Word;

/// One of the four ways a line may run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction<W> {
    /// How far the next cell of a line is from the one before.
    pub step: u32,
    /// The cells from which a window of K cells fits.
    pub starts: W,
    /// The window of K cells from cell 0.
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
pub(super) struct Board<W: Word> {
    rows: usize,
    columns: usize,
    k: usize,
    all: W,
    directions: Vec<Direction<W>>,
    images: Vec<Box<W::Image>>,
}

impl<W: Word> Board<W> {
    /// The board of `rows` × `columns` on which K in a row win; nothing when it has no cell or more
    /// than fit, or when K is 0.
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

    /// The pair of sets that is the smallest of the images of a pair under the board's symmetries.
    pub(super) fn canonical(&self, pair: (W, W)) -> (W, W) {
        let image = |table: &W::Image| (permuted(table, pair.0), permuted(table, pair.1));
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

/// A permutation of cells as tables, each of the images of a byte.
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
