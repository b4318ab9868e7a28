//! Engines of other protocols that misbehave: whatever they do, their game is lost and the run goes on.

use crate::common::{REFUSED, Sandbox, refusals};
use crate::engines::script;

use serde_json::{Value, json};

/// An engine of a protocol of the family of UCI that is polite until it is asked for a move.
fn uci(word: &str, answer: &str) -> String {
    format!(
        "while read word rest; do case $word in {word}) echo {word}ok;; isready) echo readyok;; go) {answer};; esac; done"
    )
}

/// An engine of the Gomocup that is polite until it is asked for a move.
fn gomocup(answer: &str) -> String {
    format!(
        "while read word rest; do case $word in START) echo OK;; BEGIN|TURN|DONE) {answer};; esac; done"
    )
}

const FLOOD: &str = "while echo info string never; do :; done";
const MESSAGES: &str = "while echo MESSAGE never; do :; done";
const ENDLESS: &str =
    "while printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; do :; done";
// What is no text is passed over in a message and no move otherwise.
const BINARY_MOVE: &str = "printf 'info string \\377\\376\\000\\nbestmove \\377\\n'";
const BINARY_PLACE: &str = "printf 'MESSAGE \\377\\376\\000\\n\\377,\\000\\n'";
const SHORT: &str = ":time=50ms,grace=50ms";

/// How every kind of misbehaviour ends, in every protocol.
#[test]
fn engines_that_misbehave_lose() {
    let sandbox = Sandbox::new();
    let illegal = "echo thinking >&2; echo bestmove z9";
    let answers = [
        ("illegal", illegal, "", "illegal_move"),
        ("nothing", "echo bestmove none", "", "illegal_move"),
        ("sleepy", "exec sleep 600", SHORT, "move_time"),
        ("flood", FLOOD, SHORT, "move_time"),
        ("endless", ENDLESS, "", "garbage"),
        ("binary", BINARY_MOVE, "", "illegal_move"),
    ];
    let places = [
        ("outside", "echo 99,99", "", "garbage"),
        ("talks", "echo well...", "", "garbage"),
        ("taken", "echo 0,0", "", "illegal_move"),
        ("sleepy", "exec sleep 600", SHORT, "move_time"),
        ("flood", MESSAGES, SHORT, "move_time"),
        ("endless", ENDLESS, "", "garbage"),
        ("binary", BINARY_PLACE, "", "garbage"),
    ];
    let mut cases = Vec::new();
    for (name, answer, limits, fault) in answers {
        for (protocol, word, game) in [("ugi", "ugi", "mnk:3,3,3"), ("sanmill", "uci", "morris")] {
            let file = format!("{protocol}-{name}");
            script(&sandbox, &file, &uci(word, answer));
            cases.push((game, format!("{protocol}(./{file}){limits}"), fault));
        }
    }
    for (name, answer, limits, fault) in places {
        let file = format!("gomocup-{name}");
        script(&sandbox, &file, &gomocup(answer));
        cases.push(("mnk:3,3,3", format!("gomocup(./{file}){limits}"), fault));
    }
    script(&sandbox, "refuses", "while read word rest; do echo ERROR too small; done");
    cases.push(("mnk:3,3,3", "gomocup(./refuses)".into(), "garbage"));
    script(&sandbox, "silent", "exec sleep 600");
    for (game, protocol) in [("mnk:3,3,3", "ugi"), ("mnk:3,3,3", "gomocup"), ("morris", "sanmill")]
    {
        let player = format!("{protocol}(./silent):time=20ms,start=20ms,grace=20ms");
        cases.push((game, player, "start_time"));
    }
    for (game, player, fault) in cases {
        // After these two moves, 0,0 of the Gomocup is taken.
        let opening = if game == "morris" { "d6 f4\n" } else { "1,1 3,3\n" };
        let words = ["match", game, &player, "random", "--games", "2", "-j", "1", "--json"];
        sandbox.write("openings", opening);
        let run = sandbox.run(&[&words[..], &["--openings", "openings"]].concat());
        let shown: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(shown["fault_kinds"], json!([{ fault: 2 }, {}]), "{player}: {run:?}");
    }
    for (game, protocol, body) in [
        ("tictactoe", "ugi", uci("ugi", "exit 4")),
        ("tictactoe", "gomocup", gomocup("exit 4")),
        ("morris", "sanmill", uci("uci", "exit 4")),
    ] {
        script(&sandbox, "dying", &body);
        let line = format!("match {game} {protocol}(./dying) random");
        let told = refusals(&sandbox, REFUSED, &[&line]);
        assert!(told.contains("ended without a move (exit status: 4)"), "{told}");
    }
}

/// Whoever misses the first word is told it once more.
#[test]
fn an_engine_that_misses_its_start_is_told_again() {
    let sandbox = Sandbox::new();
    let body = format!("read line; echo ERROR Unknown command: $line; {}", gomocup("echo 0,0"));
    script(&sandbox, "late", &body);
    let player = "gomocup(./late)";
    let shown =
        sandbox.json(&["match", "mnk:1,1,1", player, "random", "--opening", "0", "--games", "2"]);
    assert_eq!((&shown["faults"], &shown["games"]), (&json!([0, 0]), &json!(2)), "{shown}");
}

/// Whoever dies in the middle of a game has lost it, and is started again for the next one.
#[test]
fn engines_that_die_are_started_again() {
    let sandbox = Sandbox::new();
    let starts = "echo start >> starts; ";
    let places = gomocup("test \"$word\" = TURN && exit 4; echo 7,7");
    // The second question about a game tells of its first move.
    let moves = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; position*' g1 '*) exit 4;; go*) echo bestmove g1;; esac; done";
    for (game, protocol, body, opening) in [
        ("gomoku", "gomocup", places.as_str(), "1,1 1,15\n"),
        ("morris", "sanmill", moves, "d6 f4\n"),
    ] {
        sandbox.write("starts", "");
        script(&sandbox, "mortal", &format!("{starts}{body}"));
        let player = format!("{protocol}(./mortal)");
        let words = ["match", game, &player, "random", "--games", "4", "-j", "1", "--seed", "1"];
        sandbox.write("openings", opening);
        let run = sandbox.run(&[&words[..], &["--openings", "openings", "--json"]].concat());
        let shown: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(shown["fault_kinds"], json!([{ "crash": 4 }, {}]), "{run:?}");
        // The first was tried out before the first game, and plays it.
        assert_eq!(sandbox.read("starts").lines().count(), 4, "{protocol}");
    }
}
