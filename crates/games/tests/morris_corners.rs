//! The corners of morris that programs get wrong, drawn and worked out by hand.
//!
//! ```text
//! 7  a7----------d7----------g7
//! 6  |   b6------d6------f6   |
//! 5  |   |   c5--d5--e5   |   |
//! 4  a4--b4--c4      e4--f4--g4
//! 3  |   |   c3--d3--e3   |   |
//! 2  |   b2------d2------f2   |
//! 1  a1----------d1----------g1
//! ```

use crate::common;

use common::{Table, table_at};

/// The position of a drawing, in which only `.`, `w` and `b` count, with the fields after the board.
fn drawn(picture: &str, fields: &str) -> String {
    let mut men = picture.chars().filter(|letter| ".wb".contains(*letter));
    let rows = [3, 3, 3, 6, 3, 3, 3].map(|length| men.by_ref().take(length).collect::<String>());
    assert_eq!(men.next(), None, "a drawing has 24 points");
    format!("{} {fields}", rows.join("/"))
}

fn starting_with(table: &dyn Table, start: &str) -> Vec<String> {
    let moves = table.moves().into_iter();
    moves.filter(|mv| mv.starts_with(start)).collect()
}

/// Plays moves after none of which the game is over.
fn play_on<'a>(table: &mut dyn Table, moves: impl IntoIterator<Item = &'a str>) {
    for mv in moves {
        table.play(mv);
        assert_eq!(table.outcome(), None, "after {mv}");
    }
}

#[test]
fn the_last_placement_closing_a_mill_takes_a_man() {
    let position = drawn(
        "w-----------w-----------.
         |   b-------b-------w   |
         |   |   w---b---w   |   |
         b---.---w       b---w---b
         |   |   .---.---.   |   |
         |   b-------.-------.   |
         b-----------w-----------.",
        "b 0,1",
    );
    let mut table = table_at("morris", &position);
    let taken = ["b4xa7", "b4xd7", "b4xf6", "b4xc5", "b4xe5", "b4xc4", "b4xf4", "b4xd1"];
    assert_eq!(starting_with(&*table, "b4"), taken);
    table.play("b4xa7");
    assert_eq!(table.position(), ".w./bbw/wbw/bbwbwb/.../b../bw. w 0,0 50,10");
    assert!(table.moves().iter().all(|mv| mv.contains('-')), "placing is over");
}

#[test]
fn when_every_man_is_in_a_mill_any_may_be_taken() {
    let position = drawn(
        "b-----------b-----------b
         |   .-------.-------.   |
         |   |   .---.---.   |   |
         b---.---.       w---.---w
         |   |   .---.---.   |   |
         |   .-------.-------w   |
         b-----------.-----------.",
        "w 1,1",
    );
    let table = table_at("morris", &position);
    let taken = ["f4xa7", "f4xd7", "f4xg7", "f4xa4", "f4xa1"];
    assert_eq!(starting_with(&*table, "f4"), taken);
}

#[test]
fn men_in_mills_are_safe_while_another_stands_outside() {
    let position = drawn(
        "b-----------b-----------b
         |   .-------.-------.   |
         |   |   .---.---.   |   |
         .---.---.       w---.---w
         |   |   b---.---.   |   |
         |   .-------.-------w   |
         .-----------.-----------b",
        "w 1,1",
    );
    let protected = table_at("morris", &position);
    assert_eq!(starting_with(&*protected, "f4"), ["f4xc3", "f4xg1"]);
    let anyone = table_at("morris:protect=off", &position);
    let taken = ["f4xa7", "f4xd7", "f4xg7", "f4xc3", "f4xg1"];
    assert_eq!(starting_with(&*anyone, "f4"), taken);
}

#[test]
fn a_double_mill_takes_one_man() {
    let position = drawn(
        "w-----------.-----------w
         |   .-------w-------.   |
         |   |   .---w---.   |   |
         .---b---b       b---.---.
         |   |   .---.---.   |   |
         |   .-------b-------.   |
         .-----------.-----------.",
        "w 5,5 7,10",
    );
    let mut table = table_at("morris", &position);
    let taken = ["d7xb4", "d7xc4", "d7xe4", "d7xd2"];
    assert_eq!(starting_with(&*table, "d7"), taken);
    table.play("d7xe4");
    assert_eq!(table.position(), "www/.w./.w./.bb.../.../.b./... b 4,5 50,10");
}

#[test]
fn a_blocked_player_loses() {
    let position = drawn(
        "w-----------b-----------.
         |   w-------b-------.   |
         |   |   w---b---.   |   |
         b---w---b       .---.---.
         |   |   b---.---.   |   |
         |   b-------.-------.   |
         .-----------.-----------.",
        "w 0,0",
    );
    let table = table_at("morris", &position);
    assert_eq!(table.outcome(), Some((vec![-1, 1], "blocked")));
    assert_eq!((table.moves().len(), table.to_move()), (0, 0));
    let black_to_move = table_at("morris", &position.replace(" w ", " b "));
    assert_eq!(black_to_move.outcome(), None);
}

#[test]
fn three_men_fly_unless_flying_is_off() {
    let position = drawn(
        "w-----------b-----------.
         |   .-------.-------.   |
         |   |   .---.---.   |   |
         b---.---.       .---.---.
         |   |   .---b---.   |   |
         |   .-------b-------b   |
         w-----------b-----------w",
        "w 0,0",
    );
    assert_eq!(table_at("morris", &position).moves().len(), 3 * 15);
    assert_eq!(table_at("morris:flying=off", &position).moves(), ["g1-g4"]);
    let shut_in = position.replace("/b...../", "/b....b/");
    assert_eq!(table_at("morris", &shut_in).moves().len(), 3 * 14);
    let stuck = table_at("morris:flying=off", &shut_in).outcome();
    assert_eq!(stuck, Some((vec![-1, 1], "blocked")));
}

#[test]
fn a_mill_made_by_flying_takes_a_man() {
    let position = drawn(
        "w-----------w-----------.
         |   .-------.-------.   |
         |   |   .---.---.   |   |
         .---.---.       b---.---.
         |   |   .---b---w   |   |
         |   b-------.-------b   |
         .-----------.-----------.",
        "w 0,0",
    );
    let mut table = table_at("morris", &position);
    let taken = ["e3-g7xe4", "e3-g7xd3", "e3-g7xb2", "e3-g7xf2"];
    assert_eq!(starting_with(&*table, "e3-g7"), taken);
    play_on(&mut *table, ["e3-g7xd3", "e4-e5", "g7-e3"]);
    table.play("e5-d1");
    assert_eq!(starting_with(&*table, "e3-g7"), ["e3-g7xb2", "e3-g7xf2", "e3-g7xd1"]);
    table.play("e3-g7xd1");
    assert_eq!(table.outcome(), Some((vec![1, -1], "two_pieces")));
}

#[test]
fn men_in_hand_keep_a_side_in_the_game() {
    let mut table = table_at("morris", "ww./.../.../...b../.../b../... w 1,1");
    assert_eq!(table.outcome(), None, "two on the board and one in hand are three");
    table.play("g7xe4");
    assert_eq!(table.outcome(), Some((vec![1, -1], "two_pieces")));
}

#[test]
fn victory_comes_before_a_countdown() {
    let position = drawn(
        "b-----------w-----------.
         |   b-------w-------.   |
         |   |   b---w---.   |   |
         w---b---w       .---.---.
         |   |   .---.---.   |   |
         |   .-------w-------.   |
         .-----------.-----------.",
        "w 0,0 1,10",
    );
    let mut table = table_at("morris", &position);
    table.play("d2-f2");
    assert_eq!(table.outcome(), Some((vec![0, 0], "draw_50")));
    table.undo();
    table.play("d2-b2");
    assert!(table.position().ends_with(" b 0,0 0,10"), "the countdown has run out, too");
    assert_eq!(table.outcome(), Some((vec![1, -1], "blocked")));
}

#[test]
fn the_capture_that_makes_three_each_does_not_count() {
    let mut table = table_at("morris", "ww./.../.../...b../.b./b.b/..w w 0,0 20,10");
    table.play("g1-g7xf2");
    assert_eq!(table.position(), "www/.../.../...b../.b./b../... b 0,0 50,10");
    table.play("e4-e5");
    assert_eq!(table.position(), "www/.../..b/....../.b./b../... w 0,0 49,9");
}

#[test]
fn ten_plies_with_three_men_each_are_a_draw() {
    let start = "w../.w./w../....../.../.b./b.b w 0,0";
    let mut table = table_at("morris:draws=50/10/9", start);
    let shuttle = ["a7-a4", "d2-d3", "a4-a7", "d3-d2"];
    play_on(&mut *table, shuttle.into_iter().cycle().take(9));
    table.play("d2-d3");
    assert_eq!(table.outcome(), Some((vec![0, 0], "draw_10")));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_first_position_counts() {
    let start = "w../w../w../....w./..b/.b./b.b w 0,0";
    let shuttle = ["a7-d7", "d2-b2", "d7-a7", "b2-d2"];
    for (spec, plies) in [("morris", 8), ("morris:draws=50/10/2", 4)] {
        let mut table = table_at(spec, start);
        play_on(&mut *table, shuttle.into_iter().cycle().take(plies - 1));
        table.play(shuttle[3]);
        assert_eq!(table.outcome(), Some((vec![0, 0], "draw_repetition")), "{spec}");
        assert_eq!(table.moves().len(), 0, "{spec}");
    }
    let mut pure = table_at("morris:draws=off", start);
    play_on(&mut *pure, shuttle.into_iter().cycle().take(60));
}

/// White flies home in three turns while Black steps out and back in two.
#[test]
fn the_same_men_with_the_other_side_to_move_are_no_repetition() {
    let start = "w../..w/.../....../w.b/.b./b.b w 0,0 50,10";
    let mut table = table_at("morris:draws=50/10/2", start);
    play_on(&mut *table, ["a7-a4", "d2-f2", "a4-b4", "f2-d2", "b4-a7"]);
    assert_eq!(table.position(), start.replace(" w 0,0 50,10", " b 0,0 45,10"));
}
