//! The terminal and the page play the same games, one after the other and at the same time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{DATA, Sandbox, refusals};
use crate::serve::{Served, serve};

const PEOPLE: [&str; 4] = ["play", "tictactoe", "human", "human"];

/// The first game of tic-tac-toe that a terminal keeps.
const FIRST: &str = "mnk-3-3-3-0001";

fn page(sandbox: &Sandbox) -> Served {
    serve(&["serve", "--port", "0"], &sandbox.path(DATA))
}

fn listed(served: &Served) -> Vec<String> {
    let games = served.get("/api/games")["games"].clone();
    let ids = games.as_array().expect("a list").iter();
    ids.map(|game| game["id"].as_str().expect("a name").to_owned()).collect()
}

fn play(served: &Served, id: &str, text: &str) -> Value {
    served.post(&format!("/api/games/{id}/move"), json!({ "move": text }))
}

#[test]
fn a_game_goes_from_the_terminal_to_the_page_and_back() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\nquit\n");
    let served = page(&sandbox);
    assert_eq!(listed(&served), [FIRST]);
    let game = served.get(&format!("/api/games/{FIRST}"));
    assert_eq!((&game["moves"], &game["version"]), (&json!(["1,1"]), &json!(1)));
    assert_eq!(game["seats"][0]["human"], true);
    play(&served, FIRST, "2,1");
    // The page holds the game in memory, and the terminal plays on.
    let run = sandbox.feed(&["play", "--resume"], "1,2\nquit\n");
    assert!(run.out.contains("last move 2: 2,1"), "{}", run.out);
    assert!(run.out.ends_with(&format!("go on with: ninefold play --resume {FIRST}\n")), "{run:?}");
    let game = served.get(&format!("/api/games/{FIRST}"));
    assert_eq!(game["moves"], json!(["1,1", "2,1", "1,2"]));
    assert_eq!(play(&served, FIRST, "2,2")["plies"], 4);
    let run = sandbox.feed(&["play", "--resume", FIRST], "1,3\n");
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
    assert_eq!(served.get(&format!("/api/games/{FIRST}"))["result"], json!([1, -1]));
    sandbox.check_kept(FIRST);
}

#[test]
fn a_game_of_the_page_goes_on_in_the_terminal() {
    let sandbox = Sandbox::new();
    let served = page(&sandbox);
    let people =
        json!({ "game": "tictactoe", "seats": ["human", "human"], "names": ["Ada", null] });
    let id = served.post("/api/games", people)["id"].as_str().expect("a name").to_owned();
    play(&served, &id, "2,2");
    // What the terminal cannot go on with: no move yet, nobody to play it, clocks, an end.
    let still = json!({ "game": "morris", "seats": ["human", "human"] });
    let robots =
        json!({ "game": "369:6", "seats": ["random", "random"], "moves": ["1,1"], "paused": true });
    let timed = json!({ "game": "tictactoe", "seats": ["human", "human"], "moves": ["1,1"], "clock": { "minutes": 5 } });
    let over = json!({ "game": "tictactoe", "seats": ["human", "human"], "moves": ["1,1"] });
    let [_, _, timed, over] = [still, robots, timed, over]
        .map(|new| served.post("/api/games", new)["id"].as_str().expect("a name").to_owned());
    served.post(&format!("/api/games/{over}/resign"), json!({ "seat": 1 }));
    let run = sandbox.feed(&["play", "--resume"], "1,1\nundo\nquit\n");
    assert!(run.out.contains("last move 1: 2,2") && run.err.is_empty(), "{run:?}");
    let game = served.get(&format!("/api/games/{id}"));
    assert_eq!(game["seats"][0]["name"], "Ada", "what the page keeps with a game stays");
    assert_eq!((&game["moves"], &game["undone"]), (&json!(["2,2"]), &json!(["1,1"])));
    let told =
        refusals(&sandbox, 2, &[format!("play --resume {timed}"), format!("play --resume {over}")]);
    let told = told.replace(&timed, "TIMED").replace(&over, "OVER");
    assert_eq!(
        told,
        "$ ninefold play --resume TIMED\n\
         2 ninefold: game \"TIMED\": it is played with clocks, which run on the page only: go on with it there\n\
         $ ninefold play --resume OVER\n\
         2 ninefold: game \"OVER\": the game is over (resigned)\n"
    );
}

/// A terminal that somebody sits at.
struct Terminal {
    process: Child,
    input: Option<ChildStdin>,
}

impl Terminal {
    fn open(sandbox: &Sandbox, args: &[&str]) -> Terminal {
        let mut command = sandbox.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("it runs");
        Terminal { input: process.stdin.take(), process }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("a pipe"), "{line}").expect("somebody reads");
    }

    /// Reads until a text comes.
    fn waits_for(&mut self, text: &str) {
        let mut out = self.process.stdout.take().expect("a pipe");
        let mut seen = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(text) {
            assert_eq!(out.read(&mut byte).expect("text"), 1, "no {text:?} in {seen:?}");
            seen.push(byte[0]);
        }
        self.process.stdout = Some(out);
    }

    /// Everything it still says after the end of input: on standard output, and on standard error.
    fn leaves(mut self) -> (String, String) {
        drop(self.input.take());
        let output = self.process.wait_with_output().expect("an end");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    }
}

#[test]
fn whoever_is_second_is_told_and_nothing_is_lost() {
    let sandbox = Sandbox::new();
    let mut terminal = Terminal::open(&sandbox, &PEOPLE);
    terminal.types("1,1");
    terminal.waits_for("O to move: ");
    let served = page(&sandbox);
    play(&served, FIRST, "2,1");
    terminal.types("3,3");
    terminal.waits_for("X to move: ");
    assert_eq!(served.get(&format!("/api/games/{FIRST}"))["moves"], json!(["1,1", "2,1"]));
    // It goes on from where the page has left it; the page in turn holds an old version no longer.
    terminal.types("1,2");
    terminal.waits_for("O to move: ");
    let old = json!({ "move": "3,3", "version": 2 });
    let address = format!("{}/api/games/{FIRST}/move", served.address);
    let refused = ureq::post(address).config().http_status_as_error(false).build();
    let mut refused = refused.send(old.to_string()).expect("an answer");
    assert_eq!(refused.status(), 409);
    let sentence = refused.body_mut().read_to_string().expect("text");
    assert!(sentence.contains("the game has moved on: look at it again"), "{sentence}");
    let (_, told) = terminal.leaves();
    assert_eq!(
        told,
        format!(
            "ninefold: game \"{FIRST}\" was changed elsewhere in the meantime: what was done here last does not count, \
             and this is how it stands\n"
        )
    );
    assert!(sandbox.kept_text(FIRST).ends_with("\n1. 1,1 2,1\n2. 1,2\n"));
    assert_eq!(sandbox.kept(), [FIRST]);
}

#[test]
fn a_game_given_up_or_deleted_on_the_page_ends_in_the_terminal() {
    let sandbox = Sandbox::new();
    let served = page(&sandbox);
    let mut terminal = Terminal::open(&sandbox, &PEOPLE);
    terminal.types("1,1");
    terminal.waits_for("O to move: ");
    served.post(&format!("/api/games/{FIRST}/resign"), json!({ "seat": 2 }));
    terminal.types("2,2");
    let (out, _) = terminal.leaves();
    assert!(out.trim_end().ends_with("O resigns. X wins."), "{out}");
    assert!(sandbox.kept_text(FIRST).contains("[Result \"1 -1\"]\n[Reason \"resigned\"]"));

    let mut terminal = Terminal::open(&sandbox, &PEOPLE);
    terminal.types("1,1");
    terminal.waits_for("O to move: ");
    ureq::delete(format!("{}/api/games/mnk-3-3-3-0002", served.address)).call().expect("deleted");
    terminal.types("2,2");
    terminal.types("3,3");
    let (out, told) = terminal.leaves();
    assert_eq!(
        told,
        "ninefold: there is no game \"mnk-3-3-3-0002\"; the game goes on without being kept\n"
    );
    assert!(out.contains("last move 3: 3,3") && out.ends_with("the game is not kept\n"), "{out}");
}

/// Killed at any moment, taking over begins again where it ended.
#[test]
fn a_killed_take_over_goes_on_without_doubles() {
    const FILES: usize = 150;
    let sandbox = Sandbox::new();
    let name = |number: usize| format!("mnk-9-9-5-{number:04}");
    for number in 1..=FILES {
        let (row, column) = (number / 9 % 9 + 1, number % 9 + 1);
        sandbox.write(
            &format!("data/games/{}.record", name(number)),
            format!("[Game \"mnk:9,9,5\"]\n[Seed \"{number}\"]\n[Seat1 \"human\"]\n[Seat2 \"human\"]\n\n1. {row},{column}\n"),
        );
    }
    let mut seen = vec![0];
    for wait in [20, 60, 120, 240] {
        let command = &mut sandbox.command(&["record", "list"]);
        let mut child = command.stdout(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("the child can be killed");
        child.wait().expect("an end");
        seen.push(sandbox.kept().len());
        assert!(seen.is_sorted(), "{seen:?}");
    }
    let list = sandbox.json(&["record", "list"]);
    assert_eq!(list["games"].as_array().expect("a list").len(), FILES, "{seen:?}");
    assert_eq!(sandbox.kept(), (1..=FILES).map(name).collect::<Vec<_>>());
    let last = sandbox.kept_text(&name(FILES));
    assert_eq!(last, sandbox.read(&format!("data/games/{}.record", name(FILES))));
}

/// What the page tells with a game goes out by the command line and comes in again: names, and what was noted.
#[test]
fn records_hold_names_and_notes() {
    let sandbox = Sandbox::new();
    let record = "[Game \"tictactoe\"]\n[Seat1 \"human\"]\n[Seat2 \"human\"]\n[Name1 \"Ada\"]\n[Note1 \"2,2 | ! | The middle.\"]\n[Note2 \"9,9 | | Nowhere.\"]\n\n1. 1,1 2,2\n";
    sandbox.write("theirs", record);
    assert_eq!(sandbox.answer(&["record", "import", "theirs"]), format!("{FIRST}\n"));
    let everything = sandbox.answer(&["store", "export"]);
    assert!(everything.contains(r#"\"names\":[\"Ada\",null]"#), "{everything}");
    let text = sandbox.answer(&["record", "export", FIRST]);
    for tag in
        ["[Name1 \"Ada\"]", "[Note1 \"2,2 | ! | The middle.\"]", "[Note2 \"9,9 | | Nowhere.\"]"]
    {
        assert_eq!(text.matches(tag).count(), 1, "{tag}: {text}");
    }
    assert!(!text.contains("Name2"), "{text}");
}

/// Whoever takes in somebody else's record agrees to its moves, not to running its programs.
#[test]
fn an_imported_game_starts_no_program_unasked() {
    let sandbox = Sandbox::new();
    let record =
        "[Game \"tictactoe\"]\n[Seat1 \"cmd(touch started)\"]\n[Seat2 \"human\"]\n\n1. 1,1 2,2\n";
    sandbox.write("theirs", record);
    sandbox.answer(&["record", "import", "theirs"]);
    for args in
        [&["play", "--resume", FIRST][..], &["play", "--resume", "theirs"], &["play", "--resume"]]
    {
        let run = sandbox.feed(args, "quit\n");
        assert!(run.code == 2 && run.err.contains("cmd(touch started)"), "{args:?}: {run:?}");
        assert!(run.err.contains("--allow-programs"), "{args:?}: {run:?}");
    }
    assert!(!sandbox.path("started").exists());
    sandbox.feed(&["play", "--resume", FIRST, "--allow-programs"], "quit\n");
    assert!(sandbox.path("started").exists());
}

#[test]
fn records_go_in_and_out() {
    let sandbox = Sandbox::new();
    sandbox.write("mine", "[Game \"tictactoe\"]\n[Event \"My match\"]\n\n1. 1,1 2,2\n");
    assert_eq!(sandbox.answer(&["record", "import", "mine"]), format!("{FIRST}\n"));
    assert_eq!(sandbox.json(&["record", "import", "mine"]), json!({ "name": "mnk-3-3-3-0002" }));
    let text = sandbox.answer(&["record", "export", FIRST]);
    assert!(
        text.contains("[Game \"mnk:3,3,3\"]") && text.contains("[Event \"My match\"]"),
        "{text}"
    );
    assert!(text.contains("[Seat2 \"human\"]") && text.ends_with("\n1. 1,1 2,2\n"), "{text}");
    sandbox.answer(&["record", "export", FIRST, "-o", "theirs"]);
    assert_eq!(sandbox.read("theirs"), text);
    assert_eq!(sandbox.json(&["record", "export", FIRST])["record"], text.as_str());
    let list = sandbox.answer(&["record", "list"]);
    let line = format!("{FIRST:<16}  mnk:3,3,3 between human, human: 2 moves, goes on");
    assert!(list.lines().any(|found| found == line) && list.lines().count() == 2, "{list}");
    sandbox.write("untrue", "[Game \"tictactoe\"]\n\n1. 1,1 1,1\n");
    let told = refusals(
        &sandbox,
        2,
        &["record export nobody", "record export NAME -o theirs", "record import untrue"]
            .map(|line| line.replace("NAME", FIRST)),
    );
    let [first, second, third] =
        ["there is no game \"nobody\"", "cannot write \"theirs\"", "\"untrue\": move 2"];
    for sentence in [first, second, third] {
        assert!(told.contains(&format!("\n2 ninefold: {sentence}")), "{told}");
    }
}

/// A folder with a blank is one word of the command that is printed.
#[test]
fn the_command_that_goes_on_works_in_any_folder() {
    let sandbox = Sandbox::new();
    let args = [&PEOPLE[..], &["--data", "my data"]].concat();
    let run = sandbox.feed(&args, "1,1\nquit\n");
    let line = run.out.lines().last().and_then(|line| line.strip_prefix("go on with: ninefold "));
    assert_eq!(line, Some("play --resume mnk-3-3-3-0001 --data 'my data'"), "{run:?}");
    let words = crate::common::words(line.expect("a command"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = sandbox.feed(&words, "quit\n");
    assert!(run.out.contains("last move 1: 1,1"), "{run:?}");
}

/// A stream of the page shows what the terminal plays.
#[test]
fn the_page_follows_the_terminal() {
    let sandbox = Sandbox::new();
    sandbox.feed(&PEOPLE, "1,1\n");
    let served = page(&sandbox);
    let events = ureq::get(format!("{}/api/games/{FIRST}/events", served.address)).call();
    let mut lines = BufReader::new(events.expect("a stream").into_body().into_reader()).lines();
    let mut next_moves = || loop {
        let line = lines.next().expect("the stream goes on").expect("text");
        if let Some(data) = line.strip_prefix("data:") {
            let game: Value = serde_json::from_str(data.trim()).expect("JSON");
            return game["moves"].clone();
        }
    };
    assert_eq!(next_moves(), json!(["1,1"]));
    sandbox.feed(&["play", "--resume"], "2,2\n");
    assert_eq!(next_moves(), json!(["1,1", "2,2"]));
}
