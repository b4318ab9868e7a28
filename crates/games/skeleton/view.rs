//! The board and a position as data to draw.

use ninefold_core::{
    Layout, Outcome, Phrase, Piece, Player, Scene, Seat, Step, StepAction, View, plain_forms,
};

use super::{Cell, Skeleton, State, words};

impl View for Skeleton {
    fn seats(&self) -> Vec<Seat> {
        vec![
            Seat::new("Blue", 'B', "blue counter", "blue"),
            Seat::new("Orange", 'O', "orange counter", "red"),
        ]
    }

    fn layout(&self) -> Layout {
        Layout { symbols: "012".into(), ..Layout::grid(1, self.cells() as usize) }
    }

    fn scene(&self, state: &State) -> Scene {
        let pieces = |player: Player| {
            let filled = state.filled[player.index()];
            let cells = (0..self.cells() as u16).filter(move |cell| filled >> cell & 1 != 0);
            cells.map(move |site| Piece { site, owner: Some(player) })
        };
        Scene {
            phase: "filling".into(),
            pieces: Player::all(2).flat_map(pieces).collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, _state: &State, mv: Cell) -> Vec<Step> {
        vec![Step::new(StepAction::Put, mv.0.into())]
    }

    fn explain(&self, _state: &State, _outcome: &Outcome) -> Phrase {
        Phrase::of(words::LAST_CELL)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
    }
}
