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

mod common;

use common::{Table, table, table_at};

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
    assert_eq!(starting_with(&*table, "b4").len(), 8, "any of White's eight men");
    table.play("b4xa7");
    assert!(table.position().starts_with(".w./bbw/wbw/bbwbwb/.../b../bw. w 0,0 "));
    assert_eq!(table.to_move(), 1);
    assert!(table.moves().iter().all(|mv| mv.contains('-')), "placing is over");
}

#[test]
fn when_every_man_is_in_a_mill_any_may_be_taken() {
    let position = drawn(
        "b-----------b-----------b
         |   b-------.-------.   |
         |   |   b---.---.   |   |
         b---.---.       .---.---.
         |   |   .---.---w   |   |
         |   .-------.-------w   |
         b-----------w-----------w",
        "w 0,0",
    );
    // b6 and c5 are outside the two mills along the top and the left edge.
    let table = table_at("morris", &position);
    assert!(table.moves().iter().all(|mv| !mv.contains('x')), "nothing closes a mill yet");

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
fn men_in_mills_are_safe_while_another_man_stands_outside() {
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
        "w 5,5",
    );
    let mut table = table_at("morris", &position);
    let taken = ["d7xb4", "d7xc4", "d7xe4", "d7xd2"];
    assert_eq!(starting_with(&*table, "d7"), taken);
    table.play("d7xe4");
    assert_eq!(table.position(), "www/.w./.w./.bb.../.../.b./... b 4,5 50,10");
}

/// A mill on an empty enemy board takes nobody, but it is a mill.
#[test]
fn a_mill_without_a_man_to_take_resets_the_countdown() {
    let mut table = table_at("morris", "ww./.../.../....../.../.../... w 6,6 3,10");
    assert_eq!(starting_with(&*table, "g7"), ["g7"]);
    table.play("g7");
    assert_eq!(table.position(), "www/.../.../....../.../.../... b 5,6 50,10");
}

#[test]
fn a_player_who_cannot_move_loses() {
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
    assert_eq!(table.moves(), [""; 0]);
    assert_eq!(table.to_move(), 0);
    assert_eq!(table.outcome(), Some((vec![-1, 1], "blocked")));
    let other_side = table_at("morris", &position.replace(" w ", " b "));
    assert_eq!(other_side.outcome(), None, "only the side to move is asked");
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
    let table = table_at("morris", &position);
    assert_eq!(table.moves().len(), 3 * 15);
    let stuck = table_at("morris:flying=off", &position);
    assert_eq!(stuck.moves(), ["g1-g4"]);
    let blocked = position.replace("/....../", "/b....b/").replacen("b/b....b", "b/b....b", 1);
    let blocked = blocked.replace("/b...../", "/b....b/");
    let stuck = table_at("morris:flying=off", &blocked);
    assert_eq!(stuck.outcome(), Some((vec![-1, 1], "blocked")));
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
    table.play("e3-g7xd3");
    assert_eq!(table.outcome(), None, "three men are enough");
}

#[test]
fn a_side_left_with_two_men_loses() {
    let mut table = table_at("morris", "ww./.../.../...b../..w/b.b/... w 0,0");
    table.play("e3-g7xe4");
    assert_eq!(table.outcome(), Some((vec![1, -1], "two_pieces")));
    assert_eq!(table.moves(), [""; 0]);
}

/// Men in hand count: two on the board and one to come are three.
#[test]
fn men_in_hand_keep_a_side_in_the_game() {
    let table = table_at("morris", "ww./.../.../...b../.../b../... w 1,1");
    assert_eq!(table.outcome(), None);
    assert!(table.moves().contains(&"g7xe4".to_owned()));
}

#[test]
fn victory_comes_before_a_countdown() {
    let mut table = table_at("morris", "w../.../.../....../wbb/b../ww. w 0,0 1,10");
    table.play("a7-a4");
    assert_eq!(table.outcome(), Some((vec![0, 0], "draw_50")), "a ply without a mill");

    let position = drawn(
        "b-----------w-----------.
         |   b-------w-------.   |
         |   |   b---w---.   |   |
         w---b---w       .---.---.
         |   |   .---w---.   |   |
         |   w-------.-------.   |
         .-----------.-----------.",
        "w 0,0 1,10",
    );
    let mut table = table_at("morris", &position);
    table.play("d3-c3");
    assert!(table.position().ends_with(" b 0,0 0,10"));
    assert_eq!(table.outcome(), Some((vec![1, -1], "blocked")));
}

/// The capture that leaves three men each is not yet a ply with three men each.
#[test]
fn the_capture_that_makes_three_each_does_not_count() {
    let mut table = table_at("morris", "ww./.../.../...b../.b./b.b/..w w 0,0 20,10");
    table.play("g1-g7xf2");
    assert!(table.position().ends_with(" b 0,0 50,10"), "{}", table.position());
    table.play("e4-e5");
    assert!(table.position().ends_with(" w 0,0 49,9"), "{}", table.position());
}

#[test]
fn ten_plies_with_three_men_each_are_a_draw() {
    let mut table = table_at(
        "morris",
        "w../w../.../....../.../..b/w.b b 0,0 50,1".replace("w.b", "wbb").as_str(),
    );
    assert_eq!(table.outcome(), None);
    table.play("f2-e3");
    assert_eq!(table.outcome(), Some((vec![0, 0], "draw_10")));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_first_position_counts() {
    let position =
        "w../w../.../....../w../..b/bb. w 0,0".replace("bb.", "bbb").replace("..b/", "b.b/");
    let shuttle = ["a7-a4", "d1-d2", "a4-a7", "d2-d1"];
    let mut table = table_at("morris:flying=off", &position);
    for mv in shuttle.iter().chain(&shuttle[..3]) {
        table.play(mv);
        assert_eq!(table.outcome(), None);
    }
    table.play(shuttle[3]);
    assert_eq!(table.outcome(), Some((vec![0, 0], "draw_repetition")));

    let mut pure = table_at("morris:draws=off,flying=off", &position);
    for mv in shuttle.iter().cycle().take(40) {
        pure.play(mv);
    }
    assert_eq!(pure.outcome(), None, "the pure game goes on");
}

/// The same men with the other side to move are another position.
#[test]
fn the_side_to_move_tells_positions_apart() {
    let mut table = table("morris:draws=50/10/2");
    for mv in ["a7", "d7"] {
        table.play(mv);
        assert_eq!(table.outcome(), None);
    }
    let mut table =
        table_at("morris:draws=50/10/2,flying=off", "w../w../.../....../w../b.b/bb. w 0,0");
    for mv in ["a7-a4", "d1-g1", "a4-a1"] {
        if table.moves().contains(&mv.to_owned()) {
            table.play(mv);
        }
    }
    assert_eq!(table.outcome(), None);
}
