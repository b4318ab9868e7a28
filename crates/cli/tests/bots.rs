//! Programs of others: bots that play or misbehave, solutions of the assignment.

use crate::common;

use std::process::Command;

use common::{BINARY, REFUSED, Sandbox, refusals};

/// A program written as a shell script.
fn script(sandbox: &Sandbox, name: &str, body: &str) {
    sandbox.write(name, format!("#!/bin/sh\n{body}\n"));
    make_executable(sandbox, name);
}

fn make_executable(sandbox: &Sandbox, name: &str) {
    use std::os::unix::fs::PermissionsExt;
    let file = sandbox.path(name);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a script");
}

/// A hundred games of a bot that loses every one of them by a fault, for this reason.
fn loses_by(sandbox: &Sandbox, player: &str, reason: &str) {
    let words = ["tournament", "mnk:3,3,3", player, "random"];
    let options = ["--games", "100", "--opening", "0", "-j", "2"];
    let run = sandbox.run(&[&words[..], &options, &["--json"]].concat());
    assert!(run.err.contains("lost 100 games by a fault; the first: "), "{run:?}");
    let shown: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
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
    let silent = "cmd(./silent):time=30ms,start=30ms";
    loses_by(
        &sandbox,
        silent,
        "gave no move within 60 ms (30 ms for its start, 30 ms for the move)",
    );
}

#[test]
fn a_bot_that_dies_loses() {
    let sandbox = Sandbox::new();
    // When it is tried out it answers; afterwards it dies.
    let answers = "while read word rest; do case $word in go) echo move 1,1;; esac; done";
    script(&sandbox, "dying", &format!("[ -e tried ] || {{ touch tried; {answers}; }}; exit 3"));
    loses_by(&sandbox, "cmd(./dying)", "ended without a move (exit status: 3)");
}

/// Before the first game, with what it said itself.
#[test]
fn a_bot_that_does_not_run_is_refused() {
    let sandbox = Sandbox::new();
    script(&sandbox, "broken", "echo no module named torch >&2; exit 1");
    sandbox.write("data.txt", "no program");
    for (name, text) in [
        ("plain", "while read line; do echo; done\n"),
        ("windows", "#!/bin/sh\r\necho\r\n"),
        ("by-env", "#!/usr/bin/env sh\r\necho\r\n"),
        ("lost", "#!/usr/bin/pyhton3\n"),
    ] {
        sandbox.write(name, text);
        make_executable(&sandbox, name);
    }
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "match tictactoe cmd(./nowhere) random --games 2",
            "tournament tictactoe cmd(./data.txt) random --games 2",
            "tournament tictactoe random cmd(./broken) --games 2",
            "match tictactoe cmd(./plain) random --games 2",
            "match tictactoe cmd(./windows) random --games 2",
            "match tictactoe cmd(./by-env) random --games 2",
            "match tictactoe cmd(./lost) random --games 2",
        ],
    );
    for wanted in [
        "cannot be started: there is no program \"./nowhere\"",
        "\"./data.txt\" may not be run",
        "ended without a move (exit status: 1); its last words: no module named torch",
        "\"./plain\" does not say what runs it; its first line must be one such as #!/usr/bin/env python3",
        "the lines of \"./windows\" end as on Windows",
        "the lines of \"./by-env\" end as on Windows",
        "the first line of \"./lost\" asks for \"/usr/bin/pyhton3\", which is not there",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert!(sandbox.answer(&["runs", "list"]).contains("no runs"), "nothing was begun");
}

/// A match counts faults by kind, and tells the first of them with what the program said on standard error.
#[test]
fn a_match_tells_faults_and_what_was_said() {
    let sandbox = Sandbox::new();
    let go = "while read word rest; do case $word in go) echo thinking about it >&2; echo move z9;; esac; done";
    script(&sandbox, "illegal", go);
    let words = ["match", "tictactoe", "cmd(./illegal)", "random", "--games", "2", "-j", "1"];
    let run = sandbox.run(&[&words[..], &["--json"]].concat());
    let shown: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(shown["faults"], serde_json::json!([2, 0]));
    assert_eq!(shown["fault_kinds"], serde_json::json!([{ "illegal_move": 2 }, {}]));
    assert!(
        run.err.contains("lost 2 games by a fault; the first: move \"z9\" is not legal"),
        "{run:?}"
    );
    assert!(run.err.contains("    thinking about it\n"), "{run:?}");
    let run = sandbox.run(&[&words[..], &["--json", "--list"]].concat());
    let shown: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let first = &shown["list"][0];
    assert_eq!(
        (&first["fault"], &first["stderr"]),
        (&"illegal_move".into(), &"thinking about it".into())
    );
    assert!(first["note"].as_str().is_some_and(|note| note.contains("z9")), "{first}");
    let run = sandbox.run(&words);
    assert!(run.out.contains("2 lost, 2 by fault (2 illegal moves)"), "{run:?}");
    let cup = ["tournament", "tictactoe", "cmd(./illegal)", "random", "--games", "2"];
    assert!(sandbox.run(&cup).err.contains("thinking about it"));
    let game = sandbox.answer(&["runs", "export", "1"]);
    let game: serde_json::Value =
        serde_json::from_str(game.lines().next().expect("a game")).expect("JSON");
    assert_eq!(
        (&game["fault"], &game["stderr"]),
        (&"illegal_move".into(), &"thinking about it".into())
    );
    assert_eq!(game["version"], env!("CARGO_PKG_VERSION"));
    let records = sandbox.answer(&["runs", "export", "1", "--format", "records"]);
    let version = format!("[Version \"{}\"]\n", env!("CARGO_PKG_VERSION"));
    assert!(records.contains(&version), "{records}");
}

/// A bot that says that it is ready stays for all games, and is told of each.
#[test]
fn a_bot_that_is_ready_stays() {
    let sandbox = Sandbox::new();
    let body = r#"echo started >> starts
while read word rest; do case $word in
  speaks) echo ready 2;;
  newgame) echo newgame >> games; echo ready;;
  legal) legal=${rest%% *};;
  go) echo "move $legal";;
esac; done"#;
    script(&sandbox, "staying", body);
    let words = ["match", "tictactoe", "cmd(./staying)", "random", "--games", "10", "-j", "1"];
    let shown = sandbox.json(&words);
    assert_eq!(shown["faults"], serde_json::json!([0, 0]));
    assert_eq!(sandbox.read("starts"), "started\n");
    // It was tried out before the first of them.
    assert_eq!(sandbox.read("games").lines().count(), 10);
    let checked = sandbox.answer(&["bot", "check", "cmd(./staying)", "tictactoe"]);
    assert!(
        checked.contains("All is well") && checked.contains("stays for further games"),
        "{checked}"
    );
}

/// What is wrong is said in a sentence, with advice and what the program said.
#[test]
fn a_bot_is_checked_in_every_phase() {
    let sandbox = Sandbox::new();
    let first = "while read word rest; do case $word in legal) legal=${rest%% *};; go) echo move $legal;; esac; done";
    script(&sandbox, "first", first);
    let checked = sandbox.answer(&["bot", "check", "cmd(./first)", "morris"]);
    for wanted in ["placing, seat 1, after 0 moves", "moving", "All is well", "version 1"] {
        assert!(checked.contains(wanted), "{wanted}: {checked}");
    }
    let chatty = "while read word rest; do case $word in go) echo ValueError >&2; echo I play $word;; esac; done";
    script(&sandbox, "chatty", chatty);
    let run = sandbox.run(&["bot", "check", "cmd(./chatty)", "tictactoe"]);
    assert_eq!(run.code, 1, "{run:?}");
    for wanted in
        ["The program answered \"I play go\"", "it says one line, \"move\"", "    ValueError"]
    {
        assert!(run.out.contains(wanted), "{wanted}: {run:?}");
    }
    let shown = sandbox.run(&["bot", "check", "cmd(./nowhere)", "tictactoe", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown.out).expect("JSON");
    assert_eq!(
        (&shown["ok"], &shown["report"]["steps"][0]["fault"]),
        (&false.into(), &"cannot_start".into())
    );
    let told = refusals(&sandbox, REFUSED, &["bot check level:3 tictactoe"]);
    assert!(told.contains("is no program"), "{told}");
}

/// The example in docs/bots.md is what a program hears.
#[test]
fn the_example_of_the_manual_is_what_is_said() {
    let sandbox = Sandbox::new();
    let body = r#"move=f4
while read line; do echo "$line" >> heard; case $line in go*) echo "move $move"; move=a7;; esac; done"#;
    script(&sandbox, "listener", body);
    let run = sandbox
        .feed(&["play", "morris", "human", "cmd(./listener)", "--seed", "1234"], "d6\nd2\nquit\n");
    assert_eq!(run.code, 0, "{run:?}");
    let manual = include_str!("../../../docs/bots.md");
    let heard = sandbox.read("heard");
    let lines: Vec<&str> = heard.lines().collect();
    let asked = lines.iter().rposition(|line| line.starts_with("start ")).expect("a question");
    for line in lines[..5].iter().chain(&lines[asked..]) {
        // The list of moves is cut short there.
        let shown = match line.strip_prefix("legal ") {
            Some(moves) => {
                format!("legal {} …", moves.split(' ').take(3).collect::<Vec<_>>().join(" "))
            }
            None => (*line).to_owned(),
        };
        let found = manual.lines().any(|told| {
            told.strip_prefix(&shown).is_some_and(|rest| rest.is_empty() || rest.starts_with("  "))
        });
        assert!(found, "docs/bots.md lacks: {shown}");
    }
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

/// Whoever has no time left loses by a fault of its own kind; who sits opposite wins.
#[test]
fn a_bot_that_sleeps_loses_on_time() {
    let sandbox = Sandbox::new();
    let sleeps = "while read word rest; do case $word in speaks|newgame) echo ready;; \
                  legal) first=${rest%% *};; go) [ -e tried ] && sleep 600; touch tried; echo move $first;; esac; done";
    script(&sandbox, "sleeper", sleeps);
    let players = ["mnk:3,3,3", "cmd(./sleeper):time=1s", "random"];
    let options = ["--games", "2", "--opening", "0", "--clock", "200ms+0.05", "-j", "1"];
    // Who was at fault is said on standard error.
    let json = |words: &[&str]| -> serde_json::Value {
        let run = sandbox.run(&[words, &["--json"]].concat());
        assert!(run.err.contains("lost 2 games by a fault"), "{run:?}");
        serde_json::from_str(&run.out).expect("JSON")
    };
    let told = json(&[&["match"], &players[..], &options, &["--list"]].concat());
    assert_eq!((&told["clock"], &told["points"][1]), (&"200ms+50ms".into(), &2.0.into()), "{told}");
    assert_eq!(told["fault_kinds"][0]["game_time"], 2, "{told}");
    assert!(told["milliseconds"][0]["largest"].as_f64() >= Some(200.0), "{told}");
    for game in told["list"].as_array().expect("games") {
        assert_eq!(game["fault"], "game_time");
        let note = game["note"].as_str().expect("a note");
        assert!(note.contains("gave no move within 200 ms, which was all that its clock had left"));
    }
    let run = sandbox.run(&[&["tournament"], &players[..], &options].concat());
    assert!(run.out.contains("2 by fault (2 games lost on time)"), "{run:?}");
    // A limit of its own that is shorter is another fault.
    let hasty = ["match", "mnk:3,3,3", "cmd(./sleeper):time=50ms", "random", "--games", "2"];
    let told = json(&[&hasty[..], &["--clock", "1m"]].concat());
    assert_eq!(told["fault_kinds"][0], serde_json::json!({ "move_time": 2 }), "{told}");
    // The run says its clock, once, and so does whoever looks at it later.
    let shown = sandbox.run(&["runs", "show", "1"]).out;
    assert_eq!(shown.matches("clock 200ms+50ms").count(), 1, "{shown}");
    assert_eq!(json(&["runs", "show", "1"])["clock"], "200ms+50ms");
    let extended = sandbox.run(&["runs", "extend", "1", "--games", "4"]).out;
    assert!(extended.contains("4 games, clock 200ms+50ms"), "{extended}");
    sandbox.answer(&["tournament", "mnk:3,3,3", "random", "level:1", "--games", "2"]);
    let told = refusals(&sandbox, REFUSED, &["runs show 1 3"]);
    assert!(told.contains("run 3 has no clock, the others have the clock 200ms+50ms"), "{told}");
}

/// The clocks of everybody, a share of its own for the move, in milliseconds.
#[test]
fn a_bot_hears_its_clock() {
    let sandbox = Sandbox::new();
    let hears = "while read word rest; do case $word in legal) first=${rest%% *};; \
                 clock) echo clock $rest >> heard;; go) echo go $rest >> heard; echo move $first;; esac; done";
    script(&sandbox, "listener", hears);
    let words = ["match", "mnk:3,3,3", "cmd(./listener):nodes=7", "random", "--fixed-seats"];
    let options = ["--games", "1", "--opening", "0", "--clock", "1m+1s"];
    sandbox.answer(&[&words[..], &options].concat());
    let heard = sandbox.read("heard");
    let mut lines = heard.lines();
    assert_eq!(lines.next(), Some("go time 5000 nodes 7"), "it is tried out without a clock");
    assert_eq!(lines.next(), Some("clock 60000 60000 increment 1000"));
    // 60 / 25 + 0.8 s.
    assert_eq!(lines.next(), Some("go time 3200 nodes 7"));
}
