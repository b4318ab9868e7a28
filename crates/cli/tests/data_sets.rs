//! `data`: sets of positions, their labels, and what becomes of one that was cut off.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::Sandbox;

fn lines(sandbox: &Sandbox, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(sandbox.path(file)).expect("the set is there");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Of the 5,478 positions of tic-tac-toe 958 are the end of a game; the values are those of `solve`.
#[test]
fn all_positions_of_a_small_board() {
    let sandbox = Sandbox::new();
    let told = sandbox.json(&["data", "tictactoe", "--from", "all", "--out", "all.jsonl"]);
    assert_eq!((&told["positions"], told["columns"][3].as_str()), (&json!(4520), Some("value")));
    let rows = lines(&sandbox, "all.jsonl");
    let positions: BTreeSet<&str> =
        rows.iter().filter_map(|row| row["position"].as_str()).collect();
    assert_eq!(positions.len(), 4520);
    for row in rows.iter().step_by(700) {
        let position = row["position"].as_str().unwrap();
        let exact = sandbox.json(&["solve", "tictactoe", "--position", position]);
        assert_eq!(row["value"], exact["value"], "{position}");
    }
    let card: Value =
        serde_json::from_str(&fs::read_to_string(sandbox.path("all.jsonl.card.json")).unwrap())
            .unwrap();
    assert_eq!((&card["plan"]["game"], &card["positions"]), (&json!("mnk:3,3,3"), &json!(4520)));
    assert_eq!(card["plan"]["positions"], json!(null), "all there are");
}

/// Some of all positions are drawn by the seed, and a set that an earlier version began in the order of turns is not gone on with.
#[test]
fn some_of_all_positions() {
    let sandbox = Sandbox::new();
    let plan = ["data", "tictactoe", "--from", "all", "--positions", "40", "--out", "some.jsonl"];
    sandbox.answer(&plan);
    let rows = lines(&sandbox, "some.jsonl");
    assert!(rows.len() == 40 && rows[0]["position"] != "000/000/000 1", "{rows:?}");
    let mut card: Value = serde_json::from_str(&sandbox.read("some.jsonl.card.json")).unwrap();
    assert_eq!(card["order"], "drawn by the seed, no position twice");
    fs::rename(sandbox.path("some.jsonl"), sandbox.path("some.jsonl.part")).unwrap();
    card.as_object_mut().unwrap().remove("order");
    fs::write(sandbox.path("some.jsonl.card.json"), card.to_string()).unwrap();
    let other = sandbox.run(&plan);
    assert!(other.code == 2 && other.err.contains("belongs to another set"), "{}", other.err);
}

/// 3-6-9 is labelled with the points still to be won.
#[test]
fn points_are_labels_too() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["data", "369:3", "--positions", "60", "--seed", "3", "--out", "points.jsonl"]);
    for row in lines(&sandbox, "points.jsonl").iter().step_by(12) {
        let exact =
            sandbox.json(&["solve", "369:3", "--position", row["position"].as_str().unwrap()]);
        assert_eq!(row["value"], exact["value"], "{row}");
    }
}

#[test]
fn a_set_depends_on_its_plan_alone() {
    let sandbox = Sandbox::new();
    let make = |file: &str, seed: &str, threads: &str| {
        let plan =
            ["data", "morris", "--label", "result", "--features", "mills", "--positions", "700"];
        sandbox.answer(&[&plan[..], &["--seed", seed, "-j", threads, "--out", file]].concat());
        fs::read(sandbox.path(file)).unwrap()
    };
    let one = make("one.csv", "5", "1");
    assert_eq!(one, make("two.csv", "5", "3"));
    assert_ne!(one, make("other.csv", "6", "3"));
    let text = String::from_utf8(one).unwrap();
    let head = text.lines().next().unwrap();
    assert!(head.starts_with("position,player,phase,result,"), "{head}");
    assert_eq!(text.lines().count(), 701);
}

/// What was written before a kill is kept, a row that was cut off is made again, and the file is the same.
#[test]
fn a_set_that_was_cut_off_goes_on() {
    let sandbox = Sandbox::new();
    for form in ["csv", "jsonl", "npy"] {
        let (whole, cut) = (format!("whole.{form}"), format!("cut.{form}"));
        let plan = ["data", "morris", "--label", "result", "--positions", "600", "--out"];
        let run = |file: &str| sandbox.answer(&[&plan[..], &[file]].concat());
        run(&whole);
        run(&cut);
        let (file, part) = (sandbox.path(&cut), sandbox.path(&format!("{cut}.part")));
        let bytes = fs::read(&file).unwrap();
        for length in [0, 1, 50, 200, bytes.len() / 2 + 3, bytes.len() - 1, bytes.len()] {
            fs::remove_file(&file).unwrap();
            fs::write(&part, &bytes[..length]).unwrap();
            run(&cut);
            assert_eq!(
                fs::read(&file).unwrap(),
                fs::read(sandbox.path(&whole)).unwrap(),
                "{form} {length}"
            );
            assert!(!part.exists());
        }
        // What belongs to another plan is left alone.
        fs::remove_file(&file).unwrap();
        fs::write(&part, &bytes[..100]).unwrap();
        let other = sandbox.run(&[&plan[..], &[&cut, "--seed", "9"]].concat());
        assert!(other.code == 2 && other.err.contains("belongs to another set"), "{}", other.err);
        assert_eq!(fs::read(&part).unwrap().len(), 100);
        fs::remove_file(&part).unwrap();
    }
}

/// An `.npz` is an archive of named arrays, and is made again if a kill came while it was packed.
#[test]
fn named_arrays_hold_what_one_array_holds() {
    let sandbox = Sandbox::new();
    let plan = ["data", "morris", "--label", "result", "--features", "mills", "--positions", "200"];
    let run = |file: &str| sandbox.answer(&[&plan[..], &["--out", file]].concat());
    run("set.npy");
    run("set.npz");
    run("cut.npz");
    let whole = fs::read(sandbox.path("set.npz")).unwrap();
    let rows = fs::read(sandbox.path("set.npy")).unwrap();
    for length in [rows.len(), rows.len() / 2] {
        fs::remove_file(sandbox.path("cut.npz")).unwrap();
        fs::write(sandbox.path("cut.npz.part"), &rows[..length]).unwrap();
        fs::write(sandbox.path("cut.npz.packed"), &whole[..50]).unwrap();
        run("cut.npz");
        assert_eq!(fs::read(sandbox.path("cut.npz")).unwrap(), whole, "{length}");
        assert!(!sandbox.path("cut.npz.part").exists() && !sandbox.path("cut.npz.packed").exists());
    }
    // Python's own reader of archives, and the numbers by the written form of NumPy.
    let told = Command::new("python3")
        .arg("-c")
        .arg(READ_ARRAYS)
        .args([sandbox.path("set.npz"), sandbox.path("set.npy")])
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told = String::from_utf8(told.stdout).unwrap();
    let names: Vec<&str> = told.trim().split(' ').collect();
    assert_eq!(names, ["positions", "player", "result", "features", "feature_names"]);
}

/// Reads both forms by the standard library alone, and compares number by number.
const READ_ARRAYS: &str = r#"
import ast, struct, sys, zipfile
def array(data):
    end = 10 + int.from_bytes(data[8:10], "little")
    head, body = ast.literal_eval(data[10:end].decode()), data[end:]
    if head["descr"].startswith("<U"):
        size = 4 * int(head["descr"][2:])
        return head["shape"], [body[i:i + size].decode("utf-32-le").rstrip("\0") for i in range(0, len(body), size)]
    kind = {"<f4": "f", "<i2": "h"}[head["descr"]]
    return head["shape"], [number for number, in struct.iter_unpack("<" + kind, body)]
packed = zipfile.ZipFile(sys.argv[1])
assert packed.testzip() is None
arrays = {name[:-4]: array(packed.read(name)) for name in packed.namelist()}
(rows, width), numbers = array(open(sys.argv[2], "rb").read())
assert arrays["feature_names"][0] == (len(arrays["feature_names"][1]),)
for row in range(rows):
    mine = []
    for name in arrays:
        shape, values = arrays[name]
        if name != "feature_names":
            assert shape[0] == rows
            each = len(values) // rows
            mine += values[row * each:(row + 1) * each]
    theirs = numbers[row * width:(row + 1) * width]
    assert str(mine) == str([type(a)(b) for a, b in zip(mine, theirs)]) and len(mine) == width, (row, mine, theirs)
print(*arrays)
"#;

/// Two processes never write one file.
#[test]
fn a_set_that_somebody_else_writes_is_left_alone() {
    let sandbox = Sandbox::new();
    let part = fs::File::create(sandbox.path("set.csv.part")).unwrap();
    part.lock().unwrap();
    let run = sandbox.run(&["data", "tictactoe", "--out", "set.csv"]);
    assert!(run.code == 2 && run.err.contains("is being written by another process"), "{run:?}");
    drop(part);
    sandbox.answer(&["data", "tictactoe", "--out", "set.csv"]);
}

/// An array is what NumPy reads: a head of 128 bytes, then rows of 32-bit fractions.
#[test]
fn arrays_hold_positions_and_labels() {
    let sandbox = Sandbox::new();
    let plan = ["data", "tictactoe", "--positions", "40", "--seed", "2", "--out"];
    sandbox.answer(&[&plan[..], &["set.npy"]].concat());
    sandbox.answer(&[&plan[..], &["set.jsonl"]].concat());
    let bytes = fs::read(sandbox.path("set.npy")).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
    let head = String::from_utf8_lossy(&bytes[10..128]).into_owned();
    // Nine cells and who is on turn, then player, value and plies.
    assert!(head.contains("'shape': (40, 13)"), "{head}");
    let numbers: Vec<f32> = bytes[128..]
        .chunks_exact(4)
        .map(|four| f32::from_le_bytes(four.try_into().unwrap()))
        .collect();
    for (row, told) in numbers.chunks_exact(13).zip(lines(&sandbox, "set.jsonl")) {
        let board = told["position"].as_str().unwrap();
        let digits: Vec<f32> = board
            .chars()
            .filter_map(|letter| letter.to_digit(10))
            .map(|digit| digit as f32)
            .collect();
        assert_eq!(row[..10], digits[..]);
        assert_eq!(row[11], told["value"].as_i64().unwrap() as f32);
        // A draw lasts as long as it lasts.
        match told["plies"].as_f64() {
            Some(plies) => assert!(row[11] != 0.0 && row[12] == plies as f32),
            None => assert!(row[11] == 0.0 && row[12].is_nan()),
        }
    }
}

#[test]
fn men_are_put_on_the_board_and_looked_up() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["tables", "build", "morris", "--men", "3", "--distance"]);
    let plan = ["data", "morris:draws=off", "--from", "men", "--men", "3", "--positions", "50"];
    sandbox.answer(&[&plan[..], &["--out", "men.jsonl"]].concat());
    for row in lines(&sandbox, "men.jsonl").iter().step_by(9) {
        let position = row["position"].as_str().unwrap();
        let exact = sandbox.json(&["tables", "probe", "morris:draws=off", "--position", position]);
        assert_eq!(
            (&row["value"], &row["plies"]),
            (&exact["value"], exact.get("plies").unwrap_or(&Value::Null))
        );
    }
}

/// Where tables end, the book and the solver go on: a set knows no less with small tables than with none. What was begun with
/// other tables is another set.
#[test]
fn small_tables_take_nothing_away() {
    let sandbox = Sandbox::new();
    let plan = ["data", "morris:draws=off", "--positions", "300", "--seed", "1", "--out"];
    let run = |file: &str| {
        let told = sandbox.json(&[&plan[..], &[file]].concat());
        let card: Value =
            serde_json::from_str(&sandbox.read(&format!("{file}.card.json"))).unwrap();
        let rows = lines(&sandbox, file);
        let known = rows.iter().filter(|row| !row["value"].is_null()).count();
        assert_eq!((&told["known"], &card["known"]), (&json!(known), &json!(known)));
        (rows, card)
    };
    let (without, card) = run("without.jsonl");
    assert_eq!(card["tables"], Value::Null);
    sandbox.answer(&["tables", "build", "morris", "--men", "4"]);
    let (with, card) = run("with.jsonl");
    assert!(card["tables"].as_str().unwrap().starts_with("up to 4 men a side"), "{card}");
    assert!(without.iter().any(|row| !row["value"].is_null()));
    for (without, with) in without.iter().zip(&with) {
        assert_eq!(without["position"], with["position"]);
        assert!(
            without["value"].is_null() || without["value"] == with["value"],
            "{without} {with}"
        );
    }
    let (file, part) = (sandbox.path("without.jsonl"), sandbox.path("without.jsonl.part"));
    fs::rename(file, part).unwrap();
    let other = sandbox.run(&[&plan[..], &["without.jsonl"]].concat());
    assert!(other.code == 2 && other.err.contains("belongs to another set"), "{}", other.err);
}

/// The columns of an evaluator are the same whatever positions are drawn, those included in which the game is over.
#[test]
fn columns_depend_on_game_and_evaluator_alone() {
    let sandbox = Sandbox::new();
    let make = |file: &str, game: &str, evaluator: &str, more: &str| {
        let plan = ["data", game, "--features", evaluator, "--out", file];
        let more: Vec<&str> = more.split(' ').collect();
        let told = sandbox.json(&[&plan[..], &more].concat());
        (told["columns"].clone(), lines(&sandbox, file).len())
    };
    for (evaluator, rows) in [("mills", 10_000), ("est", 300), ("fav1", 300), ("learnt", 300)] {
        let file = |name: &str| format!("{evaluator}-{name}.jsonl");
        let make = |name: &str, more: &str| make(&file(name), "morris:draws=off", evaluator, more);
        let (columns, made) = make("all", &format!("--from men --men 3-9 --positions {rows}"));
        assert_eq!(made, rows);
        assert_eq!(make("many", "--from men --men 7-9 --positions 30").0, columns);
        assert_eq!(make("placing", "--phase placing --positions 30").0, columns);
    }
    let random = |file, seed: &str| {
        make(file, "mnk:6,6,5", "threats", &format!("--label result --positions 9 --seed {seed}")).0
    };
    assert_eq!(random("one.jsonl", "1"), random("other.jsonl", "2"));
}

#[test]
fn positions_of_games_and_labels_of_searches() {
    let sandbox = Sandbox::new();
    let plan = ["data", "connect4:4,4,3", "--from", "games", "--players", "level:1 level:2"];
    sandbox.answer(
        &[
            &plan[..],
            &["--label", "search", "--nodes", "200", "--positions", "20", "--out", "s.jsonl"],
        ]
        .concat(),
    );
    let rows = lines(&sandbox, "s.jsonl");
    assert_eq!(rows.len(), 20);
    // A share has 32 bits, and no digits beyond them.
    let digits = |row: &Value| row["share"].to_string().len();
    assert!(rows.iter().all(|row| digits(row) <= 12), "{rows:?}");
    let card: Value = serde_json::from_str(&sandbox.read("s.jsonl.card.json")).unwrap();
    assert!(card["values"].as_str().unwrap().contains("as a search finds it"), "{card}");
    assert!(rows.iter().all(|row| (0.0..=1.0).contains(&row["share"].as_f64().unwrap())));
}

/// Where a search is certain there is no value, but the position is known, also to a run that goes on.
#[test]
fn certain_results_of_searches_are_known_without_a_value() {
    let sandbox = Sandbox::new();
    let plan = ["data", "connect4:4,4,3", "--label", "search", "--nodes", "500", "--positions"];
    for form in ["csv", "jsonl", "npy"] {
        let file = format!("set.{form}");
        let run = || sandbox.json(&[&plan[..], &["30", "--out", &file]].concat());
        assert_eq!(run()["known"], 30, "{form}");
        let bytes = fs::read(sandbox.path(&file)).unwrap();
        let part = sandbox.path(&format!("{file}.part"));
        fs::rename(sandbox.path(&file), &part).unwrap();
        fs::write(&part, &bytes[..bytes.len() - 3]).unwrap();
        assert_eq!(run()["known"], 30, "{form} went on");
        assert_eq!(fs::read(sandbox.path(&file)).unwrap(), bytes, "{form}");
    }
    let rows = lines(&sandbox, "set.jsonl");
    let certain = rows.iter().filter(|row| row["value"].is_null()).count();
    assert!(certain > 0 && certain < 30, "{rows:?}");
    let numbers: Vec<f32> = fs::read(sandbox.path("set.npy")).unwrap()[128..]
        .chunks_exact(4)
        .map(|four| f32::from_le_bytes(four.try_into().unwrap()))
        .collect();
    let empty = numbers.iter().filter(|number| number.is_nan()).count();
    assert_eq!(empty, certain, "an empty cell is no number");
}

/// A phase is that of the column, wherever positions come from; what stands in the hands says the same.
#[test]
fn positions_of_one_phase() {
    let sandbox = Sandbox::new();
    let cases = [
        ("random", "placing", ["--positions", "40", "--seed", "1"]),
        ("random", "flying", ["--positions", "40", "--seed", "2"]),
        ("men", "moving", ["--positions", "40", "--men", "3-4"]),
    ];
    for (number, (from, phase, more)) in cases.into_iter().enumerate() {
        let (file, game) = (format!("{number}.jsonl"), "morris:draws=off");
        let plan = ["data", game, "--from", from, "--phase", phase, "--out", &file];
        sandbox.answer(&[&plan[..], &more].concat());
        let rows = lines(&sandbox, &file);
        assert_eq!(rows.len(), 40);
        for row in rows {
            assert_eq!(row["phase"], phase);
            let words: Vec<&str> = row["position"].as_str().unwrap().split(' ').collect();
            let (own, hand) = if words[1] == "w" { ('w', 0) } else { ('b', 1) };
            let in_hand = words[2].split(',').nth(hand).unwrap() != "0";
            let men = words[0].matches(own).count();
            let told = if in_hand {
                "placing"
            } else if men == 3 {
                "flying"
            } else {
                "moving"
            };
            assert_eq!(told, phase, "{row}");
        }
    }
}

/// The men of a side are those on the board and in the hand, wherever positions come from.
#[test]
fn positions_with_so_many_men() {
    let sandbox = Sandbox::new();
    let plan = ["data", "morris", "--label", "result", "--positions", "60", "--men", "4-5"];
    sandbox.answer(&[&plan[..], &["--out", "few.jsonl"]].concat());
    for row in lines(&sandbox, "few.jsonl") {
        let words: Vec<&str> = row["position"].as_str().unwrap().split(' ').collect();
        let hands: Vec<usize> = words[2].split(',').map(|hand| hand.parse().unwrap()).collect();
        for (side, hand) in ['w', 'b'].into_iter().zip(hands) {
            assert!((4..=5).contains(&(words[0].matches(side).count() + hand)), "{row}");
        }
    }
}

#[test]
fn what_cannot_be_is_said_before_anything_is_written() {
    let sandbox = Sandbox::new();
    for (words, wanted) in [
        (
            "data tictactoe --out set.parquet",
            "wanted a name that ends with .csv, .jsonl, .npy or .npz",
        ),
        ("data morris --from all --out a.csv", "more than 2000000 positions"),
        ("data tictactoe --from men --out a.csv", "men are put on the board of morris"),
        ("data tictactoe --from all --label result --out a.csv", "a result is that of a game"),
        ("data connect4 --out a.csv", "no solver knows connect4"),
        ("data morris --features nothing --out a.csv", "unknown evaluator"),
        (
            "data morris --from games --players human --label result --out a.csv",
            "a person cannot play",
        ),
        ("data morris --from men --men 2-4 --out a.csv", "wanted a range within 3-9"),
        ("data nothing --out a.csv", "unknown game"),
        ("data tictactoe --men 4 --out a.csv", "men are counted in morris"),
        (
            "data morris --from men --phase placing --out a.csv",
            "no position of the phase \"placing\" is found; the phases here are \"flying\", \"moving\"",
        ),
        (
            "data tictactoe --label result --from games --players best --out a.csv",
            "thinks for a time or with several threads, so that no two runs make the same set",
        ),
        (
            "data tictactoe --label result --from games --players engine:nodes=50,threads=2 --out a.csv",
            "or with several threads",
        ),
        ("data morris --players random --out a.csv", "--players is for --from games"),
        ("data morris --nodes 50 --out a.csv", "--nodes is for values by search"),
        (
            "data morris --phase swimming --out a.csv",
            "no position of the phase \"swimming\" is found",
        ),
    ] {
        let run = sandbox.run(&words.split_whitespace().collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{words}");
        assert!(run.err.contains(wanted), "{words}: {}", run.err);
        assert!(!sandbox.path("a.csv.part").exists());
        assert!(!sandbox.path("a.csv.card.json").exists());
    }
    fs::write(sandbox.path("there.csv"), "mine").unwrap();
    let run = sandbox.run(&["data", "tictactoe", "--out", "there.csv"]);
    assert!(run.code == 2 && run.err.contains("is there already"), "{}", run.err);
    assert_eq!(fs::read_to_string(sandbox.path("there.csv")).unwrap(), "mine");
}
