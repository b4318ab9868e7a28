//! Boards, scenes and clicks.

use ninefold_core::{
    Layout, Mark, MarkKind, Outcome, Phrase, Piece, Scene, Seat, Step, StepAction, View,
};

use super::caught;
use crate::row::{Domino, Row, RowState};

caught! {
    the_same_steps: Steps catches Row = Row::PAIR, where {
        fn steps(&self, _: &Row, _: &RowState, _: Domino) -> Vec<Step> {
            vec![Step::new(StepAction::Put, 0)]
        }
    }
    steps_that_begin_others: Steps catches Row = Row::PAIR, where {
        fn steps(&self, _: &Row, _: &RowState, mv: Domino) -> Vec<Step> {
            (0..=usize::from(mv.0)).map(|site| Step::new(StepAction::Put, site)).collect()
        }
    }
    steps_off_the_board: Steps catches Row = Row::PAIR, where {
        fn steps(&self, _: &Row, _: &RowState, mv: Domino) -> Vec<Step> {
            vec![Step::new(StepAction::Put, usize::from(mv.0) + 2)]
        }
    }
    no_steps: Steps catches Row = Row { cells: 2, players: 2 }, where {
        fn steps(&self, _: &Row, _: &RowState, _: Domino) -> Vec<Step> {
            Vec::new()
        }
    }
    a_lane_in_doubt: View catches Row = Row::PAIR, where {
        fn layout(&self, game: &Row) -> Layout {
            Layout { lanes: vec![vec![0, 1]], ..game.layout() }
        }
    }
    a_lane_off_the_board: View catches Row = Row::PAIR, where {
        fn layout(&self, game: &Row) -> Layout {
            Layout { lanes: vec![vec![0, 99]], ..game.layout() }
        }
    }
    a_piece_off_the_board: View catches Row = Row::PAIR, where {
        fn scene(&self, _: &Row, _: &RowState) -> Scene {
            Scene { pieces: vec![Piece { site: 6, owner: None }], ..Scene::default() }
        }
    }
    two_pieces_on_a_site: View catches Row = Row::PAIR, where {
        fn scene(&self, _: &Row, _: &RowState) -> Scene {
            Scene { pieces: vec![Piece { site: 1, owner: None }; 2], ..Scene::default() }
        }
    }
    hands_for_one_of_two: View catches Row = Row::PAIR, where {
        fn scene(&self, _: &Row, _: &RowState) -> Scene {
            Scene { hands: vec![1], ..Scene::default() }
        }
    }
    a_seat_too_few: View catches Row = Row::PAIR, where {
        fn seats(&self, game: &Row) -> Vec<Seat> {
            game.seats()[1..].to_vec()
        }
    }
    an_edge_to_nowhere: View catches Row = Row::PAIR, where {
        fn layout(&self, game: &Row) -> Layout {
            Layout { edges: vec![[5, 6]], ..game.layout() }
        }
    }
    an_end_without_explanation: View catches Row = Row::PAIR, where {
        fn explain(&self, _: &Row, _: &RowState, _: &Outcome) -> Phrase {
            Phrase::of("")
        }
    }
    an_end_that_nobody_can_translate: View catches Row = Row::PAIR, where {
        fn explain(&self, _: &Row, _: &RowState, _: &Outcome) -> Phrase {
            Phrase::of("it is over")
        }
    }
    a_move_without_a_reason: Insight catches Row = Row::PAIR, where {
        fn why(&self, _: &Row, _: &RowState, _: Domino) -> Vec<Phrase> {
            Vec::new()
        }
    }
    a_form_that_is_not_listed: Insight catches Row = Row::PAIR, where {
        fn why(&self, _: &Row, _: &RowState, _: Domino) -> Vec<Phrase> {
            vec![Phrase::of("for luck")]
        }
    }
    a_preview_off_the_board: Insight catches Row = Row::PAIR, where {
        fn preview(&self, _: &Row, _: &RowState, _: Domino) -> Vec<Mark> {
            vec![Mark::new(MarkKind::Stop, vec![6])]
        }
    }
    a_refusal_with_a_gap: Insight catches Row = Row::PAIR, where {
        fn refuse(&self, _: &Row, _: &RowState, _: &[Step], _: u16) -> Phrase {
            Phrase::of("{0} is taken")
        }
    }
}
