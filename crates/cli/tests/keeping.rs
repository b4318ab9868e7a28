//! Games that outlive the program: kept while they are played, gone on with later, repeated.

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::Sandbox;

const PEOPLE: [&str; 4] = ["play", "tictactoe", "human", "human"];

/// The first game of tic-tac-toe kept in a sandbox.
const FIRST: &str = "mnk-3-3-3-0001";

#[test]
fn a_kept_game_goes_on_and_ends() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\n2,1\nquit\n");
    let run = sandbox.feed(&["play", "--resume"], "1,2\n");
    assert!(run.out.contains("last move 2: 2,1"), "{}", run.out);
    let run = sandbox.feed(&["play", "--resume", FIRST], "2,2\n1,3\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
    assert_eq!(sandbox.kept(), [FIRST]);
    let record = sandbox.kept_text(FIRST);
    assert!(record.ends_with("[Reason \"line\"]\n\n1. 1,1 2,1\n2. 1,2 2,2\n3. 1,3\n"), "{record}");
    let run = sandbox.run(&["play", "--resume"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "a finished game is not gone on with");
}

#[test]
fn moves_can_be_taken_back_after_resuming() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\n2,1\n");
    sandbox.feed(&["play", "--resume"], "undo\n3,3\n");
    assert!(sandbox.kept_text(FIRST).ends_with("\n1. 1,1 3,3\n"));
}

#[test]
fn nothing_that_is_kept_is_overwritten() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\n");
    sandbox.feed(&PEOPLE, "2,2\n");
    sandbox.feed(&["play", "morris", "human", "human"], "d6\n");
    assert_eq!(sandbox.kept(), [FIRST, "mnk-3-3-3-0002", "morris-0001"]);
    assert!(sandbox.kept_text(FIRST).ends_with("\n1. 1,1\n"));
    assert!(sandbox.kept_text("mnk-3-3-3-0002").ends_with("\n1. 2,2\n"));
    assert!(sandbox.kept_text("morris-0001").ends_with("\n1. d6\n"));
}

#[test]
fn games_played_at_once_are_all_kept() {
    let sandbox = Sandbox::new();
    let start = || sandbox.command(&PEOPLE).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut tables: Vec<_> = (0..4).map(|_| start().expect("the binary runs")).collect();
    for (table, mv) in tables.iter_mut().zip(["1,1", "1,2", "1,3", "2,1"]) {
        writeln!(table.stdin.take().expect("a pipe"), "{mv}").expect("somebody reads");
    }
    assert!(tables.iter_mut().all(|table| table.wait().expect("an end").success()));
    let mut first_moves: Vec<String> = sandbox
        .kept()
        .iter()
        .map(|name| sandbox.kept_text(name)[..].lines().last().expect("moves").into())
        .collect();
    first_moves.sort();
    assert_eq!(first_moves, ["1. 1,1", "1. 1,2", "1. 1,3", "1. 2,1"]);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let sandbox = Sandbox::new();
    for game in ["tictactoe", "morris", "369:6", "9tka:2"] {
        let play = |seed: &str, file: &str| {
            let args = ["play", game, "random", "random", "--seed", seed, "--save", file];
            sandbox.answer(&args);
            sandbox.answer(&["record", "check", file]);
            sandbox.read(file)
        };
        let first = play("7", &format!("{game}-first"));
        assert_eq!(play("7", &format!("{game}-again")), first);
        assert_ne!(play("8", &format!("{game}-other")), first);
        assert!(first.contains("[Seed \"7\"]"), "{first}");
    }
    assert_eq!(sandbox.kept(), [""; 0], "games between computers are kept only where asked");
}

#[test]
fn a_player_may_have_a_seed_of_its_own() {
    let sandbox = Sandbox::new();
    let play = |second: &str| {
        sandbox.answer(&["play", "gomoku", "random", second, "--seed", "1", "--save", second]);
        let record = sandbox.read(second);
        record.lines().find(|line| line.starts_with("1. ")).expect("moves").to_owned()
    };
    let (plain, seeded) = (play("random"), play("random:seed=5"));
    assert_ne!(plain, seeded);
    assert_eq!(plain.split(' ').nth(1), seeded.split(' ').nth(1), "the first player is the same");
}

#[test]
fn three_computers_place_by_the_rule_they_are_given() {
    let sandbox = Sandbox::new();
    let seat = "random:place=own-clear";
    sandbox.answer(&["play", "9tka:3", seat, seat, seat, "--seed", "3", "--save", "a.record"]);
    let checked = sandbox.json(&["record", "check", "a.record"]);
    assert_eq!(checked["ok"], true);
    assert!(sandbox.read("a.record").contains(&format!("[Seat3 \"{seat}\"]")));
    assert!(checked["moves"].as_u64() > Some(36), "all counters are placed, then slid: {checked}");
}

#[test]
fn a_folder_that_cannot_be_used_does_not_end_the_game() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "not a folder");
    let args = [&PEOPLE[..], &["--data", "file"]].concat();
    let run = sandbox.feed(&args, "1,1\n2,1\n1,2\n2,2\n1,3\n");
    assert_eq!(run.code, 0);
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
    assert_eq!(run.err.lines().count(), 1, "it is said once: {}", run.err);
    assert!(run.err.contains("the game goes on without being kept"), "{}", run.err);
    assert_eq!(sandbox.read("file"), "not a folder");

    let args = [&PEOPLE[..], &["--save", "no/such/folder/a.record"]].concat();
    let run = sandbox.feed(&args, "1,1\n2,1\n");
    assert_eq!((run.code, run.err.lines().count()), (0, 1));
    assert!(run.out.contains("last move 2: 2,1"), "{}", run.out);
}

#[test]
fn a_broken_file_among_the_kept_games_is_passed_over() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\n");
    sandbox.write("data/games/broken.record", "[Game");
    sandbox.write("data/games/notes.txt", "[Game \"morris\"]\n");
    let run = sandbox.run(&["play", "--resume"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("last move 1: 1,1"), "{}", run.out);
}

/// As with `| head`: whoever read the answers has gone, which is nothing to complain about.
#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&PEOPLE);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    drop(child.stdout.take());
    child.stdin.take().expect("a pipe").write_all(b"1,1\n").unwrap_or_default();
    let output = child.wait_with_output().expect("an end");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The program has no chance to tidy up, and the game is there all the same.
#[test]
fn a_killed_game_goes_on() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&PEOPLE);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"1,1\n2,1\n").expect("somebody reads");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.expect("text").contains("last move 2: 2,1")));
    child.kill().expect("the child can be killed");
    assert!(!child.wait().expect("an end").success());

    assert_eq!(sandbox.kept(), [FIRST], "it is kept once");
    let run = sandbox.feed(&["play", "--resume"], "1,2\n2,2\n1,3\n");
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
    sandbox.check_kept(FIRST);
}

/// A tag that means nothing to the program belongs to whoever wrote it.
#[test]
fn tags_survive_going_on() {
    let sandbox = Sandbox::new();
    let tags = "[Game \"tictactoe\"]\n[Event \"My match\"]\n";
    sandbox.write("mine", format!("{tags}\n1. 1,1\n"));
    sandbox.feed(&["play", "--resume", "mine"], "2,2\n");
    assert!(sandbox.read("mine").contains("[Event \"My match\"]"), "{}", sandbox.read("mine"));
}

#[test]
fn nothing_is_written_over() {
    let sandbox = Sandbox::new();
    sandbox.write("notes", "mine");
    let run = sandbox.run(&["play", "tictactoe", "random", "random", "--save", "notes"]);
    assert_eq!(run.code, 2);
    let run = sandbox.feed(&PEOPLE, "1,1\nsave notes\nquit\n");
    assert!(run.out.contains("cannot write \"notes\": there is such a file already"), "{run:?}");
    assert_eq!(sandbox.read("notes"), "mine");
}

#[test]
fn a_kept_file_that_cannot_be_played_does_not_hide_the_others() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "2,2\n");
    sandbox.write("data/games/zz-0001.record", "[Game \"chess\"]\n\n1. e4\n");
    let run = sandbox.feed(&["play", "--resume"], "1,1\nquit\n");
    assert!(run.out.contains("kept as mnk-3-3-3-0001\n"), "{run:?}");
}

#[test]
fn a_file_too_large_for_a_record_is_refused() {
    let sandbox = Sandbox::new();
    let moves = "1,1 ".repeat((16 << 20) / 4);
    sandbox.write("large", format!("[Game \"tictactoe\"]\n\n{moves}"));
    let run = sandbox.run(&["record", "check", "large"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "ninefold: \"large\" is larger than 16 MB, which is too much\n");
}

#[test]
fn an_empty_name_of_the_data_folder_is_no_name() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["moves", "tictactoe"]);
    let output = command.env("NINEFOLD_DATA", "").output().expect("the binary runs");
    assert!(output.status.success());
}
