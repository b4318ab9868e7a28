//! Records that are refused: malformed ones (exit code 2), untrue ones (1), and games that cannot go
//! on (2), each with one line that says why. The sentences are kept in `snapshots/`.

use crate::common;

use common::{REFUSED, Sandbox, refusals};

/// The exit code of a check that failed.
const UNTRUE: i32 = 1;

/// A record of tic-tac-toe between two people: further tags, then moves.
fn record(tags: &str, moves: &str) -> String {
    let seats = "[Seat1 \"human\"]\n[Seat2 \"human\"]";
    format!("[Game \"tictactoe\"]\n{seats}\n{tags}\n\n{moves}\n")
}

/// Writes each record under its name and has it checked.
fn checked(sandbox: &Sandbox, code: i32, records: &[(&str, String)]) -> String {
    records.iter().for_each(|(name, text)| sandbox.write(name, text));
    let lines: Vec<String> =
        records.iter().map(|(name, _)| format!("record check {name}")).collect();
    refusals(sandbox, code, &lines)
}

#[test]
fn records_that_cannot_be_read() {
    let sandbox = Sandbox::new();
    let records = [
        ("empty", String::new()),
        ("moves-only", "1. 1,1 2,2\n".into()),
        ("no-quotes", "[Game tictactoe]\n".into()),
        ("tag-not-closed", record("[Event \"a", "")),
        ("tag-after-moves", record("", "1. 1,1\n[Event \"late\"]")),
        ("tag-twice", record("[Seed \"1\"]\n[Seed \"1\"]", "")),
        ("seed-negative", record("[Seed \"-1\"]", "")),
        ("seed-too-large", record("[Seed \"18446744073709551616\"]", "")),
        ("result-in-words", record("[Result \"won\"]", "")),
        ("game-unknown", "[Game \"moris\"]\n".into()),
        ("game-too-large", "[Game \"mnk:21,3,3\"]\n".into()),
    ];
    let mut transcript = checked(&sandbox, REFUSED, &records);
    sandbox.write("not-utf8", b"[Game \"tictactoe\"]\n[Event \"\xe9\"]\n");
    transcript += &refusals(
        &sandbox,
        REFUSED,
        &["record check not-utf8", "record check missing", "record check .", "record check -"],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn records_that_are_not_true() {
    let won = "1. 1,1 2,1\n2. 1,2 2,2\n3. 1,3";
    let draw = "[Result \"0 0\"]\n[Reason \"draw\"]";
    let records = [
        ("position-short", record("[Position \"000/000/000\"]", "")),
        ("move-illegal", record("", "1. 1,1 1,1")),
        ("move-after-the-end", record("", &format!("{won} 2,3"))),
        ("result-missing", record("", won)),
        ("result-wrong", record("[Result \"-1 1\"]\n[Reason \"line\"]", won)),
        ("reason-wrong", record("[Result \"1 -1\"]\n[Reason \"resigned\"]", won)),
        ("reason-missing", record("[Result \"1 -1\"]", won)),
        ("draw-too-early", record(draw, "1. 1,1")),
        ("nobody-resigned", record("[Result \"0 0\"]\n[Reason \"resigned\"]", "1. 1,1")),
        ("seats-too-many", record("[Seat3 \"human\"]", "1. 1,1")),
    ];
    insta::assert_snapshot!(checked(&Sandbox::new(), UNTRUE, &records));
}

#[test]
fn games_that_cannot_be_resumed() {
    let sandbox = Sandbox::new();
    sandbox.write("over", record("[Result \"1 -1\"]\n[Reason \"resigned\"]", "1. 1,1 2,2"));
    sandbox.write("illegal", record("", "1. 1,1 1,1"));
    sandbox.write("stranger", record("", "").replace("Seat2 \"human\"", "Seat2 \"rondom\""));
    sandbox.write("malformed", "[Game");
    sandbox.write("program", record("", "").replace("Seat2 \"human\"", "Seat2 \"cmd(./bot)\""));
    let lines = [
        "play --resume",
        "play --resume --data nowhere",
        "play --resume missing",
        "play --resume over",
        "play --resume illegal",
        "play --resume stranger",
        "play --resume malformed",
        "play --resume program",
    ];
    insta::assert_snapshot!(refusals(&sandbox, REFUSED, &lines));
}
