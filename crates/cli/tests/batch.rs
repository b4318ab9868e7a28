//! Many positions in one run: each line of standard input is answered as the command alone answers it.

use serde_json::{Value, json};

use crate::common::Sandbox;

const POSITIONS: [&str; 3] = ["120/000/000 1", "110/022/000 1", "121/212/010 2"];

fn without_times(mut answer: Value) -> Value {
    answer.as_object_mut().expect("an object").remove("seconds");
    answer
}

#[test]
fn a_line_is_answered_as_the_command_alone_answers() {
    let sandbox = Sandbox::new();
    let commands: [&[&str]; 3] = [
        &["solve", "tictactoe"],
        &["eval", "tictactoe", "lines"],
        &["best", "tictactoe", "alphabeta:depth=3"],
    ];
    for command in commands {
        let lines: Vec<String> = POSITIONS.iter().map(|text| json!(text).to_string()).collect();
        let run = sandbox.feed(&[command, &["--batch"]].concat(), lines.join("\n"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{command:?}");
        let answers: Vec<Value> =
            run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(answers.len(), POSITIONS.len());
        for (position, answer) in POSITIONS.iter().zip(answers) {
            let alone = sandbox.json(&[command, &["--position", position]].concat());
            assert_eq!(without_times(answer), without_times(alone), "{command:?} {position}");
        }
    }
}

/// A byte that is no text spoils its own line and no other; a mark of the code in front of a file is none of the text.
#[test]
fn a_line_that_is_no_text_is_told_in_its_place() {
    let sandbox = Sandbox::new();
    let lines = [
        &b"\xef\xbb\xbf\"110/022/000 1\""[..],
        b"\"\xff\"",
        b"110/022/000 1",
        b"\"110/022/000 1\"",
    ];
    let run = sandbox.feed(&["solve", "tictactoe", "--batch"], lines.join(&b'\n'));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let answers: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&answers[0]["value"], &answers[3]["value"]), (&json!(1), &json!(1)));
    assert_eq!(answers[1]["error"], "the line is no text");
    assert!(
        answers[2]["error"].as_str().unwrap().starts_with("wanted a position's text in quotes")
    );
}

#[test]
fn a_line_may_hold_moves_and_a_wrong_one_is_told_in_its_place() {
    let sandbox = Sandbox::new();
    let lines = [
        r#"{"position": "120/000/000 1", "moves": ["2,2"]}"#,
        r#""nonsense""#,
        "",
        r#"{"mvoes": []}"#,
        r#"{"moves": ["2,2", "2,2"]}"#,
        r#"{}"#,
    ];
    let run = sandbox.feed(&["solve", "tictactoe", "--batch"], lines.join("\n"));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let answers: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 5, "an empty line asks nothing");
    // After 1 in the corner and 2 beside it the centre wins; the empty board is a draw.
    assert_eq!((&answers[0]["value"], &answers[4]["value"]), (&json!(-1), &json!(0)));
    for (number, words) in [(1, "wrong number of parts"), (2, "wanted a position"), (3, "move 2:")]
    {
        let problem = answers[number]["error"].as_str().expect("a sentence");
        assert!(problem.contains(words), "{problem}");
    }
}

#[test]
fn a_batch_takes_no_single_position() {
    let sandbox = Sandbox::new();
    let run = sandbox.feed(&["solve", "tictactoe", "--batch", "--position", "120/000/000 1"], "");
    assert_eq!(run.code, 2);
    let run = sandbox.feed(&["solve", "mnk:4,3,3", "--batch", "--proof", "file"], "");
    assert!(run.code == 2 && run.err.contains("no --proof"), "{}", run.err);
}
