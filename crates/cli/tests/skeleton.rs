//! The skeleton of a new game, as `scripts/new-game` copies it: its files say what the program says of it, so that a copy
//! passes these tests too.

#[path = "../../games/skeleton/mod.rs"]
mod game;

use std::ffi::OsString;

use game::SkeletonFamily;
use ninefold_cli::Console;
use serde_json::Value;

use crate::common::game_file::check_game_file;
use crate::common::shape::texts;

/// What a command line answers with all games and the skeleton.
fn answer(args: &[&str]) -> String {
    let games = ninefold_session::games().with::<SkeletonFamily>();
    let args = ["ninefold"].iter().chain(args).map(OsString::from);
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let mut console =
        Console { input: &mut input, out: &mut out, err: &mut err, colour: false, live: false };
    let code = ninefold_cli::run(&games, args, &mut console);
    assert_eq!((code, String::from_utf8_lossy(&err)), (0, "".into()));
    String::from_utf8(out).expect("text")
}

#[test]
fn its_bench_is_the_committed_one() {
    let bench = answer(&["bench"]);
    let lines: Vec<&str> = bench.lines().skip_while(|line| !line.starts_with("skeleton")).collect();
    check_game_file("skeleton", "bench.txt", &(lines.join("\n") + "\n"));
}

#[test]
fn its_names_are_the_committed_ones() {
    let games: Value = serde_json::from_str(&answer(&["games", "--json"])).expect("JSON");
    let listed = games["games"].as_array().expect("a list of games");
    let skeleton = listed.iter().find(|game| game["id"] == "skeleton").expect("it is listed");
    check_game_file("skeleton", "names.txt", &texts(skeleton));
}

#[test]
fn it_is_drawn_played_and_advised() {
    assert!(answer(&["show", "skeleton:3", "--moves", "1 2"]).contains("> Blue"));
    assert_eq!(answer(&["moves", "skeleton:3", "--moves", "1 2"]), "3\n");
    assert!(answer(&["best", "skeleton:3", "alphabeta:depth=3"]).starts_with("move    1\n"));
}
