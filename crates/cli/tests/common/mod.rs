//! What the tests of the command line share: a folder to run the real binary in.

#![allow(dead_code, reason = "every test file uses its own part")]

pub mod game_file;
pub mod shape;

use std::fs;
use std::path::PathBuf;
use std::process;

use ninefold_store::{GameFilter, Store};
use tempfile::TempDir;

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_ninefold");

/// The folder, inside a sandbox, in which the binary keeps games.
pub const DATA: &str = "data";

/// An empty folder in which the binary runs, so that no test meets another or somebody's own games.
pub struct Sandbox(TempDir);

/// What a run of the binary gave.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(TempDir::new().expect("a folder for the test"))
    }

    /// The binary with these arguments, not yet run.
    pub fn command(&self, args: &[&str]) -> process::Command {
        let mut command = self.program(BINARY);
        command.args(args);
        command
    }

    /// A program in the sandbox, such as a shell that starts the binary, not yet run.
    pub fn program(&self, name: &str) -> process::Command {
        let mut command = process::Command::new(name);
        command.current_dir(self.0.path()).env("NINEFOLD_DATA", DATA);
        // No test waits for a table it did not ask for.
        command.env("NINEFOLD_SMALL_TABLE", "0");
        command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
        command
    }

    /// Runs the binary without input.
    pub fn run(&self, args: &[&str]) -> Run {
        self.feed(args, "")
    }

    /// Runs the binary with this standard input.
    pub fn feed(&self, args: &[&str], input: impl Into<Vec<u8>>) -> Run {
        self.feed_to(self.command(args), input)
    }

    /// Runs a program with this standard input.
    pub fn feed_to(&self, program: process::Command, input: impl Into<Vec<u8>>) -> Run {
        let mut command = assert_cmd::Command::from_std(program);
        let output = command.write_stdin(input).output().expect("the binary runs");
        let text = |bytes| String::from_utf8(bytes).expect("the binary writes UTF-8");
        let code = output.status.code().expect("an exit code, not a signal");
        Run { code, out: text(output.stdout), err: text(output.stderr) }
    }

    /// The answer of a command that must succeed and must not complain.
    pub fn answer(&self, args: &[&str]) -> String {
        let run = self.run(args);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?} gives {run:?}");
        run.out
    }

    /// The JSON answer, on one line, of a command that must succeed.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let out = self.answer(&[args, &["--json"]].concat());
        assert_eq!(out.lines().count(), 1, "{args:?} gives {out}");
        serde_json::from_str(&out).expect("the answer is JSON")
    }

    /// The place of a file of the sandbox.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
        fs::write(file, text).expect("the file can be written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file can be read")
    }

    /// The names of the games kept in the data folder, in order.
    pub fn kept(&self) -> Vec<String> {
        let data = self.path(DATA);
        if !Store::is_in(&data) {
            return Vec::new();
        }
        let all = GameFilter { limit: 10_000, ..GameFilter::default() };
        let games = Store::open(&data).and_then(|store| store.games(&all)).expect("a store");
        let mut names: Vec<String> = games.into_iter().map(|game| game.id).collect();
        names.sort();
        names
    }

    /// The record of a game kept in the data folder.
    pub fn kept_text(&self, name: &str) -> String {
        self.answer(&["record", "export", name])
    }

    /// Has the record of a kept game checked.
    pub fn check_kept(&self, name: &str) {
        let run = self.feed(&["record", "check", "-"], self.kept_text(name));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{name} gives {run:?}");
    }
}

/// The exit code of bad usage or input.
pub const REFUSED: i32 = 2;

/// Waits until something is so, as long as any machine may need.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed().as_secs() < 300, "never: {what}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// What a Rust program says when nobody wrote a sentence.
const NOISE: [&str; 8] =
    ["panicked", "RUST_BACKTRACE", "unwrap", "Some(", "None", "Err(", "Error {", "\\n"];

/// Runs command lines that must all end with this exit code, without an answer and with one line of
/// complaint, and lists what each of them was told.
pub fn refusals<L: AsRef<str>>(sandbox: &Sandbox, code: i32, lines: &[L]) -> String {
    let mut transcript = String::new();
    for line in lines.iter().map(AsRef::as_ref) {
        let args = words(line);
        let run = sandbox.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{line} gives {run:?}");
        let said = run.err.strip_suffix('\n').expect("a whole line");
        assert!(said.starts_with("ninefold: "), "{line} gives {said}");
        assert!(!said.contains(char::is_control), "{line} gives {said:?}");
        assert!(!NOISE.iter().any(|noise| said.contains(noise)), "{line} gives {said}");
        transcript += &format!("$ ninefold {line}\n{} {}\n", run.code, without_games(said));
    }
    transcript
}

/// A sentence with all names of games, where it lists them, as one word: a snapshot is not to change with every new game.
fn without_games(said: &str) -> String {
    let games = ninefold_session::games();
    let names: Vec<&str> = games.families().flat_map(|family| family.names()).collect();
    said.replace(&names.join(", "), "[every game]")
}

/// The words of a command line, split at spaces outside single quotes.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
