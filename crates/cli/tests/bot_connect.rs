//! `bot connect` and the client in Rust against a server made for the test: what a program is told, how often it is started, and what is sent again.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Condvar, Mutex};

use serde_json::{Value, json};

use crate::network_bots::{EXAMPLES, rust_client};

/// A server that tells lines and waits after every turn until a move was accepted.
struct Script {
    address: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Default)]
struct State {
    /// The lines that are still to be told.
    lines: VecDeque<Value>,
    /// How the next requests to play a move are answered; after that all are accepted.
    refusals: VecDeque<u16>,
    /// The moves that arrived, those that were refused included.
    moves: Vec<Value>,
    accepted: usize,
    joined: usize,
}

impl Script {
    fn new(lines: Vec<Value>, refusals: &[u16]) -> Script {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let refusals = refusals.iter().copied().collect();
        let state = State { lines: lines.into(), refusals, ..State::default() };
        let state = Arc::new((Mutex::new(state), Condvar::new()));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                // Whoever goes away in the middle of an answer is none of our business.
                std::thread::spawn(move || answer(stream, &state.0, &state.1).ok());
            }
        });
        Script { address, state }
    }

    fn told<T>(&self, what: impl Fn(&State) -> T) -> T {
        what(&self.state.0.lock().unwrap())
    }

    /// Tells more lines to whoever comes next.
    fn tell(&self, lines: Vec<Value>) {
        self.state.0.lock().unwrap().lines.extend(lines);
    }
}

fn answer(mut stream: TcpStream, state: &Mutex<State>, played: &Condvar) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let path = first.split(' ').nth(1).unwrap_or_default();
    let (status, text) = if path.starts_with("/api/bot/stream") {
        write!(stream, "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")?;
        let mut state = state.lock().unwrap();
        while let Some(line) = state.lines.pop_front() {
            writeln!(stream, "{line}")?;
            stream.flush()?;
            if line["type"] == "turn" {
                let before = state.accepted;
                state = played.wait_while(state, |state| state.accepted == before).unwrap();
            }
        }
        return Ok(());
    } else if path == "/api/bot/join" {
        state.lock().unwrap().joined += 1;
        let page = "http://127.0.0.1/join/oak#bot=secret";
        (201, json!({ "id": "b", "token": "secret", "game": null, "league": "l", "page": page }))
    } else if path == "/api/leagues" {
        (200, json!({ "leagues": [{ "id": "l", "game": "mnk:3,3,3" }] }))
    } else if path.ends_with("/move") {
        let mut state = state.lock().unwrap();
        state.moves.push(serde_json::from_slice(&body).unwrap_or_default());
        let status = state.refusals.pop_front().unwrap_or(200);
        if status == 200 {
            state.accepted += 1;
            played.notify_all();
        }
        (status, json!({ "error": "later" }))
    } else {
        (200, json!({}))
    };
    let text = text.to_string();
    write!(
        stream,
        "HTTP/1.1 {status} .\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{text}",
        text.len()
    )
}

/// The lines of a game of one move, with what is told of its time.
fn game(id: &str, move_time: Value, clock: Value) -> Vec<Value> {
    vec![
        json!({ "type": "game_start", "game": id, "spec": "mnk:3,3,3", "seed": 1, "seat": 2, "players": 2, "start": null,
                "clock": null, "league": "l", "move_time": move_time }),
        json!({ "type": "turn", "game": id, "version": 3, "moves": ["2,2"], "position": "000/010/000 2",
                "legal": ["1,1", "1,2"], "clock": clock }),
        json!({ "type": "game_over", "game": id, "result": [-1, 1], "reason": "line", "moves": [] }),
    ]
}

/// A program that notes every start and every `go`, and takes a while to start.
fn program(folder: &Path, start: &str) -> String {
    let file = folder.join("bot.py");
    let notes = folder.join("notes");
    let body = format!(
        "import sys, time\nnote = lambda text: print(text, file=open({notes:?}, 'a'))\nnote('start')\ntime.sleep({start})\n\
         for line in sys.stdin:\n    word = line.split()[0]\n    if word in ('speaks', 'newgame'):\n        print('ready', flush=True)\n\
         \x20   if word == 'legal':\n        move = line.split()[1]\n    if word == 'go':\n        note(line.strip())\n        print('move', move, flush=True)\n"
    );
    std::fs::write(&file, body).expect("a file");
    format!("cmd(python3 {})", file.display())
}

fn connect(server: &Script, folder: &Path, player: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    command.args(["bot", "connect", &server.address, player, "--code", "oak", "--name", "robot"]);
    command.args(more).env("NINEFOLD_DATA", folder).output().expect("it runs")
}

fn notes(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("notes")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// A program hears the time that it has there, or less if its author wants less; and it is started once, before the first turn.
#[test]
fn a_program_is_told_its_time_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let clock = json!({ "left": [1000, 50_000], "increment": 1000 });
    let lines = [
        game("a", json!(1000), Value::Null),
        game("b", json!(9000), Value::Null),
        game("c", Value::Null, clock),
    ];
    let server = Script::new(lines.concat(), &[]);
    let player = program(folder.path(), "0.5");
    let output = connect(&server, folder.path(), &player, &["--games", "3"]);
    assert!(output.status.success(), "{output:?}");
    // Tried out before the first game; then the league's time, which may be longer than the usual one, and a 25th of the clock with most of
    // what a move adds.
    let wanted = ["start", "go time 5000", "go time 1000", "go time 9000", "go time 2800"];
    assert_eq!(notes(folder.path()), wanted, "{output:?}");
    assert_eq!(server.told(|state| state.accepted), 3);

    let short = format!("{player}:time=700ms");
    server.tell(game("d", json!(1000), Value::Null));
    let output = connect(&server, folder.path(), &short, &["--games", "1"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(notes(folder.path())[5..], ["start", "go time 700", "go time 700"]);
}

/// The next start with the same code and name goes on as the same bot.
#[test]
fn a_bot_of_a_league_stays_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = Script::new(game("a", Value::Null, Value::Null), &[]);
    let one = ["--games", "1"];
    let output = connect(&server, folder.path(), "random", &one);
    assert!(output.status.success(), "{output:?}");
    server.tell(game("b", Value::Null, Value::Null));
    let output = connect(&server, folder.path(), "random", &one);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(server.told(|state| (state.joined, state.accepted)), (1, 2));
    // It is kept where the Python package keeps its own, in the same form.
    let kept = std::fs::read(folder.path().join("bots.json")).expect("it was kept");
    let kept: Value = serde_json::from_slice(&kept).expect("JSON");
    assert_eq!(kept, json!({ format!("{} oak robot", server.address): "secret" }));
}

/// A move that a busy server, or something between, has refused is sent again, the same one.
#[test]
fn moves_that_met_a_busy_server_are_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let rust = rust_client(folder.path());
    for refusals in [[408, 429], [502, 503]] {
        let server = Script::new(game("a", Value::Null, Value::Null), &refusals);
        let output = connect(&server, folder.path(), "random", &["--games", "1"]);
        assert!(output.status.success(), "{output:?}");
        let moves = server.told(|state| state.moves.clone());
        assert!(moves.len() == 3 && moves.iter().all(|sent| *sent == moves[0]), "{moves:?}");

        let server = Script::new(game("a", Value::Null, Value::Null), &refusals);
        let address = server.address.trim_start_matches("http://");
        let mut client =
            Command::new(&rust).args([address, "oak", "robot"]).spawn().expect("it runs");
        crate::common::until("the move is accepted", || server.told(|state| state.accepted) == 1);
        client.kill().and_then(|()| client.wait()).expect("it ends");
        let moves = server.told(|state| state.moves.clone());
        assert!(moves.len() == 3 && moves.iter().all(|sent| *sent == moves[0]), "{moves:?}");
    }
    // What is wrong stays wrong.
    let server = Script::new(game("a", Value::Null, Value::Null), &[409]);
    let state = Arc::clone(&server.state);
    let release = std::thread::spawn(move || {
        let (state, played) = &*state;
        crate::common::until("a move has come", || !state.lock().unwrap().moves.is_empty());
        state.lock().unwrap().accepted += 1;
        played.notify_all();
    });
    let output = connect(&server, folder.path(), "random", &["--games", "1"]);
    release.join().expect("a move came");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(server.told(|state| state.moves.len()), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the server refuses: later"));
}

/// Whoever starts a program hears why it lost, at its terminal as well.
#[test]
fn why_a_game_was_lost_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let text = "you lost because your move did not come in time";
    let lines = || {
        let mut lines = game("a", Value::Null, Value::Null);
        lines.push(json!({ "type": "message", "game": "a", "kind": "move_time", "text": text }));
        lines.extend(game("b", Value::Null, Value::Null));
        lines
    };
    let server = Script::new(lines(), &[]);
    let output = connect(&server, folder.path(), "random", &["--games", "2"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.lines().any(|line| line == format!("a: {text}")), "{said}");
    let server = Script::new(lines(), &[]);
    let script = folder.path().join("network_bot.py");
    std::fs::copy(format!("{EXAMPLES}/network_bot.py"), &script).expect("a copy");
    let mut python = Command::new("python3");
    let output = python.arg(&script).args([&server.address, "oak", "robot", "2"]).output();
    let said = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    assert!(said.lines().any(|line| line == format!("a: {text}")), "{said}");
}
