//! Tournaments, their store, and programs that take part.

use crate::common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{BINARY, REFUSED, Sandbox, refusals};
use ninefold_core::Random;

/// A tournament of some hundred short games.
const CUP: &[&str] = &[
    "tournament",
    "mnk:4,4,3",
    "alphabeta:depth=2",
    "alphabeta:depth=1",
    "random",
    "level:1",
    "--games",
    "100",
    "--seed",
    "7",
];

/// Everything that is kept of the first run, as text.
fn kept(sandbox: &Sandbox) -> [String; 4] {
    [
        sandbox.answer(&["runs", "export", "1"]),
        sandbox.answer(&["runs", "export", "1", "--format", "records"]),
        sandbox.answer(&["runs", "export", "1", "--format", "csv"]),
        sandbox.answer(&["runs", "show", "1", "--json"]),
    ]
}

#[test]
fn a_killed_tournament_ends_as_if_nothing_had_happened() {
    let quiet = Sandbox::new();
    let start = Instant::now();
    quiet.answer(&[CUP, &["-j", "1"]].concat());
    let whole = start.elapsed();
    let wanted = kept(&quiet);
    assert_eq!(wanted[0].lines().count(), 600);

    let troubled = Sandbox::new();
    let mut random = Random::new(1);
    for _ in 0..10 {
        let mut command = troubled.command(&[CUP, &["-j", "2"]].concat());
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        std::thread::sleep(whole.mul_f64(random.below(1000) as f64 / 8000.0));
        child.kill().expect("its own process");
        child.wait().expect("it has ended");
    }
    // The same command plays what is missing, and a finished one plays nothing.
    troubled.answer(&[CUP, &["-j", "2"]].concat());
    assert_eq!(kept(&troubled), wanted);
    let again = troubled.answer(&[CUP, &["--json"]].concat());
    assert_eq!(again, wanted[3]);
    assert_eq!(troubled.json(&["runs", "list"])["runs"].as_array().map(Vec::len), Some(1));
}

/// Ctrl-C ends a run after the moves in progress with 130 and says how to go on; what was finished is kept.
#[test]
fn ctrl_c_keeps_what_was_finished() {
    let long = ["--games", "100000", "--seed", "7", "-j", "2"];
    let cup = [&CUP[..6], &long[..]].concat();
    let evolve =
        ["evolve", "mnk:5,5,4", "--depth", "2", "--population", "50", "--generations", "50"];
    let cases: [(&[&str], &str); 2] = [(&cup, "run 1: mnk:4,4,3"), (&evolve, "tournament 1")];
    for (args, shown) in cases {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(args);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("the binary runs");
        // Once something is kept it may be stopped. What is told in the end begins with the first set: without it there may
        // be nothing to tell, however many others are there.
        let is_kept = || {
            let rows = sandbox.run(&["runs", "export", "1"]).out;
            rows.starts_with("{\"set\":0,") && rows.lines().count() > 10
        };
        while !is_kept() {
            std::thread::sleep(Duration::from_millis(20));
        }
        // The same command beside it is refused, and leaves it alone.
        let second = sandbox.run(args);
        assert_eq!(second.code, REFUSED, "{second:?}");
        assert!(second.err.contains("run 1 is being played by another process"), "{second:?}");
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(signal.expect("kill").success());
        let output = child.wait_with_output().expect("it has ended");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.ends_with("go on with: ninefold runs resume 1\n"), "{said}");
        assert!(
            said.starts_with("ninefold: stopped after ") && said.lines().count() == 1,
            "{said}"
        );
        let told = String::from_utf8(output.stdout).expect("text");
        assert!(told.contains(shown), "{told}");
        let done: usize =
            said.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
        let kept = sandbox.answer(&["runs", "export", "1"]).lines().count();
        // Told are those without a gap before them: a thread may have been slow with the first.
        assert!(kept > 10 && kept >= done, "{kept} games kept, {done} told");
    }
}

/// Where files may not grow beyond a size, as on a full disk, the run stops with a sentence and keeps what it
/// had.
#[test]
fn a_full_disk_stops_a_run_and_it_goes_on_later() {
    let sandbox = Sandbox::new();
    let cup = CUP.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let script = format!("trap '' XFSZ; ulimit -f 200; exec {BINARY} {cup} -j 2");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(sandbox.path(".")).env("NINEFOLD_DATA", common::DATA);
    let output = shell.output().expect("a shell");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(REFUSED), "{said}");
    assert!(said.starts_with("ninefold: ") && said.lines().count() == 1, "{said}");
    sandbox.answer(CUP);
    let quiet = Sandbox::new();
    quiet.answer(CUP);
    assert_eq!(kept(&sandbox), kept(&quiet));
}

#[test]
fn a_store_that_cannot_be_written_is_named() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "no folder");
    let told =
        refusals(&sandbox, REFUSED, &["tournament tictactoe random level:1 --data file/data"]);
    assert!(told.contains("cannot make the folder \"file/data\""), "{told}");
}

#[test]
fn runs_are_listed_shown_exported_and_deleted() {
    let sandbox = Sandbox::new();
    let cup =
        ["tournament", "9tka:3", "random", "random:place=own", "maxn:depth=1", "--games", "6"];
    let shown = sandbox.json(&cup);
    assert_eq!((&shown["games"], &shown["run"]), (&6.into(), &1.into()));
    let points: f64 = shown["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| player["points"].as_f64().expect("points"))
        .sum();
    assert_eq!(points, 6.0);
    for player in shown["players"].as_array().expect("players") {
        assert_eq!(player["elo"].as_array().map(Vec::len), Some(3), "{player}");
        for seat in player["seats"].as_array().expect("seats") {
            let games: u64 =
                seat.as_array().expect("counts").iter().filter_map(|n| n.as_u64()).sum();
            assert_eq!(games, 2);
        }
    }
    let records = sandbox.answer(&["runs", "export", "1", "--format", "records"]);
    let first = records.split("\n\n[Game").next().expect("a record");
    sandbox.write("first.record", first);
    sandbox.answer(&["record", "check", "first.record"]);
    sandbox.answer(&["runs", "export", "1", "--output", "games.jsonl"]);
    assert_eq!(sandbox.read("games.jsonl"), sandbox.answer(&["runs", "export", "1"]));
    assert!(sandbox.answer(&["runs", "list"]).contains("all games played"));
    sandbox.answer(&["runs", "delete", "1"]);
    let told = refusals(&sandbox, REFUSED, &["runs show 1", "runs delete 1", "runs export 7"]);
    assert_eq!(told.matches("see ninefold runs list").count(), 3, "{told}");
}

#[test]
fn a_test_says_why_it_stopped() {
    let sandbox = Sandbox::new();
    let cup = ["tournament", "tictactoe", "alphabeta:depth=6", "random", "--games", "4000"];
    let shown = sandbox.json(&[&cup[..], &["--sprt", "0,50", "-j", "2"]].concat());
    assert_eq!(shown["sprt"]["verdict"], "accepted");
    assert!(shown["games"].as_u64().expect("a number") < 400, "{shown}");
    let end = shown["end"].as_str().expect("a reason");
    assert!(end.starts_with("alphabeta:depth=6 relative to random: +50 Elo accepted"), "{end}");
}

#[test]
fn a_tournament_file_is_played() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "cup.toml",
        "game = \"369:3\"\nschedule = \"swiss\"\nrounds = 2\ngames = 4\nopening = 1\nanchor = \"chance\"\n\
         [[player]]\nname = \"h1\"\nspec = \"heuristic:eval=h1\"\n[[player]]\nname = \"chance\"\nspec = \"random\"\n\
         [[player]]\nspec = \"heuristic:eval=h2\"\n[[player]]\nspec = \"level:2\"\n",
    );
    let shown = sandbox.json(&["tournament", "cup.toml", "-j", "2"]);
    assert_eq!((&shown["games"], &shown["anchor"]), (&16.into(), &"chance".into()));
}

/// Every mistake is found before any game and named with its line.
#[test]
fn mistakes_in_a_tournament_file_are_refused_with_their_line() {
    let sandbox = Sandbox::new();
    let two = "[[player]]\nname = \"a\"\nspec = \"random\"\n[[player]]\nname = \"b\"\nspec = \"level:1\"\n";
    let files = [
        (
            "game = \"tictactoe\"\n[[player]]\nspec = \"alhpabeta\"\n".to_owned(),
            3,
            "did you mean alphabeta?",
        ),
        (format!("game = \"tictacto\"\n{two}"), 1, "did you mean tictactoe?"),
        (
            format!("game = \"tictactoe\"\n{two}[[player]]\nname = \"b\"\nspec = \"random\"\n"),
            9,
            "is taken twice",
        ),
        (
            format!("game = \"tictactoe\"\ngames = 0\n{two}"),
            2,
            "games is 0, wanted a number from 1",
        ),
        (format!("game = \"tictactoe\"\nplies = -3\n{two}"), 2, "plies is -3"),
        (
            format!("game = \"tictactoe\"\nschedule = \"cup\"\n{two}"),
            2,
            "wanted round-robin, gauntlet or swiss",
        ),
        (format!("game = \"tictactoe\"\nanchor = \"c\"\n{two}"), 2, "is none of the players"),
        (
            format!("game = \"tictactoe\"\nsprt = {{ elo0 = 5, elo1 = 0 }}\n{two}"),
            2,
            "wants elo0 below elo1",
        ),
        (format!("game = \"tictactoe\"\nplayers = 3\n{two}"), 2, "unknown field `players`"),
        (
            format!("game = \"tictactoe\"\nclock = \"soon\"\n{two}"),
            2,
            "the clock is \"soon\", wanted",
        ),
        (
            "game = \"tictactoe\"\n[[player]]\nspec = \"alphabeta:depth=0\"\n".to_owned(),
            3,
            "depth is \"0\"",
        ),
        ("game = \"tictactoe\"\n[[player]]\nspec = \"human\"\n".to_owned(), 3, "only a computer"),
        (format!("game = \"9tka:3\"\n{two}"), 5, "2 take part, wanted at least 3"),
        ("game = \n".to_owned(), 1, "line 1"),
    ];
    for (text, line, problem) in files {
        sandbox.write("cup.toml", &text);
        let told = refusals(&sandbox, REFUSED, &["tournament cup.toml"]);
        assert!(told.contains(&format!("\"cup.toml\", line {line}: ")), "{text}{told}");
        assert!(told.contains(problem), "{text}{told}");
    }
    assert!(sandbox.answer(&["runs", "list"]).contains("no runs"), "nothing was begun");
}

/// A small evolution of a small game: kept, shown, exported, written as the paper's files, and resumed for free.
#[test]
fn an_evolution_is_kept_and_written_as_files() {
    let sandbox = Sandbox::new();
    let evolve =
        ["evolve", "mnk:3,3,3", "--depth", "1", "--population", "6", "--seed", "3", "-j", "2"];
    let shown = sandbox.json(&[&evolve[..], &["--output", "files"]].concat());
    assert_eq!((&shown["games"], &shown["of"]), (&60.into(), &60.into()));
    let second = &shown["generations"][1];
    assert_eq!(second["ranking"].as_array().map(Vec::len), Some(6));
    assert_eq!(sandbox.read("files/tournament-2/sets.txt").lines().count(), 6);
    assert_eq!(sandbox.read("files/tournament-1/ranking.txt").lines().count(), 6);
    sandbox.answer(&["record", "check", "files/tournament-1/matches/E0-E5.record"]);
    let again = sandbox.json(&evolve);
    assert_eq!(again, shown);
    assert_eq!(sandbox.answer(&["runs", "export", "1"]).lines().count(), 60);
    assert!(sandbox.answer(&["runs", "show", "1"]).contains("tournament 2"));
    sandbox.answer(&["runs", "report", "1", "--output", "evolution.html"]);
    let page = sandbox.read("evolution.html");
    assert!(page.contains("<svg") && page.contains("Coefficients") && !page.contains("http-equiv"));
    // The sets of one evolution are where another begins.
    let sets = ["--sets", "files/tournament-2/sets.txt", "--generations", "1", "--no-confirm"];
    sandbox.answer(&[&evolve[..], &sets, &["--output", "begun"]].concat());
    let numbers = |file: &str| -> Vec<String> {
        let without_birth = |line: &str| line.split('#').next().unwrap().trim().to_owned();
        sandbox.read(file).lines().map(without_birth).collect()
    };
    assert_eq!(numbers("begun/tournament-1/sets.txt"), numbers("files/tournament-2/sets.txt"));
    sandbox.write("short", "1 2 3\n");
    sandbox.write("words", "E0 # nothing here\n");
    // The paper's own E30, which breaks the ranges that its text states.
    sandbox.write("large", "E30 18 26 1 6 12 7 14 43 10 1 30 40 958 6 32 7 1041\n");
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "evolve 9tka:3",
            "evolve morris --eval fav3",
            "evolve morris --ranges wide",
            "evolve morris --population 2",
            "evolve morris --mutation 101",
            "evolve mnk:3,3,3 --mutation 10 --method cmaes",
            "evolve mnk:3,3,3 --mutation 10",
            "evolve morris --sets large",
            "evolve mnk:3,3,3 --sets nothing",
            "evolve mnk:3,3,3 --sets short",
            "evolve mnk:3,3,3 --sets words",
        ],
    );
    assert!(told.contains("an evolution needs a game for two"), "{told}");
    assert!(told.contains("wanted stated or printed or default"), "{told}");
    assert_eq!(told.matches("--mutation 10 is for --method ga").count(), 2, "{told}");
    assert!(told.contains("; --ranges printed takes these sets"), "{told}");
    assert!(told.contains("line 1 of \"short\" has 3 numbers, wanted 26"), "{told}");
    assert!(told.contains("\"words\" has no sets"), "{told}");
}

/// Two pairs around a point, on three openings, against one opponent: every game has the opponent in it, every record is
/// true, and the champion is where the point came to.
#[test]
fn a_point_meets_one_opponent() {
    let sandbox = Sandbox::new();
    let evolve = ["evolve", "mnk:4,4,3", "--method", "spsa", "--depth", "1", "--population", "5"];
    let trials = ["--opponent", "level:1", "--openings", "3", "--generations", "2"];
    let files = ["--output", "files", "--no-confirm"];
    let shown = sandbox.json(&[&evolve[..], &trials, &files].concat());
    // Five members, three openings, two seats, two generations.
    assert_eq!((&shown["games"], &shown["of"]), (&60.into(), &60.into()));
    let generations = shown["generations"].as_array().unwrap();
    let sizes = generations.iter().map(|one| one["ranking"].as_array().unwrap().len());
    assert_eq!(sizes.collect::<Vec<_>>(), [5, 5, 1]);
    assert_eq!(generations[2]["title"], "the point in the end");
    for row in sandbox.answer(&["runs", "export", "1"]).lines() {
        assert!(row.contains("\"opponent\""), "{row}");
    }
    for file in ["E4-opponent-opening-1", "opponent-E0-opening-3"] {
        sandbox.answer(&["record", "check", &format!("files/tournament-2/matches/{file}.record")]);
    }
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "evolve mnk:4,4,3 --method spsa --families 2",
            "evolve mnk:4,4,3 --opponent level:1 --opening 0",
            "evolve mnk:4,4,3 --opponent nobody",
        ],
    );
    assert!(told.contains("--families is for the other methods"), "{told}");
    assert!(told.contains("all 10 openings are the same"), "{told}");
    assert!(told.contains("nobody"), "{told}");
}

#[test]
fn a_report_is_one_file_that_needs_nothing_else() {
    let sandbox = Sandbox::new();
    sandbox.answer(&[
        "tournament",
        "tictactoe",
        "random",
        "level:1",
        "alphabeta:depth=2",
        "--games",
        "4",
        "--times",
    ]);
    sandbox.answer(&["runs", "report", "1", "--output", "cup.html"]);
    let page = sandbox.read("cup.html");
    let time = "Median time of a player's n-th move";
    for wanted in ["<svg", "Cross table", "alphabeta:depth=2", "95 %", time] {
        assert!(page.contains(wanted), "{wanted}");
    }
    let outside = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(outside, 0, "nothing is loaded from elsewhere");
}

/// With exact values known, games end as perfect players would end them, with the reason in the record; without a
/// solver it is refused.
#[test]
fn games_are_adjudicated_by_exact_values() {
    let sandbox = Sandbox::new();
    let cup = ["tournament", "tictactoe", "random", "level:1", "--games", "4", "--adjudicate"];
    let shown = sandbox.json(&cup);
    assert_eq!(shown["games"], 4);
    let records = sandbox.answer(&["runs", "export", "1", "--format", "records"]);
    assert_eq!(records.matches("[Termination \"adjudicated\"]").count(), 4, "{records}");
    assert_eq!(records.matches("[Note \"the exact value is a ").count(), 4, "{records}");
    sandbox.write("cup.toml", "game = \"9tka:3\"\nadjudicate = true\nplayer = [{ spec = \"random\" }, { spec = \"maxn\" }, { spec = \"level:1\" }]\n");
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            "tournament morris:protect=off random level:1 --adjudicate",
            "tournament cup.toml",
            "tournament cup.toml --times",
            "tournament cup.toml --clock 1m",
        ],
    );
    assert!(told.contains("line 2: adjudicate is for games for two, not for 9tka:3"), "{told}");
    assert!(told.contains("adjudicate an exact value under other rules"), "{told}");
    assert_eq!(told.matches("write options there").count(), 2, "{told}");
}

/// What evaluators know is told by the complete tables or not at all.
#[test]
fn the_truth_needs_the_complete_tables() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["tables", "build", "morris", "--men", "3"]);
    let run = sandbox.run(&["reproduce", "truth", "--quick"]);
    assert_eq!((run.code, run.out.as_str()), (REFUSED, ""), "{run:?}");
    assert!(run.err.contains("ninefold tables build morris --full makes them"), "{run:?}");
    assert!(!sandbox.path("data/reproduction").exists(), "nothing was measured");
}

/// The printed figures of the papers stand beside ours.
#[test]
fn papers_are_repeated() {
    let sandbox = Sandbox::new();
    let heuristics = ["reproduce", "369-heuristics", "--quick", "-j", "2"];
    let run = sandbox.run(&heuristics);
    assert_eq!(run.code, 0, "{run:?}");
    let found = "| the computer's moves in the listed games | 23 of 23 found again | agrees |";
    assert!(run.out.contains(found), "{run:?}");
    assert!(run.err.contains("6 × 6: 30 of 30"), "{run:?}");
    // What was measured is measured once: half a line, as a kill leaves it, is made again, and the report is the same.
    let folder = sandbox.path("data/reproduction");
    for page in std::fs::read_dir(&folder).expect("pages").map(|page| page.expect("a page").path())
    {
        let text = std::fs::read_to_string(&page).expect("a page is text");
        std::fs::write(&page, &text[..text.len() - 30]).expect("the page can be cut");
    }
    let found = |text: &str| text.split("This chapter took").next().map(str::to_owned);
    assert_eq!(found(&sandbox.run(&heuristics).out), found(&run.out));
    let run =
        sandbox.run(&["reproduce", "369-heuristics", "--quick", "--fresh", "--output", "out"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(sandbox.read("out/reproduction.md").contains("## The heuristics of 3-6-9"));
    assert!(sandbox.read("out/pictures/reproduction-369-6.svg").starts_with("<svg"));
}
