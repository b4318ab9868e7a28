//! A game of a tournament, played again from its record's seats, seed and opening by processes that are killed midway.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use ninefold_core::Record;
use serde_json::{Value, json};

use crate::common::{Sandbox, until};
use crate::serve::{Served, serve};

/// Moves of the opening, and how many more are played before the kill.
const OPENING: usize = 4;
const BEFORE: usize = 5;

/// The second game of a small tournament, as it is exported.
fn exported(sandbox: &Sandbox) -> Record {
    let opening = OPENING.to_string();
    let players = ["level:5", "engine:nodes=500"];
    let plan = ["--games", "2", "--seed", "3", "--opening", &opening];
    let run = sandbox.run(&[&["tournament", "morris"], &players[..], &plan].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let records = sandbox.answer(&["runs", "export", "1", "--format", "records"]);
    let second = records.rfind("[Game ").expect("two records");
    let record = Record::parse(&records[second..]).expect("a record");
    assert_eq!(record.seats, ["engine:nodes=500", "level:5"]);
    assert!(record.moves.len() > OPENING + 2 * BEFORE, "{record:?}");
    record
}

/// Begins the game in the terminal and kills the program after a few moves; whether it was not over by then.
fn killed_midway(sandbox: &Sandbox, record: &Record, file: &str) -> bool {
    let (seed, opening) = (record.seed.to_string(), record.moves[..OPENING].join(" "));
    let seats = record.seats.iter().map(String::as_str).collect::<Vec<_>>();
    let begun = ["--seed", &seed, "--moves", &opening, "--save", file];
    let mut command = sandbox.command(&[&["play", "morris"], &seats[..], &begun].concat());
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let told = lines.map_while(Result::ok).take(BEFORE).count();
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let kept = Record::parse(&sandbox.read(file)).expect("a record");
    // The move that was told last may not have been kept yet.
    assert!(told == BEFORE && kept.moves.len() + 1 >= OPENING + BEFORE, "{kept:?}");
    assert_eq!(kept.moves, record.moves[..kept.moves.len()]);
    kept.moves.len() < record.moves.len()
}

#[test]
fn a_game_repeats_in_the_terminal_also_after_a_kill() {
    let sandbox = Sandbox::new();
    let record = exported(&sandbox);
    // A machine that has other things to do may let the game end before the kill.
    let file = |attempt: u32| format!("{attempt}.record");
    let attempt = (0..50).find(|&attempt| killed_midway(&sandbox, &record, &file(attempt)));
    let file = file(attempt.expect("one of them is killed midway"));
    let run = sandbox.run(&["play", "--resume", &file]);
    assert_eq!(run.code, 0, "{run:?}");
    let again = Record::parse(&sandbox.read(&file)).expect("a record");
    assert_eq!((&again.moves, &again.result), (&record.moves, &record.result));
}

fn moves(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().expect("moves").iter();
    moves.map(|mv| mv.as_str().expect("a text").to_owned()).collect()
}

/// Lets the computers play on to a number of moves, one at a time.
fn step_to(served: &Served, id: &str, count: usize) -> Vec<String> {
    let game = || served.get(&format!("/api/games/{id}"));
    loop {
        let played = moves(&game()).len();
        if played >= count {
            return moves(&game());
        }
        served.post(&format!("/api/games/{id}/step"), json!({}));
        until("the next move", || {
            let game = game();
            moves(&game).len() > played && game["thinking"] == false
        });
    }
}

#[test]
fn a_game_repeats_on_the_page_also_after_a_kill() {
    let sandbox = Sandbox::new();
    let record = exported(&sandbox);
    let folder = sandbox.path("page");
    let served = serve(&["serve", "--port", "0"], &folder);
    let new = json!({
        "game": record.game, "seed": record.seed, "moves": record.moves[..OPENING],
        "seats": record.seats, "paused": true,
    });
    let id = served.post("/api/games", new)["id"].as_str().expect("a name").to_owned();
    let half = OPENING + BEFORE;
    assert_eq!(step_to(&served, &id, half), record.moves[..half]);
    // To drop it is to kill it.
    drop(served);
    let served = serve(&["serve", "--port", "0"], &folder);
    assert_eq!(step_to(&served, &id, record.moves.len()), record.moves);
}
