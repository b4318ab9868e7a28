//! The evaluator without sense.

use std::collections::BTreeSet;

use ninefold_core::{Context, Evaluator, Random, Rules, Values};
use ninefold_lawkit::PseudoRandom;

use crate::row::{Row, RowState};

/// The positions of a few random games.
fn states(game: &Row) -> Vec<RowState> {
    let mut random = Random::new(1);
    let mut states = Vec::new();
    for _ in 0..20 {
        let mut state = game.start(0);
        while game.outcome(&state).is_none() {
            states.push(state);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            game.play(&mut state, random.pick(&moves));
        }
    }
    states
}

fn values(game: &Row, seed: u64) -> Vec<Values> {
    states(game)
        .iter()
        .map(|state| PseudoRandom { seed }.values(game, state, Context::default()))
        .collect()
}

#[test]
fn two_players_get_opposite_values() {
    for [first, second, third, fourth] in values(&Row { cells: 8, players: 2 }, 1) {
        assert_eq!([second, third, fourth], [-first, 0, 0]);
        assert!(first.abs() <= PseudoRandom::LIMIT);
    }
}

#[test]
fn three_players_get_values_of_their_own() {
    let values = values(&Row { cells: 8, players: 3 }, 1);
    assert!(values.iter().all(|values| values[3] == 0));
    assert!(values.iter().any(|values| values[0] != values[1] && values[1] != values[2]));
}

#[test]
fn values_depend_on_position_and_seed_alone() {
    let game = Row { cells: 8, players: 2 };
    assert_eq!(values(&game, 1), values(&game, 1));
    assert_ne!(values(&game, 1), values(&game, 2));
    let different: BTreeSet<Values> = values(&game, 1).into_iter().collect();
    assert!(different.len() > 10);
}
