//! Notes are kept with their game, wherever it goes.

use std::io::BufReader;
use std::path::Path;

use ninefold_core::Record;
use ninefold_store::{KeptGame, Note, Store, StoreError};

fn keep(store: &Store, id: &str, moves: &[&str]) {
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    let record = Record { game: "mnk:3,3,3".into(), moves, ..Record::default() };
    store.keep_game(&mut KeptGame { id: id.into(), ..KeptGame::new("mnk", record) }).unwrap();
}

fn note(line: &[&str], comment: &str) -> Note {
    let line = line.iter().map(|&mv| mv.to_owned()).collect();
    Note { line, comment: comment.into(), mark: "!?".into() }
}

#[test]
fn notes_come_back_whole_and_go_with_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    keep(&store, "a", &["1,1"]);
    assert_eq!(store.notes("a").unwrap(), []);
    let noted = note(&["2,2"], "The middle, “better”\nby far.");
    store.change_notes("a", |notes| notes.push(noted.clone())).unwrap();
    assert_eq!(Store::open(folder.path()).unwrap().notes("a").unwrap(), [noted]);
    assert!(store.check().unwrap().is_whole());
    let refused = store.change_notes("b", |_| {}).unwrap_err();
    assert!(matches!(refused, StoreError::Unknown { .. }), "{refused}");
    store.delete_game("a").unwrap();
    assert_eq!(store.notes("a").unwrap(), []);
}

#[test]
fn an_export_takes_notes_along_also_where_the_game_gets_another_name() {
    let [from, to] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let store = Store::open(from.path()).unwrap();
    keep(&store, "a", &["1,1"]);
    store.change_notes("a", |notes| notes.push(note(&["2,2"], "here"))).unwrap();
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    let other = Store::open(to.path()).unwrap();
    keep(&other, "a", &["3,3"]);
    other.change_notes("a", |notes| notes.push(note(&["3,1"], "there"))).unwrap();
    let done = other.import(BufReader::new(&text[..]), Path::new("x")).unwrap();
    assert_eq!(done.renamed, 1);
    assert_eq!(other.notes("a").unwrap(), [note(&["3,1"], "there")]);
    assert_eq!(other.notes("a-2").unwrap(), [note(&["2,2"], "here")]);
}

#[test]
fn an_export_of_the_layout_before_notes_can_still_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let row = r#"{"table":"game","row":{"id":"a","version":1,"created":1,"updated":1,"family":"mnk","over":0,"plies":1,"record":"[Game \"mnk:3,3,3\"]\n\n1. 1,1\n","undone":"","extra":"{}","parent":null,"parent_ply":null,"study":null}}"#;
    let text = format!("{{\"ninefold\":\"store\",\"layout\":5}}\n{row}\n");
    let done = store.import(BufReader::new(text.as_bytes()), Path::new("x")).unwrap();
    assert_eq!((done.new, store.game("a").unwrap().record.moves), (1, vec!["1,1".to_owned()]));
}
