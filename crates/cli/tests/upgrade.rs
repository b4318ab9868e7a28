//! What the first version wrote is read by this one: games, studies, runs, records, a proof, tables.
//!
//! The data and what the first version itself said of them lie in `data/first-version`. An answer may have new members;
//! everything that was there must still be there, with the same value (estimates in the same form).

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::Sandbox;
use crate::serve::{Served, serve};

/// Members that tell when and how fast something happened.
const VOLATILE: [&str; 6] = ["seconds", "nodes", "updated", "at", "now", "left"];

/// Members that estimate something from the games, by formulas that may become better; they keep their form.
const ESTIMATED: [&str; 7] = ["elo", "share", "superiority", "rating", "low", "high", "interval"];

/// The games of the run that was stopped, asked when it has come to its end.
const STOPPED: [&str; 3] = ["runs", "export", "3"];

fn originals() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/first-version")
}

/// What the first version answered.
fn answers(name: &str) -> Value {
    let text = fs::read_to_string(originals().join("answers").join(name)).expect("it is there");
    serde_json::from_str(&text).expect("answers are JSON")
}

/// A copy of everything, to which commands may do what they like.
fn copy() -> Sandbox {
    fn copy_folder(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("it can be read") {
            let entry = entry.expect("it can be read");
            let to = to.join(entry.file_name());
            match entry.file_type().expect("it can be read").is_dir() {
                true => copy_folder(&entry.path(), &to),
                false => drop(fs::copy(entry.path(), to).expect("it can be copied")),
            }
        }
    }
    let sandbox = Sandbox::new();
    copy_folder(&originals(), &sandbox.path("."));
    sandbox
}

/// What of the old answer is not in the new one.
fn lost(path: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in old.iter().filter(|(name, _)| !VOLATILE.contains(&name.as_str())) {
                let is_estimated = ESTIMATED.contains(&name.as_str());
                match new.get(name) {
                    Some(new) if is_estimated => {
                        let form = |value: &Value| value.as_array().map_or(1, Vec::len);
                        if form(value) != form(new) || value.is_null() != new.is_null() {
                            found.push(format!("{path}.{name} was {value} and is {new}"));
                        }
                    }
                    Some(new) => lost(&format!("{path}.{name}"), value, new, found),
                    None => found.push(format!("{path}.{name} is missing")),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                lost(&format!("{path}[{index}]"), old, new, found);
            }
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or_default(), b.as_f64().unwrap_or_default());
            if (a - b).abs() > 1e-9 * a.abs().max(1.0) {
                found.push(format!("{path} was {a} and is {b}"));
            }
        }
        (old, new) if old == new => {}
        // A row of a table may have more cells at its end.
        (Value::String(old), Value::String(new)) if new.starts_with(&format!("{old},")) => {}
        (old, new) => found.push(format!("{path} was {old} and is {new}")),
    }
}

fn assert_kept(what: &str, old: &Value, new: &Value) {
    let mut found = Vec::new();
    lost("", old, new, &mut found);
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

/// The lines of an answer, each JSON or plain text. Records have the names of players and the version that wrote them, which the
/// first version left out.
fn lines(text: &str) -> Value {
    let known =
        text.lines().filter(|line| !["[Name", "[Version"].iter().any(|new| line.starts_with(new)));
    known.map(|line| serde_json::from_str(line).unwrap_or(json!(line))).collect()
}

/// A record as the first version wrote it, without the names of players.
fn without_names(answer: Value) -> Value {
    match answer.as_str() {
        Some(record) => {
            let known = record.split_inclusive('\n').filter(|line| !line.starts_with("[Name"));
            json!(known.collect::<String>())
        }
        None => answer,
    }
}

#[test]
fn every_command_answers_as_the_first_version_did() {
    let sandbox = copy();
    let mut seen = Vec::new();
    for asked in answers("commands.json").as_array().expect("a list") {
        let args: Vec<&str> =
            asked["args"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
        if args == STOPPED {
            continue;
        }
        let run = sandbox.feed(&args, asked["input"].as_str().unwrap_or_default());
        // Whoever goes on with its games is told that they are of another version.
        let told = |line: &&str| !line.starts_with("ninefold: if this run goes on, ");
        let said: Vec<&str> = run.err.lines().filter(told).collect();
        assert_eq!((json!(run.code), said), (asked["code"].clone(), vec![]), "{args:?}");
        // A game that is gone on with is drawn for people, and kept for programs.
        match asked["file"].as_str() {
            Some(file) => assert_eq!(json!(sandbox.read(file)), asked["record"], "{args:?}"),
            // Another one than then, since they come with the program now; it tells the same about itself.
            None if args[0] == "puzzle" => {
                let old = lines(asked["out"].as_str().expect("a text"));
                let members = |value: &Value| value.as_object().map(|members| members.len());
                assert!(members(&lines(&run.out)[0]) >= members(&old[0]), "{args:?}: {run:?}");
            }
            None => {
                let old = lines(asked["out"].as_str().expect("a text"));
                assert_kept(&args.join(" "), &old, &lines(&run.out));
            }
        }
        seen.push(args.iter().take(2).copied().collect::<Vec<_>>().join(" "));
    }
    for command in ["runs show", "runs resume", "proof check", "tables probe", "play --resume"] {
        assert!(seen.iter().any(|seen| seen == command), "{command} was never asked");
    }
}

/// Games that were kept stay as they are. The others are those the first version played: the same openings between the
/// same players and, where nobody throws dice, the same moves. Since then the dice of a game come from the seed its record
/// tells, so that it can be repeated from the record.
#[test]
fn a_run_that_was_stopped_goes_on() {
    let sandbox = copy();
    let all = answers("commands.json");
    let old = all.as_array().expect("a list").iter().find(|asked| asked["args"] == json!(STOPPED));
    let old = lines(old.expect("it was asked")["out"].as_str().expect("a text"));
    let old = old.as_array().expect("a list");
    let kept = lines(&sandbox.answer(&STOPPED));
    let count = kept.as_array().expect("a list").len();
    assert_eq!((count, old.len()), (6, 18));
    assert_kept("before", &json!(old[..count]), &kept);
    let resumed = sandbox.run(&["runs", "resume", "3", "-j", "1"]);
    // Who played the first games nobody knows any more, and that is said before and after the others are played.
    assert!(
        resumed.code == 0 && resumed.err.contains("several versions, an earlier one and"),
        "{resumed:?}"
    );
    assert!(resumed.out.contains("played by several versions"), "{resumed:?}");
    let new = lines(&sandbox.answer(&STOPPED));
    assert_kept("what was kept", &kept, &json!(new.as_array().expect("a list")[..count]));
    for (number, old) in old.iter().enumerate().skip(count) {
        let (mut old, new) = (old.clone(), &new[number]);
        let has_dice = old["seats"].as_array().expect("seats").contains(&json!("random"));
        let opening = old["opening"].as_u64().expect("a number") as usize;
        let opening = |game: &Value| game["moves"].as_array().expect("moves")[..opening].to_vec();
        assert_eq!(opening(&old), opening(new), "game {number}");
        let game = old.as_object_mut().expect("a game");
        game.remove("seed");
        if has_dice {
            for name in ["moves", "points", "result", "reason"] {
                game.remove(name);
            }
        }
        assert_kept(&format!("game {number}"), &old, new);
    }
}

#[test]
fn reading_changes_nothing() {
    let sandbox = copy();
    for line in [
        &["runs", "list"][..],
        &["runs", "show", "3"],
        &["runs", "export", "2"],
        &["tables", "info"],
        &["puzzle", "morris"],
        &["proof", "check", "tictactoe.proof"],
        &["record", "check", "data/games/morris-0001.record"],
    ] {
        sandbox.answer(line);
    }
    drop(serve(&["serve", "--port", "0"], &sandbox.path("data")));
    for name in [
        "data/games/369-3-0001.record",
        "data/games/9tka-3-0001.record",
        "data/games/mnk-3-3-3-0001.record",
        "data/games/mnk-3-3-3-0002.record",
        "data/games/morris-0001.record",
        "data/tables/morris/3-men/values-3.table",
        "data/tables/morris/3-men/distances-3.table",
        "tictactoe.proof",
        "morris.record",
        "9tka.record",
    ] {
        let [original, copy] =
            [originals(), sandbox.path(".")].map(|folder| fs::read(folder.join(name)));
        assert_eq!(original.expect("it is there"), copy.expect("it is still there"), "{name}");
    }
}

fn get(served: &Served, path: &str) -> Value {
    let mut answer = ureq::get(format!("{}{path}", served.address)).call().expect("an answer");
    let text = answer.body_mut().read_to_string().expect("text");
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// The games of `play` in the terminal, which the first version kept as files and the page did not show.
const TERMINAL: [&str; 5] =
    ["369-3-0001", "9tka-3-0001", "mnk-3-3-3-0001", "mnk-3-3-3-0002", "morris-0001"];

/// Lists of games have the latest first, which a game that ends when it is opened upsets, and show games of the terminal.
/// What is said of `late` games, which went on without their players in the first version, is left out.
fn in_order(mut answer: Value, late: &[&str]) -> Value {
    let games = answer.get_mut("games").and_then(Value::as_array_mut);
    if let Some(games) = games.filter(|games| games.iter().all(|game| game["id"].is_string())) {
        let is_other = |id: &str| TERMINAL.contains(&id) || late.contains(&id);
        games.retain(|game| !game["id"].as_str().is_some_and(is_other));
        games.sort_by_key(|game| game["id"].to_string());
    }
    answer
}

/// The files of terminal games become games of the store, once; the page shows them, and they go on there.
#[test]
fn terminal_games_are_taken_over_once() {
    let sandbox = copy();
    let before = sandbox.kept();
    for _ in 0..2 {
        let served = serve(&["serve", "--port", "0"], &sandbox.path("data"));
        let listed = get(&served, "/api/games?limit=100");
        let listed = listed["games"].as_array().expect("a list");
        let mut ids: Vec<&str> = listed.iter().filter_map(|game| game["id"].as_str()).collect();
        ids.retain(|id| TERMINAL.contains(id));
        ids.sort_unstable();
        assert_eq!(ids, TERMINAL);
        assert_eq!(listed.len(), before.len() + TERMINAL.len());
        assert_eq!(get(&served, "/api/games/mnk-3-3-3-0002")["result"], json!([1, -1]));
    }
    for name in TERMINAL {
        let file = fs::read_to_string(originals().join(format!("data/games/{name}.record")));
        assert_eq!(sandbox.kept_text(name), file.expect("it is there"), "{name}");
    }
    let served = serve(&["serve", "--port", "0"], &sandbox.path("data"));
    let game = served.post("/api/games/mnk-3-3-3-0001/move", json!({ "move": "1,2" }));
    assert_eq!(game["moves"], json!(["1,1", "2,1", "1,2"]));
    drop(served);
    let run = sandbox.feed(&["play", "--resume"], "2,2\n1,3\n");
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
}

#[test]
fn the_page_shows_what_the_first_version_showed() {
    let sandbox = copy();
    let served = serve(&["serve", "--port", "0"], &sandbox.path("data"));
    let wanted = answers("server.json");
    let wanted = wanted.as_object().expect("answers by address");
    // In the first version clocks ran while nobody served. Now they stand still, and such a game goes on.
    let is_late = |game: &Value| game["reason"] == "time";
    let late = wanted.values().filter(|game| is_late(game)).filter_map(|game| game["id"].as_str());
    let late: Vec<&str> = late.collect();
    assert!(!late.is_empty());
    for (path, old) in wanted {
        let new = get(&served, path);
        match late.iter().any(|id| path.contains(id)) {
            true if is_late(old) => {
                assert_eq!((&new["moves"], &new["over"]), (&old["moves"], &json!(false)));
            }
            // A record without its end.
            true => {
                let moves = |record: &Value| {
                    record
                        .as_str()
                        .and_then(|text| text.split_once("\n\n1."))
                        .map(|(_, moves)| moves.to_owned())
                };
                assert_eq!(moves(&new), moves(old), "{path}");
            }
            false => {
                let new = without_names(in_order(new, &late));
                assert_kept(path, &in_order(old.clone(), &late), &new);
            }
        }
    }
    // Whoever was on turn plays on.
    let mut played = 0;
    for (path, old) in wanted.iter().filter(|(_, game)| game["over"] == false) {
        let Some(on_turn) = old["view"]["to_move"].as_u64() else { continue };
        let (text, seat) = (&old["view"]["legal"][0]["text"], &old["seats"][on_turn as usize - 1]);
        if seat["human"] == true {
            let mut moves = old["moves"].as_array().expect("moves").clone();
            moves.push(text.clone());
            let game = served.post(&format!("{path}/move"), json!({ "move": text }));
            let begun = game["moves"].as_array().map(|now| now[..moves.len()].to_vec());
            assert_eq!(begun, Some(moves), "{path}");
            played += 1;
        }
    }
    assert!(played >= 4, "{played} games were played on");
}
