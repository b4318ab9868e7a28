//! The board and positions as data to draw.

use ninefold_core::{
    BoardLook, Ground, Label, Layout, Mark, MarkKind, Outcome, Phrase, Piece, Player, Scene, Seat,
    SeatLook, Shape, Site, SiteKind, Step, StepAction, View, Wanted, plain_forms, plain_refusal,
    wanted,
};

use super::notation::NAMES;
use super::rules::each;
use super::{Cells, Column, ConnectFour, State, words};

impl View for ConnectFour {
    fn seats(&self) -> Vec<Seat> {
        let [red, yellow] = NAMES;
        vec![
            Seat::new(red, 'R', "red disc", "red").looking(SeatLook::of(Shape::Disc)),
            Seat::new(yellow, 'Y', "yellow disc", "yellow").looking(SeatLook::of(Shape::Ring)),
        ]
    }

    fn layout(&self) -> Layout {
        let site = |(row, column): (u32, u32)| Site {
            name: format!("{},{}", column + 1, row + 1),
            x: column as f32,
            y: (self.rows() - 1 - row) as f32,
            kind: SiteKind::Cell,
        };
        let row = |row| (0..self.columns()).map(move |column| (row, column));
        let label =
            |row: u32| Label { text: (row + 1).to_string(), at: (self.rows() - 1 - row) as f32 };
        let lane = |column| self.sites(self.column(column));
        Layout {
            sites: (0..self.rows()).rev().flat_map(row).map(site).collect(),
            columns: Label::numbers(self.columns() as usize),
            rows: (0..self.rows()).map(label).collect(),
            lanes: (0..self.columns()).map(lane).collect(),
            symbols: "012".into(),
            look: BoardLook { ground: Some(Ground::Holes), ..BoardLook::default() },
            ..Layout::default()
        }
    }

    fn scene(&self, state: &State) -> Scene {
        let pieces = |player: Player| {
            let owner = Some(player);
            let sites = self.sites(state.discs(player)).into_iter();
            sites.map(move |site| Piece { site, owner })
        };
        Scene {
            phase: "dropping".into(),
            pieces: Player::all(2).flat_map(pieces).collect(),
            marks: self.winning_lines(state),
            ..Scene::default()
        }
    }

    fn steps(&self, state: &State, mv: Column) -> Vec<Step> {
        let landing = self.site(self.landing(state.all(), mv));
        vec![Step::new(StepAction::Put, landing.into())]
    }

    fn explain(&self, state: &State, _outcome: &Outcome) -> Phrase {
        match self.winner(state) {
            Some(_) => Phrase::of(words::IN_A_ROW).with(self.line()),
            None => Phrase::of(words::FULL),
        }
    }

    fn why(&self, state: &State, mv: Column) -> Vec<Phrase> {
        self.clauses(state, mv)
    }

    fn preview(&self, state: &State, mv: Column) -> Vec<Mark> {
        self.marks_of(state, mv)
    }

    /// A click anywhere in a column counts, so only clicks on a full column are refused.
    fn refuse(&self, state: &State, steps: &[Step], site: u16) -> Phrase {
        let column = u32::from(site) % self.columns();
        let on_board = u32::from(site) < self.columns() * self.rows();
        let full = self.column(column) & !state.all() == 0;
        let waits = wanted(self, state, steps) == Wanted::Next(StepAction::Put);
        if on_board && full && waits {
            return Phrase::of(words::COLUMN_FULL).with(column + 1);
        }
        plain_refusal(self, state, steps, site)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
    }
}

impl ConnectFour {
    /// The site of a cell: sites are numbered row by row from the top left.
    pub(super) fn site(&self, cell: Cells) -> u16 {
        let (column, row) = self.place(cell);
        ((self.rows() - 1 - row) * self.columns() + column) as u16
    }

    pub(super) fn sites(&self, cells: Cells) -> Vec<u16> {
        each(cells).map(|cell| self.site(cell)).collect()
    }

    /// Every line long enough to win.
    fn winning_lines(&self, state: &State) -> Vec<Mark> {
        let Some(winner) = self.winner(state) else { return Vec::new() };
        let discs = state.discs(winner);
        let line_from = |cell: Cells, step: u32| {
            let begins = cell >> step & discs == 0;
            let run = std::iter::successors(Some(cell), |cell| Some(cell << step));
            let run: Vec<Cells> = run.take_while(|cell| cell & discs != 0).collect();
            (begins && run.len() >= self.line() as usize).then_some(run)
        };
        let lines = self
            .directions()
            .into_iter()
            .flat_map(|step| each(discs).filter_map(move |cell| line_from(cell, step)));
        lines
            .map(|line| {
                let sites = line.into_iter().map(|cell| self.site(cell)).collect();
                Mark::new(MarkKind::WinningLine, sites).owned(winner)
            })
            .collect()
    }
}
