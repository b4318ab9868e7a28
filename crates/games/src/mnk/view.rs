//! The board and positions as data to draw.

use ninefold_core::{
    BoardLook, Ground, Layout, Mark, MarkKind, Outcome, Phrase, Piece, Player, Scene, Seat,
    SeatLook, Shape, Step, StepAction, View, plain_forms,
};

use super::{Cell, Mnk, State, words};

/// From this many rows or columns on, stones are drawn on the crossings of a grid.
const LARGE: usize = 9;

impl<const W: usize> View for Mnk<W> {
    fn seats(&self) -> Vec<Seat> {
        let [cross, nought] = if self.is_large() {
            [
                SeatLook::of(Shape::Solid).called("Black", "black stone"),
                SeatLook::of(Shape::Open).called("White", "white stone"),
            ]
        } else {
            [Shape::Cross, Shape::Nought].map(SeatLook::of)
        };
        vec![
            Seat::new("X", 'X', "cross", "red").looking(cross),
            Seat::new("O", 'O', "nought", "blue").looking(nought),
        ]
    }

    fn layout(&self) -> Layout {
        let (ground, margin) =
            if self.is_large() { (Ground::Lattice, 5.8) } else { (Ground::OpenCells, 5.6) };
        Layout {
            symbols: "012".into(),
            look: BoardLook { ground: Some(ground), margin: Some(margin), ..BoardLook::default() },
            ..Layout::grid(self.rows(), self.columns())
        }
    }

    fn scene(&self, state: &State<W>) -> Scene {
        let pieces = |player: Player| {
            let owner = Some(player);
            let cells = state.stones(player).cells();
            cells.map(move |cell| Piece { site: self.site(cell), owner })
        };
        Scene {
            phase: "placing".into(),
            pieces: Player::all(2).flat_map(pieces).collect(),
            marks: self.winning_lines(state),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &State<W>, mv: Cell) -> Vec<Step> {
        vec![Step::new(StepAction::Put, usize::from(self.site(mv.index())))]
    }

    fn explain(&self, state: &State<W>, _outcome: &Outcome) -> Phrase {
        match state.winner() {
            Some(_) => Phrase::of(words::IN_A_ROW).with(self.k()),
            None => Phrase::of(words::FULL),
        }
    }

    fn why(&self, state: &State<W>, mv: Cell) -> Vec<Phrase> {
        self.clauses(state, mv)
    }

    fn preview(&self, state: &State<W>, mv: Cell) -> Vec<Mark> {
        self.marks_of(state, mv)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
    }
}

impl<const W: usize> Mnk<W> {
    pub(super) fn is_large(&self) -> bool {
        self.rows().max(self.columns()) >= LARGE
    }

    pub(super) fn site(&self, cell: usize) -> u16 {
        let (row, column) = self.place(Cell(cell as u16));
        (row * self.columns() + column) as u16
    }

    /// Every line long enough to win.
    fn winning_lines(&self, state: &State<W>) -> Vec<Mark> {
        let Some(winner) = state.winner() else {
            return Vec::new();
        };
        let stones = state.stones(winner);
        let mut marks = Vec::new();
        for cell in stones.cells() {
            for step in self.directions() {
                let line: Vec<usize> =
                    (0..).map(|far| cell + far * step).take_while(|&c| stones.has(c)).collect();
                if !stones.has(cell - step) && line.len() >= self.k() {
                    let sites = line.into_iter().map(|cell| self.site(cell)).collect();
                    marks.push(Mark::new(MarkKind::WinningLine, sites).owned(winner));
                }
            }
        }
        marks
    }
}
