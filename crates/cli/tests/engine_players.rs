//! Engines of others as players: asked, told of each game, written down, and left.

use crate::common::{BINARY, REFUSED, Sandbox, refusals, until};
use crate::engines::script;

use std::process::Command;

use serde_json::{Value, json};

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
    // One that does not know `query` is not asked for it again, and for everything else it is.
    let body = body.replace("go) echo bestmove z9", "go|stop) echo bestmove 1,1");
    script(&sandbox, "taciturn", &body.replace("query) echo response false;;", ""));
    let run = sandbox.run(&["engine", "test", "ugi(./taciturn):grace=1s", "tictactoe"]);
    assert_eq!(run.code, 1, "{run:?}");
    for wanted in [
        "wrong  position startpos; query p1turn: no answer within 2000 ms, wanted response true",
        "right  go nodes 1000: bestmove 1,1",
        "right  go p1time 1000 p2time 1000 p1inc 0 p2inc 0: bestmove 1,1",
        "right  setoption name Xyzzy value 1; isready: readyok",
        "Some commands are missing here: query was not asked again: it does not answer that.",
    ] {
        assert!(run.out.contains(wanted), "{wanted}: {run:?}");
    }
    assert!(!run.out.contains("query gameover"), "once was enough: {run:?}");
    // One that has not answered three times in a row is left alone.
    let body =
        "while read word; do case $word in ugi) echo ugiok;; isready) echo readyok;; esac; done";
    script(&sandbox, "mute", body);
    let run = sandbox.run(&["engine", "test", "ugi(./mute):grace=1s", "tictactoe"]);
    assert!(run.out.contains("Some commands are missing here: nothing more was asked"), "{run:?}");
    assert!(run.out.contains("go depth 2: no answer") && !run.out.contains("go nodes"), "{run:?}");
    let stones = r#"while read word rest; do case $word in
  ABOUT) echo 'name="Careless"';;
  START|RESTART|TAKEBACK) echo OK;;
  BEGIN) echo 7,7;;
  TURN|DONE) echo 8,8;;
  END) exit;;
esac; done"#;
    script(&sandbox, "careless", stones);
    let run = sandbox.run(&["engine", "test", "gomocup(./careless):grace=1s", "gomoku"]);
    for wanted in [
        "wrong  TURN 99,99: it answered \"8,8\", wanted ERROR and why",
        "DONE; STOP: 8,8",
        "wrong  XYZZY: no answer within 2000 ms, wanted UNKNOWN and why",
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

/// Matches can begin with openings that come with the game.
#[test]
fn balanced_openings_are_played() {
    let sandbox = Sandbox::new();
    let words = ["tournament", "gomoku", "random", "random:seed=2", "--games", "2"];
    let shown = sandbox.json(&[&words[..], &["--openings", "balanced"]].concat());
    let exported = sandbox.answer(&["runs", "export", &shown["run"].to_string()]);
    let book = include_str!("../../games/src/mnk/balanced.txt");
    let first: Vec<&str> = book.lines().next().expect("an opening").split(' ').collect();
    for game in exported.lines() {
        let game: Value = serde_json::from_str(game).expect("JSON");
        let moves = game["moves"].as_array().expect("moves").iter().take(first.len());
        assert!(moves.eq(&first), "{game}");
    }
    let told = refusals(&sandbox, REFUSED, &["match morris random random --openings balanced"]);
    assert!(told.contains("\"morris\" comes without balanced openings, wanted a file"), "{told}");
}

/// Engines that take each other's place have been told the same limits.
#[test]
fn limits_of_one_player_are_not_those_of_another() {
    let sandbox = Sandbox::new();
    let body = r#"while read word rest; do echo "$$ $word $rest" >> heard; case $word in
  START) echo OK; place=0; row=14;;
  DONE) row=13; echo $place,$row; place=$((place+1));;
  BEGIN|TURN) echo $place,$row; place=$((place+1));;
  END) exit;;
esac; done"#;
    script(&sandbox, "listens", body);
    let players = ["gomocup(./listens):nodes=1000", "gomocup(./listens)"];
    let words = ["match", "mnk:15,15,15", players[0], players[1], "--games", "4", "-j", "1"];
    sandbox.json(&[&words[..], &["--plies", "4", "--opening", "0"]].concat());
    let heard = sandbox.read("heard");
    let processes: std::collections::BTreeSet<&str> =
        heard.lines().filter_map(|line| line.split(' ').next()).collect();
    for process in processes {
        let count = |line: String| heard.lines().filter(|said| **said == line).count();
        let games = count(format!("{process} START 15"));
        let limited = count(format!("{process} INFO max_node 1000"));
        assert!(limited == 0 || limited == games, "{heard}");
    }
}

/// What an engine says of its move is what a reader is told of it.
#[test]
fn scores_and_lines_of_engines_are_told() {
    let sandbox = Sandbox::new();
    let body = |word: &str, said: &str| {
        format!(
            "while read word rest; do case $word in {word}) echo {word}ok;; isready) echo readyok;; go) {said};; quit) exit;; esac; done"
        )
    };
    let said = "echo info depth 4 score cp 35 nodes 777 pv 2,2 1,1 9,9; echo info string score cp 1; echo bestmove 2,2";
    script(&sandbox, "ugi", &body("ugi", said));
    let shown = sandbox.json(&["best", "tictactoe", "--moves", "3,3", "ugi(./ugi)"]);
    let told = |shown: &Value| ["values", "depth", "nodes", "pv"].map(|name| shown[name].clone());
    assert_eq!(told(&shown), [json!([-35, 35]), json!(4), json!(777), json!(["2,2", "1,1"])]);
    script(&sandbox, "mate", &body("ugi", "echo info depth 9 score mate -2; echo bestmove 2,2"));
    let shown = sandbox.json(&["best", "tictactoe", "ugi(./mate)"]);
    assert_eq!((&shown["decided"], &shown["pv"]), (&json!(-4), &json!(["2,2"])));
    // Sanmill tells White's score, with its move.
    script(&sandbox, "sanmill", &body("uci", "echo info depth 8 score cp 7 nodes 99 bestmove f4"));
    let shown = sandbox.json(&["best", "morris", "--moves", "d6", "sanmill(./sanmill)"]);
    assert_eq!(told(&shown), [json!([7, -7]), json!(8), json!(99), json!(["f4"])]);
}

/// Every language has words of its own for what is left; a limit of nodes alone stays one.
#[test]
fn engines_of_others_hear_their_clock() {
    let sandbox = Sandbox::new();
    let options = ["--games", "1", "--fixed-seats", "--opening", "0", "--plies", "12"];
    let asked = |game: &str, player: &str, clock: &str, word: &str| {
        let player = player.replace("OWN", &format!("{BINARY} engine {game}"));
        let log = player.split("log=").nth(1).expect("a log");
        let words = ["match", game, &player, "random", "--clock", clock];
        let told = sandbox.json(&[&words[..], &options].concat());
        assert_eq!(told["faults"], json!([0, 0]), "{player}: {told}");
        // It is tried out without a clock first.
        let said = sandbox.read(log);
        let lines = said.lines().filter(|line| line.starts_with(&format!("> {word}")));
        lines.map(|line| line[2..].to_owned()).skip(1).collect::<Vec<String>>()
    };
    let small = "mnk:3,3,3";
    let ugi = asked(small, "ugi(OWN):log=ugi", "1m+1s", "go");
    assert_eq!(ugi[0], "go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000");
    let limited = asked(small, "ugi(OWN):time=200ms,log=limited", "1m+1s", "go");
    assert_eq!(limited[0], "go movetime 200 p1time 60000 p2time 60000 p1inc 1000 p2inc 1000");
    let counted = asked(small, "ugi(OWN):nodes=9,log=counted", "1m", "go");
    assert!(counted.iter().all(|line| line == "go nodes 9"), "{counted:?}");
    let told = |what| format!("INFO {what} 60000");
    let whole = asked(small, "gomocup(OWN):log=gomocup", "1m", "INFO timeout");
    assert_eq!(whole[1..], [told("timeout_match"), told("timeout_turn")]);
    assert_eq!(asked(small, "gomocup(OWN):log=left", "1m", "INFO time_left")[0], told("time_left"));
    // A 25th of a second.
    assert_eq!(asked("morris", "sanmill(OWN):log=sanmill", "1s", "go")[0], "go movetime 40");
}

/// Our own searches share out what is left.
#[test]
fn an_engine_finishes_its_game_with_a_clock() {
    let words = ["match", "morris", "engine", "level:3", "--games", "2", "--plies", "60"];
    let told = Sandbox::new().json(&[&words[..], &["--clock", "5s+10ms"]].concat());
    assert_eq!((&told["faults"], &told["clock"]), (&json!([0, 0]), &json!("5s+10ms")), "{told}");
    // Without its clock it would take a second for every move.
    let thought = &told["milliseconds"][0];
    assert!(thought["mean"].as_f64() < Some(500.0), "{told}");
}
