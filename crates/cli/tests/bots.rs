//! Programs of others: bots that play or misbehave, solutions of the assignment.

use crate::common;

use std::process::Command;

use common::{BINARY, REFUSED, Sandbox, refusals};

/// A program written as a shell script.
fn script(sandbox: &Sandbox, name: &str, body: &str) {
    use std::os::unix::fs::PermissionsExt;
    sandbox.write(name, format!("#!/bin/sh\n{body}\n"));
    let file = sandbox.path(name);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a script");
}

/// A hundred games of a bot that loses every one of them by a fault, for this reason.
fn loses_by(sandbox: &Sandbox, player: &str, reason: &str) {
    let words = ["tournament", "mnk:3,3,3", player, "random"];
    let options = ["--games", "100", "--opening", "0", "-j", "2"];
    let shown = sandbox.json(&[&words[..], &options].concat());
    assert_eq!(shown["games"], 100);
    let run = shown["run"].to_string();
    let loser = &shown["players"].as_array().expect("players")[1];
    assert_eq!((&loser["player"], &loser["faults"]), (&player.into(), &100.into()), "{shown}");
    for line in sandbox.answer(&["runs", "export", &run]).lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(game["reason"], "forfeit");
        assert!(game["note"].as_str().expect("a note").contains(reason), "{line}");
    }
    let records = sandbox.answer(&["runs", "export", &run, "--format", "records"]);
    assert_eq!(records.matches("[Termination \"forfeit\"]").count(), 100);
}

#[test]
fn a_bot_that_talks_nonsense_loses() {
    let sandbox = Sandbox::new();
    let answer =
        |text: &str| format!("while read word rest; do case $word in go) echo {text};; esac; done");
    script(&sandbox, "nonsense", &answer("hello"));
    script(&sandbox, "illegal", &answer("move z9"));
    // With the usual time, because a shell is slow to start on a busy machine.
    loses_by(&sandbox, "cmd(./nonsense)", "answered \"hello\"");
    loses_by(&sandbox, "cmd(./illegal)", "move \"z9\" is not legal here");
}

#[test]
fn a_bot_that_never_answers_loses() {
    let sandbox = Sandbox::new();
    script(&sandbox, "silent", "exec sleep 600");
    loses_by(&sandbox, "cmd(./silent):time=30ms", "gave no move within 30 ms");
}

#[test]
fn a_bot_that_dies_loses() {
    let sandbox = Sandbox::new();
    script(&sandbox, "dying", "exit 3");
    loses_by(&sandbox, "cmd(./dying)", "ended without a move (exit status: 3)");
}

#[test]
fn a_bot_that_is_not_there_loses() {
    let sandbox = Sandbox::new();
    let shown = sandbox.json(&["match", "tictactoe", "cmd(./nowhere)", "random", "--games", "2"]);
    assert_eq!(shown["wins"], serde_json::json!([0, 2]));
}

/// The examples take part, and the one that promises to be repeatable is.
#[test]
fn the_example_bots_play() {
    let sandbox = Sandbox::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");
    let source = format!("{examples}/first_bot.rs");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let program = sandbox.path("first_bot");
    let compiled = Command::new(compiler).args([&source, "-o"]).arg(&program).status();
    assert!(compiled.expect("a compiler").success());
    let python = format!("cmd(python3 {examples}/random_bot.py)");
    let cup = [
        "tournament",
        "morris",
        "cmd(./first_bot)",
        &python,
        "--games",
        "4",
        "--plies",
        "60",
        "-j",
        "2",
    ];
    let shown = sandbox.json(&cup);
    assert_eq!(shown["games"], 4);
    for player in shown["players"].as_array().expect("players") {
        assert_eq!(player["faults"], 0, "{shown}");
    }
    let games = sandbox.answer(&["runs", "export", "1"]);
    let elsewhere = Sandbox::new();
    std::fs::copy(&program, elsewhere.path("first_bot")).expect("a copy");
    elsewhere.answer(&cup);
    assert_eq!(elsewhere.answer(&["runs", "export", "1"]), games);
}

#[test]
fn programs_are_named_as_the_protocol_says() {
    let sandbox = Sandbox::new();
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "match tictactoe cmd random",
            "match tictactoe cmd(./bot random",
            "match tictactoe cmd() random",
            "match tictactoe cmd(./bot):tme=1s random",
        ],
    );
    assert_eq!(told.matches("such as cmd(./my-bot)").count(), 2, "{told}");
    assert!(
        told.contains("the bracket is not closed") && told.contains("did you mean time?"),
        "{told}"
    );
}

#[test]
fn a_solution_of_the_assignment_is_checked() {
    let sandbox = Sandbox::new();
    let right = sandbox.answer(&["mnk", "check", "--commands", "30", BINARY, "mnk"]);
    assert!(
        right.lines().count() > 12 && right.lines().all(|line| line.ends_with(" ok")),
        "{right}"
    );
    script(&sandbox, "wrong", "cat > /dev/null; echo BOTH_PLAYERS_TIE");
    let wrong = sandbox.run(&["mnk", "check", "--json", "./wrong"]);
    assert_eq!(wrong.code, 1);
    let first: serde_json::Value =
        serde_json::from_str(wrong.out.lines().next().expect("a line")).expect("JSON");
    let difference = first["difference"].as_str().expect("a difference");
    assert!(difference.starts_with("command 1 (GEN_ALL_POS_MOV 2 2 2 2 10/00)"), "{difference}");
    assert!(difference.contains("answered \"BOTH_PLAYERS_TIE\", wanted \"3\""), "{difference}");
    script(&sandbox, "late", "exec sleep 600");
    let late = sandbox.run(&["mnk", "check", "--time", "20ms", "./late"]);
    assert!(late.code == 1 && late.out.contains("not done within 0.02 s"), "{late:?}");
    let told = refusals(&sandbox, REFUSED, &["mnk check ./nowhere"]);
    assert!(told.contains("cannot start \"./nowhere\""), "{told}");
}
