//! A league through the real binary with real programs: one that is good, one that crashes, one that hangs, two computers of the
//! server; killed midway.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::common::until;
use crate::serve::{Served, serve};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");

/// Programs that end with the test, whatever becomes of it.
struct Bots(Vec<Child>);

impl Drop for Bots {
    fn drop(&mut self) {
        for bot in &mut self.0 {
            drop(bot.kill());
            drop(bot.wait());
        }
    }
}

/// A bot of one file that chooses like this and writes down what it hears of ends.
fn bot(folder: &Path, served: &Served, code: &str, name: &str, choose: &str) -> Child {
    let file = folder.join(format!("{name}.py"));
    let text = format!(
        "import sys\nsys.path.insert(0, {EXAMPLES:?})\nimport time\nfrom network_bot import join\n\n\
         def choose(turn):\n    {choose}\n\njoin({:?}, {code:?}, {name:?}, choose)\n",
        served.address
    );
    std::fs::write(&file, text).unwrap();
    let out = std::fs::File::create(folder.join(format!("{name}.out"))).unwrap();
    let mut command = Command::new("python3");
    command.arg(file).stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().unwrap()
}

/// The games that a bot was told the end of, with their results.
fn heard(folder: &Path, name: &str) -> HashMap<String, String> {
    let text = std::fs::read_to_string(folder.join(format!("{name}.out"))).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let ends = lines.filter(|(_, rest)| rest.starts_with('['));
    ends.map(|(game, rest)| {
        let (result, _) = rest.split_once(']').unwrap();
        (game.to_owned(), format!("{result}]"))
    })
    .collect()
}

fn games(served: &Served, path: &str) -> Vec<Value> {
    served.get(&format!("{path}/games?limit=500"))["games"].as_array().unwrap().clone()
}

fn row(served: &Served, path: &str, name: &str) -> Value {
    let view = served.get(path);
    let rows = view["standings"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
}

#[test]
fn a_league_outlives_crashes_hangs_and_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&["serve", "--port", "0"], folder.path());
    let made = served.post(
        "/api/leagues",
        json!({
            "name": "Class 9b", "game": "mnk:4,4,4", "time": { "move": 2000 }, "at_once": 3,
            "baselines": ["random", "level:1"],
        }),
    );
    let path = format!("/api/leagues/{}", made["id"].as_str().unwrap());
    let code = made["code"].as_str().unwrap();
    let _bots = Bots(
        [
            ("good", "return turn['legal'][0]"),
            ("crashes", "return turn['legal'][99]"),
            ("hangs", "time.sleep(3600)"),
        ]
        .map(|(name, choose)| bot(folder.path(), &served, code, name, choose))
        .into(),
    );
    let seen = |served: &Served, name: &str, kind: &str| {
        games(served, &path).iter().any(|game| {
            let by = game["fault"]["seat"].as_u64().map_or(0, |seat| seat as usize - 1);
            game["names"][by] == name && game["fault"]["kind"] == kind
        })
    };
    until("games, a crash and a hang", || {
        games(&served, &path).len() >= 6
            && seen(&served, "crashes", "crash")
            && seen(&served, "hangs", "move_time")
    });
    // The teacher reads what the program said last.
    let told = games(&served, &path);
    let crash = told.iter().find(|game| game["fault"]["kind"] == "crash").unwrap();
    assert_eq!(crash["fault"]["text"], "IndexError: list index out of range");

    // A game that goes on, with the moves that were acknowledged: whoever moves next may do so before the kill.
    let mut going = (String::new(), Vec::new());
    until("a game with moves", || {
        let view = served.get(&path);
        let playing = view["playing"].as_array().unwrap().clone();
        let found = playing.iter().find_map(|one| {
            let game = served.get(&format!("/api/games/{}", one["game"].as_str()?));
            let moves = game["moves"].as_array()?.clone();
            (game["over"] == false && moves.len() > 2).then(|| (one["game"].clone(), moves))
        });
        found.is_some_and(|(game, moves)| {
            going = (game.as_str().unwrap().to_owned(), moves);
            true
        })
    });
    let port = served.address.rsplit(':').next().unwrap().to_owned();
    drop(served);
    let served = serve(&["serve", "--port", &port], folder.path());
    let after: HashMap<String, Value> = games(&served, &path)
        .into_iter()
        .map(|game| (game["game"].as_str().unwrap().to_owned(), game))
        .collect();
    for game in &told {
        assert_eq!(
            &after[game["game"].as_str().unwrap()],
            game,
            "finished games stay as they were"
        );
    }
    let (game, acknowledged) = going;
    until("what went on comes to its end", || {
        let now = served.get(&format!("/api/games/{game}"));
        let moves = now["moves"].as_array().unwrap();
        assert!(moves.starts_with(&acknowledged), "{acknowledged:?} before, {moves:?} after");
        now["over"] == true
    });
    let before = games(&served, &path).len();
    until("the good one plays on", || {
        row(&served, &path, "good")["here"] == true && games(&served, &path).len() >= before + 4
    });
    until("it hears of ends", || heard(folder.path(), "good").len() >= 4);
    // What a bot was told is what counts; it hears of an end a moment before the league does.
    let known = heard(folder.path(), "good");
    let mut ends: HashMap<String, Value> = HashMap::new();
    until("all that it heard of counts", || {
        let games = games(&served, &path).into_iter();
        ends = games.map(|game| (game["game"].as_str().unwrap().to_owned(), game)).collect();
        known.keys().all(|game| ends.contains_key(game))
    });
    for (game, result) in known {
        let points = match result.as_str() {
            "[1, -1]" => json!([1.0, 0.0]),
            "[-1, 1]" => json!([0.0, 1.0]),
            _ => json!([0.5, 0.5]),
        };
        assert_eq!(ends[&game]["points"], points, "{game}");
    }
    // Whoever fails again and again is left alone; the others are rated.
    until("who fails again and again rests", || {
        row(&served, &path, "crashes")["state"] == "failing"
    });
    assert_eq!(row(&served, &path, "good")["state"], "playing");
    assert_eq!(
        row(&served, &path, "hangs")["here"],
        false,
        "it hangs before a server that has gone"
    );
    assert!(row(&served, &path, "good")["rating"].is_f64(), "the others are rated");
}
