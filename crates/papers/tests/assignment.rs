//! The m,n,k assignment: published tests and the records of an independent implementation.

use std::fs;
use std::path::{Path, PathBuf};

use ninefold_core::Player;
use ninefold_papers::assignment::{Board, Solver, run};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn answers(input: &[u8]) -> String {
    let mut output = Vec::new();
    run(&mut &input[..], &mut output).expect("a well-formed input");
    String::from_utf8(output).expect("answers are text")
}

fn assert_same_words(found: &str, wanted: &str, name: &str) {
    let mut pairs = found.split_whitespace().zip(wanted.split_whitespace()).enumerate();
    if let Some((word, (found, wanted))) = pairs.find(|(_, (found, wanted))| found != wanted) {
        panic!("{name}: word {} is {found}, not {wanted}", word + 1);
    }
    let count = |text: &str| text.split_whitespace().count();
    assert_eq!(count(found), count(wanted), "words of {name}");
}

/// The text of a field of a record that is a string without escapes other than of line ends.
fn text(record: &str, name: &str) -> String {
    let value = after(record, name).strip_prefix('"').expect("a string");
    let (value, _) = value.split_once('"').expect("the end of a string");
    value.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
}

fn number(record: &str, name: &str) -> i64 {
    let value = after(record, name);
    let end = value.find([',', '}']).expect("the end of a number");
    value[..end].parse().unwrap_or_else(|error| panic!("{name} of {record}: {error}"))
}

/// The rows of a board.
fn rows(record: &str) -> Vec<String> {
    let value = after(record, "board").strip_prefix('[').expect("a list");
    let (value, _) = value.split_once(']').expect("the end of a list");
    value.split(',').map(|row| row.trim().trim_matches('"').to_owned()).collect()
}

fn after<'a>(record: &'a str, name: &str) -> &'a str {
    let label = format!("\"{name}\": ");
    let (_, value) = record.split_once(&label).unwrap_or_else(|| panic!("no {name} in {record}"));
    value
}

#[test]
fn published_tests() {
    let mut inputs: Vec<PathBuf> = fs::read_dir(data("mnk-assignment"))
        .expect("the folder of published tests")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "in"))
        .collect();
    inputs.sort();
    assert_eq!(inputs.len(), 12, "published tests");
    for input in inputs {
        let wanted = read(&input.with_extension("out"));
        let wanted = String::from_utf8(wanted).expect("text");
        assert_same_words(&answers(&read(&input)), &wanted, &input.display().to_string());
    }
}

#[test]
fn commands_of_the_reference() {
    let records = String::from_utf8(read(&data("mnk.commands.jsonl"))).expect("text");
    assert_eq!(records.lines().count(), 60);
    for record in records.lines() {
        let found = answers(text(record, "input").as_bytes());
        assert_same_words(&found, &text(record, "output"), &text(record, "id"));
    }
}

#[test]
fn commands_of_the_reference_in_one_run() {
    let records = String::from_utf8(read(&data("mnk.commands.jsonl"))).expect("text");
    let all = |name| records.lines().map(|record| text(record, name)).collect::<Vec<_>>();
    let found = answers(all("input").join("\r\n\t").as_bytes());
    assert_same_words(&found, &all("output").join("\n"), "all commands");
}

#[test]
fn values_and_best_moves_of_the_reference() {
    let records = String::from_utf8(read(&data("mnk.search.jsonl"))).expect("text");
    assert_eq!(records.lines().count(), 62);
    let mut solver = Solver::new();
    for record in records.lines() {
        let id = text(record, "id");
        let rows = rows(record);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let board = Board::from_rows(number(record, "k") as usize, &rows).expect("a board");
        assert_eq!(board.rows() as i64, number(record, "n"), "{id}");
        assert_eq!(board.columns() as i64, number(record, "m"), "{id}");
        let active = Player::new(number(record, "active") as usize - 1);
        let value = solver.solve(&board, active).expect("an answer");
        assert_eq!(i64::from(value), number(record, "value"), "{id}");

        let best = after(record, "best_moves").trim_end_matches('}');
        if best == "null" || board.winner().is_some() {
            continue;
        }
        let keeps = |&cell: &usize| {
            let mut after = board.clone();
            after.put(cell, active);
            solver.solve(&after, active.other()) == Ok(value)
        };
        let cells: Vec<usize> = board.empty_cells().filter(keeps).collect();
        let moves = cells.iter().map(|cell| [cell / board.columns(), cell % board.columns()]);
        assert_eq!(format!("{:?}", moves.collect::<Vec<_>>()), best, "{id}");
    }
}

/// Values from the literature (Hsu and others, Theoretical Computer Science 815, 2020).
#[test]
fn empty_boards_have_their_known_values() {
    let mut solver = Solver::new();
    let ties = [(3, 3, 3), (4, 4, 4), (5, 4, 4), (6, 4, 4), (5, 5, 4), (5, 5, 5), (6, 6, 5)];
    let wins = [(4, 3, 3), (6, 5, 4), (6, 6, 4), (7, 7, 4)];
    let all = ties.map(|size| (size, 0)).into_iter().chain(wins.map(|size| (size, 1)));
    for ((rows, columns, k), value) in all {
        let sizes = [(rows, columns), (columns, rows)];
        for (rows, columns) in sizes {
            let board = Board::empty(rows, columns, k).expect("a size in range");
            let name = format!("{rows},{columns},{k}");
            assert_eq!(solver.solve(&board, Player::FIRST), Ok(value), "{name}");
            assert_eq!(solver.solve(&board, Player::SECOND), Ok(-value), "{name}, second to move");
        }
    }
}

/// Rows without blanks, as slides print them, are the same board.
#[test]
fn rows_may_be_written_without_blanks() {
    let of = |board: &str| {
        answers(format!("GEN_ALL_POS_MOV_CUT_IF_GAME_OVER 3 3 3 2\n{board}\n").as_bytes())
    };
    assert_eq!(of("100\n101\n202"), of("1 0 0\n1 0 1\n2 0 2"));
    assert_eq!(of("100 1 0 1\n202"), of("1 0 0\n1 0 1\n2 0 2"));
}
