//! The board and positions as data to draw.

use ninefold_core::{
    BoardLook, Ground, Label, Layout, Mark, MarkKind, Outcome, Payoffs, Phrase, Piece, Player,
    Scene, Seat, SeatLook, Shape, Site, SiteKind, Step, StepAction, View,
};

use super::sets::{LINES, in_reading_order, neighbours};
use super::setup::NAMES;
use super::{Morris, Move, Point, Points, State, why, words};

impl View for Morris {
    fn seats(&self) -> Vec<Seat> {
        vec![
            Seat::new(NAMES[0], 'w', "white man", "red").looking(SeatLook::of(Shape::White)),
            Seat::new(NAMES[1], 'b', "black man", "blue").looking(SeatLook::of(Shape::Black)),
        ]
    }

    fn layout(&self) -> Layout {
        let site = |point: Point| Site {
            name: point.to_string(),
            x: point.column() as f32,
            y: point.row() as f32,
            kind: SiteKind::Point,
        };
        let edges = Point::all().flat_map(|point| {
            let later = move |other: &Point| *other > point;
            let others = in_reading_order(neighbours(point.set())).filter(later);
            others.map(move |other| [point.index() as u16, other.index() as u16])
        });
        let label = |text: char, at: usize| Label { text: text.into(), at: at as f32 };
        Layout {
            sites: Point::all().map(site).collect(),
            edges: edges.collect(),
            columns: ('a'..='g').zip(0..).map(|(text, at)| label(text, at)).collect(),
            rows: ('1'..='7').rev().zip(0..).map(|(text, at)| label(text, at)).collect(),
            symbols: ".wb".into(),
            look: BoardLook {
                ground: Some(Ground::Points),
                margin: Some(6.25),
                ..BoardLook::default()
            },
            ..Layout::default()
        }
    }

    fn scene(&self, state: &State) -> Scene {
        let pieces = |player: Player| {
            let owner = Some(player);
            sites(state.men(player)).into_iter().map(move |site| Piece { site, owner })
        };
        let mills = |player: Player| {
            let full = LINES.into_iter().filter(move |line| state.men(player) & line == *line);
            full.map(move |line| Mark::new(MarkKind::Mill, sites(line)).owned(player))
        };
        let lost = |player: Player| Morris::MEN - state.men_left(player);
        Scene {
            phase: self.phase(state).into(),
            pieces: Player::all(2).flat_map(pieces).collect(),
            hands: Player::all(2).map(|player| state.hand(player)).collect(),
            lost: Player::all(2).map(lost).collect(),
            marks: Player::all(2).flat_map(mills).collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &State, mv: Move) -> Vec<Step> {
        let to = match mv.from() {
            None => vec![Step::new(StepAction::Put, mv.to().index())],
            Some(from) => vec![
                Step::new(StepAction::Lift, from.index()),
                Step::new(StepAction::Drop, mv.to().index()),
            ],
        };
        let taken = mv.taken().map(|taken| Step::new(StepAction::Take, taken.index()));
        to.into_iter().chain(taken).collect()
    }

    fn explain(&self, _state: &State, outcome: &Outcome) -> Phrase {
        let loser = [words::WHITE, words::BLACK]
            [usize::from(outcome.payoffs == Payoffs::win(Player::FIRST))];
        let form = match outcome.reason {
            "blocked" => words::CANNOT_MOVE,
            _ => words::TOO_FEW,
        };
        Phrase::of(form).with(Phrase::of(loser))
    }

    fn why(&self, state: &State, mv: Move) -> Vec<Phrase> {
        why::why(self, state, mv)
    }

    fn preview(&self, state: &State, mv: Move) -> Vec<Mark> {
        why::preview(self, state, mv)
    }

    fn refuse(&self, state: &State, steps: &[Step], site: u16) -> Phrase {
        why::refuse(self, state, steps, site)
    }

    fn forms(&self) -> Vec<&'static str> {
        why::forms()
    }
}

impl Morris {
    fn phase(&self, state: &State) -> &'static str {
        match state.own.hand() {
            1.. => "placing",
            0 if self.flying && state.own.men().count_ones() <= 3 => "flying",
            0 => "moving",
        }
    }
}

/// The sites of a set of points.
pub(super) fn sites(set: Points) -> Vec<u16> {
    in_reading_order(set).map(|point| point.index() as u16).collect()
}
