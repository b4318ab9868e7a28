//! The page's server as a process: it says where it is, stops when told, and loses nothing when killed.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

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
    let mut process = ninefold(args, data).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find(|word| word.starts_with("http://"));
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
