//! The board and a position as data to draw.

use ninefold_core::{Layout, Mark, MarkKind, Outcome, Piece, Scene, Seat, Step, StepAction, View};

use super::rules::cells;
use super::{Cell, Cells, State, ThreeSixNine};

impl View for ThreeSixNine {
    fn seats(&self) -> Vec<Seat> {
        vec![
            Seat::new("Player 1", '1', "stone", "blue"),
            Seat::new("Player 2", '2', "stone", "red"),
        ]
    }

    fn layout(&self) -> Layout {
        Layout::grid(self.size(), self.size())
    }

    fn scene(&self, state: &State) -> Scene {
        let count = |line: Cells| {
            let sites = cells(line).map(|cell| u16::from(cell.0)).collect();
            let stones = (line & state.stones).count_ones() as i32;
            Mark::new(MarkKind::LineCount, sites).valued(stones)
        };
        let stone = |cell: Cell| Piece { site: cell.0.into(), owner: None };
        Scene {
            phase: "placing".into(),
            pieces: cells(state.stones).map(stone).collect(),
            scores: state.points.map(i32::from).to_vec(),
            score_name: "points".into(),
            marks: self.scoring_lines().into_iter().map(count).collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &State, mv: Cell) -> Vec<Step> {
        vec![Step::new(StepAction::Put, mv.0.into())]
    }

    fn explain(&self, state: &State, _outcome: &Outcome) -> String {
        let [first, second] = state.points;
        format!("the board is full with {first} points to {second}")
    }
}
