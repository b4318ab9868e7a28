//! The move that trees of jobs tell with a draw: held against plain solving of the position after it.

use crate::solver_support::{Random, question};

use std::fs;
use std::path::Path;

use ninefold_core::StopFlag;
use ninefold_solve::mnk::{
    Budget, Held, KeptTree, LeafSolver, Reply, answer_of_a_draw, held_for_a_draw, solve,
};
use ninefold_solve::{ExactAnswer, Request};
use tempfile::TempDir;

const MEMORY: usize = 1 << 20;

/// A board with an open three of the second player's and a few other stones; the first is to move.
fn threatened(random: &mut Random, [rows, columns, _]: [usize; 3]) -> Vec<u8> {
    let mut board = vec![0; rows * columns];
    let start = random.below(rows) * columns + 1 + random.below(columns - 4);
    board[start..start + 3].fill(2);
    let ends = [start - 1, start + 3];
    for stone in [1, 1, 1, 2, 2].into_iter().skip(random.below(3)) {
        let cell = random.below(board.len());
        if board[cell] == 0 && !ends.contains(&cell) {
            board[cell] = stone;
        }
    }
    board
}

fn request([rows, columns, k]: [usize; 3], board: &[u8]) -> Request {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<String>();
    let rows_text: Vec<String> = board.chunks(columns).map(row).collect();
    Request::new(format!("mnk:{rows},{columns},{k}"), format!("{} 1", rows_text.join("/")))
}

/// The answer from trees in a folder; nothing where somebody is not held.
fn answer(folder: &Path, request: &Request) -> Option<ExactAnswer> {
    let mut reply = Reply::Unknown;
    for asked in held_for_a_draw(request).unwrap() {
        let mut tree = KeptTree::open(&folder.join(asked.file_name()), &asked, MEMORY).unwrap();
        tree.search(&Budget { threads: 2, ..Budget::default() }, &mut |_| {}).unwrap();
        if tree.attacker_wins()? {
            return None;
        }
        if !asked.attacks {
            reply = tree.reply(&Budget::default());
        }
    }
    Some(answer_of_a_draw(request, reply, 0, Default::default()).unwrap())
}

fn value(size: [usize; 3], board: &[u8], mover: u8) -> i8 {
    let budget = Budget { memory: MEMORY, ..Budget::default() };
    solve(&question(size, board, mover), &budget, &mut |_| {}).unwrap().value.unwrap()
}

fn cell(columns: usize, text: &str) -> usize {
    let (row, column) = text.split_once(',').unwrap();
    (row.parse::<usize>().unwrap() - 1) * columns + column.parse::<usize>().unwrap() - 1
}

/// Only blocking keeps most of these draws.
#[test]
fn the_move_of_a_draw_keeps_it() {
    let mut random = Random(77);
    let (mut draws, mut forced) = (0, 0);
    for index in 0..60 {
        let size = [[6, 6, 5], [7, 6, 5], [6, 7, 5], [7, 7, 5]][index % 4];
        let mut board = threatened(&mut random, size);
        let request = request(size, &board);
        let folder = TempDir::new().unwrap();
        let Some(found) = answer(folder.path(), &request) else { continue };
        draws += 1;
        assert_eq!(found.value, Some(0));
        let [(text, 0)] = &found.moves[..] else { panic!("one move and its value: {found:?}") };
        // The same from the files alone.
        assert_eq!(answer(folder.path(), &request).unwrap().moves, found.moves);
        let any = board.iter().position(|&stone| stone == 0).unwrap();
        board[any] = 1;
        forced += usize::from(value(size, &board, 2) != 0);
        board[any] = 0;
        board[cell(size[1], text)] = 1;
        assert_eq!(value(size, &board, 2), 0, "{request:?} {text}");
    }
    assert!(draws > 30 && forced > 20, "{draws} draws, {forced} with forced moves");
}

/// A file that knows only that the defender holds: the stone is searched for, and without time it is not told.
#[test]
fn a_tree_settled_as_a_whole() {
    let size = [6, 6, 5];
    let rows = "000000/000000/000000/022200/000010/110000 1";
    let request = Request::new("mnk:6,6,5", rows);
    let held = held_for_a_draw(&request).unwrap();
    let Held { stones: [makers, breakers], .. } = held[1];
    let job = format!("6,6,5 {makers:x} {breakers:x} breaker 16777215 16777215 1000000");
    let result = LeafSolver::new(MEMORY).solve(&job, &StopFlag::default()).unwrap().unwrap();
    assert!(result.contains(" won breaker "), "{result}");
    let lines = [
        "ninefold mnk tree 1".to_owned(),
        format!("board 6,6,5 {makers:x} {breakers:x} breaker"),
        "run 5c1e09d2ab34f871".to_owned(),
        "hand 0 0 16777215 16777215 20000".to_owned(),
        format!("took 0 {result}"),
    ];
    let summed = |line: &String| format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()));
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(held[1].file_name());
    fs::write(&path, lines.iter().map(summed).collect::<String>()).unwrap();

    let mut tree = KeptTree::open(&path, &held[1], MEMORY).unwrap();
    assert_eq!(tree.attacker_wins(), Some(false));
    let Reply::Stone(stone) = tree.reply(&Budget::default()) else { panic!("it was searched") };
    let mut board: Vec<u8> = rows.bytes().filter(|byte| b"012".contains(byte)).collect();
    board.truncate(36);
    board.iter_mut().for_each(|byte| *byte -= b'0');
    board[stone] = 1;
    assert_eq!(value(size, &board, 2), 0, "{stone}");

    let unknown = answer_of_a_draw(&request, Reply::Unknown, 0, Default::default()).unwrap();
    assert_eq!((unknown.value, unknown.moves.len(), unknown.line.len()), (Some(0), 0, 0));
}

/// Where no line is left to the attacker, every stone holds, and the tree knows it.
#[test]
fn any_stone_where_nothing_is_left() {
    let folder = TempDir::new().unwrap();
    let asked = Held { size: [1, 5, 5], stones: [1, 4], attacks: false };
    let mut tree = KeptTree::open(&folder.path().join("tree"), &asked, MEMORY).unwrap();
    assert_eq!(tree.reply(&Budget::default()), Reply::Any);
}
