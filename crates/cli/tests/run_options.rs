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
    assert_eq!(sandbox.json(&["runs", "show", "1", "2"])["runs"], serde_json::json!([1, 2]));
}

/// Two who play differently under one name stay two, whichever front end shows them.
#[test]
fn players_of_one_name_are_told_apart() {
    let sandbox = Sandbox::new();
    for (file, level) in [("one.toml", 1), ("two.toml", 2), ("three.toml", 2)] {
        let seed = file.len();
        sandbox.write(
            file,
            format!(
                "game = \"mnk:3,3,3\"\ngames = 4\nseed = {seed}\n[[player]]\nname = \"mine\"\nspec = \"level:{level}\"\n\
                 [[player]]\nname = \"chance\"\nspec = \"random\"\n"
            ),
        );
        sandbox.answer(&["tournament", file]);
    }
    let shown = sandbox.json(&["runs", "show", "1", "2", "3"]);
    let players = shown["players"].as_array().expect("players").iter();
    let names: std::collections::BTreeMap<&str, &str> = players
        .map(|player| (player["name"].as_str().unwrap(), player["player"].as_str().unwrap()))
        .collect();
    let wanted = [("chance", "random"), ("mine", "level:1"), ("mine (run 2)", "level:2")];
    assert_eq!(names, wanted.into());
    let told = sandbox.answer(&["runs", "show", "1", "2", "3", "--anchor", "mine (run 2)"]);
    assert!(told.contains("\nruns 1 and 2 and 3: mnk:3,3,3, 12 games"), "{told}");
    assert!(told.contains("Elo relative to mine (run 2)"), "{told}");
    // A match tells its players apart as a tournament does; programs read what was given.
    let twins =
        ["match", "mnk:3,3,3", "level:1", "level:1", "--games", "4", "--seed", "3", "--list"];
    let told = sandbox.answer(&twins);
    assert!(told.contains("level:1 relative to level:1 #2: "), "{told}");
    assert!(told.lines().next().unwrap().contains("level:1 #2 "), "{told}");
    assert_eq!(sandbox.json(&twins)["players"], serde_json::json!(["level:1", "level:1"]));
}

/// Whoever asks for JSON is given JSON or told why not.
#[test]
fn exports_and_reports_answer_programs() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["tournament", "mnk:3,3,3", "level:1", "random", "--games", "2"]);
    let told = refusals(
        &sandbox,
        REFUSED,
        &["runs export 1 --format csv --json", "runs export 1 --format tidy --json"],
    );
    assert_eq!(told.matches("--json prints JSON").count(), 2, "{told}");
    let report = sandbox.json(&["runs", "report", "1", "--output", "run.html"]);
    assert_eq!(report["report"], "run.html");
    let export = ["runs", "export", "1", "--format", "csv", "--output", "run.csv"];
    assert_eq!(sandbox.json(&export)["export"], "run.csv");
    assert!(sandbox.read("run.csv").starts_with("set,rotation"));
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
        "[Event \"a cup\"]\n# lines\n1.2,2 {in the middle} 1,1 1-0\n\n100/020/000 1 ; a position\n100/000/000 2 moves 2,2\n",
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
    sandbox.write("offsets.txt", "0,0, 1,1, -1,2\n");
    sandbox.answer(&[
        "tournament",
        "gomoku",
        "random",
        "random",
        "--games",
        "2",
        "--openings",
        "offsets.txt",
    ]);
    let game: serde_json::Value = serde_json::from_str(
        sandbox.answer(&["runs", "export", "2"]).lines().next().expect("a game"),
    )
    .expect("JSON");
    // The middle of 15 x 15 is the eighth row and column; the first number of an offset is the column.
    assert_eq!(game["moves"].as_array().expect("moves")[..3], ["8,8", "9,9", "10,7"], "{game}");
    let fen = "********/********/******** w p p 0 9 1 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    sandbox.write("fens.txt", format!("{fen}\n"));
    let told = refusals(&sandbox, REFUSED, &["match morris random random --openings fens.txt"]);
    assert!(told.contains("the FEN counts 0 white and 1 black men on the board"), "{told}");
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
    // Whoever begins wins here, so nobody can say that the first player is better.
    assert_eq!((&shown["elo"], &shown["seats_changed"]), (&().into(), &false.into()));
    let told = sandbox.answer(&listed);
    assert!(told.contains("   1  random 1 – level:1 0  1 moves, line, "), "{told}");
    // One time a seat.
    let first = told.lines().next().unwrap_or_default();
    let times = first.rsplit_once(", ").and_then(|(_, times)| times.strip_suffix(" s"));
    let times = times.map(|times| times.split(" – ").filter_map(|time| time.parse::<f64>().ok()));
    assert_eq!(times.map(Iterator::count), Some(2), "{first}");
    assert!(told.contains("nobody changed seats") && !told.contains("Elo"), "{told}");
    let cup = [&["tournament"], &wanted[..], &["--times"]].concat();
    let shown = sandbox.json(&cup);
    assert_eq!((&shown["games"], &shown["seats_changed"]), (&3.into(), &false.into()));
    assert!(sandbox.answer(&cup).contains("Elo relative to level:1; nobody changed seats"));
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
    // 54.3 % of the points with the error of 138 pairs, the root of 0.165 / 4 / 138 = 1.7 %, so that 2 of them are 3.5 %.
    let low = shown["share_interval"][0].as_f64().expect("a number");
    assert!((low - (0.5435 - 0.0346)).abs() < 0.002, "{shown}");
    let told = sandbox.answer(&["sprt", "0,40", "2,20,73,38,5"]);
    assert!(told.contains("138 pairs, 54.3 % [50.") && told.contains("corrected for its stop +2"));
    // Ten times as many, and nothing but drawn pairs: the test was over long before, and nobody knows when.
    for pairs in ["200,2000,7300,3800,500", "0,0,100,0,0"] {
        let told = sandbox.answer(&["sprt", "0,40", pairs]);
        assert!(told.contains("counting went on when the test was over"), "{told}");
        assert!(!told.contains("corrected for its stop +") && !told.contains("-0.0"), "{told}");
        let shown = sandbox.json(&["sprt", "0,40", pairs]);
        assert_eq!((&shown["corrected"], &shown["went_on"]), (&().into(), &true.into()));
    }
    // Four games decide nothing, so there is no stop to correct for.
    let few = "match tictactoe level:3 level:2 --games 4 --sprt 0,50";
    let told = sandbox.answer(&few.split(' ').collect::<Vec<_>>());
    assert!(!told.contains("corrected"), "{told}");
    let words =
        ["match", "tictactoe", "alphabeta:depth=6", "random", "--games", "4000", "--sprt", "0,50"];
    let shown = sandbox.json(&words);
    assert_eq!(shown["sprt"]["verdict"], "accepted");
    assert!(shown["games"].as_u64().expect("a number") < 400, "{shown}");
    // Far from both hypotheses the corrected estimate still holds the share that was seen.
    let [low, high] = [1, 2].map(|end| shown["sprt"]["corrected"][end].as_f64().expect("an end"));
    assert!((low..high).contains(&shown["elo"].as_f64().expect("a number")), "{shown}");
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

/// A game that may not have more moves than its opening would be a draw without anybody playing.
#[test]
fn games_are_longer_than_their_openings() {
    let sandbox = Sandbox::new();
    sandbox.write("cup.toml", "game = \"tictactoe\"\nopening = 4\nplies = 4\n[[player]]\nspec = \"random\"\n[[player]]\nspec = \"level:1\"\n");
    sandbox.write("lines.txt", "2,2 1,1 3,3\n");
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "match tictactoe random random --plies 3 --opening 4",
            "tournament tictactoe random level:1 --plies 4 --opening 4",
            "match tictactoe random random --plies 3 --openings lines.txt",
            "tournament cup.toml",
        ],
    );
    assert!(told.contains("plies is 3, wanted more than the 4 moves of an opening"), "{told}");
    assert!(told.contains("plies is 3, wanted more than the 3 moves of an opening"), "{told}");
    assert!(told.contains("\"cup.toml\", line 3: plies is 4, wanted more than"), "{told}");
    sandbox.answer(&["match", "tictactoe", "random", "random", "--plies", "5", "--opening", "4"]);
}

/// Computers that repeat themselves say no more when the same lines are played again, and every output tells.
#[test]
fn games_that_repeat_others_are_no_evidence() {
    let sandbox = Sandbox::new();
    sandbox.write("book.txt", "1,1 2,2\n3,3 2,4\n1,5 4,4\n2,2 5,5\n");
    let cup = |games| {
        let players = "tournament mnk:5,5,4 alphabeta:depth=2 alphabeta:depth=1 minimax:depth=1";
        let words = format!("{players} --openings book.txt --games {games}");
        sandbox.json(&words.split(' ').collect::<Vec<_>>())
    };
    let (once, often) = (cup("8"), cup("80"));
    assert_eq!((&once["games"], &once["different_games"]), (&24.into(), &24.into()));
    assert_eq!((&often["games"], &often["different_games"]), (&240.into(), &24.into()));
    for (a, b) in
        once["players"].as_array().unwrap().iter().zip(often["players"].as_array().unwrap())
    {
        for end in 0..3 {
            let [share, elo] = ["share", "elo"].map(|what| {
                let [a, b] = [a, b].map(|row| row[what][end].as_f64().expect("a number"));
                (a - b).abs()
            });
            assert!(share < 1e-9 && elo < 1e-6, "{a} {b}");
        }
    }
    let note = "24 of 240 games differ";
    let is_told = |notes: &serde_json::Value| {
        notes.as_array().is_some_and(|notes| {
            notes.iter().any(|told| {
                told["kind"] == "repeated_games" && told["text"].as_str().unwrap().contains(note)
            })
        })
    };
    assert!(is_told(&often["notes"]) && !is_told(&once["notes"]), "{often}");
    let run = often["run"].to_string();
    assert!(sandbox.answer(&["runs", "show", &run]).contains(note));
    sandbox.answer(&["runs", "report", &run, "--output", "cup.html"]);
    let report = std::fs::read_to_string(sandbox.path("cup.html")).expect("a report");
    assert!(report.contains(note) && report.contains("among equals"), "{report}");
    let openings: std::collections::BTreeSet<u64> = sandbox
        .answer(&["runs", "export", &run])
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["opening_number"]
                .as_u64()
                .expect("a number")
        })
        .collect();
    assert_eq!(openings, (0..4).collect());
    let tested =
        "match mnk:5,5,4 alphabeta:depth=2 alphabeta:depth=1 --opening 0 --sprt 0,20 --games 40";
    let tested = sandbox.json(&tested.split(' ').collect::<Vec<_>>());
    assert_eq!((&tested["games"], &tested["different_games"]), (&40.into(), &2.into()));
    assert!(tested["sprt"]["verdict"].is_null(), "{tested}");
}

/// Tests that stopped are named where their runs are read together.
#[test]
fn runs_that_tests_stopped_are_told_together() {
    let sandbox = Sandbox::new();
    for seed in ["1", "2"] {
        let words = ["tournament", "tictactoe", "alphabeta:depth=6", "random", "--games", "2000"];
        sandbox.answer(&[&words[..], &["--sprt", "0,50", "--seed", seed]].concat());
    }
    let told = sandbox.answer(&["runs", "show", "1", "2"]);
    assert!(told.contains("2 of these runs were stopped by tests"), "{told}");
    sandbox.answer(&["runs", "report", "1", "--output", "test.html"]);
    let report = std::fs::read_to_string(sandbox.path("test.html")).expect("a report");
    assert!(report.contains("corrected for that alphabeta:depth=6 is"), "{report}");
}
