//! Proofs are written, hold, and are refused once anything in them is changed.

use crate::solver_support;

use ninefold_solve::mnk::{Budget, Proof, check, prove};
use solver_support::{Minimax, Random, budget, question};

fn proof(size: [usize; 3], board: &[u8], mover: u8) -> Proof {
    let budget = Budget { memory: 16 << 20, ..Budget::default() };
    prove(&question(size, board, mover), &budget).unwrap()
}

fn whole_game(size: [usize; 3], value: i8) {
    let proof = proof(size, &vec![0; size[0] * size[1]], 1);
    assert_eq!(proof.value, value);
    let checked = check(&proof.text).unwrap();
    assert_eq!(checked.value, Some(value));
    assert_eq!((checked.claims, checked.nodes), (proof.claims, proof.nodes));
    println!("{size:?}: {} nodes, {} bytes", proof.nodes, proof.text.len());
}

#[test]
fn whole_games() {
    for (size, value) in [
        ([3, 3, 3], 0),
        ([4, 3, 3], 1),
        ([4, 4, 4], 0),
        ([5, 4, 4], 0),
        ([6, 5, 4], 1),
        ([6, 6, 4], 1),
        ([5, 5, 5], 0),
        ([5, 5, 4], 0),
        ([6, 4, 4], 0),
        ([7, 6, 5], 0),
        ([8, 5, 5], 0),
        ([6, 6, 5], 0),
        ([7, 5, 5], 0),
        ([7, 7, 6], 0),
        ([1, 1, 1], 1),
        ([2, 2, 3], 0),
    ] {
        whole_game(size, value);
    }
}

/// Positions of every kind, also with a line, full, or with more stones than there should be.
#[test]
fn random_positions() {
    let mut random = Random(5);
    for size in [[3, 3, 3], [4, 4, 3], [4, 4, 4], [3, 5, 3]] {
        let mut minimax = Minimax::new(size[0], size[1], size[2]);
        for _ in 0..100 {
            let board = random.board(size[0] * size[1], 5);
            let Some(value) = minimax.value(&board, 2) else { continue };
            let proof = prove(&question(size, &board, 2), &budget()).unwrap();
            assert_eq!(proof.value, value, "{board:?}");
            let checked =
                check(&proof.text).unwrap_or_else(|problem| panic!("{problem}\n{}", proof.text));
            assert_eq!(checked.value, Some(value));
        }
    }
}

/// The text with one line replaced.
fn changed(text: &str, line: usize, new: Option<String>) -> String {
    let kept = text.lines().enumerate();
    let lines: Vec<String> = kept
        .filter_map(|(index, old)| if index == line { new.clone() } else { Some(old.to_owned()) })
        .collect();
    lines.join("\n")
}

#[test]
fn dropped_lines_and_replies_are_refused() {
    for (size, mover) in [([4, 3, 3], 1), ([3, 3, 3], 1)] {
        let text = proof(size, &vec![0; size[0] * size[1]], mover).text;
        for (line, old) in text.lines().enumerate() {
            assert!(check(&changed(&text, line, None)).is_err(), "without `{old}`");
            if old.contains(" all ") {
                let (shorter, _) = old.rsplit_once(' ').unwrap();
                let problem = check(&changed(&text, line, Some(shorter.to_owned()))).unwrap_err();
                assert_eq!(problem.line, line + 1);
                assert!(problem.what.contains("replies where there are"), "{problem}");
            }
        }
    }
}

/// A first move that does not win, and later moves to a cell that is taken.
#[test]
fn changed_moves_are_refused() {
    let text = proof([4, 3, 3], &[0; 12], 1).text;
    let lines: Vec<&str> = text.lines().collect();
    let first = lines[4].strip_prefix("0 move ").unwrap().split(' ').next().unwrap();
    let mut refused = 0;
    for (cell, value) in Minimax::new(4, 3, 3).moves(&[0; 12], 1) {
        if value < 1 {
            let name = format!("{},{}", cell / 3 + 1, cell % 3 + 1);
            let new = lines[4].replace(first, &name);
            assert!(check(&changed(&text, 4, Some(new))).is_err(), "{name}");
            refused += 1;
        }
    }
    for (line, old) in lines.iter().enumerate().skip(5) {
        let mut words: Vec<&str> = old.split(' ').collect();
        if matches!(words[1], "move" | "win") {
            words[2] = first;
            let problem = check(&changed(&text, line, Some(words.join(" ")))).unwrap_err();
            assert_eq!(
                problem.to_string(),
                format!("line {}: {first} is not a legal move", line + 1)
            );
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

/// The same tree under another claim, size or position.
#[test]
fn other_claims_are_refused() {
    let text = proof([4, 3, 3], &[0; 12], 1).text;
    for (old, new) in [
        ("player 1 wins", "player 2 wins"),
        ("player 1 wins", "player 1 cannot win"),
        ("mnk:4,3,3", "mnk:4,3,4"),
        ("000/000/000/000 1", "000/000/000/000 2"),
        ("000/000/000/000 1", "000/020/000/000 1"),
    ] {
        assert!(text.contains(old));
        assert!(check(&text.replace(old, new)).is_err(), "{old} → {new}");
    }
}

#[test]
fn false_leaves_are_refused() {
    let head =
        "ninefold mnk proof 1\ngame mnk:3,3,3\nposition 000/000/000 1\nclaim player 1 cannot win\n";
    for (node, what) in [
        ("0 pairs 1,1-1,2", "a window contains no pair"),
        ("0 pairs 1,1-1,1", "a cell of a pair is not empty or in two pairs"),
        ("0 pairs 1,1-4,1", "\"4,1\" is not a cell"),
        ("0 weight", "the windows weigh too much"),
        ("0 over", "node 0 is `over`, but the game is not over"),
        ("0 move 1,1 1", "node 0 cannot be \"0 move 1,1 1\""),
        ("0 win 1,1", "node 0 cannot be \"0 win 1,1\""),
        ("0 all = = = = = = = = =", "nothing answers 1,1 at once"),
        ("0 all 0 1 2 3 4 5 6 7 8", "node 0 refers back to node 0"),
        ("0 all 1 1 2 3 4 5 6 7 8", "node 1 would stand for two positions"),
        ("0 all 1 2 3 4 5 6 7 8 9", "node 1 of `player 1 cannot win` is missing"),
        ("1 weight", "\"1 weight\" where node 0 was wanted"),
    ] {
        let problem = check(&format!("{head}{node}\n")).unwrap_err();
        assert_eq!((problem.line, problem.what.as_str()), (5, what));
    }
    for (text, what) in [
        ("", "line 1: \"\" where `ninefold mnk proof 1 …` was wanted"),
        (&head[..head.len() - 26], "line 3: no claim was made"),
        (
            &head.replace("3,3,3", "12,11,5"),
            "line 2: \"12,11,5\" is not a size: rows, columns and K were wanted, 1 to 128 cells",
        ),
        (
            &head.replace("cannot win", "will win"),
            "line 4: \"player 1 will win\" is not a claim: `player 1 cannot win` is one",
        ),
    ] {
        assert_eq!(check(text).unwrap_err().to_string(), what);
    }
}

/// A pairing must hold where it is used: with a window one stone from full it cannot.
#[test]
fn a_pairing_does_not_hide_a_threat() {
    let text = "ninefold mnk proof 1\ngame mnk:1,5,3\nposition 11000 2\nclaim player 1 cannot win\n0 pairs 1,3-1,4\n";
    assert_eq!(check(text).unwrap_err().what, "a window contains no pair");
    let text = "ninefold mnk proof 1\ngame mnk:1,5,3\nposition 10000 1\nclaim player 1 cannot win\n0 pairs 1,2-1,3 1,3-1,4\n";
    assert!(check(text).is_err());
}
