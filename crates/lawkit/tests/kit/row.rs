//! A toy: players lay dominoes on a row of cells, and whoever laid the last one loses.
//!
//! A domino that touches an end of the row earns a point, which decides nothing.

use std::sync::Arc;

use ninefold_core::{
    Arguments, Family, FamilyInfo, Game, Host, Kind, Knowledge, Layout, MAX_PLAYERS, MoveRule,
    Notation, Outcome, Parameter, Payoffs, Phrase, Piece, Player, PositionError, Recurring, Rules,
    Scene, Seat, Step, StepAction, Symmetric, Symmetry, View, parse_number, parse_player,
    parse_rows, piece_key, plain_forms,
};

/// How every game ends.
const END: &str = "no domino fits";

/// The rules: at most eight cells, two to four players.
#[derive(Clone, Debug)]
pub struct Row {
    pub cells: usize,
    pub players: usize,
}

/// A position. The key is kept through play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RowState {
    pub covered: u8,
    pub to_move: Player,
    pub points: [i32; MAX_PLAYERS],
    pub key: u64,
}

/// A domino on this cell and the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Domino(pub u8);

impl Domino {
    fn cells(self) -> [usize; 2] {
        [usize::from(self.0), usize::from(self.0) + 1]
    }
}

impl Row {
    pub const PAIR: Row = Row { cells: 6, players: 2 };

    fn state(&self, covered: u8, to_move: Player, points: [i32; MAX_PLAYERS]) -> RowState {
        let cells = (0..self.cells).filter(|cell| covered >> cell & 1 == 1);
        let key = cells.fold(piece_key(1, to_move.index()), |key, cell| key ^ piece_key(0, cell));
        RowState { covered, to_move, points, key }
    }

    fn dominoes(&self) -> impl Iterator<Item = Domino> {
        (0..self.cells as u8 - 1).map(Domino)
    }

    fn fits(&self, state: &RowState, domino: Domino) -> bool {
        state.covered >> domino.0 & 3 == 0
    }

    /// Appends the dominoes that touch an end, or all when none does.
    fn at_the_ends(&self, state: &RowState, moves: &mut Vec<Domino>) {
        let before = moves.len();
        let fitting = self.dominoes().filter(|&domino| self.fits(state, domino));
        moves.extend(fitting.filter(|&domino| self.touches_end(domino)));
        if moves.len() == before {
            self.moves(state, moves);
        }
    }

    fn touches_end(&self, domino: Domino) -> bool {
        domino.cells()[0] == 0 || domino.cells()[1] == self.cells - 1
    }
}

impl Rules for Row {
    type State = RowState;
    type Move = Domino;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _seed: u64) -> RowState {
        self.state(0, Player::FIRST, [0; MAX_PLAYERS])
    }

    fn to_move(&self, state: &RowState) -> Player {
        state.to_move
    }

    fn moves(&self, state: &RowState, moves: &mut Vec<Domino>) {
        moves.extend(self.dominoes().filter(|&domino| self.fits(state, domino)));
    }

    fn play(&self, state: &mut RowState, mv: Domino) {
        let next = state.to_move.next(self.players);
        state.points[state.to_move.index()] += i32::from(self.touches_end(mv));
        state.covered |= 3 << mv.0;
        state.key ^= piece_key(0, mv.cells()[0]) ^ piece_key(0, mv.cells()[1]);
        state.key ^= piece_key(1, state.to_move.index()) ^ piece_key(1, next.index());
        state.to_move = next;
    }

    fn outcome(&self, state: &RowState) -> Option<Outcome> {
        if self.dominoes().any(|domino| self.fits(state, domino)) {
            return None;
        }
        let payoffs = match self.players {
            2 => Payoffs::win(state.to_move),
            _ => Payoffs::winner_takes_all(state.to_move),
        };
        Some(Outcome { payoffs, reason: "full" })
    }

    fn move_index(&self, mv: Domino) -> u16 {
        mv.0.into()
    }

    fn actions(&self) -> usize {
        self.cells
    }

    fn key(&self, state: &RowState) -> u64 {
        state.key
    }

    fn points(&self, state: &RowState) -> [i32; MAX_PLAYERS] {
        state.points
    }
}

impl Symmetric for Row {
    fn symmetries(&self) -> usize {
        2
    }

    fn map(&self, state: &RowState, symmetry: Symmetry) -> RowState {
        let mirrored = state.covered.reverse_bits() >> (8 - self.cells);
        let covered = if symmetry.0 == 0 { state.covered } else { mirrored };
        self.state(covered, state.to_move, state.points)
    }

    fn map_move(&self, mv: Domino, symmetry: Symmetry) -> Domino {
        if symmetry.0 == 0 { mv } else { Domino(self.cells as u8 - 2 - mv.0) }
    }
}

impl Recurring for Row {}

impl Game for Row {
    fn knowledge(&self) -> Knowledge<Row> {
        let ends = MoveRule {
            id: "ends",
            summary: "an end of the row if one is free",
            decides: Arc::new(|_: &Row, _: &RowState| false),
            moves: Arc::new(Row::at_the_ends),
        };
        Knowledge { move_rules: vec![ends], ..Knowledge::default() }
    }
}

impl Notation for Row {
    fn move_text(&self, mv: Domino) -> String {
        let [left, right] = mv.cells();
        format!("{}-{}", left + 1, right + 1)
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, state: &RowState) -> String {
        let cell = |cell| {
            if state.covered >> cell & 1 == 1 { 'x' } else { '.' }
        };
        let row: String = (0..self.cells).map(cell).collect();
        let points: Vec<String> = state.points[..self.players].iter().map(i32::to_string).collect();
        format!("{row} {} {}", state.to_move, points.join("-"))
    }

    fn parse_position(&self, text: &str) -> Result<RowState, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[row, to_move, said] = fields.as_slice() else {
            let (found, form) = (fields.len(), self.position_form());
            return Err(PositionError::Fields {
                text: text.into(),
                found,
                wanted: "3".into(),
                form,
            });
        };
        let row = parse_rows(row, &[self.cells], ".x")?.remove(0);
        let covered = row.iter().rev().fold(0, |bits, &cell| bits << 1 | u8::from(cell == 'x'));
        let words: Vec<&str> = said.split('-').collect();
        if words.len() != self.players {
            return Err(PositionError::field("points", said, "one number a player"));
        }
        let mut points = [0; MAX_PLAYERS];
        for (points, word) in points.iter_mut().zip(words) {
            *points = parse_number("points", word, 0..=99)? as i32;
        }
        Ok(self.state(covered, parse_player(to_move, self.players)?, points))
    }
}

impl View for Row {
    fn seats(&self) -> Vec<Seat> {
        let seats = [("Ann", "red"), ("Bob", "blue"), ("Cid", "green"), ("Dot", "white")];
        let seat = |&(name, colour): &(&str, &str)| {
            Seat::new(name, name.chars().next().unwrap_or('?'), "half domino", colour)
        };
        seats[..self.players].iter().map(seat).collect()
    }

    fn layout(&self) -> Layout {
        Layout::grid(1, self.cells)
    }

    fn scene(&self, state: &RowState) -> Scene {
        let covered = (0..self.cells as u16).filter(|cell| state.covered >> cell & 1 == 1);
        Scene {
            phase: "laying".into(),
            pieces: covered.map(|site| Piece { site, owner: None }).collect(),
            scores: state.points[..self.players].to_vec(),
            score_name: "ends".into(),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &RowState, mv: Domino) -> Vec<Step> {
        mv.cells().map(|cell| Step::new(StepAction::Put, cell)).to_vec()
    }

    fn explain(&self, _state: &RowState, _outcome: &Outcome) -> Phrase {
        Phrase::of(END)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain([END]).collect()
    }
}

/// The family of rows, to be opened as `row:CELLS`.
pub struct Rows;

impl Family for Rows {
    const INFO: FamilyInfo = FamilyInfo {
        id: "row",
        title: "Row",
        summary: "dominoes on a row, the last one loses",
        aliases: &[],
        parameters: &[Parameter {
            name: "cells",
            summary: "cells of the row",
            kind: Kind::Number(2..=8),
            default: "6",
            positional: true,
        }],
        presets: &[],
        rules: "",
        perft: "
# By hand: after 1-2 on a row of five, 3-4 and 4-5 are left, and so on.
row:4 ; start ; 3 2 0
row:5 ; start ; 4 6 0

row:5 ; xx... 2 1-0 ; 2 0 # after 1-2
",
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Row { cells: arguments.number("cells") as usize, players: 2 }, spec)
    }
}
