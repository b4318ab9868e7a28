//! Record files of earlier versions become games of the store, each once, and stay where they are.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ninefold_core::Record;
use ninefold_store::{GameFilter, Store};

/// So many record files in a data folder, each with a first move of its own.
fn with_files(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    for number in 1..=count {
        write(folder.path(), &format!("mnk-9-9-5-{number:04}"), &format!("1. {number},1\n"));
    }
    folder
}

fn write(data: &Path, name: &str, moves: &str) {
    let text = format!("[Game \"mnk:9,9,5\"]\n[Seat1 \"human\"]\n[Seat2 \"human\"]\n\n{moves}");
    fs::write(data.join(format!("games/{name}.record")), text).unwrap();
}

fn mnk(record: Record) -> Option<(&'static str, Record)> {
    record.game.starts_with("mnk").then_some(("mnk", record))
}

/// The moves of every kept game by its name.
fn kept(store: &Store) -> Vec<(String, String)> {
    let all = store.games(&GameFilter { limit: 1000, ..GameFilter::default() }).unwrap();
    let mut kept: Vec<_> =
        all.into_iter().map(|game| (game.id, game.record.moves.join(" "))).collect();
    kept.sort();
    kept
}

fn expected(count: usize) -> Vec<(String, String)> {
    (1..=count).map(|n| (format!("mnk-9-9-5-{n:04}"), format!("{n},1"))).collect()
}

#[test]
fn every_file_becomes_a_game_once_and_stays() {
    let data = with_files(5);
    fs::write(data.path().join("games/broken.record"), "[Game").unwrap();
    fs::write(data.path().join("games/notes.txt"), "[Game \"mnk:9,9,5\"]\n\n1. 1,1\n").unwrap();
    fs::write(data.path().join("games/other.record"), "[Game \"chess\"]\n\n1. e4\n").unwrap();
    let before = fs::read_to_string(data.path().join("games/mnk-9-9-5-0003.record")).unwrap();
    let store = Store::open(data.path()).unwrap();
    assert_eq!(store.take_over(mnk).unwrap(), 5);
    assert_eq!(kept(&store), expected(5));
    for _ in 0..2 {
        assert_eq!(Store::open(data.path()).unwrap().take_over(mnk).unwrap(), 0);
    }
    assert_eq!(kept(&store), expected(5));
    let after = fs::read_to_string(data.path().join("games/mnk-9-9-5-0003.record")).unwrap();
    assert_eq!(after, before);
    store.delete_game("mnk-9-9-5-0002").unwrap();
    assert_eq!(store.take_over(mnk).unwrap(), 0, "what was deleted does not come back");
}

/// Whoever dies between two files, or in the middle of one, leaves nothing half done.
#[test]
fn an_interruption_makes_no_doubles() {
    for last in 0..5 {
        let data = with_files(5);
        let store = Store::open(data.path()).unwrap();
        let mut seen = 0;
        let seen = std::cell::RefCell::new(&mut seen);
        let dies = catch_unwind(AssertUnwindSafe(|| {
            store.take_over(|record| {
                **seen.borrow_mut() += 1;
                assert!(**seen.borrow() <= last, "killed");
                mnk(record)
            })
        }));
        assert!(dies.is_err());
        assert_eq!(kept(&store), expected(last));
        // The game is written, the note is not: neither is kept.
        let cut = format!(
            "CREATE TRIGGER cut BEFORE INSERT ON taken_over WHEN NEW.file = 'mnk-9-9-5-{:04}.record'
             BEGIN SELECT RAISE(ABORT, 'cut'); END",
            last + 1
        );
        let file = rusqlite::Connection::open(store.file()).unwrap();
        file.execute_batch(&cut).unwrap();
        assert!(store.take_over(mnk).is_err());
        assert_eq!(kept(&store), expected(last));
        file.execute_batch("DROP TRIGGER cut").unwrap();
        let again = Store::open(data.path()).unwrap();
        assert_eq!(again.take_over(mnk).unwrap(), 5 - last);
        assert_eq!(kept(&again), expected(5));
    }
}

#[test]
fn two_processes_at_once_make_no_doubles() {
    let data = with_files(40);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| Store::open(data.path()).unwrap().take_over(mnk).unwrap());
        }
    });
    assert_eq!(kept(&Store::open(data.path()).unwrap()), expected(40));
}

#[test]
fn a_name_that_is_taken_or_strange_gets_a_number() {
    let data = with_files(1);
    write(data.path(), "my game, part 2", "1. 9,9\n");
    let store = Store::open(data.path()).unwrap();
    let mut mine = ninefold_store::KeptGame::new(
        "mnk",
        Record { game: "mnk:9,9,5".into(), moves: vec!["5,5".into()], ..Record::default() },
    );
    store.keep_new_game(&mut mine).unwrap();
    assert_eq!(mine.id, "mnk-9-9-5-0001");
    assert_eq!(store.take_over(mnk).unwrap(), 2);
    let moves: Vec<String> = kept(&store).into_iter().map(|(_, moves)| moves).collect();
    assert_eq!(moves.len(), 3);
    for wanted in ["5,5", "1,1", "9,9"] {
        assert!(moves.iter().any(|moves| moves == wanted), "{wanted} is lost: {moves:?}");
    }
    assert!(kept(&store).iter().all(|(id, _)| id.starts_with("mnk-9-9-5-")), "{:?}", kept(&store));
}

/// An earlier version may still play in the same folder.
#[test]
fn a_file_that_was_written_again_goes_on_in_its_game() {
    let data = with_files(2);
    let store = Store::open(data.path()).unwrap();
    store.take_over(mnk).unwrap();
    write(data.path(), "mnk-9-9-5-0001", "1. 1,1 2,2\n");
    assert_eq!(store.take_over(mnk).unwrap(), 1);
    assert_eq!(kept(&store)[0], ("mnk-9-9-5-0001".into(), "1,1 2,2".into()));
    assert_eq!(store.count_games().unwrap(), 2);
    // Where the game has gone on here as well, there are two games from now on.
    let mut here = store.game("mnk-9-9-5-0002").unwrap();
    here.record.moves.push("7,7".into());
    store.keep_game(&mut here).unwrap();
    write(data.path(), "mnk-9-9-5-0002", "1. 2,1 8,8\n");
    assert_eq!(store.take_over(mnk).unwrap(), 1);
    let moves: Vec<String> = kept(&store).into_iter().map(|(_, moves)| moves).collect();
    assert_eq!(moves, ["1,1 2,2", "2,1 7,7", "2,1 8,8"]);
    assert_eq!(store.take_over(mnk).unwrap(), 0);
}
