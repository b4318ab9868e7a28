//! Conversations with engines of others, recorded by `log=` and held again: whoever spoke with the engine then says the same today, and understands
//! what it answered.
//!
//! | file | who | how |
//! |---|---|---|
//! | `rapfi.log` | Rapfi 0.43.02, the classical model of 2022-07-23 | `match gomoku "gomocup(…):nodes=2000,time=1s,set=(thread_num=1),log=…" random --games 2 --seed 3 -j 1 --opening 2` |
//! | `sanmill.log` | Sanmill's engine of August 2026, `tgf mill uci` | `match morris:draws=100/999/3 "sanmill(…):nodes=2000,depth=8,set=(…),log=…" random --games 2 --seed 3 -j 1 --opening 2` |

use crate::common::Sandbox;

use serde_json::json;

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engines");

/// Holds a recorded conversation again: the engine of then wins both games of now, without a fault.
fn holds_again(game: &str, protocol: &str, file: &str, parameters: &str) {
    let sandbox = Sandbox::new();
    let engine = format!("{protocol}(python3 {RECORDS}/replay.py {RECORDS}/{file}):{parameters}");
    let words = ["match", game, &engine, "random", "--games", "2", "--seed", "3", "-j", "1"];
    let shown = sandbox.json(&[&words[..], &["--opening", "2"]].concat());
    assert_eq!(shown["faults"], json!([0, 0]), "{shown}");
    assert_eq!(shown["wins"], json!([2, 0]), "{shown}");
}

/// Rapfi tells its move a moment before it listens again; the errors about the time that it then gives are part of the record.
#[test]
fn rapfi_is_understood() {
    let record = std::fs::read_to_string(format!("{RECORDS}/rapfi.log")).expect("a record");
    assert!(record.contains("< ERROR Unknown command: TIME_LEFT"), "what is told above");
    holds_again("gomoku", "gomocup", "rapfi.log", "nodes=2000,time=1s,set=(thread_num=1)");
}

#[test]
fn sanmill_is_understood() {
    let options = "SkillLevel=30,Shuffling=false,MoveTime=0,IDSEnabled=true";
    let parameters = format!("nodes=2000,depth=8,set=({options})");
    holds_again("morris:draws=100/999/3", "sanmill", "sanmill.log", &parameters);
}
