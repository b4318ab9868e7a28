//! The rules.

use ninefold_core::{
    Dihedral, Game, Knowledge, Outcome, Player, Recurring, Rules, Symmetric, Symmetry, piece_key,
};

use super::Bits;

/// K or more in a row on a board of `rows` × `columns`, on sets of `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mnk<const W: usize> {
    rows: usize,
    columns: usize,
    k: usize,
    board: Bits<W>,
}

/// A cell by its number on the guarded board (see [`Bits`]), ascending row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(super) u16);

/// A position. The winner is determined when a stone is placed, and stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    mover: Player,
    winner: Option<Player>,
    empty: u16,
    key: u64,
}

impl<const W: usize> State<W> {
    /// The stones of a player.
    pub fn stones(&self, player: Player) -> &Bits<W> {
        &self.stones[player.index()]
    }

    /// The player with a line, if any.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }
}

/// Distinguishes positions with the same stones: the second player is to move.
const SECOND_TO_MOVE: u64 = piece_key(2, 0);

impl<const W: usize> Mnk<W> {
    /// Creates the game on a board whose sets need at most `W` words.
    ///
    /// Panics if they need more; see [`Bits::words_for`].
    pub fn new(rows: usize, columns: usize, k: usize) -> Mnk<W> {
        assert!(Bits::<W>::words_for(rows, columns) <= W, "{rows} × {columns} needs more words");
        let mut mnk = Mnk { rows, columns, k, board: Bits::EMPTY };
        for row in 0..rows {
            for column in 0..columns {
                mnk.board.insert(mnk.cell(row, column).index());
            }
        }
        mnk
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

    /// The cell at a row and column, counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        Cell(((row + 1) * self.stride() + column + 1) as u16)
    }

    /// The row and column of a cell, counted from 0.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.stride() - 1, cell.index() % self.stride() - 1)
    }

    /// The row and column of every cell.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Every cell of the board.
    pub fn board(&self) -> &Bits<W> {
        &self.board
    }

    /// The position with these stones; `None` if both players have a line.
    pub fn state(&self, stones: [Bits<W>; 2], mover: Player) -> Option<State<W>> {
        let has_line = |player: &Player| {
            let stones = &stones[player.index()];
            stones.cells().any(|cell| self.line_through(stones, cell))
        };
        let mut winners = Player::all(2).filter(has_line);
        let winner = winners.next();
        if winners.next().is_some() {
            return None;
        }
        let keys = Player::all(2).flat_map(|player| {
            stones[player.index()].cells().map(move |cell| piece_key(player.index(), cell))
        });
        let turn = if mover == Player::SECOND { SECOND_TO_MOVE } else { 0 };
        Some(State {
            stones,
            mover,
            winner,
            empty: self.board.without(&stones[0], &stones[1]).len() as u16,
            key: keys.fold(turn, |all, key| all ^ key),
        })
    }

    /// The steps from a cell to its neighbours along a row, a column and the two diagonals.
    pub(super) fn directions(&self) -> [usize; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }

    /// Whether the stone on `cell` is part of a line of K or more.
    pub(super) fn line_through(&self, stones: &Bits<W>, cell: usize) -> bool {
        self.directions().into_iter().any(|step| {
            let after = (1..).take_while(|far| stones.has(cell + far * step)).count();
            let before = (1..).take_while(|far| stones.has(cell - far * step)).count();
            before + 1 + after >= self.k
        })
    }

    fn stride(&self) -> usize {
        self.columns + 1
    }

    fn symmetry_group(&self) -> Dihedral {
        Dihedral::new(self.rows, self.columns)
    }
}

impl Cell {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl<const W: usize> Rules for Mnk<W> {
    type State = State<W>;
    type Move = Cell;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> State<W> {
        State {
            stones: [Bits::EMPTY; 2],
            mover: Player::FIRST,
            winner: None,
            empty: (self.rows * self.columns) as u16,
            key: 0,
        }
    }

    fn to_move(&self, state: &State<W>) -> Player {
        state.mover
    }

    fn with_turn(&self, state: &State<W>, player: Player) -> Option<State<W>> {
        let key = match state.mover == player {
            true => state.key,
            false => state.key ^ SECOND_TO_MOVE,
        };
        self.outcome(state).is_none().then_some(State { mover: player, key, ..*state })
    }

    fn moves(&self, state: &State<W>, moves: &mut Vec<Cell>) {
        if state.winner.is_none() {
            let empty = self.board.without(&state.stones[0], &state.stones[1]);
            moves.extend(empty.cells().map(|cell| Cell(cell as u16)));
        }
    }

    fn play(&self, state: &mut State<W>, mv: Cell) {
        let mover = state.mover;
        let stones = &mut state.stones[mover.index()];
        stones.insert(mv.index());
        if self.line_through(stones, mv.index()) {
            state.winner = Some(mover);
        }
        state.mover = mover.other();
        state.empty -= 1;
        state.key ^= piece_key(mover.index(), mv.index()) ^ SECOND_TO_MOVE;
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        match state.winner {
            Some(winner) => Some(Outcome::win(winner, "line")),
            None => (state.empty == 0).then_some(Outcome::draw("full")),
        }
    }

    fn key(&self, state: &State<W>) -> u64 {
        state.key
    }

    fn most_turns(&self, state: &State<W>) -> u32 {
        state.empty.into()
    }

    fn move_index(&self, mv: Cell) -> u16 {
        mv.0
    }

    /// Cells are numbered row by row, skipping the guards, of which every row has one.
    #[inline]
    fn action(&self, mv: Cell) -> u16 {
        let stride = self.stride() as u16;
        mv.0 - stride - mv.0 / stride
    }

    fn actions(&self) -> usize {
        self.rows * self.columns
    }
}

impl<const W: usize> Symmetric for Mnk<W> {
    fn symmetries(&self) -> usize {
        self.symmetry_group().order()
    }

    fn map(&self, state: &State<W>, symmetry: Symmetry) -> State<W> {
        let mut image = State { stones: [Bits::EMPTY; 2], key: state.key, ..*state };
        for player in Player::all(2) {
            for cell in state.stones(player).cells() {
                let mapped = self.map_move(Cell(cell as u16), symmetry).index();
                image.stones[player.index()].insert(mapped);
                image.key ^= piece_key(player.index(), cell) ^ piece_key(player.index(), mapped);
            }
        }
        image
    }

    fn map_move(&self, mv: Cell, symmetry: Symmetry) -> Cell {
        let (row, column) = self.symmetry_group().map(self.place(mv), symmetry);
        self.cell(row, column)
    }
}

impl<const W: usize> Recurring for Mnk<W> {}

impl<const W: usize> Game for Mnk<W> {
    fn knowledge(&self) -> Knowledge<Mnk<W>> {
        let evaluators = super::evaluators(self);
        Knowledge {
            strongest_evaluator: evaluators.last().map(|entry| entry.info.id),
            level_evaluator: Some("threats"),
            evaluators,
            ..Knowledge::default()
        }
    }
}
