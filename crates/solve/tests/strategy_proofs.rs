//! Proofs by strategies are written, hold, and are refused once anything in them is changed.

use crate::solver_support;

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use ninefold_solve::mnk::{
    Budget, Checked, ProofProblem, SHARED_HEADER, check, check_proof, write_proof,
};
use solver_support::{Minimax, Random, budget, question};

fn proof(size: [usize; 3], board: &[u8], mover: u8, budget: &Budget) -> String {
    let mut file = Vec::new();
    let written = write_proof(&question(size, board, mover), budget, &mut file).unwrap();
    let text = String::from_utf8(file).unwrap();
    let checked = check(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    assert_eq!((checked.value, &checked.claims), (Some(written.value), &written.claims));
    assert_eq!(checked.nodes as u64, written.nodes, "{text}");
    text
}

/// By hand: the root and two answers. What ends a node is a line, but no node.
#[test]
fn ends_are_no_nodes() {
    let text = "ninefold mnk proof 3\ngame mnk:1,5,3\nposition 00000 1\nclaim player 1 cannot win\n\
                -\n1,3 .\n1,2 1,4-1,5 .\nend\n";
    assert_eq!(check(text).unwrap().nodes, 3);
}

fn whole_game(size: [usize; 3]) -> String {
    let budget = Budget { memory: 16 << 20, ..Budget::default() };
    proof(size, &vec![0; size[0] * size[1]], 1, &budget)
}

/// Published draws that Breaker holds, both ways round.
#[test]
fn whole_games() {
    for size in [[4, 4, 4], [6, 6, 5], [7, 5, 5], [5, 7, 5], [7, 6, 5], [8, 6, 5], [7, 7, 6]] {
        let text = whole_game(size);
        assert!(text.starts_with(SHARED_HEADER), "{size:?}");
    }
    // These need the defender's own threats, or are won.
    for size in [[3, 3, 3], [5, 5, 4], [4, 3, 3]] {
        assert!(!whole_game(size).starts_with(SHARED_HEADER), "{size:?}");
    }
}

/// Positions with stones, either player to move, against plain minimax.
#[test]
fn random_positions() {
    let mut random = Random(7);
    let mut strategies = 0;
    for size in [[4, 4, 4], [3, 5, 4], [4, 5, 4]] {
        let cells = size[0] * size[1];
        let mut minimax = Minimax::new(size[0], size[1], size[2]);
        for _ in 0..100 {
            let board = random.board(cells, cells - 12);
            let mover = 1 + random.below(2) as u8;
            let Some(value) = minimax.value(&board, mover) else { continue };
            let text = proof(size, &board, mover, &budget());
            assert_eq!(check(&text).unwrap().value, Some(value), "{text}");
            strategies += usize::from(text.starts_with(SHARED_HEADER));
        }
    }
    assert!(strategies > 50, "{strategies}");
}

/// Boards beyond 64 cells, empty and with stones of both players.
#[test]
fn wide_boards() {
    for size in [[9, 9, 7], [12, 8, 7], [16, 8, 8]] {
        assert!(whole_game(size).starts_with(SHARED_HEADER), "{size:?}");
    }
    let mut board = vec![0; 81];
    for (cell, stone) in [(40, 1), (41, 2), (31, 1), (49, 2), (30, 1)] {
        board[cell] = stone;
    }
    let budget = Budget { memory: 16 << 20, ..Budget::default() };
    let text = proof([9, 9, 7], &board, 2, &budget);
    assert!(
        text.contains("claim player 1 cannot win") && text.contains("claim player 2 cannot win")
    );
}

/// Wins on boards beyond 64 cells have proofs of the first form.
#[test]
fn wins_on_wide_boards() {
    let mut board = vec![0; 81];
    assert_eq!(check(&proof([9, 9, 2], &board, 1, &budget())).unwrap().value, Some(1));
    assert_eq!(check(&proof([9, 9, 3], &board, 1, &budget())).unwrap().value, Some(1));
    // Four in a row with both ends free, of the player who waits.
    board[21..25].fill(2);
    board[..4].fill(1);
    board[4] = 2;
    let text = proof([9, 9, 5], &board, 1, &budget());
    assert_eq!(check(&text).unwrap().value, Some(-1));
    assert!(check(&text.replace("9,9,5", "9,9,6")).is_err());
}

fn packed(text: &str) -> Result<Checked, ProofProblem> {
    let mut file = GzEncoder::new(Vec::new(), Compression::default());
    file.write_all(text.as_bytes()).unwrap();
    check_proof(&mut file.finish().unwrap().as_slice()).unwrap()
}

#[test]
fn packed_or_not_is_all_the_same() {
    let text = whole_game([6, 6, 5]);
    assert_eq!(packed(&text), check(&text));
    assert_eq!(check_proof(&mut text.as_bytes()).unwrap(), check(&text));
    let old =
        "ninefold mnk proof 1\ngame mnk:2,2,2\nposition 10/00 1\nclaim player 1 wins\n0 win 2,2\n";
    assert_eq!(packed(old).unwrap().value, Some(1));
    let mut cut = GzEncoder::new(Vec::new(), Compression::default());
    cut.write_all(text.as_bytes()).unwrap();
    let cut = cut.finish().unwrap();
    assert!(!matches!(check_proof(&mut &cut[..cut.len() / 2]), Ok(Ok(_))));
}

/// Without any one of its lines or words, or with two lines exchanged for one, a proof does not hold. What a
/// pair too many or a child too many would add is not in it.
#[test]
fn every_line_and_every_pair_is_needed() {
    let text = whole_game([7, 6, 5]);
    let lines: Vec<&str> = text.lines().collect();
    let mut refused = 0;
    for (index, line) in lines.iter().enumerate().step_by(7) {
        let without = |new: Option<&str>| {
            let mut lines = lines.clone();
            match new {
                Some(new) => lines[index] = new,
                None => drop(lines.remove(index)),
            }
            check(&lines.join("\n"))
        };
        if line.ends_with(" .") {
            let mut words: Vec<&str> = line.split(' ').collect();
            words.remove(1);
            refused += usize::from(without(Some(&words.join(" "))).is_err());
            let problem = without(Some(line.trim_end_matches(" ."))).unwrap_err();
            assert!(!problem.what.is_empty());
        } else {
            assert!(without(None).is_err(), "without line {index} `{line}`");
        }
    }
    assert!(refused > 10, "{refused}");
}

/// A strategy that forgets one of the attacker's moves, by hand: three in a row on a board of 1 × 5.
#[test]
fn false_strategies_are_refused() {
    let head =
        "ninefold mnk proof 2\ngame mnk:1,5,3\nposition 00000 1\nclaim player 1 cannot win\n";
    // 3 answers every cell but 3 itself; 2 and a pair answer that one.
    let good = format!("{head}-\n1,3 .\n1,2 1,4-1,5 .\nend\n");
    assert_eq!(check(&good).unwrap().value, Some(0));
    for (nodes, what) in [
        ("-\n1,3 .\nend\n", "a move of the attacker is not answered"),
        ("-\nend\n", "a move of the attacker is not answered"),
        ("- .\n", "a window holds neither a stone of the defender nor a pair"),
        ("-\n1,2 .\nend\n", "a window holds neither a stone of the defender nor a pair"),
        ("-\n1,3 .\n1,2 1,4-1,4 .\nend\n", "a cell of `1,4-1,4` is used twice"),
        ("-\n1,3 .\n1,2 1,4-1,2 .\nend\n", "a cell of `1,4-1,2` is used twice"),
        ("- 1,3-1,4\n1,3 .\n1,2 .\nend\n", "a kept pair is used again"),
        ("-\n1,3 .\n1,2 1,4-1,6 .\nend\n", "`1,6` is not a cell"),
        ("-\n1,3 .\n1,2 1,4 .\nend\n", "`1,4` is not a pair"),
        ("1,3 .\n", "`1,3` has a stone"),
        ("-\n- .\nend\n", "`-` lacks a stone"),
        ("-\n1,3\n1,3 .\nend\nend\n", "`1,3` puts a stone where there is one"),
        ("-\n1,3 .\n1,2 1,4-1,5 .\n", "a claim is not proved to its end"),
        ("end\n", "`end` without a node"),
    ] {
        assert_eq!(check(&format!("{head}{nodes}")).unwrap_err().what, what, "{nodes}");
    }
    for (old, new, what) in [
        ("00000 1", "00000 3", "`00000 3` is not a position"),
        ("00000 1", "0000 1", "`0000 1` is not a position"),
        ("00000 1", "00010 1", "the strategy needs a cell that is not empty"),
        ("00000 1", "11100 2", "player 1 has won"),
        ("mnk:1,5,3", "mnk:1,5,2", "a window holds neither a stone of the defender nor a pair"),
        (
            "mnk:1,5,3",
            "mnk:1,500,3",
            "`1,500,3` is not a size: rows, columns and K were wanted, 1 to 128 cells",
        ),
        (
            "player 1 cannot win",
            "player 1 wins",
            "`player 1 wins` is not a claim: `player 1 cannot win` is one",
        ),
    ] {
        assert!(good.contains(old));
        assert_eq!(check(&good.replace(old, new)).unwrap_err().what, what, "{new}");
    }
}

/// Nodes that go on as others do, by hand: three in a row on a board of 1 × 9.
#[test]
fn a_node_may_go_on_as_another() {
    let head =
        "ninefold mnk proof 3\ngame mnk:1,9,3\nposition 000000000 1\nclaim player 1 cannot win\n";
    // After 3 and the pair 7–8 the windows 4–6 and 5–7 are left, which 5 and 6 stop; after 7 and 2–3 it is the
    // same from the other end.
    let good = format!(
        "{head}-\n\
         1,5 1,2-1,3 #3\n1,7 .\n1,8 .\nend\n\
         1,3 1,7-1,8 #4\n1,5 .\n1,6 .\nend\n\
         1,7 1,2-1,3 =4/2\n\
         1,4 1,1-1,2 1,6-1,7 1,8-1,9 .\n\
         1,6 1,8-1,9 1,3-1,4 1,1-1,2 .\n\
         end\n"
    );
    assert_eq!(check(&good).unwrap().value, Some(0));
    for (old, new, what) in [
        ("=4/2", "=5/2", "no node is named 5 yet"),
        ("=4/2", "=4/4", "`4` is not a number below 4"),
        ("=4/2", "=9999999/0", "`9999999` is not a number below 1048576"),
        ("=4/2", "=4/0", "node 4 leaves a window open that is open here"),
        ("=4/2", "=3/0", "node 3 needs a cell that is not free here"),
        ("1,7 1,2-1,3 =4/2", "1,7 1,1-1,2 =4/2", "node 4 leaves a window open that is open here"),
        ("1,7 1,2-1,3 =4/2", "1,7 1,2-1,4 =4/2", "node 4 needs a cell that is not free here"),
        ("#4", "#5", "no node is named 4 yet"),
        ("proof 3", "proof 2", "`#3` is not a pair"),
    ] {
        assert!(good.contains(old), "{old}");
        assert_eq!(check(&good.replace(old, new)).unwrap_err().what, what, "{old} {new}");
    }
    // A node is not its own reason.
    let circle = format!("{head}-\n1,5 #3\n1,6 =3/0\n1,7 =3/0\nend\nend\n");
    assert_eq!(check(&circle).unwrap_err().what, "no node is named 3 yet");
}

/// Proofs that were shared are forged: every reference to another node, every other turn.
#[test]
fn forged_references_are_refused() {
    let text = whole_game([7, 7, 5]);
    let lines: Vec<&str> = text.lines().collect();
    let shared = |line: &&str| line.contains(" =");
    let count = lines.iter().filter(|line| shared(line)).count();
    assert!(count > 40, "{count}");
    let (mut forged, mut refused) = (0, 0);
    for (index, line) in
        lines.iter().enumerate().filter(|(_, line)| shared(line)).step_by(count / 20)
    {
        let (rest, word) = line.rsplit_once(" =").unwrap();
        let (name, turn) = word.split_once('/').unwrap();
        let (name, turn): (usize, usize) = (name.parse().unwrap(), turn.parse().unwrap());
        for (name, turn) in [(name, (turn + 1) % 8), (name + 1, turn), (name / 2, turn)] {
            let mut lines = lines.clone();
            let new = format!("{rest} ={name}/{turn}");
            lines[index] = &new;
            forged += 1;
            refused += usize::from(check(&lines.join("\n")).is_err());
        }
    }
    // A position that is its own image, or easier than another, may be held by the other's answers.
    assert!(refused * 10 > forged * 8, "{refused} of {forged}");
}

/// A strategy for one position is put forward for others, with stones taken away, added or exchanged: whenever it is
/// accepted, plain minimax agrees.
#[test]
fn what_is_accepted_is_true() {
    let mut random = Random(11);
    let (mut accepted, mut refused, mut shared) = (0, 0, 0);
    for size in [[4, 4, 4], [5, 4, 4], [4, 5, 4]] {
        let cells = size[0] * size[1];
        let mut minimax = Minimax::new(size[0], size[1], size[2]);
        for _ in 0..60 {
            let board = random.board(cells, cells - 13);
            if minimax.value(&board, 1).is_none() {
                continue;
            }
            let text = proof(size, &board, 1, &budget());
            if !text.starts_with(SHARED_HEADER) {
                continue;
            }
            shared += text.matches(" =").count();
            let position = text.lines().nth(2).unwrap();
            for _ in 0..20 {
                let mut other = board.clone();
                let empty = other.iter().filter(|&&stone| stone == 0).count();
                let cell = random.below(cells);
                other[cell] = match other[cell] {
                    0 => 1 + random.below(2) as u8,
                    stone if empty > 12 => 3 - stone,
                    _ => 0,
                };
                let mover = 1 + random.below(2) as u8;
                let Some(value) = minimax.value(&other, mover) else { continue };
                let rows: Vec<String> = other
                    .chunks(size[1])
                    .map(|row| row.iter().map(u8::to_string).collect())
                    .collect();
                let new = format!("position {} {mover}", rows.join("/"));
                match check(&text.replace(position, &new)) {
                    Ok(checked) => {
                        accepted += 1;
                        assert_eq!(checked.value, Some(value), "{new}");
                    }
                    Err(_) => refused += usize::from(value != 0),
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 50 && shared > 1, "{accepted} {refused} {shared}");
}
