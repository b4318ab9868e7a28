//! `analyse` and `match`: the forms scripts rely on.

use crate::common;

use common::Sandbox;
use serde_json::Value;

/// The side to move completes a row, or else loses to the other's.
const TWO_EACH: [&str; 4] = ["analyse", "tictactoe", "--position", "110/220/000 1"];

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

#[test]
fn analyse_tells_every_depth_and_ends_with_the_deepest() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "morris", "--depth", "4", "--lines", "2", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let seen = json_lines(&run.out);
    let depths: Vec<u64> = seen.iter().filter_map(|line| line["depth"].as_u64()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 4]);
    let lines = seen[4]["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert!(lines[0]["values"][0].as_i64() >= lines[1]["values"][0].as_i64());
    assert_eq!(lines[0]["moves"].as_array().map(Vec::len), Some(4));
}

#[test]
fn analyse_knows_a_win_and_a_loss_by_its_length() {
    let sandbox = Sandbox::new();
    let text = sandbox.answer(&[&TWO_EACH[..], &["--lines", "9"]].concat());
    let rows: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
    assert_eq!(rows.len(), 6, "five moves, and why the best is: {text}");
    assert!(rows[0].contains("wins in 1") && rows[0].ends_with("1,3"), "{text}");
    assert_eq!(rows[5], "1,3: Completes 3 in a row and wins.");
    assert!(rows[4].contains("loses in 2"), "{text}");
}

#[test]
fn analyse_of_a_finished_game_has_no_lines() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "tictactoe", "--position", "111/220/000 2", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_eq!(
        json_lines(&run.out).last().map(|last| last["lines"].clone()),
        Some(Value::from(Vec::<Value>::new()))
    );
}

#[test]
fn analyse_serves_more_than_two_players() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "9tka:3", "--depth", "2", "--json"]);
    let seen = json_lines(&run.out);
    assert_eq!(seen[0]["lines"][0]["values"].as_array().map(Vec::len), Some(3));
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_match_repeats_on_any_number_of_threads() {
    let sandbox = Sandbox::new();
    let run = |jobs: &str| {
        let args =
            ["match", "mnk:4,4,3", "level:2", "random", "--games", "21", "--seed", "3", "-j", jobs];
        sandbox.json(&args)
    };
    let alone = run("1");
    assert_eq!(alone, run("2"));
    assert_eq!(alone["games"], 22);
    let sum = |name: &str| {
        alone[name].as_array().map(|all| all.iter().filter_map(Value::as_f64).sum::<f64>())
    };
    assert_eq!(sum("points"), Some(22.0));
    assert_eq!(
        sum("wins").zip(alone["draws"].as_f64()).map(|(wins, draws)| wins + draws),
        Some(22.0)
    );
    let share = alone["shares"][0].as_array().expect("a share").clone();
    let [value, low, high] = [0, 1, 2].map(|index| share[index].as_f64().unwrap_or_default());
    assert!(low <= value && value <= high && high <= 1.0);
}

#[test]
fn a_match_of_three_has_no_elo() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["match", "9tka:3", "random", "random", "random", "--games", "3"]);
    assert_eq!((&answer["elo"], answer["games"].as_u64()), (&Value::Null, Some(3)));
    assert_eq!(answer["points"].as_array().map(Vec::len), Some(3));
}

/// A beginner loses to a level that looks ahead.
#[test]
fn a_higher_level_wins_more_often() {
    let sandbox = Sandbox::new();
    for game in ["morris", "369:6"] {
        let answer = sandbox.json(&["match", game, "level:5", "level:1", "--games", "20"]);
        assert!(answer["points"][0].as_f64() > Some(15.0), "{game}: {answer}");
    }
}
