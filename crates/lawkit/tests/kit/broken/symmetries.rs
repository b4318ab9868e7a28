//! Images of positions.

use ninefold_core::{MAX_PLAYERS, Rules, Symmetric, Symmetry};

use super::caught;
use crate::ring::Ring;
use crate::row::{Domino, Row, RowState};

caught! {
    moves_that_are_not_mapped: Symmetry catches Row = Row::PAIR, where {
        fn map_move(&self, _: &Row, mv: Domino, _: Symmetry) -> Domino {
            mv
        }
    }
    positions_that_are_not_mapped: Symmetry catches Row = Row::PAIR, where {
        fn map(&self, _: &Row, state: &RowState, _: Symmetry) -> RowState {
            *state
        }
    }
    a_map_that_takes_points: Symmetry catches Row = Row::PAIR, where {
        fn map(&self, game: &Row, state: &RowState, symmetry: Symmetry) -> RowState {
            let image = game.map(state, symmetry);
            let points = if symmetry.0 == 0 { state.points } else { [0; MAX_PLAYERS] };
            RowState { points, ..image }
        }
    }
    a_move_generator_with_a_gap: Symmetry catches Row = Row::PAIR, where {
        fn moves(&self, game: &Row, state: &RowState, moves: &mut Vec<Domino>) {
            let mut all = Vec::new();
            game.moves(state, &mut all);
            let alone = all.len() == 1;
            moves.extend(all.into_iter().filter(|&mv| alone || mv != Domino(0)));
        }
        fn habit_moves(&self, game: &Row, _: usize, state: &RowState, moves: &mut Vec<Domino>) {
            self.moves(game, state, moves);
        }
    }
    an_identity_that_mirrors: Group catches Row = Row::PAIR, where {
        fn map(&self, game: &Row, state: &RowState, symmetry: Symmetry) -> RowState {
            game.map(state, Symmetry(1 - symmetry.0))
        }
        fn map_move(&self, game: &Row, mv: Domino, symmetry: Symmetry) -> Domino {
            game.map_move(mv, Symmetry(1 - symmetry.0))
        }
    }
    symmetries_that_are_too_few: Group catches Ring = Ring, where {
        fn symmetries(&self, _: &Ring) -> usize {
            5
        }
    }
    a_canonical_position_that_is_just_itself: Canonical catches Row = Row::PAIR, where {
        fn canonical(&self, _: &Row, state: &RowState) -> RowState {
            *state
        }
    }
    a_canonical_position_of_nothing: Canonical catches Row = Row::PAIR, where {
        fn canonical(&self, game: &Row, _: &RowState) -> RowState {
            game.start(0)
        }
    }
}
