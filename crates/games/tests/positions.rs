//! Texts that are no positions, each with the sentence that says why.

use crate::common;

use common::{Setup, table};

/// Asserts the sentence with which each text is refused.
fn refused(spec: &str, cases: &[(&str, &str)]) {
    for (position, sentence) in cases {
        let setup = Setup { position: Some(position), ..Setup::default() };
        match setup.open(spec) {
            Ok(table) => panic!("{spec} reads {position:?} as {:?}", table.position()),
            Err(error) => assert_eq!(error.to_string(), *sentence, "{position:?}"),
        }
    }
}

#[test]
fn morris_texts() {
    let bad = [
        ("... w 9,9", "board \"...\" has the wrong number of rows (1), wanted 7"),
        (
            ".../.../.../...../.../.../... w 9,9",
            "row 4 of the board is \".....\", wanted 6 characters and not 5",
        ),
        (
            ".../.x./.../....../.../.../... w 9,9",
            "row 2 of the board has 'x' at place 2, wanted one of \".wb\"",
        ),
        (
            ".../.../.../....../.../.../... w",
            "position \".../.../.../....../.../.../... w\" has the wrong number of parts (2), wanted 3 or 4, \
             for example \".../.../.../....../.../.../... w 9,9\"",
        ),
        (".../.../.../....../.../.../... 1 9,9", "side to move is \"1\", wanted w or b"),
        (
            ".../.../.../....../.../.../... w 9",
            "men in hand is \"9\", wanted two numbers such as 9,9",
        ),
        (
            ".../.../.../....../.../.../... w 10,9",
            "men in hand is \"10\", wanted a number from 0 to 9",
        ),
        (
            ".../.../.../....../.../.../... w 9,-9",
            "men in hand is \"-9\", wanted a number from 0 to 9",
        ),
    ];
    refused("morris", &bad);
    refused("morris:draws=off", &bad);
}

#[test]
fn impossible_morris_positions() {
    let bad = [
        (
            "www/.../.../....../.../.../... b 7,8",
            "impossible position: White has more than nine men: 3 on the board and 7 in hand",
        ),
        (
            "bbb/bbb/bbb/b...../www/.../... w 0,0",
            "impossible position: Black has more than nine men: 10 on the board and 0 in hand",
        ),
        (
            "w../.../.../....../.../.../... w 8,9",
            "impossible position: with White to move the men in hand cannot be 8,9, \
             because White places first",
        ),
        (
            "w../b../.../....../.../.../... b 8,8",
            "impossible position: with Black to move the men in hand cannot be 8,8, \
             because White places first",
        ),
        (
            "ww./bb./.../....../.../.../... w 0,0",
            "impossible position: both sides have fewer than three men",
        ),
        (
            "ww./.../.../....../.../.../... w 6,6",
            "impossible position: Black has just moved but has no man on the board",
        ),
    ];
    refused("morris", &bad);
    refused("morris:draws=off", &bad);
}

#[test]
fn morris_countdowns() {
    let board = ".../.../.../....../.../.../... w 9,9";
    let with = |field: &str| format!("{board} {field}");
    refused(
        "morris",
        &[
            (&with("51,10"), "mill countdown is \"51\", wanted a number from 0 to 50"),
            (&with("50,11"), "three-men countdown is \"11\", wanted a number from 0 to 10"),
            (&with("50"), "countdowns is \"50\", wanted two numbers such as 50,10"),
        ],
    );
    refused(
        "morris:draws=8/4/2",
        &[
            (&with("9,4"), "mill countdown is \"9\", wanted a number from 0 to 8"),
            (&with("8,5"), "three-men countdown is \"5\", wanted a number from 0 to 4"),
            (&with("8,4,2"), "countdowns is \"8,4,2\", wanted two numbers such as 8,4"),
        ],
    );
    refused(
        "morris:draws=off",
        &[(&with("50"), "countdowns is \"50\", wanted two numbers such as 50,10")],
    );
}

#[test]
fn mnk_texts() {
    refused(
        "mnk:3,4,3",
        &[
            ("0000/0000 1", "board \"0000/0000\" has the wrong number of rows (2), wanted 3"),
            ("0000/000/0000 1", "row 2 of the board is \"000\", wanted 4 characters and not 3"),
            ("0000/0000/0030 1", "row 3 of the board has '3' at place 3, wanted one of \"012\""),
            (
                "0000/0000/0000",
                "position \"0000/0000/0000\" has the wrong number of parts (1), wanted 2, \
                 for example \"0000/0000/0000 1\"",
            ),
            ("0000/0000/0000 0", "player to move is \"0\", wanted a number from 1 to 2"),
            ("1110/2220/0000 1", "impossible position: both players have 3 in a row"),
        ],
    );
}

#[test]
fn three_six_nine_texts() {
    refused(
        "369:3",
        &[
            ("x../... 0-0 2", "board \"x../...\" has the wrong number of rows (2), wanted 3"),
            ("x../..../... 0-0 2", "row 2 of the board is \"....\", wanted 3 characters and not 4"),
            ("x../.1./... 0-0 2", "row 2 of the board has '1' at place 2, wanted one of \".x\""),
            (
                "x../.../... 2",
                "position \"x../.../... 2\" has the wrong number of parts (2), wanted 3, \
                 for example \".../.../... 0-0 1\"",
            ),
            ("x../.../... 0 2", "points is \"0\", wanted two numbers such as 0-0"),
            ("x../.../... a-0 2", "points of player 1 is \"a\", wanted a number from 0 to 19992"),
            (
                "x../.../... 0-20000 2",
                "points of player 2 is \"20000\", wanted a number from 0 to 19992",
            ),
            ("x../.../... 0-0 3", "player to move is \"3\", wanted a number from 1 to 2"),
            ("xxx/xxx/xx. 0-0 0", "player to move is \"0\", wanted a number from 1 to 2"),
        ],
    );
}

/// The start of a table with other characters at some places.
fn changed(players: usize, changes: &[(usize, usize, char)], player: &str) -> String {
    let start = table(&format!("9tka:{players}")).position();
    let (board, _) = start.split_once(' ').expect("a board and a player");
    let mut letters: Vec<char> = board.chars().collect();
    for &(i, j, letter) in changes {
        letters[12 * i + j] = letter;
    }
    format!("{} {player}", letters.into_iter().collect::<String>())
}

/// Where the neutral counters of the start stand.
fn neutrals() -> Vec<(usize, usize)> {
    let start = table("9tka:2").position();
    let rows = start.split('/').enumerate();
    rows.flat_map(|(i, row)| {
        let fives = row.char_indices().filter(|&(_, letter)| letter == '5');
        fives.map(move |(j, _)| (i, j))
    })
    .collect()
}

#[test]
fn ninetka_texts() {
    let start = table("9tka:2").position();
    refused(
        "9tka:2",
        &[
            ("00000000000 1", "board \"00000000000\" has the wrong number of rows (1), wanted 11"),
            (&start[1..], "row 1 of the board is \"0000000000\", wanted 11 characters and not 10"),
            (
                &changed(2, &[(0, 1, '6')], "1"),
                "row 1 of the board has '6' at place 2, wanted one of \"012345\"",
            ),
            (&changed(2, &[], "3"), "player to move is \"3\", wanted a number from 1 to 2"),
            (&changed(2, &[], "0"), "player to move is \"0\", wanted a number from 1 to 2"),
            (
                "1",
                &format!(
                    "position \"1\" has the wrong number of parts (1), wanted 2, for example {start:?}",
                ),
            ),
        ],
    );
}

#[test]
fn impossible_ninetka_positions() {
    let (i, j) = neutrals()[0];
    let neutral = "impossible position: each section has exactly one neutral counter (5), \
                   not on row or column 1 or 9";
    refused(
        "9tka:2",
        &[
            (&changed(2, &[(i, j, '0')], "1"), neutral),
            (&changed(2, &[(i, j, '0'), (1, 1, '5')], "1"), neutral),
            (&changed(2, &[(1, 1, '5')], "1"), neutral),
            (
                &changed(2, &[(0, 4, '5')], "1"),
                "impossible position: a neutral counter (5) stands at 0,4 beside the board",
            ),
            (
                &changed(2, &[(10, 0, '1')], "1"),
                "impossible position: a counter stands in the corner 10,0",
            ),
            (
                &changed(2, &[(0, 3, '3')], "1"),
                "impossible position: player 3 at 0,3 is not one of 2 players",
            ),
            (
                &changed(2, &[(0, 1, '1'), (0, 2, '2'), (1, 1, '1')], "1"),
                "impossible position: counters are on the board though only 3 of 36 are placed",
            ),
        ],
    );
    let ten: Vec<(usize, usize, char)> =
        (1..=9).map(|j| (0, j, '4')).chain([(1, 0, '4')]).collect();
    refused(
        "9tka:4",
        &[(
            &changed(4, &ten, "1"),
            "impossible position: player 4 has 10 counters, with 4 players each has 9",
        )],
    );
}
