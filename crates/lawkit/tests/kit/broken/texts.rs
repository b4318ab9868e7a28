//! Texts and keys.

use ninefold_core::{MAX_PLAYERS, Notation, PositionError, Rules, Symmetric};

use super::caught;
use crate::ring::{Ring, RingState};
use crate::row::{Domino, Row, RowState};

caught! {
    one_text_for_all_moves: MoveText catches Row = Row::PAIR, where {
        fn move_text(&self, _: &Row, _: Domino) -> String {
            "domino".into()
        }
    }
    move_texts_in_capitals: MoveText catches Row = Row::PAIR, where {
        fn move_text(&self, _: &Row, mv: Domino) -> String {
            char::from(b'A' + mv.0).to_string()
        }
    }
    move_texts_of_two_words: MoveText catches Row = Row::PAIR, where {
        fn move_text(&self, _: &Row, mv: Domino) -> String {
            format!("{} {}", mv.0, mv.0 + 1)
        }
    }
    move_texts_like_round_numbers: MoveText catches Row = Row::PAIR, where {
        fn move_text(&self, _: &Row, mv: Domino) -> String {
            format!("{}.", mv.0)
        }
    }
    a_key_that_play_forgets: Key catches Row = Row::PAIR, where {
        fn play(&self, game: &Row, state: &mut RowState, mv: Domino) {
            let key = state.key;
            game.play(state, mv);
            state.key = key;
        }
    }
    a_key_for_everything: Key catches Row = Row::PAIR, where {
        fn key(&self, _: &Row, _: &RowState) -> u64 {
            7
        }
    }
    one_key_for_all_images: Key catches Ring = Ring, where {
        fn key(&self, game: &Ring, state: &RingState) -> u64 {
            game.key(&game.canonical(state))
        }
    }
    a_text_that_forgets_points: PositionText catches Row = Row::PAIR, where {
        fn position_text(&self, game: &Row, state: &RowState) -> String {
            let pointless = RowState { points: [0; MAX_PLAYERS], ..*state };
            game.position_text(&pointless)
        }
    }
    a_text_that_is_refused: PositionText catches Row = Row::PAIR, where {
        fn position_text(&self, game: &Row, state: &RowState) -> String {
            game.position_text(state).replace('x', "o")
        }
    }
    nonsense_that_is_read: PositionText catches Row = Row::PAIR, where {
        fn parse_position(&self, game: &Row, text: &str) -> Result<RowState, PositionError> {
            game.parse_position(text.trim_end_matches('?'))
        }
    }
    an_example_that_is_refused: PositionText catches Row = Row::PAIR, where {
        fn position_form(&self, _: &Row) -> String {
            "a row".into()
        }
    }
    a_fen_of_another_position: PositionText catches Ring = Ring, where {
        fn fen(&self, _: &Ring, _: &RingState, _: u32) -> Option<String> {
            Some("1..2../1/0".into())
        }
    }
}
