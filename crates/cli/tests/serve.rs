//! The page's server as a process: it says where it is, stops when told, and loses nothing when killed.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::common::until;

/// A server in a process of its own. Dropping it ends it.
pub struct Served {
    process: Child,
    pub address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn ninefold(args: &[&str], data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    command.args(args).env("NINEFOLD_DATA", data).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a server and waits until it says where it is.
pub fn serve(args: &[&str], data: &Path) -> Served {
    started(&mut ninefold(args, data))
}

fn started(command: &mut Command) -> Served {
    let mut process = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find(|word| word.starts_with("http"));
    let address = address.unwrap_or_else(|| panic!("no address: {line:?}")).to_owned();
    Served { process, address }
}

impl Served {
    pub fn post(&self, path: &str, body: Value) -> Value {
        let mut answer =
            ureq::post(format!("{}{path}", self.address)).send(body.to_string()).unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }

    pub fn get(&self, path: &str) -> Value {
        let mut answer = ureq::get(format!("{}{path}", self.address)).call().unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }
}

/// The threads of a server share two heaps; whoever wants another number says so.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_server_shares_its_memory_between_threads() {
    let heaps = |served: &Served| {
        let environment = std::fs::read(format!("/proc/{}/environ", served.process.id())).unwrap();
        let environment = String::from_utf8_lossy(&environment).into_owned();
        let mut set =
            environment.split('\0').filter_map(|set| set.strip_prefix("MALLOC_ARENA_MAX="));
        set.next().map(str::to_owned)
    };
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    assert_eq!(heaps(&served).as_deref(), Some("2"));
    drop(served);
    let mut command = ninefold(&["serve", "--port", "0"], folder.path());
    assert_eq!(heaps(&started(command.env("MALLOC_ARENA_MAX", "5"))).as_deref(), Some("5"));
}

#[test]
fn without_a_command_the_page_is_served_on_loopback() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&[], folder.path());
    let port: u16 = served.address.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
    assert!((9369..9469).contains(&port), "{port}");
    assert_eq!(
        served.get("/api/catalogue")["games"].as_array().unwrap().len(),
        ninefold_session::games().families().count()
    );
}

#[test]
fn a_killed_server_has_every_acknowledged_move_when_it_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(&["serve", "--port", "0"], folder.path());
    let new = json!({ "game": "mnk:15,15,5", "seats": ["human", "human"] });
    let id = served.post("/api/games", new)["id"].as_str().unwrap().to_owned();
    let mut acknowledged = Vec::new();
    for number in 0..20 {
        let text = format!("{},{}", number / 15 + 1, number % 15 + 1);
        let game = served.post(&format!("/api/games/{id}/move"), json!({ "move": text }));
        acknowledged.push(text);
        assert_eq!(game["moves"], json!(acknowledged));
        if number % 5 == 4 {
            served.process.kill().unwrap();
            served = serve(&["serve", "--port", "0"], folder.path());
            assert_eq!(served.get(&format!("/api/games/{id}"))["moves"], json!(acknowledged));
        }
    }
}

#[test]
fn a_taken_port_or_a_foreign_store_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = ninefold(&["serve", "--port", &port], folder.path()).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(
        (refused.status.code(), said.as_str()),
        (Some(2), &*format!("ninefold: cannot listen on 127.0.0.1:{port}: address in use\n"))
    );
    std::fs::write(folder.path().join("ninefold.sqlite"), "no database".repeat(50)).unwrap();
    let refused = ninefold(&["serve", "--port", "0"], folder.path()).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said.contains("is not a store of games") && said.lines().count() == 1, "{said}");
}

/// Where files may not grow, the program is not ended without a word: what cannot be kept is refused, and whoever watches the server is told.
#[cfg(unix)]
#[test]
fn a_store_that_cannot_grow_is_told() {
    let folder = tempfile::tempdir().unwrap();
    drop(serve(&["serve", "--port", "0"], folder.path()));
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 600; exec \"$0\" serve --port 0 --log info"]);
    limited.arg(env!("CARGO_BIN_EXE_ninefold")).env("NINEFOLD_DATA", folder.path());
    let mut served = started(limited.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let new = json!({ "game": "mnk:15,15,5", "seats": ["human", "human"] });
    let id = served.post("/api/games", new)["id"].as_str().unwrap().to_owned();
    assert_eq!(served.get("/healthz")["ok"], true);
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let address = served.address.clone();
    let play = |number: usize| {
        let text =
            json!({ "move": format!("{},{}", number / 15 + 1, number % 15 + 1) }).to_string();
        agent.post(format!("{address}/api/games/{id}/move")).send(text).unwrap().status().as_u16()
    };
    let kept = (0..225).take_while(|&number| play(number) == 200).count();
    assert!(kept < 225, "it never refused");
    let mut health = agent.get(format!("{address}/healthz")).call().unwrap();
    assert_eq!(health.status().as_u16(), 503);
    let told = health.body_mut().read_to_string().unwrap();
    assert!(told.contains("the last change was not kept"), "{told}");
    assert_eq!(served.get(&format!("/api/games/{id}"))["plies"], kept);
    served.process.kill().unwrap();
    let mut said = String::new();
    served.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said.matches("error not_kept").count(), 1, "{said}");
}

/// The state of a set of tables.
fn tables(served: &Served, men: u32) -> Value {
    let all = served.get("/api/tables")["tables"].as_array().unwrap().clone();
    all.into_iter().find(|set| set["men"] == men).unwrap_or_default()
}

const ENDING: &str =
    "/api/spot/values?game=morris&position=w.w%2F...%2F...%2F...b.b%2F..w%2F...%2F..b%20w%200,0";

#[test]
fn tables_are_built_by_a_process_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = ninefold(&["serve", "--port", "0"], folder.path());
    let served = started(command.env("NINEFOLD_SMALL_TABLE", "3"));
    assert_eq!(tables(&served, 3)["state"], "none");
    served.get(ENDING);
    until("the usual table is there", || tables(&served, 3)["state"] == "done");
    until("nobody builds", || served.get("/api/endings")["preparing"].is_null());
    // Closing a mill leaves two men: there is nothing better.
    assert_eq!(served.get(ENDING)["plies"], 1);
    let begun = served.post("/api/tables/4/build", json!({}));
    assert_eq!(begun["tables"][1]["state"], "building", "{begun}");
    served.post("/api/tables/4/pause", json!({}));
    until("it has stopped", || {
        !["building", "pausing"].contains(&tables(&served, 4)["state"].as_str().unwrap_or("none"))
    });
    served.post("/api/tables/4/build", json!({ "distances": false }));
    until("it is built in the end", || tables(&served, 4)["state"] == "done");
    let deleted = ureq::delete(format!("{}/api/tables/4", served.address)).call().unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(tables(&served, 4), Value::Null);
}

/// Lines of the log come from threads of their own, beside whoever has the terminal.
#[test]
fn a_server_that_tells_everything_answers_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0", "--log", "debug"], folder.path());
    for _ in 0..3 {
        assert!(served.get("/api/games")["games"].is_array());
    }
}

/// Whoever works for a server ends with it, however the server ends: its input is closed then.
#[test]
fn what_works_for_a_server_ends_when_its_input_does() {
    let folder = tempfile::tempdir().unwrap();
    for (args, code) in [
        // Minutes of work, and hours; memory that every machine has.
        (["tables", "build", "morris", "--men", "7", "--child"].as_slice(), 1),
        (&["puzzle", "mnk:5,5,4", "--count", "100000", "--child"], 130),
    ] {
        let ended = ninefold(args, folder.path()).output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{args:?}: {ended:?}");
    }
}

#[test]
fn more_puzzles_are_made_by_a_process_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let serve = || started(&mut ninefold(&["serve", "--port", "0"], folder.path()));
    let made = |served: &Served| {
        let all = served.get("/api/puzzles")["puzzles"].as_array().unwrap().clone();
        let number = |one: &Value| one["id"].as_str()?.strip_prefix("369-")?.parse::<u32>().ok();
        all.into_iter().filter(|one| number(one) > Some(1000)).collect::<Vec<_>>()
    };
    let served = serve();
    served.post("/api/puzzles/make", json!({ "game": "369:4" }));
    until("some are made", || made(&served).len() >= 3);
    served.post("/api/puzzles/stop", json!({}));
    until("nobody makes any", || served.get("/api/puzzles")["making"].is_null());
    let before = made(&served);
    for puzzle in &before {
        let id = puzzle["id"].as_str().unwrap();
        // What it says is right is what the solver says.
        let shown = served.get(&format!("/api/puzzles/{id}"));
        let position = shown["position"].as_str().unwrap().replace(' ', "%20").replace('/', "%2F");
        let values = served.get(&format!("/api/spot/values?game=369:4&position={position}"));
        let solution = served.get(&format!("/api/puzzles/{id}/solution"));
        assert_eq!(values["best"], json!([solution["solution"]]), "{shown}");
    }
    drop(served);
    assert_eq!(made(&serve()), before, "after a kill they have the same names");
}

#[test]
fn a_build_that_failed_is_not_begun_again_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("tables")).unwrap();
    let note = json!({ "men": 3, "problem": "the disk was full" }).to_string();
    std::fs::write(folder.path().join("tables/failed-build.json"), note).unwrap();
    let mut command = ninefold(&["serve", "--port", "0"], folder.path());
    let served = started(command.env("NINEFOLD_SMALL_TABLE", "3"));
    served.get(ENDING);
    let failed = tables(&served, 3);
    assert_eq!(
        (&failed["state"], &failed["problem"]),
        (&json!("failed"), &json!("the disk was full"))
    );
    served.post("/api/tables/3/build", json!({}));
    until("somebody asked for it", || tables(&served, 3)["state"] == "done");
}

/// A tournament whose process was killed goes on by itself under a server of the same folder.
#[test]
fn a_run_of_a_killed_process_is_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let cup = [
        "tournament",
        "mnk:4,4,3",
        "alphabeta:depth=3",
        "alphabeta:depth=2",
        "--games",
        "4000",
        "-j",
        "1",
    ];
    let mut killed = ninefold(&cup, folder.path()).spawn().unwrap();
    until("it plays", || folder.path().join("run-1.lock").exists());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    until("it is played to its end", || served.get("/api/runs/1")["state"] == "done");
    assert_eq!(served.get("/api/runs/1")["done"], 4000);
    // It is over a moment before whoever played it lets go.
    until("nobody plays it", || !folder.path().join("run-1.lock").exists());
}

#[cfg(unix)]
#[test]
fn a_polite_signal_ends_it_with_success() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(&["serve", "--port", "0"], folder.path());
    // Even while a computer thinks.
    served.post("/api/games", json!({ "game": "gomoku", "seats": ["engine:time=50s", "human"] }));
    let told = Command::new("kill").arg(served.process.id().to_string()).status().unwrap();
    assert!(told.success());
    assert_eq!(served.process.wait().unwrap().code(), Some(0));
}

/// A limit below what it begins with is one sentence, whatever the limit; a little more, and it serves.
#[cfg(unix)]
#[test]
fn too_few_open_files_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |files: u32| {
        let mut limited = Command::new("sh");
        let script = format!("ulimit -n {files}; exec \"$0\" serve --port 0");
        limited.args(["-c", &script]).arg(env!("CARGO_BIN_EXE_ninefold"));
        limited.env("NINEFOLD_DATA", folder.path()).stdin(Stdio::null());
        limited.stdout(Stdio::piped()).stderr(Stdio::piped());
        limited
    };
    for files in 4..=14 {
        let refused = limited(files).output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{files}: {said}");
        assert!(said.contains("open files") && said.lines().count() == 1, "{files}: {said}");
    }
    assert_eq!(started(&mut limited(40)).get("/healthz")["ok"], true);
}

/// Whoever comes by a proxy that nobody named is one visitor with all others.
#[test]
fn a_proxy_that_encrypts_and_is_not_trusted_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = |more: &[&str]| {
        let args = [&["serve", "--port", "0", "--public-url", "https://games.example.org"], more];
        let mut served = serve(&args.concat(), folder.path());
        served.process.kill().unwrap();
        let mut said = String::new();
        served.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said.contains("--trust-proxy")
    };
    assert!(told(&[]));
    assert!(!told(&["--trust-proxy", "127.0.0.1"]));
}
