//! Runs that grow, begin elsewhere, sit in order or stop by a test.

use crate::common::{REFUSED, Sandbox, refusals};

/// More games and one more player: byte for byte the run that would have been planned so.
#[test]
fn a_run_is_extended_as_if_planned_so() {
    let sandbox = Sandbox::new();
    let few =
        ["tournament", "mnk:4,4,3", "alphabeta:depth=1", "random", "--games", "4", "--seed", "5"];
    sandbox.answer(&few);
    sandbox.answer(&[
        "runs", "extend", "1", "--games", "10", "--player", "level:1", "--player", "random",
    ]);
    let planned = Sandbox::new();
    planned.answer(&[
        "tournament",
        "mnk:4,4,3",
        "alphabeta:depth=1",
        "random",
        "level:1",
        "random",
        "--games",
        "10",
        "--seed",
        "5",
    ]);
    let anchor = |sandbox: &Sandbox, run| sandbox.json(&["runs", "show", run])["anchor"].clone();
    assert_eq!(anchor(&sandbox, "2"), anchor(&planned, "1"));
    for format in ["jsonl", "records", "csv"] {
        let of =
            |sandbox: &Sandbox, run| sandbox.answer(&["runs", "export", run, "--format", format]);
        assert_eq!(of(&sandbox, "2"), of(&planned, "1"), "{format}");
    }
    // What was played is taken over: nothing is left to play when everything was.
    assert!(
        sandbox
            .answer(&["runs", "extend", "2", "--anchor", "level:1"])
            .contains("Elo relative to level:1")
    );
    let anchored = sandbox.json(&["runs", "show", "2", "--anchor", "level:1"]);
    assert_eq!(anchored["anchor"], "level:1");
    let told = refusals(
        &sandbox,
        REFUSED,
        &["runs extend 1", "runs extend 1 --games 2", "runs show 2 --anchor nobody"],
    );
    assert!(
        told.contains("nothing is added to run 1") && told.contains("no fewer than its 4 games"),
        "{told}"
    );
    assert!(told.contains("the anchor \"nobody\" is none of the players"), "{told}");
    // Two runs read together have the games of both, and those that the second took over from the first once.
    let other = ["tournament", "mnk:4,4,3", "level:1", "random", "--games", "6", "--seed", "8"];
    sandbox.answer(&other);
    let run = sandbox.json(&["runs", "list"])["runs"].as_array().unwrap().len().to_string();
    let together =
        |runs: &[&str]| sandbox.json(&[&["runs", "show"], runs].concat())["games"].clone();
    assert_eq!((together(&["1", "2"]), together(&["2", &run])), (60.into(), 66.into()));
}

/// A Swiss tournament of more rounds, and a test that was not decided within its games: byte for byte as well.
#[test]
fn rounds_and_tests_are_extended_as_if_planned_so() {
    let swiss = "tournament mnk:4,4,3 alphabeta:depth=1 random level:1 level:2 --schedule swiss --games 2 --seed 5";
    let test = "tournament mnk:3,3,3 level:1 level:2 --sprt 0,20 --seed 5";
    let answer =
        |sandbox: &Sandbox, line: String| sandbox.answer(&line.split(' ').collect::<Vec<_>>());
    for (run, few, more) in [(swiss, "--rounds 2", "--rounds 5"), (test, "--games 4", "--games 60")]
    {
        let (sandbox, planned) = (Sandbox::new(), Sandbox::new());
        answer(&sandbox, format!("{run} {few}"));
        answer(&sandbox, format!("runs extend 1 {more}"));
        answer(&planned, format!("{run} {more}"));
        for format in ["jsonl", "records", "csv"] {
            let of = |sandbox: &Sandbox, run| {
                sandbox.answer(&["runs", "export", run, "--format", format])
            };
            assert_eq!(of(&sandbox, "2"), of(&planned, "1"), "{format} of {run}");
        }
        let shown = |sandbox: &Sandbox, run| {
            let mut shown = sandbox.json(&["runs", "show", run]);
            shown["run"].take();
            shown
        };
        assert_eq!(shown(&sandbox, "2"), shown(&planned, "1"), "{run}");
        let why = refusals(&sandbox, REFUSED, &["runs extend 1 --player random"]);
        assert!(why.contains("no other players"), "{why}");
    }
}

/// Positions, moves with and without numbers, comments: every game begins with a line of the file, in turn.
#[test]
fn openings_come_from_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "book.txt",
        "# lines\n1. 2,2 1,1\n\n100/020/000 1 ; a position\n100/000/000 2 moves 2,2\n",
    );
    let cup =
        ["tournament", "tictactoe", "random", "level:1", "--games", "6", "--openings", "book.txt"];
    sandbox.answer(&cup);
    let games: Vec<serde_json::Value> = sandbox
        .answer(&["runs", "export", "1"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(games.len(), 6);
    for (number, game) in games.iter().enumerate() {
        let (position, moves) = (&game["position"], &game["moves"]);
        match number / 2 {
            0 => assert!(position.is_null() && moves[0] == "2,2" && moves[1] == "1,1", "{game}"),
            1 => assert!(position == "100/020/000 1" && game["opening"] == 0, "{game}"),
            _ => assert!(
                position == "100/000/000 2" && moves[0] == "2,2" && game["opening"] == 1,
                "{game}"
            ),
        }
    }
    let shown = sandbox.json(&[
        "match",
        "tictactoe",
        "level:8",
        "level:8",
        "--position",
        "120/000/000 1",
        "--games",
        "2",
    ]);
    assert_eq!(shown["games"], 2);
    sandbox.write("wrong.txt", "2,2\n9,9\n");
    let told = refusals(&sandbox, REFUSED, &["match tictactoe random random --openings wrong.txt"]);
    assert!(told.contains("\"wrong.txt\", line 2: neither moves ("), "{told}");
}

/// Seats as in the papers' tables: the first player begins every game, one row each.
#[test]
fn seats_can_be_fixed_and_games_listed() {
    let sandbox = Sandbox::new();
    let wanted =
        ["mnk:1,1,1", "random", "level:1", "--games", "3", "--opening", "0", "--fixed-seats"];
    let listed = [&["match"], &wanted[..], &["--list"]].concat();
    let shown = sandbox.json(&listed);
    assert_eq!((&shown["games"], &shown["wins"]), (&3.into(), &serde_json::json!([3, 0])));
    assert_eq!(shown["seats"], serde_json::json!([[[3, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 3]]]));
    assert_eq!(shown["list"].as_array().map(Vec::len), Some(3));
    let told = sandbox.answer(&listed);
    assert!(told.contains("   1  random 1 – level:1 0  1 moves, line, "), "{told}");
    let cup = [&["tournament"], &wanted[..], &["--times"]].concat();
    assert_eq!(sandbox.json(&cup)["games"], 3);
    let tidy = sandbox.answer(&["runs", "export", "1", "--format", "tidy"]);
    let head: Vec<&str> = tidy.lines().next().expect("a head").split(',').collect();
    let first: Vec<&str> = tidy.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!(
        (tidy.lines().count(), head.len()),
        (7, first.len() - 2),
        "the game has two commas: {tidy}"
    );
    assert!(
        head.contains(&"specification") && head.contains(&"time_ms") && head.contains(&"version")
    );
}

/// The log-likelihood ratio of these pairs by a program of somebody else is 3.039173400174768.
#[test]
fn a_test_is_made_from_counts_and_in_a_match() {
    let sandbox = Sandbox::new();
    let shown = sandbox.json(&["sprt", "0,40", "2,20,73,38,5"]);
    let ratio = shown["ratio"].as_f64().expect("a number");
    assert!((ratio - 3.039_173_400_174_768).abs() < 1e-9, "{shown}");
    assert_eq!(shown["verdict"], "accepted");
    let words =
        ["match", "tictactoe", "alphabeta:depth=6", "random", "--games", "4000", "--sprt", "0,50"];
    let shown = sandbox.json(&words);
    assert_eq!(shown["sprt"]["verdict"], "accepted");
    assert!(shown["games"].as_u64().expect("a number") < 400, "{shown}");
    let told = refusals(
        &sandbox,
        REFUSED,
        &["sprt 0,40 1,2,3", "match 9tka:3 random random random --sprt 0,40"],
    );
    assert!(
        told.contains("wanted five numbers of pairs") && told.contains("between two"),
        "{told}"
    );
}
