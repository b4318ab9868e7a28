//! What scripts hold of the answers with `--json`: exit codes, members and their types, command by command.
//!
//! A snapshot has the command lines with their exit codes, then every member that was seen in their answers. A member
//! that disappears, changes its type or gets another name is a difference, and so is a new one.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::common::game_file::check_game_file;
use crate::common::shape::{Shape, texts};
use crate::common::{BINARY, Sandbox, words};

/// White flies from d2 to a1, closes the mill on the left and leaves Black two men.
const WON: &str = "'w../b../.../w...../.../.w./.bb w 0,0'";
/// X has the top row.
const OVER: &str = "tictactoe --moves '1,1 2,1 1,2 2,2 1,3'";

/// Runs command lines with `--json` and tells the shape of all their answers together.
fn shape(sandbox: &Sandbox, lines: &[&str]) -> String {
    let (mut text, mut shape) = (String::new(), Shape::default());
    for line in lines {
        // First, because what follows a program's name belongs to the program.
        let words = words(line);
        let args = ["--json"].into_iter().chain(words.iter().map(String::as_str));
        let run = sandbox.run(&args.collect::<Vec<_>>());
        text += &format!("{} ninefold {}\n", run.code, line.replace(BINARY, "ninefold"));
        for answer in run.out.lines() {
            let answer = serde_json::from_str(answer);
            shape.add(&answer.unwrap_or_else(|_| panic!("{line} gives no JSON: {run:?}")));
        }
    }
    format!("{text}\n{}\n\n", shape.lines().trim_end())
}

/// The shapes of several commands, one after another.
fn shapes(sandbox: &Sandbox, commands: &[&[&str]]) -> String {
    commands.iter().map(|lines| shape(sandbox, lines)).collect()
}

#[test]
fn answers_about_the_program() {
    let commands: [&[&str]; 4] =
        [&["games"], &["players"], &["rules morris", "rules 9tka", "rules chess"], &["bench"]];
    insta::assert_snapshot!(shapes(&Sandbox::new(), &commands));
}

/// How players and their parameters are written.
#[test]
fn names_that_are_typed() {
    insta::assert_snapshot!(texts(&Sandbox::new().json(&["players"])));
}

/// How a game, its parameters, evaluators and presets are written, as its folder keeps it.
#[test]
fn names_of_games_that_are_typed() {
    let answer = Sandbox::new().json(&["games"]);
    for game in answer["games"].as_array().expect("a list of games") {
        check_game_file(game["id"].as_str().expect("a text"), "names.txt", &texts(game));
    }
}

#[test]
fn answers_about_a_position() {
    let over = |command: &str| format!("{command} {OVER}");
    let (moves, status, show) = (over("moves"), over("status"), over("show"));
    let commands: [&[&str]; 5] = [
        &["moves morris", "moves 369:3", "moves 9tka:3", &moves],
        &["status morris", "status mnk:4,4,3", "status 369:3", "status 9tka:3", &status],
        &["perft morris 2", "perft 9tka:3 1"],
        &["perft mnk 2 --divide", "perft 369:3 1 --divide"],
        &["show morris --moves 'd6 f4 d2'", "show 369:3 --moves 2,2", "show 9tka:3", &show],
    ];
    insta::assert_snapshot!(shapes(&Sandbox::new(), &commands));
}

#[test]
fn answers_that_advise() {
    let best = format!("best {OVER}");
    // The book knows who wins here and not how soon, so that there is a note.
    let won = "analyse morris --depth 1 --position 'bw./.../.../bw.bb./.w./.w./b.w w 0,0'";
    let commands: [&[&str]; 5] = [
        &[
            "eval morris fav1",
            "eval mnk lines",
            "eval 369:3 score",
            "eval 9tka:3 eva",
            "eval 369:3 h1",
        ],
        &["eval morris fav1 --explain", "eval 9tka:2 eva --explain", "eval 369:3 h1 --explain"],
        &[
            "best tictactoe",
            "best 369:3",
            "best morris alphabeta:depth=2",
            "best morris level:1",
            "best 9tka:3 maxn:depth=1",
            "best mnk:5,5,4 engine:depth=2",
            "best tictactoe random",
            "best tictactoe alphabeta:depth=3 --moves '1,1 2,1 1,2 2,2'",
            &best,
        ],
        &[
            "analyse tictactoe --depth 2",
            "analyse tictactoe --depth 3 --moves '1,1 2,1 1,2 2,2'",
            "analyse morris --depth 1",
            won,
            "analyse 369:6 --nodes 500",
            "analyse 9tka:3 --depth 1 --lines 1",
        ],
        &[
            "tree mnk:2,2,2 --depth 3",
            "tree 369:3 --algorithm minimax --depth 1 --eval score",
            "tree morris --algorithm mws --depth 1",
            "tree 9tka:3 --algorithm paranoid --depth 1",
        ],
    ];
    insta::assert_snapshot!(shapes(&Sandbox::new(), &commands));
}

#[test]
fn answers_that_prove() {
    let sandbox = Sandbox::new();
    sandbox.write("broken.proof", "no proof\n");
    let commands: [&[&str]; 4] = [
        &[
            "solve tictactoe",
            "solve 369:3",
            "solve 369:3 --all",
            "solve morris:draws=off",
            "solve 9tka:2 --margin",
            "solve 9tka:2 --margin --position '00000100120/00000000011/00120000501/20150510000/00150222000/00000111000/10000050510/00000002221/00150055200/22012020002/02202001000 1'",
        ],
        &["solve mnk:3,3,3 --compare"],
        &["solve mnk:3,3,3 --proof a.proof", "solve 369:3 --proof b.proof"],
        &["proof check a.proof", "proof check broken.proof"],
    ];
    insta::assert_snapshot!(shapes(&sandbox, &commands));
}

/// The binary itself answers the assignment; `sleep` says nothing.
#[test]
fn answers_about_solutions_of_the_assignment() {
    let own = format!("mnk check --commands 3 {BINARY} mnk");
    let lines = [own.as_str(), "mnk check --commands 3 sleep 1"];
    insta::assert_snapshot!(shape(&Sandbox::new(), &lines));
}

#[test]
fn answers_from_tables() {
    let [probe, solve, best] = ["tables probe", "solve", "best"]
        .map(|command| format!("{command} morris --position {WON}"));
    let commands: [&[&str]; 6] = [
        &["tables build morris --men 3", "tables build morris --men 3 --distance"],
        &["tables info"],
        &["tables verify morris --sample 500"],
        &[&probe, "tables probe morris"],
        &[&solve, &best],
        &["puzzle morris --seed 1", "puzzle morris --seed 1 --solution"],
    ];
    insta::assert_snapshot!(shapes(&Sandbox::new(), &commands));
}

/// A tournament file with every key there is.
const CUP: &str = r#"
game = "mnk:3,3,3"
schedule = "round-robin"
games = 4
seed = 1
opening = 2
plies = 30
anchor = "chance"
adjudicate = true
times = true
sprt = { elo0 = 0, elo1 = 20, alpha = 0.05, beta = 0.05 }

[[player]]
name = "deep"
spec = "alphabeta:depth=2"

[[player]]
name = "chance"
spec = "random"
"#;

#[test]
fn answers_of_matches_and_runs() {
    let sandbox = Sandbox::new();
    sandbox.write("cup.toml", CUP);
    for (name, schedule) in [("swiss", "rounds = 2"), ("gauntlet", "challengers = 2")] {
        let schedule = format!("\"{name}\"\n{schedule}\n");
        let third = "[[player]]\nname = \"third\"\nspec = \"level:1\"\n";
        let text = CUP.replace("\"round-robin\"\n", &schedule) + third;
        let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("sprt")).collect();
        sandbox.write(&format!("{name}.toml"), text.join("\n"));
    }
    let commands: [&[&str]; 8] = [
        &[
            "match tictactoe random random --games 2",
            "match tictactoe random level:1 --games 2 --clock 10s+100ms",
            "match 9tka:3 random random random --games 3 --plies 40",
        ],
        &[
            "tournament cup.toml",
            "tournament swiss.toml",
            "tournament gauntlet.toml",
            "tournament mnk:5,5,4 alphabeta:depth=2 random --games 60 --sprt 0,300",
            "tournament 9tka:3 random random:place=own random:seed=2 --games 3 --plies 40 --clock 1m",
        ],
        &["evolve mnk:3,3,3 --depth 1 --population 12 --generations 2 --plies 20"],
        &["runs list"],
        &["runs show 1", "runs show 4", "runs show 5"],
        &["runs show 6", "runs resume 6"],
        &["runs export 1", "runs export 5", "runs export 6"],
        &["runs delete 6", "runs delete 6"],
    ];
    let mut found = shapes(&sandbox, &commands);
    let table = sandbox.answer(&["runs", "export", "1", "--format", "csv"]);
    found += table.lines().next().expect("a line of names");
    insta::assert_snapshot!(found);
}

/// Records as they are written: their tags, and what a check says.
#[test]
fn records_and_their_answers() {
    let sandbox = Sandbox::new();
    let players = ["random", "random:place=own", "random"];
    sandbox.answer(
        &[&["play", "9tka:3"], &players[..], &["--seed", "3", "--save", "a.record"]].concat(),
    );
    sandbox.answer(&["tournament", "mnk:3,3,3", "random", "level:1", "--games", "2"]);
    let mut found = String::new();
    let run = sandbox.answer(&["runs", "export", "1", "--format", "records"]);
    for record in [sandbox.read("a.record"), run] {
        let tags = record.lines().take_while(|line| line.starts_with('['));
        let names: Vec<&str> = tags.filter_map(|line| line[1..].split(' ').next()).collect();
        found += &format!("{}\n", names.join(" "));
    }
    sandbox.write("false.record", "[Game \"tictactoe\"]\n\n1. 1,1 1,1\n");
    let lines = ["record check a.record", "record check false.record"];
    insta::assert_snapshot!(found + "\n" + &shape(&sandbox, &lines));
}

#[test]
fn answers_about_kept_games() {
    let sandbox = Sandbox::new();
    sandbox.write("a.record", "[Game \"tictactoe\"]\n\n1. 1,1 2,2\n");
    insta::assert_snapshot!(shapes(
        &sandbox,
        &[
            &["record import a.record"],
            &["record list"],
            &["record export mnk-3-3-3-0001", "record export mnk-3-3-3-0001 -o b.record"],
        ]
    ));
}

#[test]
fn answers_that_measure() {
    let sandbox = Sandbox::new();
    let commands: [&[&str]; 3] = [
        &[
            "measure calibration 369:3 --games 4 --positions 20 --nodes 100 --levels 1-2 --samples a.csv",
        ],
        &["measure hint tictactoe --games 2 --nodes 100"],
        &["measure memory tictactoe --games 2 --nodes 100"],
    ];
    let found = shapes(&sandbox, &commands);
    let table = sandbox.read("a.csv");
    insta::assert_snapshot!(found + table.lines().next().expect("a line of names"));
}

#[test]
fn the_server_tells_its_address() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["serve", "--port", "0", "--json"]);
    let mut process = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut line = String::new();
    let read = BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line);
    process.kill().expect("its own process");
    process.wait().expect("an end");
    read.expect("a line");
    let answer: Value = serde_json::from_str(&line).expect("JSON");
    let mut shape = Shape::default();
    shape.add(&answer);
    // To its own machine alone it is nowhere else.
    assert_eq!(shape.lines(), "(answer): object\naddress: string\nelsewhere: null\n");
}
