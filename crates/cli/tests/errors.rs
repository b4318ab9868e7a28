//! Every way to be refused: one line that says what was given and what was wanted, and an exit code.
//!
//! The sentences are kept in `snapshots/`, with the exit code before each. A change of one is seen
//! there: run with `INSTA_UPDATE=always` and read the difference. Records have a file of their own.

use crate::common;

use common::{REFUSED, Sandbox, refusals};

#[test]
fn games_that_are_none() {
    let lines = [
        "moves moris",
        "moves xyzzy",
        "moves ''",
        "moves :3,3,3",
        "rules tictac",
        "moves mnk:0,3,3",
        "moves mnk:21,3,3",
        "moves mnk:3,3,401",
        "moves mnk:3,,3",
        "moves mnk:3,3",
        "moves mnk:k=3,3,3",
        "moves gomoku:9",
        "rules morris:xyzzy",
        "moves mnk:three,3,3",
        "moves mnk:3,3,3,3",
        "moves mnk:3,3,3,k=3",
        "moves mnk:3,3,k=3,cols=4",
        "moves 369:2",
        "moves 369:10",
        "moves 369:6,points=1/2",
        "moves 369:6,points=1/2/100",
        "moves 9tka:1",
        "moves 9tka:5",
        "moves morris:draws=50",
        "moves morris:draws=0/1/1",
        "moves morris:draws=on",
        "moves morris:draw=off",
        "moves morris:xyzzy=1",
        "moves morris:xyzzy",
        "moves morris:flying=maybe",
        "moves morris:flying=on,flying=on",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn positions_that_are_none() {
    let lines = [
        "status tictactoe --position ''",
        "status tictactoe --position 120/000/000",
        "status tictactoe --position '120/000/000 1 1'",
        "status tictactoe --position '120/000 1'",
        "status tictactoe --position '120/00/000 1'",
        "status tictactoe --position '120/0x0/000 1'",
        "status tictactoe --position '120/000/000 3'",
        "status tictactoe --position '111/222/000 1'",
        "status 369:3 --position '.../... 0-0 1'",
        "status 369:3 --position '.../.../... 0 1'",
        "status 369:3 --position '.../.../... 0-20000 1'",
        "status 369:3 --position '.../.../... 0-0 0'",
        "status morris --position 'w 9,9'",
        "status morris --position '.../.../.../...... w 9,9'",
        "status morris --position '.../.../.../...b../..x/.../... w 0,0'",
        "status morris --position '.../.../.../....../.../.../... x 9,9'",
        "status morris --position '.../.../.../....../.../.../... w 9'",
        "status morris --position '.../.../.../....../.../.../... w 9,10'",
        "status morris --position '.../.../.../....../.../.../... w 8,9'",
        "status morris --position 'w../.../.../....../.../.../... w 9,9'",
        "status morris --position 'ww./.../.../....../.../.../bb. w 0,0'",
        "status morris --position '.../.../.../....../.../.../... w 9,9 50'",
        "status morris --position '.../.../.../....../.../.../... w 9,9 51,10'",
        "status morris --position '.../.../.../....../.../.../... w 9,9 50,11'",
        "status morris:draws=off --position '.../.../.../....../.../.../... w 9,9 x'",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

/// A 9tka position with a neutral counter in the middle of each section, and these counters.
fn ninetka(counters: impl IntoIterator<Item = (usize, usize, char)>) -> String {
    let mut matrix = vec![vec!['0'; 11]; 11];
    for middle in [2, 5, 8].map(|i| [2, 5, 8].map(|j| (i, j))).into_iter().flatten() {
        matrix[middle.0][middle.1] = '5';
    }
    for (i, j, symbol) in counters {
        matrix[i][j] = symbol;
    }
    let rows: Vec<String> = matrix.into_iter().map(|row| row.into_iter().collect()).collect();
    rows.join("/")
}

#[test]
fn ninetka_positions_that_are_none() {
    let around = (1..=9).flat_map(|place| [(0, place, '1'), (10, place, '1'), (place, 0, '1')]);
    let boards = [
        ninetka([(2, 2, '0')]),
        ninetka([(1, 4, '5')]),
        ninetka([(0, 4, '5')]),
        ninetka([(0, 0, '1')]),
        ninetka([(0, 4, '3')]),
        ninetka([(0, 4, '6')]),
        ninetka([(3, 3, '1')]),
        ninetka(around.take(19)),
    ];
    let mut lines = boards.map(|board| format!("status 9tka --position '{board} 1'")).to_vec();
    lines.push(format!("status 9tka --position '{} 3'", ninetka([])));
    lines.push(format!("status 9tka:3 --position '{} 0'", ninetka([])));
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn fens_that_are_none() {
    let lines = [
        "status tictactoe --fen 000/000/000",
        "status morris --fen ''",
        "status morris --fen '********/********/******** w p p 0 9'",
        "status morris --fen '********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes'",
        "status morris --fen '********/********/*****x** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** x p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** w x p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** w p r 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** w p p 1 9 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** w p p 0 8 0 9 0 0 -1 -1 -1 -1 0 0 1'",
        "status morris --fen '********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 x 1'",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn moves_that_cannot_be_played() {
    let lines = [
        "moves tictactoe --moves 9,9",
        "moves tictactoe --moves '2,2 2,2'",
        "moves tictactoe --moves '1,1 2,1 1,2 2,2 1,3 2,3'",
        "moves morris --moves a7xd7",
        "perft 369:3 1 --moves x",
        "show 9tka --moves 0,0",
        "play tictactoe random random --moves '1,1 1,1'",
        "status tictactoe --position '111/220/000 2' --moves 3,3",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn players_that_are_none() {
    let lines = [
        "play tictactoe rondom random",
        "play tictactoe xyzzy random",
        "play tictactoe '' random",
        "play tictactoe random:sed=1 random",
        "play tictactoe random:xyzzy=1 random",
        "play tictactoe random:7 random",
        "play tictactoe random:seed=x random",
        "play tictactoe random:seed=-1 random",
        "play tictactoe random:seed=1,seed=2 random",
        "play tictactoe human:seed=1 random",
        "play morris random:place=own random",
        "play 9tka random:place=xyz random",
        "play 9tka random:place= random",
        "play tictactoe random",
        "play 9tka:3 random random",
        "play tictactoe random random random",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn usage_that_is_wrong() {
    let lines = [
        "xyzzy",
        "rec",
        "moves",
        "perft tictactoe",
        "record check",
        "completions",
        "moves morris extra",
        "moves morris --positon x",
        "moves morris --position",
        "moves morris --position x --fen y",
        "moves morris --seed 1 --seed 2",
        "moves morris --seed -1",
        "moves morris --seed=-1",
        "moves morris --seed abc",
        "moves morris --seed 18446744073709551616",
        "perft tictactoe 0",
        "perft tictactoe 100",
        "perft tictactoe abc",
        "record chek a.record",
        "completions bsh",
        "play tictactoe --resume",
        "play --resume a.record tictactoe",
        "play --resume a.record --moves 1,1",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

/// Whatever is typed, the answer stays on one line and sends nothing to the terminal.
#[test]
fn advice_that_cannot_be_given() {
    let lines = [
        "eval morris fav3",
        "eval morris xyzzy",
        "eval morris 'fav1(noise=10'",
        "eval morris 'fav1(noise=x)'",
        "eval morris 'est(coefs=1/2/3)'",
        "eval 369:6 h4",
        "best morris human",
        "best morris alphabeta:depth=0",
        "best morris alphabeta:time=soon",
        "best morris alphabeta:eval=fav9",
        "best morris heuristic",
        "best 9tka:3 minimax",
        "best 9tka:2 maxn:place=xyzzy",
        "play tictactoe --json",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn trees_that_cannot_be_shown() {
    let lines = [
        "tree xyzzy",
        "tree tictactoe --algorithm xyzzy",
        "tree tictactoe --algorithm alfabeta",
        "tree tictactoe --algorithm brs",
        "tree 9tka:3",
        "tree tictactoe --depth 0",
        "tree tictactoe --depth 10",
        "tree tictactoe --eval fav1",
        "tree gomoku --algorithm minimax --eval lines --depth 4",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}

#[test]
fn control_characters_are_not_repeated() {
    let sandbox = Sandbox::new();
    for hostile in ["a\nb", "a\r\nb", "\u{1b}[2J", "\u{7}", "\u{202e}morris", "x\ty"] {
        let command_lines = [
            vec!["moves", hostile],
            vec!["status", "tictactoe", "--position", hostile],
            vec!["status", "morris", "--fen", hostile],
            vec!["status", "tictactoe", "--moves", hostile],
            vec!["play", "tictactoe", hostile, "random"],
            vec!["perft", "tictactoe", hostile],
            vec![hostile],
        ];
        for args in command_lines {
            let run = sandbox.run(&args);
            let said = run.err.strip_suffix('\n').expect("a whole line");
            assert_eq!(run.code, REFUSED, "{args:?} gives {run:?}");
            assert!(!said.contains(char::is_control), "{args:?} gives {said:?}");
        }
    }
}

#[test]
fn matches_and_analyses_that_cannot_begin() {
    let lines = [
        "analyse",
        "analyse moris",
        "analyse morris --lines 0",
        "analyse morris --lines 100",
        "analyse morris --depth 0",
        "analyse morris --nodes 0",
        "analyse morris --time soon",
        "analyse morris --threads 0",
        "analyse morris --memory 1",
        "analyse morris --eval fav3",
        "match morris",
        "match morris level:5",
        "match morris level:5 level:5 level:5",
        "match morris level:5 human",
        "match morris level:0 level:5",
        "match morris level:11 level:5",
        "match morris level:5 engine:threads=0",
        "match morris level:5 engine:table=0",
        "match morris level:5 best:depth=3",
        "match morris level:5 level:4 --games 0",
        "match morris level:5 level:4 --games -1",
        "match morris level:5 level:4 --opening 1001",
        "match morris level:5 level:4 --plies 0",
        "match morris level:5 level:4 -j 0",
        "match 9tka:3 random random alphabeta",
    ];
    insta::assert_snapshot!(refusals(&Sandbox::new(), REFUSED, &lines));
}
