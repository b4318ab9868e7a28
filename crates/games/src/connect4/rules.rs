//! The rules.

use ninefold_core::{Game, Knowledge, Outcome, Player, Recurring, Rules, Symmetric, Symmetry, mix};

/// A set of cells, one bit each.
///
/// A column is a run of bits from the bottom up, with one extra bit on top that is always empty, so that no line
/// runs from one column into the next. On the usual board of seven columns and six rows:
///
/// ```text
///     6 13 20 27 34 41 48   always empty
///     5 12 19 26 33 40 47   the top row
///     4 11 18 25 32 39 46
///     3 10 17 24 31 38 45
///     2  9 16 23 30 37 44
///     1  8 15 22 29 36 43
///     0  7 14 21 28 35 42   the bottom row
/// ```
///
/// The next bit is one cell up; adding the column's length plus one moves one cell to the right. Adding the bottom
/// row to all discs carries through every column to its lowest empty cell.
pub type Cells = u64;

/// The maximum number of columns.
pub const MOST_COLUMNS: u32 = 8;
/// The maximum number of rows; with the bit on top, eight such columns fill a word.
pub const MOST_ROWS: u32 = 7;

/// Connect Four on a board of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
    line: u32,
}

/// A move: a column, from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub(super) u8);

/// A position: the discs of both players. The player with fewer discs is to move, or the first player if both have
/// the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub(super) discs: [Cells; 2],
    pub(super) mover: Player,
}

impl State {
    /// The discs of a player.
    pub fn discs(&self, player: Player) -> Cells {
        self.discs[player.index()]
    }

    /// All discs.
    pub fn all(&self) -> Cells {
        self.discs[0] | self.discs[1]
    }
}

impl ConnectFour {
    /// Creates the game on a board of this size, where `line` discs in a row win. Columns are 2 to
    /// [`MOST_COLUMNS`], rows 2 to [`MOST_ROWS`].
    pub const fn new(columns: u32, rows: u32, line: u32) -> ConnectFour {
        ConnectFour { columns, rows, line }
    }

    /// The number of columns.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of discs in a row that win.
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The number of bits of a column.
    const fn stride(&self) -> u32 {
        self.rows + 1
    }

    /// The cell at a column and row, both counted from 0, rows from the bottom.
    pub(super) const fn cell(&self, column: u32, row: u32) -> Cells {
        1 << (column * self.stride() + row)
    }

    /// The column and the row of the lowest cell of a set.
    pub(super) const fn place(&self, cell: Cells) -> (u32, u32) {
        let bit = cell.trailing_zeros();
        (bit / self.stride(), bit % self.stride())
    }

    /// The cells of a column.
    pub(super) const fn column(&self, column: u32) -> Cells {
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// The lowest cells of all columns.
    const fn bottom(&self) -> Cells {
        let mut cells = 0;
        let mut column = 0;
        while column < self.columns {
            cells |= self.cell(column, 0);
            column += 1;
        }
        cells
    }

    /// Every cell of the board.
    pub(super) const fn board(&self) -> Cells {
        self.bottom() * ((1 << self.rows) - 1)
    }

    /// The cells of a row, from 0 at the bottom.
    pub(super) const fn row(&self, row: u32) -> Cells {
        self.bottom() << row
    }

    /// Where the next disc in each column lands.
    pub(super) const fn landings(&self, all: Cells) -> Cells {
        (all + self.bottom()) & self.board()
    }

    /// Where a disc in a column lands; empty if the column is full.
    pub(super) const fn landing(&self, all: Cells, column: Column) -> Cells {
        self.landings(all) & self.column(column.0 as u32)
    }

    /// The steps to the cell above, to the right, above right, and below right.
    pub(super) const fn directions(&self) -> [u32; 4] {
        [1, self.stride(), self.stride() + 1, self.stride() - 1]
    }

    /// Whether there is a line of discs long enough to win.
    pub(super) fn has_line(&self, discs: Cells) -> bool {
        self.directions().into_iter().any(|step| {
            // Each remaining bit starts a run of the length reached so far, which nearly doubles with each step.
            let (mut runs, mut length) = (discs, 1);
            while length < self.line {
                let more = length.min(self.line - length);
                runs &= runs >> (more * step);
                length += more;
            }
            runs != 0
        })
    }

    /// The player with a line, if any: only the last mover can have one.
    pub(super) fn winner(&self, state: &State) -> Option<Player> {
        let last = state.mover.other();
        self.has_line(state.discs(last)).then_some(last)
    }

    /// The position after the player to move drops a disc into a column that is not full.
    pub(super) fn after(&self, state: &State, mv: Column) -> State {
        let mut after = *state;
        self.play(&mut after, mv);
        after
    }
}

/// The cells of a set one by one, from the left and from the bottom.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Rules for ConnectFour {
    type State = State;
    type Move = Column;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> State {
        State { discs: [0; 2], mover: Player::FIRST }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn with_turn(&self, state: &State, player: Player) -> Option<State> {
        self.outcome(state).is_none().then_some(State { mover: player, ..*state })
    }

    fn moves(&self, state: &State, moves: &mut Vec<Column>) {
        if self.winner(state).is_none() {
            let landings = each(self.landings(state.all()));
            moves.extend(landings.map(|cell| Column(self.place(cell).0 as u8)));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Column) {
        state.discs[state.mover.index()] |= self.landing(state.all(), mv);
        state.mover = state.mover.other();
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.winner(state) {
            Some(winner) => Some(Outcome::win(winner, "line")),
            None => (state.all() == self.board()).then_some(Outcome::draw("full")),
        }
    }

    /// In every column the discs of the player to move, below a bit that marks the height of the column, so
    /// different positions have different keys.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(state.discs(state.mover) + state.all() + self.bottom())
    }

    fn most_turns(&self, state: &State) -> u32 {
        (self.board() & !state.all()).count_ones()
    }

    #[inline]
    fn move_index(&self, mv: Column) -> u16 {
        mv.0.into()
    }

    fn actions(&self) -> usize {
        self.columns() as usize
    }
}

impl Symmetric for ConnectFour {
    /// The board and its mirror image.
    fn symmetries(&self) -> usize {
        2
    }

    fn map(&self, state: &State, symmetry: Symmetry) -> State {
        if symmetry.0 == 0 {
            return *state;
        }
        let mirrored = |cells: Cells| {
            (0..self.columns).fold(0, |image, column| {
                let moved = cells >> (column * self.stride()) & self.column(0);
                image | moved << ((self.columns - 1 - column) * self.stride())
            })
        };
        State { discs: state.discs.map(mirrored), ..*state }
    }

    fn map_move(&self, mv: Column, symmetry: Symmetry) -> Column {
        if symmetry.0 == 0 { mv } else { Column(self.columns as u8 - 1 - mv.0) }
    }
}

impl Recurring for ConnectFour {}

impl Game for ConnectFour {
    fn knowledge(&self) -> Knowledge<ConnectFour> {
        Knowledge { evaluators: super::evaluators::all(), ..Knowledge::default() }
    }
}
