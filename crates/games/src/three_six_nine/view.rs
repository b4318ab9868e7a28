//! The board and positions as data to draw.

use ninefold_core::{
    BoardLook, Layout, Mark, MarkKind, Outcome, Phrase, Piece, Scene, Seat, SeatLook, Shape, Step,
    StepAction, View, plain_forms,
};

use super::rules::cells;
use super::{Cell, Cells, State, ThreeSixNine, words};

impl View for ThreeSixNine {
    fn seats(&self) -> Vec<Seat> {
        vec![
            Seat::new("Player 1", '1', "stone", "blue").looking(SeatLook::of(Shape::Stone)),
            Seat::new("Player 2", '2', "stone", "red").looking(SeatLook::of(Shape::Stone)),
        ]
    }

    fn layout(&self) -> Layout {
        let look = BoardLook {
            margin: Some(10.2),
            unowned: Some(Shape::Stone),
            shared: true,
            ..BoardLook::default()
        };
        Layout { symbols: ".x".into(), look, ..Layout::grid(self.size(), self.size()) }
    }

    fn scene(&self, state: &State) -> Scene {
        let count = |line: Cells| {
            let sites: Vec<u16> = cells(line).map(|cell| u16::from(cell.0)).collect();
            let stones = (line & state.stones).count_ones();
            let next =
                if stones < line.count_ones() { self.points_for(stones as usize + 1) } else { 0 };
            let offer = Mark::new(MarkKind::Offer, sites.clone()).valued(next.into());
            let count = Mark::new(MarkKind::LineCount, sites).valued(stones as i32);
            [count].into_iter().chain((next > 0).then_some(offer))
        };
        let stone = |cell: Cell| Piece { site: cell.0.into(), owner: None };
        Scene {
            phase: "placing".into(),
            pieces: cells(state.stones).map(stone).collect(),
            scores: state.points.map(i32::from).to_vec(),
            score_name: "points".into(),
            marks: self.scoring_lines().into_iter().flat_map(count).collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &State, mv: Cell) -> Vec<Step> {
        vec![Step::new(StepAction::Put, mv.0.into())]
    }

    fn explain(&self, state: &State, _outcome: &Outcome) -> Phrase {
        let [first, second] = state.points;
        Phrase::of(words::FULL).with(first.to_string()).with(second.to_string())
    }

    fn why(&self, state: &State, mv: Cell) -> Vec<Phrase> {
        self.clauses(state, mv)
    }

    fn preview(&self, state: &State, mv: Cell) -> Vec<Mark> {
        self.marks_of(state, mv)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
    }
}
