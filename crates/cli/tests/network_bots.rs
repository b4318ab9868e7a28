//! Programs that play on a server elsewhere: through `bot connect`, and by themselves.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::{Served, serve};

pub const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");

/// A new game whose second seat waits, and the code that opens it.
fn open_game(served: &Served, game: &str) -> (String, String) {
    let made = served.post("/api/games", json!({ "game": game, "seats": ["human", "human"] }));
    let id = made["id"].as_str().unwrap().to_owned();
    let links = served.post(&format!("/api/games/{id}/invitation"), json!({ "seat": 2 }));
    (id, links["play"]["code"].as_str().unwrap().to_owned())
}

fn run(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Tokens are kept in the folder, and by nobody else.
fn connect(served: &Served, folder: &Path, player: &str, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    command.args(["bot", "connect", &served.address, player]).args(more);
    run(command.env("NINEFOLD_DATA", folder.join("bots")))
}

/// The client of one file in Rust, compiled.
pub fn rust_client(folder: &Path) -> PathBuf {
    let program = folder.join("network_bot");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let source = format!("{EXAMPLES}/network_bot.rs");
    let compiled = Command::new(compiler).args([&source, "-o"]).arg(&program).status();
    assert!(compiled.expect("a compiler").success());
    program
}

/// Plays the first legal move whenever the first seat is on turn, until the game is over.
fn play_on(served: &Served, id: &str) -> Value {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_secs(300), "the game never ends");
        let game = served.get(&format!("/api/games/{id}"));
        if game["over"] == true {
            return game;
        }
        let waits = game["sharing"]["seats"][1]["owner"] == "open";
        if game["view"]["to_move"] == 1 && !waits {
            let text = game["view"]["legal"][0]["text"].clone();
            served.post(&format!("/api/games/{id}/move"), json!({ "move": text }));
        } else {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// What a program that has ended said.
fn said(bot: Child) -> (Option<i32>, String, String) {
    let output = bot.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn programs_and_computers_connect_and_play_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let python = format!("cmd(python3 {EXAMPLES}/random_bot.py)");
    for (player, game) in [(python.as_str(), "morris"), ("level:2", "369:3")] {
        let (id, code) = open_game(&served, game);
        let bot = connect(
            &served,
            folder.path(),
            player,
            &["--code", &code, "--name", "robot", "--games", "1"],
        );
        let over = play_on(&served, &id);
        assert_eq!(over["seats"][1]["name"], "robot");
        let (code, out, err) = said(bot);
        assert_eq!(code, Some(0), "{err}");
        assert!(out.contains("joined as \"robot\"") && out.contains(&id), "{out}");
    }
}

#[test]
fn the_client_of_one_file_plays_too() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let (id, code) = open_game(&served, "mnk:4,4,4");
    let file = format!("{EXAMPLES}/network_bot.py");
    let bot = run(Command::new("python3").args([&file, &served.address, &code, "robot", "1"]));
    let over = play_on(&served, &id);
    let (ended, out, err) = said(bot);
    assert_eq!(ended, Some(0), "{err}");
    assert!(out.starts_with(&id), "{out}");
    assert!(over["moves"].as_array().unwrap().len() > 1);
}

#[test]
fn the_client_in_rust_plays_too() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let (id, code) = open_game(&served, "mnk:4,4,4");
    let program = rust_client(folder.path());
    let server = served.address.trim_start_matches("http://");
    let mut bot = run(Command::new(&program).args([server, &code, "robot"]));
    let over = play_on(&served, &id);
    assert!(over["moves"].as_array().unwrap().len() > 1);
    assert_eq!(over["given_up"], Value::Null, "it plays to the end");
    bot.kill().unwrap();
    let (_, out, err) = said(bot);
    assert!(out.starts_with("token ") && out.contains(&format!("{id} begins")), "{out}{err}");
    let (ended, _, err) =
        said(run(Command::new(&program).args([server, "wrong-code-17", "robot"])));
    assert_eq!(ended, Some(2));
    assert!(err.contains("\"error\""), "{err}");
}

#[test]
fn a_program_that_dies_is_started_again_and_then_resigns() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let (id, code) = open_game(&served, "tictactoe");
    let script = folder.path().join("dies.py");
    std::fs::write(&script, "raise ValueError('no idea')\n").unwrap();
    let player = format!("cmd(python3 {})", script.display());
    // The whole link is as good as its end.
    let link = format!("{}/join/{code}", served.address);
    let bot = connect(&served, folder.path(), &player, &["--code", &link, "--games", "1"]);
    let over = play_on(&served, &id);
    assert_eq!(over["given_up"], json!({ "seat": 2, "by": "resigned" }));
    let told = over["sharing"]["seats"][1]["error"].as_str().unwrap();
    assert!(told.contains("ValueError: no idea"), "{told}");
    let (ended, _, err) = said(bot);
    assert_eq!(ended, Some(0));
    assert!(err.contains("it failed twice and resigns"), "{err}");
}

#[test]
fn what_cannot_be_joined_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    for (player, more, sentence) in [
        (
            "level:2",
            ["--code", "nothing"],
            "the server refuses: there is no such invitation: ask for a new link",
        ),
        ("level:2", ["--token", "nothing"], "the token opens nothing there any more"),
        (
            "human",
            ["--code", "nothing"],
            "a person cannot play through bot connect: open the link in a browser",
        ),
    ] {
        let (code, _, err) = said(connect(&served, folder.path(), player, &more));
        assert_eq!((code, err), (Some(2), format!("ninefold: {sentence}\n")));
    }
}

/// A certificate of our own making for this machine: its file, and that of its key.
fn certificate(folder: &Path) -> [String; 2] {
    let line = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem \
                -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE -days 2";
    let mut command = Command::new("openssl");
    command.args(line.split_whitespace()).current_dir(folder);
    let output = command.output().expect("openssl is needed: apt-get install openssl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ["cert.pem", "key.pem"].map(|name| folder.join(name).to_string_lossy().into_owned())
}

#[test]
fn bots_play_over_an_encrypted_connection() {
    let folder = tempfile::tempdir().unwrap();
    let [cert, key] = certificate(folder.path());
    let league = json!({ "name": "Class", "game": "tictactoe", "baselines": ["random"] });
    let made = serve(&["serve", "--port", "0"], folder.path()).post("/api/leagues", league);
    let code = made["code"].as_str().unwrap();
    let served =
        serve(&["serve", "--port", "0", "--tls-cert", &cert, "--tls-key", &key], folder.path());
    assert!(served.address.starts_with("https://127.0.0.1:"), "{}", served.address);
    let more = ["--code", code, "--name", "robot", "--games", "1", "--tls-ca", &cert];
    let (ended, out, err) = said(connect(&served, folder.path(), "level:1", &more));
    assert_eq!(ended, Some(0), "{err}");
    assert!(out.contains("your bot's page: https://127.0.0.1:"), "{out}");
    let file = format!("{EXAMPLES}/network_bot.py");
    let mut python = Command::new("python3");
    python.args([&file, &served.address, code, "snake", "1"]).env("SSL_CERT_FILE", &cert);
    let (ended, _, err) = said(run(&mut python));
    assert_eq!(ended, Some(0), "{err}");
    // What cannot be trusted is said at once.
    let no_certificate = ["--code", code, "--tls-ca", &key];
    let (ended, _, err) = said(connect(&served, folder.path(), "level:1", &no_certificate));
    assert_eq!(ended, Some(2));
    assert!(err.contains("holds no certificate"), "{err}");
    let (ended, _, err) = said(connect(&served, folder.path(), "level:1", &["--code", code]));
    assert_eq!(ended, Some(2));
    assert!(err.contains("is not trusted: name it with --tls-ca"), "{err}");
    let mut alone = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    let (ended, _, err) = said(run(alone.args(["serve", "--tls-cert", &cert])));
    assert_eq!(ended, Some(2));
    assert!(err.contains("--tls-key"), "{err}");
}

/// A lost token is a bot that cannot go on: its rating is gone, and its name is taken.
#[test]
fn clients_that_are_started_at_once_keep_all_their_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("network_bot.py");
    std::fs::copy(format!("{EXAMPLES}/network_bot.py"), &script).unwrap();
    let tokens = folder.path().join("network_bot.tokens");
    std::fs::write(&tokens, r#"{"http://a code earlier": "secret"}"#).unwrap();
    let keep = "import sys\nfrom network_bot import keep_token\n\
                for number in range(20): keep_token(f'{sys.argv[1]} {number}', 'secret')";
    let start = |name: &str| {
        run(Command::new("python3").args(["-c", keep, name]).current_dir(folder.path()))
    };
    let started: Vec<Child> = ["one", "two", "three", "four"].map(start).into();
    for client in started {
        let (ended, _, err) = said(client);
        assert_eq!(ended, Some(0), "{err}");
    }
    let kept: Value = serde_json::from_slice(&std::fs::read(&tokens).unwrap()).unwrap();
    assert_eq!(kept.as_object().unwrap().len(), 4 * 20 + 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&tokens).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_bot_that_was_removed_comes_back_as_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let league = json!({ "name": "Class", "game": "tictactoe", "baselines": ["random"] });
    let made = served.post("/api/leagues", league);
    let path = format!("/api/leagues/{}", made["id"].as_str().unwrap());
    let code = made["code"].as_str().unwrap();
    let script = folder.path().join("network_bot.py");
    std::fs::copy(format!("{EXAMPLES}/network_bot.py"), &script).unwrap();
    let start = |name: &str| {
        let of_one_file = [&served.address, code, name, "1"];
        let connected = ["--code", code, "--name", name, "--games", "1"];
        let bot = match name {
            "snake" => run(Command::new("python3").arg(&script).args(of_one_file)),
            _ => connect(&served, folder.path(), "level:1", &connected),
        };
        let (ended, out, err) = said(bot);
        assert_eq!(ended, Some(0), "{name}: {out}{err}");
        out
    };
    for name in ["snake", "robot"] {
        let number = || {
            let view = served.get(&path);
            let rows = view["standings"].as_array().unwrap();
            rows.iter().find(|row| row["name"] == name).map(|row| row["number"].clone())
        };
        assert!(start(name).contains("your bot's page"));
        let before = number();
        assert!(!start(name).contains("your bot's page"), "{name} goes on as the same");
        assert_eq!(number(), before);
        let entrant = before.as_ref().unwrap();
        served.post(&format!("{path}/entrants/{entrant}"), json!({ "state": "removed" }));
        assert_eq!(number(), None);
        assert!(start(name).contains("your bot's page"), "{name} joins anew");
        assert!(number().is_some() && number() != before);
    }
}
