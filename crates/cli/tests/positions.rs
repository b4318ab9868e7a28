//! Questions about one position: moves, status, perft, show. Their forms are promises to scripts.
//!
//! Expected values come from the rules, from counting, or from published tables, never from a run.

use crate::common;

use common::Sandbox;
use serde_json::{Value, json};

/// The points of the morris board, row by row from the top.
const MORRIS_POINTS: &str =
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1";

/// Four men each on the corners of the outer and the middle square, nobody near a mill.
const CORNERS: &str = "w.w/b.b/.../....../.../b.b/w.w w 0,0";

/// Three men each, so that they fly: d6 to d7 closes White's mill in the top row.
const NEAR_A_MILL: &str = "w.w/.w./.../....../.../b.b/..b w 0,0";

/// Tic-tac-toe: the first player has the top row.
const TOP_ROW: &str = "111/220/000 2";

/// The places beside the 9 × 9 board of 9tka, by row, then by column.
fn slots() -> Vec<String> {
    let beside = |i: usize, j: usize| [0, 10].contains(&i) != [0, 10].contains(&j);
    let places = (0..=10).flat_map(|i| (0..=10).map(move |j| (i, j)));
    places.filter(|&(i, j)| beside(i, j)).map(|(i, j)| format!("{i},{j}")).collect()
}

fn cells(size: usize) -> Vec<String> {
    (1..=size).flat_map(|row| (1..=size).map(move |column| format!("{row},{column}"))).collect()
}

#[test]
fn moves_of_the_start_come_in_the_promised_order() {
    let sandbox = Sandbox::new();
    let morris: Vec<String> = MORRIS_POINTS.split(' ').map(str::to_owned).collect();
    assert_eq!(slots().len(), 36);
    for (game, moves) in [
        ("morris", morris),
        ("tictactoe", cells(3)),
        ("mnk:15,15,5", cells(15)),
        ("369:6", cells(6)),
        ("9tka:4", slots()),
    ] {
        assert_eq!(sandbox.answer(&["moves", game]), moves.join("\n") + "\n");
        assert_eq!(sandbox.json(&["moves", game]), json!({ "moves": moves }));
    }
}

#[test]
fn morris_moves_go_by_start_target_and_taken_man() {
    let moves = Sandbox::new().answer(&["moves", "morris", "--position", NEAR_A_MILL]);
    let (of_d6, of_others): (Vec<&str>, Vec<&str>) =
        moves.lines().partition(|mv| mv.starts_with("d6"));
    assert_eq!(of_d6[..4], ["d6-d7xb2", "d6-d7xf2", "d6-d7xg1", "d6-b6"]);
    assert!(of_others.iter().all(|mv| !mv.contains('x')), "{of_others:?}");
    assert!(of_others[0].starts_with("a7-d7") && moves.ends_with("d6-d1\n"), "{moves}");
}

#[test]
fn a_finished_game_has_no_moves() {
    let sandbox = Sandbox::new();
    let args = ["moves", "tictactoe", "--position", TOP_ROW];
    let run = sandbox.run(&args);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", ""));
    let run = sandbox.run(&[&args[..], &["--json"]].concat());
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "{\"moves\":[]}\n", ""));
}

#[test]
fn status_echoes_positions() {
    let sandbox = Sandbox::new();
    let mut neutrals = ["00000000000"; 11];
    [2, 5, 8].into_iter().for_each(|row| neutrals[row] = "00500500500");
    let ninetka = format!("{} 2", neutrals.join("/"));
    for (game, position) in [
        ("tictactoe", "120/000/000 1"),
        ("mnk:1,4,9", "1121 2"),
        ("369:3", "x../.../... 0-0 2"),
        ("369:3", "xxx/xxx/xxx 5-3 0"),
        ("morris", ".../.../.../....../.../.../... w 9,9 50,10"),
        ("morris", "w.w/b.b/.../....../.../b.b/w.w b 0,0 7,10"),
        ("morris:draws=off", CORNERS),
        ("9tka:2", &ninetka),
    ] {
        assert_eq!(sandbox.json(&["status", game, "--position", position])["position"], position);
        let text = sandbox.answer(&["status", game, "--position", position]);
        assert!(text.contains(&format!("position  {position}\n")), "{text}");
    }
    // What is left out of a morris position is full.
    let status = sandbox.json(&["status", "morris", "--position", CORNERS]);
    assert_eq!(status["position"], format!("{CORNERS} 50,10"));
}

#[test]
fn status_tells_who_is_to_move_and_how_it_ended() {
    let sandbox = Sandbox::new();
    let running = sandbox.json(&["status", "tictactoe", "--moves", "2,2"]);
    assert_eq!((&running["over"], &running["to_move"]), (&json!(false), &json!(2)));
    assert_eq!((&running["payoffs"], &running["reason"]), (&Value::Null, &Value::Null));
    let over = sandbox.json(&["status", "tictactoe", "--position", TOP_ROW]);
    assert_eq!((&over["over"], &over["to_move"]), (&json!(true), &json!(0)));
    assert_eq!((&over["payoffs"], &over["reason"]), (&json!([1, -1]), &json!("line")));
    let text = sandbox.answer(&["status", "tictactoe", "--position", TOP_ROW]);
    for line in ["to_move   0", "over      true", "payoffs   1 -1", "reason    line"] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
}

#[test]
fn moves_after_a_position_are_its_history() {
    let sandbox = Sandbox::new();
    let there_and_back = "a7-d7 b6-d6 d7-a7 d6-b6";
    let twice = format!("{there_and_back} {there_and_back}");
    let status =
        |moves: &str| sandbox.json(&["status", "morris", "--position", CORNERS, "--moves", moves]);
    assert_eq!(status(there_and_back)["over"], false);
    let third = status(&twice);
    assert_eq!((&third["over"], &third["reason"]), (&json!(true), &json!("draw_repetition")));
    assert_eq!(third["payoffs"], json!([0, 0]));
}

#[test]
fn fens_come_in_and_go_out() {
    let sandbox = Sandbox::new();
    let start = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    assert_eq!(sandbox.json(&["status", "morris"])["fen"], start);
    let again = sandbox.json(&["status", "morris", "--fen", start]);
    assert_eq!(again, sandbox.json(&["status", "morris"]));
    assert_eq!(sandbox.json(&["status", "tictactoe"]).get("fen"), None);
}

#[test]
fn perft_counts_what_is_known() {
    let sandbox = Sandbox::new();
    let tictactoe = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
    // Nothing ends early in 3-6-9, so the counts are falling factorials.
    let nine_cells = [9, 72, 504, 3024, 15120, 60480, 181440, 362880, 362880];
    let known: [(&[&str], &[u64]); 8] = [
        (&["morris", "3"], &[24, 552, 12144]),
        (&["tictactoe", "9"], &tictactoe),
        (&["369:3", "9"], &nine_cells),
        (&["9tka:3", "2"], &[36, 36 * 35]),
        (&["9tka:3", "2", "--seed", "7"], &[36, 36 * 35]),
        (&["tictactoe", "3", "--moves", "2,2 1,1"], &[7, 42, 210]),
        (&["tictactoe", "2", "--position", "112/221/120 1"], &[1, 0]),
        (&["tictactoe", "2", "--position", TOP_ROW], &[0, 0]),
    ];
    for (args, counts) in known {
        let args = [&["perft"], args].concat();
        let lines: String =
            (1..).zip(counts).map(|(depth, count)| format!("{depth} {count}\n")).collect();
        assert_eq!(sandbox.answer(&args), lines, "{args:?}");
        assert_eq!(sandbox.json(&args), json!({ "perft": counts }));
    }
}

#[test]
fn a_divided_perft_adds_up() {
    let sandbox = Sandbox::new();
    let text = sandbox.answer(&["perft", "tictactoe", "6", "--divide"]);
    let counts = text.lines().map(|line| line.split_once(' ').expect("a move and a count"));
    let (moves, counts): (Vec<&str>, Vec<&str>) = counts.unzip();
    assert_eq!(moves, cells(3));
    let sum = |counts: &[&str]| counts.iter().map(|n| n.parse::<u64>().expect("a count")).sum();
    let total: u64 = sum(&counts);
    assert_eq!(total, 54720);
    let divided = sandbox.json(&["perft", "tictactoe", "6", "--divide"]);
    assert_eq!(divided["divide"]["2,2"].to_string(), counts[4]);
}

#[test]
fn a_seed_decides_the_neutral_counters() {
    let sandbox = Sandbox::new();
    let position = |seed| {
        let status = sandbox.json(&["status", "9tka", "--seed", seed]);
        status["position"].as_str().expect("a text").to_owned()
    };
    assert_eq!(position("5"), position("5"));
    assert_ne!(position("5"), position("6"));
    assert_eq!(position("0"), sandbox.json(&["status", "9tka"])["position"]);
    assert_eq!(position("18446744073709551615").matches('5').count(), 9);
}

#[test]
fn show_draws_the_board() {
    let sandbox = Sandbox::new();
    let text = sandbox.answer(&["show", "tictactoe", "--moves", "1,1 2,2 1,2 2,3 1,3"]);
    let board: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(board, ["1 X X X", "2 · O O", "3 · · ·", "  1 2 3"]);
    assert!(text.contains("X wins"), "{text}");
    let text = sandbox.answer(&["show", "morris", "--position", CORNERS]);
    assert!(text.starts_with("7 w───────────·───────────w\n"), "{text}");
}

#[test]
fn show_as_json_has_the_clicks_of_every_legal_move() {
    let sandbox = Sandbox::new();
    let view = sandbox.json(&["show", "morris", "--position", NEAR_A_MILL]);
    let texts: Vec<&Value> =
        view["legal"].as_array().expect("moves").iter().map(|mv| &mv["text"]).collect();
    let moves = sandbox.json(&["moves", "morris", "--position", NEAR_A_MILL]);
    assert_eq!(texts, moves["moves"].as_array().expect("moves").iter().collect::<Vec<_>>());
    let number = |point| MORRIS_POINTS.split(' ').position(|name| name == point);
    let mill = view["legal"].as_array().expect("moves").iter().find(|mv| mv["text"] == "d6-d7xb2");
    assert_eq!(
        mill.expect("the mill")["steps"],
        json!([
            { "action": "lift", "site": number("d6") },
            { "action": "drop", "site": number("d7") },
            { "action": "take", "site": number("b2") },
        ])
    );
    let names: Vec<&Value> = view["layout"]["sites"]
        .as_array()
        .expect("sites")
        .iter()
        .map(|site| &site["name"])
        .collect();
    assert_eq!(names, MORRIS_POINTS.split(' ').collect::<Vec<_>>());
}
