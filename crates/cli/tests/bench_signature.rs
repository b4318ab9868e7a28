//! The bench signature: a fixed amount of work on every game, counted.

use crate::common;

use common::Sandbox;

/// `ninefold bench` prints what it printed when `bench-signature.txt` was written.
///
/// A difference means that the rules, the order of moves, the keys or the random generator changed.
/// Recorded games, seeds and tables may then mean something else than before. When that is wanted,
/// write the file anew with `cargo run -p ninefold-cli -- bench > crates/cli/tests/bench-signature.txt`
/// and say in the commit what changed.
#[test]
fn the_signature_is_the_committed_one() {
    let committed = include_str!("bench-signature.txt");
    assert_eq!(Sandbox::new().answer(&["bench"]), committed);
}

/// The file may be written anew, these numbers may not: they are counted by others or by hand.
#[test]
fn the_committed_counts_are_known_elsewhere() {
    // Gomoku, 3-6-9 and placing in 9tka: no game of so few turns is over, so every order of
    // different places counts.
    let orders = |places: u64, turns: u64| (0..turns).map(|turn| places - turn).product::<u64>();
    let known = [
        ("morris", 4, 255_024),
        ("mnk:3,3,3", 8, 200_448),
        ("mnk:15,15,5", 3, orders(225, 3)),
        ("369:6", 4, orders(36, 4)),
        ("9tka:2", 4, orders(36, 4)),
    ];
    let lines = include_str!("bench-signature.txt").lines().filter(|line| !line.starts_with(' '));
    let counted: Vec<(&str, u32, u64)> = lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!((words[1], words[4]), ("perft", "playouts"), "{line}");
            (words[0], words[2].parse().expect("a depth"), words[3].parse().expect("a count"))
        })
        .collect();
    assert_eq!(counted, known);
}

/// The same numbers as JSON, one game a line.
#[test]
fn the_signature_as_json_has_the_same_numbers() {
    let sandbox = Sandbox::new();
    let text = sandbox.answer(&["bench"]);
    let mut texts = text.lines();
    for line in sandbox.answer(&["bench", "--json"]).lines() {
        let signature: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = texts.next().expect("a line a game");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(signature["game"], words[0]);
        assert_eq!(signature["leaves"].to_string(), words[3]);
        assert_eq!(signature["games"].to_string(), words[5]);
        assert_eq!(signature["plies"].to_string(), words[6]);
        assert_eq!(signature["keys"], words[9]);
        for search in signature["searches"].as_array().expect("searches") {
            let text = texts.next().expect("a line a search");
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(search["player"], words[0]);
            assert_eq!(search["nodes"].to_string(), words[1]);
        }
    }
    assert_eq!(texts.next(), None);
}
