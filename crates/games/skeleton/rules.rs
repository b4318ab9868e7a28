//! The rules proper.

use ninefold_core::{Game, Knowledge, Outcome, Player, Recurring, Rules, Symmetric, mix};

/// The most cells a row may have.
pub const LONGEST: u32 = 12;

/// Skeleton on a row of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skeleton {
    cells: u32,
}

/// A cell, from 0 at the left: the whole of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(super) u8);

/// A position: what both players have filled, one bit a cell with the leftmost lowest, and who is on turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub(super) filled: [u16; 2],
    pub(super) mover: Player,
}

impl Skeleton {
    /// The game on a row of so many cells, 2 to [`LONGEST`].
    pub const fn new(cells: u32) -> Skeleton {
        Skeleton { cells }
    }

    /// How many cells the row has.
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// The cells that are still empty.
    pub(super) fn empty(&self, state: &State) -> impl Iterator<Item = Cell> {
        let filled = state.filled[0] | state.filled[1];
        (0..self.cells as u8).filter(move |cell| filled >> cell & 1 == 0).map(Cell)
    }
}

impl Rules for Skeleton {
    type State = State;
    type Move = Cell;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> State {
        State { filled: [0; 2], mover: Player::FIRST }
    }

    fn to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn moves(&self, state: &State, moves: &mut Vec<Cell>) {
        moves.extend(self.empty(state));
    }

    fn play(&self, state: &mut State, mv: Cell) {
        state.filled[state.mover.index()] |= 1 << mv.0;
        state.mover = state.mover.other();
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let full = self.empty(state).next().is_none();
        full.then(|| Outcome::win(state.mover.other(), "last_cell"))
    }

    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.filled.map(u64::from);
        mix(first << 32 | second << 1 | state.mover.index() as u64)
    }

    fn most_turns(&self, state: &State) -> u32 {
        self.empty(state).count() as u32
    }

    fn move_index(&self, mv: Cell) -> u16 {
        mv.0.into()
    }

    fn actions(&self) -> usize {
        self.cells as usize
    }
}

impl Symmetric for Skeleton {}

impl Recurring for Skeleton {}

impl Game for Skeleton {
    fn knowledge(&self) -> Knowledge<Skeleton> {
        Knowledge { evaluators: super::evaluators::all(), ..Knowledge::default() }
    }
}
