//! The rules.

use ninefold_core::{
    Dihedral, Game, Knowledge, MAX_PLAYERS, Outcome, Payoffs, Player, Recurring, Rules, Symmetric,
    Symmetry, mix,
};

use super::Cells;
use super::lines::{self, Lines};

/// 3-6-9 on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct ThreeSixNine {
    size: usize,
    /// The points for a line, by the number of its stones after the drop.
    gains: [u16; 10],
    lines: &'static Lines,
}

/// A cell, numbered row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(super) u8);

/// A position: the stones, the points so far and the player to move.
///
/// Once the board is full the first player is stored as the player to move, so that equal boards are equal states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub(super) stones: Cells,
    pub(super) points: [u16; 2],
    pub(super) mover: Player,
}

impl State {
    /// The cells with a stone.
    pub fn stones(&self) -> Cells {
        self.stones
    }
}

impl ThreeSixNine {
    /// Creates the game on a board of `size` × `size`, from 3 to 9, with these points for the third, sixth and
    /// ninth stone on a line.
    pub fn new(size: usize, points: [u16; 3]) -> ThreeSixNine {
        let mut gains = [0; 10];
        for (index, points) in points.into_iter().enumerate() {
            gains[3 * (index + 1)] = points;
        }
        ThreeSixNine { size, gains, lines: lines::of_size(size) }
    }

    /// The number of rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The row, the column, the diagonal and the anti-diagonal through a cell.
    pub fn lines(&self, cell: Cell) -> &[Cells; 4] {
        &self.lines[usize::from(cell.0)]
    }

    /// The points for dropping a stone on an empty cell.
    pub fn gain(&self, stones: Cells, cell: Cell) -> u16 {
        let after = stones | 1 << cell.0;
        let lines = self.lines(cell).iter();
        lines.map(|line| self.gains[(after & line).count_ones() as usize]).sum()
    }

    /// The points for a line that has this many stones after the drop.
    pub fn points_for(&self, stones: usize) -> u16 {
        self.gains.get(stones).copied().unwrap_or_default()
    }

    /// The cell at a row and column, counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        Cell((row * self.size + column) as u8)
    }

    /// The row and column of a cell, counted from 0.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (usize::from(cell.0) / self.size, usize::from(cell.0) % self.size)
    }

    /// Every cell of the board.
    pub fn board(&self) -> Cells {
        (1 << (self.size * self.size)) - 1
    }

    /// Every line of the board that can score: rows, columns, diagonals, anti-diagonals.
    pub fn scoring_lines(&self) -> Vec<Cells> {
        let mut lines = Vec::new();
        for direction in 0..4 {
            for cell in cells(self.board()) {
                let line = self.lines(cell)[direction];
                if line.count_ones() >= SHORTEST_LINE && line.trailing_zeros() == cell.0.into() {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// All points that are still to be won by any player.
    pub fn points_left(&self, stones: Cells) -> u32 {
        let left = |line: Cells| {
            let counts = (line & stones).count_ones() + 1..=line.count_ones();
            counts.map(|count| u32::from(self.gains[count as usize])).sum::<u32>()
        };
        self.scoring_lines().into_iter().map(left).sum()
    }

    fn symmetry_group(&self) -> Dihedral {
        Dihedral::new(self.size, self.size)
    }
}

/// The shortest line that can score.
const SHORTEST_LINE: u32 = 3;

/// The cells of a set in ascending order.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = Cell(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(cell)
    })
}

impl Rules for ThreeSixNine {
    type State = State;
    type Move = Cell;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> State {
        State { stones: 0, points: [0; 2], mover: Player::FIRST }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn with_turn(&self, state: &State, player: Player) -> Option<State> {
        self.outcome(state).is_none().then_some(State { mover: player, ..*state })
    }

    fn moves(&self, state: &State, moves: &mut Vec<Cell>) {
        moves.extend(cells(self.board() & !state.stones));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Cell) {
        state.points[state.mover.index()] += self.gain(state.stones, mv);
        state.stones |= 1 << mv.0;
        let full = state.stones == self.board();
        state.mover = if full { Player::FIRST } else { state.mover.other() };
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let [first, second] = state.points.map(i32::from);
        let payoffs = Payoffs::by_lead(first - second);
        (state.stones == self.board()).then_some(Outcome { payoffs, reason: "full" })
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let (low, high) = (state.stones as u64, (state.stones >> 64) as u64);
        mix(low ^ mix(high << 1 | state.mover.index() as u64))
    }

    fn most_turns(&self, state: &State) -> u32 {
        (self.board() & !state.stones).count_ones()
    }

    #[inline]
    fn move_index(&self, mv: Cell) -> u16 {
        mv.0.into()
    }

    fn actions(&self) -> usize {
        self.size() * self.size()
    }

    fn points(&self, state: &State) -> [i32; MAX_PLAYERS] {
        [state.points[0].into(), state.points[1].into(), 0, 0]
    }
}

impl Symmetric for ThreeSixNine {
    fn symmetries(&self) -> usize {
        self.symmetry_group().order()
    }

    fn map(&self, state: &State, symmetry: Symmetry) -> State {
        let images = cells(state.stones).map(|cell| 1 << self.map_move(cell, symmetry).0);
        State { stones: images.fold(0, |all: Cells, cell: Cells| all | cell), ..*state }
    }

    fn map_move(&self, mv: Cell, symmetry: Symmetry) -> Cell {
        let (row, column) = self.symmetry_group().map(self.place(mv), symmetry);
        self.cell(row, column)
    }
}

impl Recurring for ThreeSixNine {}

impl Game for ThreeSixNine {
    fn knowledge(&self) -> Knowledge<ThreeSixNine> {
        Knowledge {
            evaluators: super::evaluators::all(),
            strongest_evaluator: Some("parity"),
            heuristics: super::heuristics::all(),
            ..Knowledge::default()
        }
    }
}
