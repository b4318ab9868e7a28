//! Our engine in the protocols of others: our two ends against each other, and what managers say.

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use common::{BINARY, Sandbox};
use serde_json::{Value, json};

/// An engine written as a shell script.
pub fn script(sandbox: &Sandbox, name: &str, body: &str) {
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

/// A conversation as c-gomoku-cli leads it with its engines.
#[test]
fn a_manager_of_the_gomocup_is_answered() {
    let sandbox = Sandbox::new();
    let manager = "ABOUT\nSTART 15\nINFO rule 0\nINFO timeout_turn 200\nINFO timeout_match 0\nINFO max_memory 367001600\n\
                   INFO thread_num 1\nINFO time_left 2147483647\nBOARD\n7,7,2\n7,8,1\n8,8,2\n9,9,1\n6,6,2\n5,5,1\n8,7,2\nDONE\n";
    let run = sandbox.feed(&["engine", "gomoku", "--player", "engine:nodes=2000"], manager);
    // Whoever was named stays, whatever is said of the machine.
    assert!(run.out.contains(" nodes 2000 "), "{run:?}");
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

/// The board of the Gomocup's own free style has twenty lines.
#[test]
fn the_board_of_the_gomocup_is_played() {
    let sandbox = Sandbox::new();
    let talk =
        "START 21\nSTART 20\nINFO max_node 200\nBOARD\n19,19,1\n19,18,2\n18,18,1\n18,19,2\nDONE\n";
    let run = sandbox.feed(&["engine", "gomoku", "--protocol", "gomocup"], talk);
    let lines: Vec<&str> = run.out.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!((lines[1], lines.len()), ("OK", 3), "{run:?}");
    assert!(lines[0].contains("wanted a number from 1 to 20"), "{run:?}");
    assert!(lines[2].split(',').all(|number| number.parse::<u8>().is_ok_and(|n| n < 20)));
    let engine = format!("gomocup({BINARY} engine mnk:20,20,5 --player engine:nodes=20)");
    let shown = sandbox.json(&["match", "mnk:20,20,5", &engine, "random", "--games", "2"]);
    assert_eq!(shown["faults"], json!([0, 0]), "{shown}");
}

/// What is refused changes nothing: neither the stones on the board, nor those of a board that was never done.
#[test]
fn refused_stones_are_not_kept() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["engine", "gomoku", "--protocol", "gomocup"]);
    let mut engine =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = engine.stdin.take().expect("piped");
    let mut lines = BufReader::new(engine.stdout.take().expect("piped")).lines();
    let mut ask = |said: &str| {
        writeln!(input, "{said}").expect("it listens");
        let mut told = lines.by_ref().map(|line| line.expect("text"));
        told.find(|line| !line.starts_with("MESSAGE")).expect("an answer")
    };
    assert_eq!(ask("START 2"), "OK");
    let own = ask("INFO line 2\nINFO max_node 50\nBOARD\n0,0,2\nDONE");
    // Two in a row win here, and any two places are in a row.
    let wins = ["1,1", "1,0"].into_iter().find(|place| *place != own).expect("a free place");
    assert_eq!(ask(&format!("TURN {wins}")), "ERROR the game is over");
    assert_eq!(ask(&format!("TAKEBACK {wins}")), format!("ERROR {wins} is not the last stone"));
    assert_eq!(ask(&format!("TAKEBACK {own}")), "OK");
    assert_eq!(ask("BOARD\n0,0,2\nRESTART"), "OK");
    // A board with a line that is none gets one answer, and no move.
    let spoilt = "BOARD\n1,1,1\nnowhere\n0,0,2\nDONE";
    assert_eq!(ask(spoilt), "ERROR \"nowhere\" is no free place and its owner, 1 or 2");
    assert!(ask("TURN 0,0").contains(','), "it plays from an empty board");
    drop(input);
    assert!(engine.wait().expect("an end").success());
}

/// How many win is heard before there is a board, too.
#[test]
fn a_line_is_said_before_the_board() {
    let sandbox = Sandbox::new();
    let talk = "INFO line 0\nINFO line 4\nSTART 7\nINFO max_node 2000\n\
                BOARD\n1,1,1\n0,0,2\n2,1,1\n0,6,2\n3,1,1\n6,0,2\nDONE\n";
    let run = sandbox.feed(&["engine", "gomoku", "--protocol", "gomocup"], talk);
    let lines: Vec<&str> = run.out.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(lines[..2], ["ERROR line is 0, wanted how many in a row win", "OK"], "{run:?}");
    assert!(["0,1", "4,1"].contains(&lines[2]), "the fourth is put: {run:?}");
}

/// Another game is only begun once the thought about this one is answered, so that no manager waits for ever.
#[test]
fn whoever_thinks_answers_before_another_game() {
    let sandbox = Sandbox::new();
    for (game, hello, anew) in [
        ("tictactoe", "ugi", "uginewgame"),
        ("morris", "uci", "ucinewgame"),
        ("morris", "uci", "setoption name NMoveRule value 60"),
    ] {
        let talk = format!("{hello}\nposition startpos\ngo infinite\n{anew}\nstop\nisready\n");
        let run = sandbox.feed(&["engine", game], talk.as_str());
        let answers = run.out.lines().filter(|line| line.contains("bestmove")).count();
        let last = run.out.lines().last();
        assert_eq!((answers, last), (1, Some("readyok")), "{anew}: {run:?}");
    }
}

/// A table that does not fit into memory is refused, and the game goes on with one that does.
#[cfg(target_os = "linux")]
#[test]
fn a_table_for_which_there_is_no_memory_costs_no_game() {
    let sandbox = Sandbox::new();
    let small = |talk: &str| {
        let mut shell = sandbox.program("sh");
        shell.args(["-c", "ulimit -v 4000000; exec \"$0\" engine tictactoe", BINARY]);
        sandbox.feed_to(shell, talk)
    };
    let run = small("ugi\nsetoption name Hash value 60000\nisready\ngo nodes 1000\n");
    assert!(run.out.contains("info string there is not enough memory for a table"), "{run:?}");
    assert!(run.out.contains("\nreadyok\n") && run.out.contains("\nbestmove "), "{run:?}");
    let run = small(
        "ugi\nsetoption name Hash value 60000\nposition startpos moves 1,1 2,2 1,2\ngo nodes 1000\n",
    );
    assert!(run.out.ends_with("bestmove 1,3\n"), "{run:?}");
    let run = small("INFO hash 60000\nSTART 3\nSTART 3\n");
    assert!(run.out.starts_with("ERROR there is not enough memory"), "{run:?}");
    assert!(run.out.ends_with("OK\n"), "{run:?}");
}

/// Rules that Sanmill has as options are heard: a game that goes on by them is not over.
#[test]
fn the_rules_of_a_manager_are_played() {
    let sandbox = Sandbox::new();
    // Three men each, which step for thirteen turns: by the usual rules it is drawn after ten of them.
    let place = "position fen O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 20 ids:nodes moves \
                 d5-a1 d2-d7 d3-d1 d7-b4 a1-d5 f4-g7 e4-e3 b4-c5 d1-d7 g7-a4 e3-b6 d6-a7 b6-d2\n";
    let said = |options: &str| {
        let talk = format!("uci\n{options}{place}go nodes 500\n");
        sandbox.feed(&["engine", "morris"], talk).out
    };
    let usual = said("");
    assert!(usual.ends_with("bestmove none\n"), "{usual}");
    let rules = "setoption name NMoveRule value 100\nsetoption name EndgameNMoveRule value 100\n";
    let longer = said(rules);
    let best = longer.lines().last().unwrap_or_default();
    assert!(best.contains("bestmove ") && !best.ends_with("none"), "{longer}");
    let wrong = said("setoption name EndgameNMoveRule value 0\n");
    assert!(
        wrong.contains("option EndgameNMoveRule is \"0\", wanted a number of turns from 1 to 999")
    );
    // Without draw rules at the table, Sanmill's own count as far as they go, and our engine has none.
    let log = sandbox.path("log.txt");
    let through = format!("sanmill({BINARY} engine morris):nodes=50,log={}", log.display());
    sandbox.json(&[
        "match",
        "morris:draws=off,flying=off",
        &through,
        "random",
        "--games",
        "2",
        "--plies",
        "20",
    ]);
    let log = std::fs::read_to_string(&log).expect("a log");
    for wanted in ["NMoveRule value 200", "Draws value off", "MayFly value false"] {
        assert!(log.contains(&format!("> setoption name {wanted}")), "{wanted} in {log}");
    }
}

/// A thought that was begun in the opponent's time goes on for the time it was given once he has moved as expected.
#[test]
fn pondering_ends_after_the_expected_move() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["engine", "gomoku"]);
    let mut engine =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = engine.stdin.take().expect("piped");
    let mut lines = BufReader::new(engine.stdout.take().expect("piped")).lines();
    let mut read = || lines.next().expect("a line").expect("text");
    input
        .write_all(b"ugi\nposition startpos moves 8,8 8,9 7,7\ngo ponder movetime 30\n")
        .expect("it listens");
    // It thinks longer than its own time, as nobody has moved yet.
    loop {
        let line = read();
        assert!(!line.starts_with("bestmove"), "{line}");
        let mut words = line.split_whitespace().skip_while(|word| *word != "time").skip(1);
        if words.next().and_then(|time| time.parse().ok()).is_some_and(|time: u64| time > 30) {
            break;
        }
    }
    input.write_all(b"ponderhit\n").expect("it listens");
    while !read().starts_with("bestmove ") {}
    // And where nobody moved as expected, the thought is stopped and answered.
    input.write_all(b"go ponder movetime 30\nstop\nquit\n").expect("it listens");
    while !read().starts_with("bestmove ") {}
    assert!(engine.wait().expect("an end").success());
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
