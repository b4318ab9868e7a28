//! The evaluator `parity` of 3-6-9 by hand: 10 a point won, and 6, −4 and 2 a point of the three best
//! moves to the player on turn.

use ninefold_core::{Arguments, Context, Evaluator, Game, Notation};
use ninefold_games::three_six_nine::ThreeSixNine;

fn parity(game: &ThreeSixNine) -> Box<dyn Evaluator<ThreeSixNine>> {
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == "parity").expect("it is registered");
    let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults are in range");
    (entry.build)(game, &arguments, 0)
}

/// The value of a position on three by three for the first player.
fn value(position: &str) -> i32 {
    let game = ThreeSixNine::new(3, [1, 2, 3]);
    let state = game.parse_position(position).expect("a position");
    parity(&game).values(&game, &state, Context::default())[0]
}

#[test]
fn one_open_line_is_the_movers() {
    assert_eq!(value("xx./.../... 0-0 1"), 6);
    assert_eq!(value("xx./.../... 0-0 2"), -6);
}

#[test]
fn several_are_taken_by_turns() {
    // Every empty cell completes a row, a column or a diagonal: three of them count, 6 − 4 + 2.
    assert_eq!(value("xx./xx./... 0-0 1"), 4);
    assert_eq!(value("xx./xx./... 2-0 2"), 20 - 4);
}

#[test]
fn points_are_what_is_left_at_the_end() {
    assert_eq!(value("xxx/xxx/xxx 5-3 0"), 20);
}

#[test]
fn a_move_promises_what_it_scores_less_what_it_offers() {
    let game = ThreeSixNine::new(3, [1, 2, 3]);
    let state = game.parse_position("xx./.../... 0-0 1").expect("a position");
    let parity = parity(&game);
    let guide = parity.guide(&game, &state);
    let promise = |row, column| guide.promise(&game, &state, game.cell(row, column));
    // The third of the first row, and nothing offered.
    assert_eq!(promise(0, 2), 1);
    // The second of the first column.
    assert_eq!(promise(1, 0), -1);
    // The second of the middle column and of the long diagonal.
    assert_eq!(promise(1, 1), -2);
    // The second of the long diagonal.
    assert_eq!(promise(2, 2), -1);
}
