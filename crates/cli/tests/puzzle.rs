//! `puzzle`: positions with one right move, as scripts see them.

use crate::common::{REFUSED, Sandbox, refusals};

/// Every puzzle of the smallest board, by the solver's own command.
#[test]
fn the_solution_is_the_one_best_move() {
    let sandbox = Sandbox::new();
    for seed in ["0", "1", "2"] {
        let puzzle = sandbox.json(&["puzzle", "mnk:3,3,3", "--seed", seed]);
        let position = puzzle["position"].as_str().unwrap();
        let answer = sandbox.json(&["solve", "mnk:3,3,3", "--position", position, "--all"]);
        let moves = answer["moves"].as_object().unwrap();
        let best = moves.values().map(|value| value.as_i64().unwrap()).max();
        let right: Vec<&String> =
            moves.iter().filter(|(_, value)| value.as_i64() == best).map(|(mv, _)| mv).collect();
        assert_eq!(right, [puzzle["solution"].as_str().unwrap()], "{puzzle}");
        assert_eq!(puzzle["value"].as_i64(), best, "{puzzle}");
    }
}

#[test]
fn puzzles_come_by_level_and_theme_without_any_table() {
    let sandbox = Sandbox::new();
    let puzzle =
        sandbox.json(&["puzzle", "morris", "--level", "2", "--theme", "shut in", "--seed", "7"]);
    assert_eq!(puzzle["level"], 2);
    assert!(puzzle["themes"].as_array().unwrap().contains(&"shut in".into()), "{puzzle}");
    assert!(puzzle["plies"].as_u64().unwrap() < 50, "{puzzle}");
    assert_eq!(
        puzzle,
        sandbox.json(&["puzzle", "morris", "--level", "2", "--theme", "shut in", "--seed", "7",])
    );
    assert!(sandbox.answer(&["puzzle", "9tka"]).contains("theme    last moves"));
}

#[test]
fn new_ones_are_found_and_are_not_the_old_ones() {
    let sandbox = Sandbox::new();
    let found = sandbox.answer(&["puzzle", "mnk:4,4,4", "--count", "2", "--seed", "11"]);
    assert_eq!(found.lines().count(), 2, "{found}");
    std::fs::write(sandbox.path("known.txt"), &found).unwrap();
    let line = ["puzzle", "mnk:4,4,4", "--count", "2", "--seed", "11", "--without", "known.txt"];
    let more = sandbox.answer(&line);
    assert!(more.lines().all(|line| !found.contains(line)), "{more}");
}

#[test]
fn bad_wishes_are_refused() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("bad.txt"), "no puzzle\n").unwrap();
    let lines = [
        "puzzle connect4",
        "puzzle xyzzy",
        "puzzle morris --level 6",
        "puzzle morris --theme xyzzy",
        "puzzle morris --verify --count 2",
        "puzzle mnk --without bad.txt",
        "puzzle mnk:4,4,4 --count 1 --without bad.txt",
        "puzzle mnk:4,4,4 --count 1 --without nowhere.txt",
    ];
    insta::assert_snapshot!(refusals(&sandbox, REFUSED, &lines));
}
