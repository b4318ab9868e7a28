//! Positions by hand. A slow, obvious implementation of the rules belongs here too, to play random games beside.

use ninefold_core::{Notation, Rules};

use super::Skeleton;

#[test]
fn whoever_fills_the_last_cell_wins() {
    let game = Skeleton::new(3);
    let mut state = game.parse_position("120 1").expect("a position");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves.iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>(), ["3"]);
    game.play(&mut state, moves[0]);
    let outcome = game.outcome(&state).expect("the row is full");
    assert_eq!((outcome.payoffs.seats(2), outcome.reason), (&[1, -1][..], "last_cell"));
}

#[test]
fn what_is_no_position_is_refused_with_a_sentence() {
    let game = Skeleton::new(3);
    let said = |text| game.parse_position(text).map(|_| ()).map_err(|error| error.to_string());
    let symbol = "row 1 of the board has 'x' at place 3, wanted one of \"012\"";
    assert_eq!(said("12x 1"), Err(symbol.to_owned()));
    assert_eq!(said("120 2"), Ok(()));
}
