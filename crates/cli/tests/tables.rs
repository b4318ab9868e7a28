//! `tables` and `solve morris`: tables as scripts see them. Expected numbers are published ones.

use crate::common;

use std::time::{Duration, Instant};

use common::{DATA, REFUSED, Sandbox, refusals};
use serde_json::json;

/// White flies from d2 to a1, closes the mill on the left and leaves Black two men.
const WON: &str = "w../b../.../w...../.../.w./.bb w 0,0";
/// Six men each and empty hands: more than the book has.
const SIX_EACH: &str = "ww./bb./.../wwwbb./.../bb./w.. w 0,0";
/// Ten men placed: one more than the book has.
const TEN_PLACED: &str = "ww./bb./.../wwwbb./.../b../... w 4,4";
/// Nine men placed: the rim of the book.
const NINE_PLACED: &str = "ww./bb./.../wwwb../.../b../... b 4,5";

#[test]
fn tables_are_built_listed_verified_and_looked_up() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "morris", "--position", SIX_EACH]);
    assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (1, "", 1), "{run:?}");
    assert!(run.err.contains("ninefold tables build morris --men 6"), "{}", run.err);
    let run = sandbox.run(&["solve", "morris", "--position", TEN_PLACED, "--json"]);
    assert_eq!(run.code, 1);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&answer["value"], &answer["exact"]), (&json!(null), &json!(false)));
    assert!(answer["missing"].as_str().unwrap().contains("--full"), "{answer}");

    let built = sandbox.json(&["tables", "build", "morris", "--men", "3", "--distance"]);
    assert_eq!(built["subspaces"][0]["wins"], 140_621);
    assert_eq!(built["subspaces"][0]["longest"], json!([25, 26]));
    let listed = sandbox.json(&["tables", "info"]);
    let set = &listed["tables"][0];
    assert_eq!(
        (&set["men"], &set["values"], &set["distances"]),
        (&json!(3), &json!(true), &json!(true))
    );
    let verified = sandbox.json(&["tables", "verify", "morris", "--sample", "2000", "--seed", "7"]);
    assert_eq!((&verified["ok"], &verified["positions"]), (&json!(true), &json!(2000)));

    let answer = sandbox.json(&["tables", "probe", "morris:draws=off", "--position", WON]);
    assert_eq!((&answer["value"], &answer["plies"]), (&json!(1), &json!(1)), "{answer}");
    assert_eq!(answer.get("note"), None);
    // The distance of the position is that of its best move: the shortest win.
    let distances = answer["distances"].as_object().unwrap();
    let won = |mv: &&String| answer["moves"][mv.as_str()] == 1;
    let shortest = distances.keys().filter(won).filter_map(|mv| distances[mv].as_u64()).min();
    assert_eq!(shortest, Some(1), "{answer}");
    let answer = sandbox.json(&["solve", "morris", "--position", WON]);
    assert_eq!((&answer["value"], &answer["exact"]), (&json!(1), &json!(true)));
    // Not of the position, but of moves whose wins take longer than three men each may play.
    assert!(answer["note"].as_str().unwrap().contains("pure game"), "{answer}");
    assert_eq!(answer["line"].as_array().unwrap().len(), 1);

    // The strongest player looks them up; a win at once is none that a countdown could spoil.
    let advice = sandbox.json(&["best", "morris", "best", "--position", WON]);
    assert!(advice["move"].as_str().unwrap().starts_with("d2-a1x"), "{advice}");
    assert_eq!((&advice["exact"], &advice["decided"]), (&json!(true), &json!(1)), "{advice}");
    assert_eq!(advice.get("note"), None, "{advice}");
    let advice = sandbox.json(&["best", "morris:draws=off", "level:10", "--position", WON]);
    assert!(advice["move"].as_str().unwrap().starts_with("d2-a1x"), "{advice}");

    // So does an analysis, whatever its search sees.
    let analysis =
        ["analyse", "morris:draws=off", "--position", WON, "--depth", "1", "--lines", "60"];
    let run = sandbox.run(&analysis);
    let first = run.out.lines().nth(1).unwrap_or_default();
    assert!(first.contains("wins in 1") && first.contains("d2-a1x"), "{run:?}");
    assert!(run.out.contains("exact, from a table"), "{run:?}");
}

/// The opening and the smallest endings are known on a machine that never built a table.
#[test]
fn the_book_answers_where_there_are_no_tables() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["solve", "morris"]);
    assert_eq!((&answer["value"], &answer["exact"]), (&json!(0), &json!(true)), "{answer}");
    assert_eq!(answer["moves"].as_object().unwrap().len(), 24);
    assert_eq!((answer.get("note"), answer.get("missing")), (None, None), "{answer}");
    let answer = sandbox.json(&["tables", "probe", "morris:draws=off", "--position", WON]);
    assert_eq!((&answer["value"], answer.get("plies")), (&json!(1), None), "{answer}");
    let advice = sandbox.json(&["best", "morris", "best:nodes=2000"]);
    assert_eq!((&advice["exact"], &advice["values"]), (&json!(true), &json!([0, 0])), "{advice}");
    // On the rim the position has a value, its moves have none.
    let answer = sandbox.json(&["solve", "morris", "--position", NINE_PLACED]);
    assert_eq!((&answer["exact"], &answer["moves"]), (&json!(true), &json!({})), "{answer}");
    assert!(!sandbox.path(DATA).join("tables").exists());
}

/// The table of endings is made when it is needed, and not before; where it cannot be kept, `best` searches.
#[test]
fn a_small_table_is_made_on_first_need() {
    let sandbox = Sandbox::new();
    let run = |data: &str, args: &[&str]| {
        let mut command = sandbox.command(args);
        let output = command.env("NINEFOLD_SMALL_TABLE", "3").env("NINEFOLD_DATA", data).output();
        let output = output.unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, _, said) = run(DATA, &["solve", "morris", "--position", TEN_PLACED]);
    assert_eq!((code, said.contains("--full")), (Some(1), true), "{said}");
    assert!(!sandbox.path(DATA).join("tables").exists());
    let (code, out, _) = run(DATA, &["best", "morris", "best", "--position", WON, "--json"]);
    assert_eq!((code, out.contains("\"exact\":true")), (Some(0), true), "{out}");
    let listed = sandbox.json(&["tables", "info"]);
    assert_eq!(
        (&listed["tables"][0]["men"], &listed["tables"][0]["distances"]),
        (&json!(3), &json!(true))
    );
    let (code, out, _) = run(DATA, &["solve", "morris", "--position", WON, "--json"]);
    assert_eq!((code, out.contains("\"plies\":1")), (Some(0), true), "{out}");

    // A tournament prepares its players as a match does.
    let (code, _, said) = run(
        "other",
        &["tournament", "morris", "best:nodes=20", "random", "--games", "1", "--plies", "8"],
    );
    assert_eq!(code, Some(0), "{said}");
    assert!(sandbox.path("other/tables/morris/3-men").exists(), "{said}");

    sandbox.write("file", "no folder");
    let (code, _, said) = run("file", &["solve", "morris", "--position", WON]);
    assert_eq!((code, said.lines().count()), (Some(REFUSED), 1), "{said}");
    assert!(said.contains("table of endings"), "{said}");
    let (code, out, said) = run("file", &["best", "morris", "best:nodes=2000", "--position", WON]);
    assert_eq!((code, said.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("move    d2-a1x"), "{out}");
}

/// A process that is killed in the middle leaves nothing that looks complete.
#[test]
fn a_killed_build_leaves_whole_files_or_none() {
    let sandbox = Sandbox::new();
    let mut build = sandbox.command(&["tables", "build", "morris", "--men", "4"]).spawn().unwrap();
    let first = sandbox.path(DATA).join("tables/morris/4-men/values-3.table");
    let start = Instant::now();
    while !first.exists() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    build.kill().unwrap();
    build.wait().unwrap();
    let listed = sandbox.json(&["tables", "info"]);
    for file in listed["tables"][0]["files"].as_array().unwrap() {
        assert!(["whole", "missing"].contains(&file["state"].as_str().unwrap()), "{file}");
    }
}

#[test]
fn tables_that_cannot_be_had() {
    let sandbox = Sandbox::new();
    let folder = format!("{DATA}/tables/morris/3-men");
    std::fs::create_dir_all(sandbox.path(&folder)).unwrap();
    sandbox.write(&format!("{folder}/values-3.table"), "nothing of the kind");
    let lines = [
        "tables build tictactoe",
        "tables build morris --men 2",
        "tables build morris --men 10",
        "tables build morris --men 6 --full",
        "tables build morris --threads 0",
        "tables verify mnk:3,3,3",
        "tables verify morris --men 5",
        "tables verify morris --sample 5 --all",
        "tables probe tictactoe",
        "tables book",
        "tables book --verify --write book.bin",
        "solve morris:flying=off",
        "solve morris --position 'ww./.../.../....../.../.../bb. w 0,0'",
        "solve morris --position 'www/.../.../....../.../.../bbb w 0,0'",
    ];
    insta::assert_snapshot!(refusals(&sandbox, REFUSED, &lines));
}
