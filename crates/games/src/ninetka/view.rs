//! The board and positions as data to draw.

use ninefold_core::{
    BoardLook, Label, Layout, Mark, MarkKind, Notation, Outcome, Phrase, Piece, Player, Region,
    Rules, Scene, Seat, SeatLook, Shape, Site, SiteKind, Step, StepAction, View, plain_forms,
};

use super::geometry::{SECTIONS, SLOT_COUNT, SLOTS, Slot, Square, Squares};
use super::{Ninetka, State, words};

/// Sites are numbered slots first, then squares.
pub(super) fn square_site(square: Square) -> u16 {
    (SLOT_COUNT + square.index()) as u16
}

/// The sites of a set of squares.
pub(super) fn square_sites(set: Squares) -> Vec<u16> {
    Square::each(set).map(square_site).collect()
}

/// The number of counters in a section of each player who has any.
pub(super) fn tallies(game: &Ninetka, state: &State, section: usize) -> impl Iterator<Item = Mark> {
    let count = move |player: Player| {
        (state.squares[player.index()] & SECTIONS[section]).count_ones() as i32
    };
    Player::all(game.players()).filter(move |&player| count(player) > 0).map(move |player| {
        let mark = Mark::new(MarkKind::Tally, square_sites(SECTIONS[section]));
        mark.owned(player).valued(count(player))
    })
}

impl View for Ninetka {
    fn seats(&self) -> Vec<Seat> {
        // Terminals have no orange.
        let orange = SeatLook { colour: "orange".into(), ..SeatLook::of(Shape::Triangle) };
        let seats = [
            Seat::new("Yellow", 'Y', "yellow counter", "yellow").looking(SeatLook::of(Shape::Disc)),
            Seat::new("Blue", 'B', "blue counter", "blue").looking(SeatLook::of(Shape::Square)),
            Seat::new("Orange", 'O', "orange counter", "magenta").looking(orange),
            Seat::new("Green", 'G', "green counter", "green").looking(SeatLook::of(Shape::Diamond)),
        ];
        seats.into_iter().take(self.players()).collect()
    }

    fn layout(&self) -> Layout {
        let site = |(i, j): (usize, usize), kind| Site {
            name: format!("{i},{j}"),
            x: j as f32,
            y: i as f32,
            kind,
        };
        let slots = Slot::each(SLOTS).map(|slot| site(slot.place(), SiteKind::Slot));
        let board = SECTIONS.iter().fold(0, |all, section| all | section);
        let squares = Square::each(board).map(|square| site(square.place(), SiteKind::Cell));
        let region = |(index, &section): (usize, &Squares)| Region {
            name: format!("section {}", index + 1),
            sites: square_sites(section),
        };
        let label = |at: usize| Label { text: at.to_string(), at: at as f32 };
        Layout {
            sites: slots.chain(squares).collect(),
            regions: SECTIONS.iter().enumerate().map(region).collect(),
            columns: (0..=10).map(label).collect(),
            rows: (0..=10).map(label).collect(),
            symbols: format!("{}5", &"01234"[..=self.players()]),
            look: BoardLook { margin: Some(0.2), ..BoardLook::default() },
            ..Layout::default()
        }
    }

    fn scene(&self, state: &State) -> Scene {
        let players = || Player::all(self.players());
        let pieces = |player: Player| {
            let owner = Some(player);
            let beside = Slot::each(state.slots[player.index()]).map(|slot| slot.index() as u16);
            let inside = square_sites(state.squares[player.index()]);
            beside.chain(inside).map(move |site| Piece { site, owner })
        };
        let neutrals = square_sites(state.neutrals());
        let neutrals = neutrals.into_iter().map(|site| Piece { site, owner: None });
        let held = (0..SECTIONS.len()).filter_map(|section| {
            let holder = self.holder(state, section)?;
            let mark = Mark::new(MarkKind::WonSection, square_sites(SECTIONS[section]));
            Some(mark.owned(holder))
        });
        let blocked = players().filter_map(|player| {
            let sites: Vec<u16> =
                Slot::each(state.blocked(player)).map(|slot| slot.index() as u16).collect();
            let mark = Mark::new(MarkKind::Blocked, sites).owned(player);
            (!mark.sites.is_empty()).then_some(mark)
        });
        let counts = (0..SECTIONS.len()).flat_map(|section| tallies(self, state, section));
        let sections = self.sections(state);
        Scene {
            phase: if state.placing() { "placing" } else { "sliding" }.into(),
            pieces: players().flat_map(pieces).chain(neutrals).collect(),
            hands: players().map(|player| self.hand(state, player)).collect(),
            scores: players().map(|player| sections[player.index()] as i32).collect(),
            score_name: "sections".into(),
            marks: held.chain(blocked).chain(counts).collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, state: &State, mv: Slot) -> Vec<Step> {
        if state.placing() {
            return vec![Step::new(StepAction::Put, mv.index())];
        }
        let stop = square_site(self.destination(state, mv));
        vec![Step::new(StepAction::Lift, mv.index()), Step::new(StepAction::Drop, stop.into())]
    }

    fn explain(&self, state: &State, outcome: &Outcome) -> Phrase {
        let sections = &self.sections(state)[..self.players()];
        let tally: Vec<String> = sections.iter().map(u32::to_string).collect();
        let form = match outcome.reason {
            "tie_latest_seat" => words::LATEST,
            _ => words::SECTIONS,
        };
        Phrase::of(form).with(tally.join(":"))
    }

    /// A slide is shown with the square where the counter stopped.
    fn turn_text(&self, state: &State, mv: Slot) -> String {
        if state.placing() {
            return self.move_text(mv);
        }
        let (i, j) = self.destination(state, mv).place();
        format!("{} → {i},{j}", self.move_text(mv))
    }

    fn why(&self, state: &State, mv: Slot) -> Vec<Phrase> {
        self.clauses(state, mv)
    }

    fn preview(&self, state: &State, mv: Slot) -> Vec<Mark> {
        self.marks_of(state, mv)
    }

    fn refuse(&self, state: &State, steps: &[Step], site: u16) -> Phrase {
        self.refusal(state, steps, site)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
    }
}
