//! Engines of other protocols, in both directions: our two ends against each other, what real programs say, and engines that misbehave.

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{BINARY, REFUSED, Sandbox, refusals, until};
use serde_json::{Value, json};

/// An engine written as a shell script.
fn script(sandbox: &Sandbox, name: &str, body: &str) {
    use std::os::unix::fs::PermissionsExt;
    sandbox.write(name, format!("#!/bin/sh\n{body}\n"));
    let file = sandbox.path(name);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a script");
}

/// The moves of every game of a tournament against chance.
fn games(sandbox: &Sandbox, game: &str, player: &str) -> Vec<Value> {
    let options = ["--games", "4", "--seed", "7", "--plies", "60", "-j", "2"];
    let words =
        [&["tournament", game, player], &vec!["random"; seats(game) - 1][..], &options].concat();
    let words: Vec<String> = named(&words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let shown = sandbox.json(&words);
    for player in shown["players"].as_array().expect("players") {
        assert_eq!(player["faults"], 0, "{shown}");
    }
    let run = shown["run"].to_string();
    let exported = sandbox.answer(&["runs", "export", &run]);
    let game = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["moves"].clone();
    exported.lines().map(game).collect()
}

/// The same words, with every `random` after the first made another player by its seed.
fn named(words: &[&str]) -> Vec<String> {
    let mut seed = 0;
    let name = |word: &&str| match *word {
        "random" => {
            seed += 1;
            format!("random:seed={seed}")
        }
        word => word.to_owned(),
    };
    words.iter().map(name).collect()
}

fn seats(game: &str) -> usize {
    if game.starts_with("9tka:3") { 3 } else { 2 }
}

/// Whoever plays through a protocol plays what it plays without.
fn plays_the_same(game: &str, protocol: &str, player: &str) {
    let sandbox = Sandbox::new();
    let through = format!("{protocol}({BINARY} engine {game} --player {player})");
    let games_through = games(&sandbox, game, &through);
    assert!(games_through.iter().all(|moves| moves.as_array().is_some_and(|m| m.len() > 2)));
    assert_eq!(games_through, games(&sandbox, game, player), "{game} by {protocol}");
}

#[test]
fn every_game_is_played_in_ugi() {
    for game in ["tictactoe", "morris", "369:4", "9tka:2", "9tka:3", "connect4"] {
        plays_the_same(game, "ugi", "level:3");
    }
}

#[test]
fn lines_are_played_in_the_protocol_of_the_gomocup() {
    // A search alone, because the protocol tells stones and not how the game came to them.
    for game in ["gomoku", "mnk:6,9,4", "tictactoe"] {
        plays_the_same(game, "gomocup", "engine:nodes=300");
    }
}

#[test]
fn morris_is_played_as_sanmill_does() {
    plays_the_same("morris", "sanmill", "level:3");
    plays_the_same("morris:flying=off,draws=off", "sanmill", "engine:nodes=300");
}

/// Our own engine answers every command rightly.
#[test]
fn our_engine_passes_our_test() {
    let sandbox = Sandbox::new();
    for (protocol, game) in [
        ("ugi", "morris"),
        ("ugi", "9tka:3"),
        ("gomocup", "gomoku"),
        ("gomocup", "mnk:7,9,4"),
        ("sanmill", "morris"),
    ] {
        let engine = format!("{protocol}({BINARY} engine {game}):time=20ms,grace=20s");
        let told = sandbox.answer(&["engine", "test", &engine, game]);
        assert!(told.contains("All is well") && !told.contains("wrong "), "{told}");
        let checked = sandbox.answer(&["bot", "check", &engine, game]);
        assert!(checked.contains("All is well") && checked.contains("started once"), "{checked}");
    }
}

/// What an engine answers wrongly is told in a sentence.
#[test]
fn wrong_answers_are_told() {
    let sandbox = Sandbox::new();
    let body = r#"while read word rest; do case $word in
  ugi) echo ugiok;;
  isready) echo readyok;;
  query) echo response false;;
  go) echo bestmove z9;;
esac; done"#;
    script(&sandbox, "wrong", body);
    let run = sandbox.run(&["engine", "test", "ugi(./wrong)", "tictactoe"]);
    assert_eq!(run.code, 1, "{run:?}");
    for wanted in [
        "right  isready: readyok",
        "wrong  position startpos; query p1turn: it answered \"response false\", wanted response true",
        "right  query gameover: response false",
        "wrong  go movetime 100: it answered \"bestmove z9\", wanted bestmove and a legal move",
        "commands were answered wrongly",
    ] {
        assert!(run.out.contains(wanted), "{wanted}: {run:?}");
    }
    script(&sandbox, "broken", "echo no such model >&2; exit 3");
    let shown = sandbox.run(&["engine", "test", "gomocup(./broken)", "gomoku", "--json"]);
    let shown: Value = serde_json::from_str(&shown.out).expect("JSON");
    assert_eq!(
        (&shown["ok"], &shown["report"]["stderr"]),
        (&json!(false), &json!("no such model"))
    );
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "engine test cmd(./wrong) tictactoe",
            "engine test gomocup(./wrong) morris",
            "match gomoku sanmill(./wrong) random",
            "engine morris --protocol gomocup",
            "engine morris --protocol uci",
            "engine morris --player human",
            "engine morris --player ugi(./wrong)",
            "engine chess",
            "match tictactoe ugi(./wrong):set=Hash random",
        ],
    );
    assert!(
        told.contains("no engine of a protocol") && told.contains("no program may be run here"),
        "{told}"
    );
}

/// An engine is started once, told of each game, and what both say is written down.
#[test]
fn an_engine_stays_and_is_written_down() {
    let sandbox = Sandbox::new();
    let engine = format!("ugi({BINARY} engine tictactoe):nodes=50,set=(Level=4),log=talk.txt");
    let shown = sandbox.json(&["match", "tictactoe", &engine, "random", "--games", "6", "-j", "1"]);
    assert_eq!(shown["faults"], json!([0, 0]));
    let talk = sandbox.read("talk.txt");
    let count = |line: &str| talk.lines().filter(|said| *said == line).count();
    assert_eq!(
        (count("> ugi"), count("< ugiok"), count("> setoption name Level value 4")),
        (1, 1, 1)
    );
    // It was tried out before the first of them.
    assert_eq!(count("> uginewgame"), 7);
    assert!(talk.contains("\n> go nodes 50\n< info depth "), "{talk}");
}

/// How every kind of misbehaviour ends, in every protocol.
#[test]
fn engines_that_misbehave_lose() {
    let sandbox = Sandbox::new();
    let ugi = |answer: &str| {
        format!(
            "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) {answer};; esac; done"
        )
    };
    script(&sandbox, "illegal", &ugi("echo thinking >&2; echo bestmove z9"));
    script(&sandbox, "nothing", &ugi("echo bestmove none"));
    script(&sandbox, "sleepy", &ugi("exec sleep 600"));
    script(&sandbox, "flood", &ugi("while echo info string never; do :; done"));
    // What is no text is passed over in a message and no move otherwise.
    let binary = "printf 'info string \\377\\376\\000\\nbestmove \\377\\n'";
    script(&sandbox, "binary", &ugi(binary));
    script(&sandbox, "dying", &ugi("exit 4"));
    script(&sandbox, "silent", "exec sleep 600");
    let stones = "while read word rest; do case $word in START) echo OK;; BEGIN|TURN|DONE) echo 99,99;; esac; done";
    script(&sandbox, "outside", stones);
    script(&sandbox, "refuses", "while read word rest; do echo ERROR too small; done");
    let cases = [
        ("ugi(./illegal)", "illegal_move"),
        ("ugi(./nothing)", "illegal_move"),
        ("ugi(./sleepy):time=20ms,grace=20ms", "move_time"),
        ("ugi(./flood):time=50ms,grace=50ms", "move_time"),
        ("ugi(./binary)", "illegal_move"),
        ("ugi(./silent):time=20ms,start=20ms,grace=20ms", "start_time"),
        ("gomocup(./outside)", "garbage"),
        ("gomocup(./refuses)", "garbage"),
        ("gomocup(./silent):time=20ms,start=20ms,grace=20ms", "start_time"),
    ];
    for (player, fault) in cases {
        let words = ["match", "mnk:3,3,3", player, "random", "--games", "2", "-j", "1", "--json"];
        let run = sandbox.run(&words);
        let shown: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(shown["fault_kinds"], json!([{ fault: 2 }, {}]), "{player}: {run:?}");
    }
    let told = refusals(&sandbox, REFUSED, &["match tictactoe ugi(./dying) random"]);
    assert!(told.contains("ended without a move (exit status: 4)"), "{told}");
}

/// An engine behind a script is told to quit, and whatever still runs a moment later ends with the match.
#[test]
fn engines_end_with_what_they_have_started() {
    let sandbox = Sandbox::new();
    let body = "sleep 600 & echo $! > started; while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) echo bestmove 1,1;; quit) echo quit > farewell;; esac; done; wait";
    script(&sandbox, "wrapped", body);
    let words = ["match", "mnk:1,1,1", "ugi(./wrapped)", "random", "--games", "2", "-j", "1"];
    sandbox.answer(&[&words[..], &["--opening", "0"]].concat());
    assert_eq!(sandbox.read("farewell"), "quit\n");
    let started = sandbox.read("started");
    let alive = || Command::new("kill").args(["-0", started.trim()]).output().expect("kill");
    until("what it has started is gone", || !alive().status.success());
}

/// A manager that says stop, position and go in one breath gets two answers: the second is about the second position.
#[test]
fn what_follows_a_stop_waits_for_its_answer() {
    let sandbox = Sandbox::new();
    let talk = "ugi\nposition startpos\ngo infinite\nstop\nposition startpos moves 1,1 2,2 1,2\ngo nodes 1000\nisready\n";
    let said = sandbox.feed(&["engine", "tictactoe"], talk).out;
    let answers: Vec<&str> = said.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!((answers.len(), answers[1]), (2, "bestmove 1,3"), "{said}");
    assert!(!said.contains("still thinking"), "{said}");
    // All captures are looked at, however long it may take: taking f4 leaves two in a row at b4 and is not the best.
    let talk = "uci\nposition startpos moves d6 f4 d7 b4 d5\ngo infinite\n";
    let mut engine = sandbox.command(&["engine", "morris"]);
    let mut child = engine.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(talk.as_bytes()).expect("it listens");
    std::thread::sleep(Duration::from_millis(500));
    input.write_all(b"stop\n").expect("it listens");
    drop(input);
    let said = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("bestmove x") && !last.contains("depth 0 "), "{said}");
}

/// What Sanmill says, from its own documentation, and what it is told: a capture is the next move.
#[test]
fn a_capture_is_asked_for_by_itself() {
    let sandbox = Sandbox::new();
    let body = r#"while read line; do echo "$line" >> heard; case $line in
  uci) echo "id name TGF Mill Rust"; echo "option name NMoveRule type spin default 100 min 10 max 200"; echo uciok;;
  isready) echo readyok;;
  position*" d7 b4") next=d5;;
  position*" d5") next=xf4;;
  position*) next=d6;;
  go*) echo "info depth 10 score cp 12 nodes 14832 bestmove $next";;
esac; done"#;
    script(&sandbox, "sanmill", body);
    let player = "sanmill(./sanmill):nodes=5,set=(SkillLevel=30)";
    let run =
        sandbox.feed(&["play", "morris", "--moves", "d6 f4 d7 b4", player, "human"], "quit\n");
    assert_eq!(run.code, 0, "{run:?}");
    let wanted = "uci\nsetoption name NMoveRule value 50\nsetoption name SkillLevel value 30\nucinewgame\nisready\n\
                  position startpos moves d6 f4 d7 b4\ngo nodes 5\n\
                  position startpos moves d6 f4 d7 b4 d5\ngo nodes 5\nquit\n";
    assert_eq!(sandbox.read("heard"), wanted, "{run:?}");
    assert!(run.out.contains("d5xf4"), "{run:?}");
}

/// A conversation as c-gomoku-cli leads it with its engines.
#[test]
fn a_manager_of_the_gomocup_is_answered() {
    let sandbox = Sandbox::new();
    let manager = "ABOUT\nSTART 15\nINFO rule 0\nINFO timeout_turn 200\nINFO timeout_match 0\nINFO max_memory 367001600\n\
                   INFO thread_num 1\nINFO time_left 2147483647\nBOARD\n7,7,2\n7,8,1\n8,8,2\n9,9,1\n6,6,2\n5,5,1\n8,7,2\nDONE\n";
    let run = sandbox.feed(&["engine", "gomoku", "--player", "engine:nodes=2000"], manager);
    let lines: Vec<&str> = run.out.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(run.code, 0, "{run:?}");
    assert!(lines[0].starts_with("name=\"Ninefold\", version=\""), "{run:?}");
    assert_eq!((lines[1], lines.len()), ("OK", 3), "{run:?}");
    let (column, row) = lines[2].split_once(',').expect("a place");
    assert!(
        [column, row].iter().all(|number| number.parse::<u8>().is_ok_and(|n| n < 15)),
        "{run:?}"
    );
}

/// The example of the documentation of UGI, word for word, with a game that is decided at once.
#[test]
fn a_manager_of_ugi_is_answered() {
    let sandbox = Sandbox::new();
    let manager = "ugi\nsetoption name hash value 32\nisready\nuginewgame\nposition startpos\nquery p1turn\n\
                   position startpos moves 1,1 2,1 1,2 2,2 1,3\nquery p1turn\nquery gameover\nquery result\n\
                   position fen 112/221/112 1\nquery result\nposition fen 110/220/000 1\ngo depth 3\n";
    let run = sandbox.feed(&["engine", "tictactoe"], manager);
    let told: Vec<&str> = run.out.lines().collect();
    let after = told.iter().position(|line| *line == "ugiok").expect("ugiok");
    let rest: Vec<&str> =
        told[after + 1..].iter().copied().filter(|line| !line.starts_with("info depth")).collect();
    let wanted = [
        "readyok",
        "response true",
        "response false",
        "response true",
        "response p1win",
        "response draw",
        "bestmove 1,3",
    ];
    assert_eq!(rest, wanted, "{run:?}");
    assert!(run.out.contains("score mate 1 ") && run.out.contains(" pv 1,3\n"), "{run:?}");
}

/// Whatever is said to it, an engine goes on and ends with its input.
#[test]
fn an_engine_survives_garbage() {
    let sandbox = Sandbox::new();
    let words = [
        "position",
        "position fen",
        "position startpos moves",
        "position startpos moves z9",
        "go depth",
        "go movetime -5 nodes x",
        "setoption",
        "setoption name",
        "setoption name Hash value",
        "setoption name Level value 99",
        "query",
        "query weather",
        "go infinite",
        "go ponder",
        "ponderhit",
        "stop",
        "stop",
        "TURN",
        "TURN 99,99",
        "BOARD",
        "0,0,7",
        "DONE",
        "START 0",
        "START x",
        "RECTSTART 3",
        "INFO",
        "INFO timeout_turn x",
        "INFO rule 4",
        "INFO line 0",
        "TAKEBACK 1,1",
        "RESTART",
        "BEGIN",
        "BEGIN",
        "\u{1b}[2J",
    ];
    for (game, protocol, first) in [
        ("morris", "ugi", "ugi"),
        ("9tka:4", "ugi", "ugi"),
        ("gomoku", "gomocup", "START 15"),
        ("morris", "sanmill", "uci"),
    ] {
        let mut input = format!("{first}\n").into_bytes();
        for word in words {
            input.extend_from_slice(word.as_bytes());
            input.extend_from_slice(b"\n\xff\xfe\0\n\n");
        }
        input.extend_from_slice(&vec![b'x'; 300_000]);
        input.extend_from_slice(b"\nisready\n");
        let run = sandbox.feed(&["engine", game, "--protocol", protocol], input.clone());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}");
        assert!(run.out.contains("a line is no text") && run.out.contains("a line is too long"));
        let run = sandbox.feed(&["engine", game], [b"hello\n".to_vec(), input].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}");
        assert!(run.out.starts_with("ERROR \"hello\" begins no protocol"), "{}", run.out);
    }
}

/// The conversations of docs/engines.md are what is said.
#[test]
fn the_examples_of_the_manual_are_what_is_said() {
    let manual = include_str!("../../../docs/engines.md");
    let sandbox = Sandbox::new();
    let mut seen = 0;
    for talk in manual.split("```text\n").skip(1) {
        let talk = talk.split("```").next().expect("an end");
        let game = match talk.lines().next() {
            Some("> ugi") => "tictactoe",
            Some("> uci") => "morris",
            _ => "gomoku",
        };
        let mut command = sandbox.command(&["engine", game]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut engine = command.spawn().expect("an engine");
        let mut input = engine.stdin.take().expect("its input");
        let mut lines = BufReader::new(engine.stdout.take().expect("its output")).lines();
        for line in talk.lines() {
            match line.split_once(' ').expect("a sign and a line") {
                (">", said) => writeln!(input, "{said}").expect("it listens"),
                (_, wanted) => {
                    let told =
                        lines.by_ref().map(|line| line.expect("text")).find(|line| line == wanted);
                    assert!(told.is_some(), "{game}: nobody says {wanted}");
                }
            }
        }
        // The last word ends it, although its input stays open.
        assert!(engine.wait().expect("an end").success());
        drop(input);
        seen += 1;
    }
    assert_eq!(seen, 3);
}
