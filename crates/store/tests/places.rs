//! Games are found by the positions they went through.

use ninefold_core::Record;
use ninefold_store::{GamePlaces, KeptGame, PlayedMove, Store};

const FORM: u32 = 1;

fn game(id: &str, moves: &[&str], result: Option<Vec<i16>>) -> KeptGame {
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    let record = Record { game: "mnk:3,3,3".into(), moves, result, ..Record::default() };
    KeptGame { id: id.into(), ..KeptGame::new("mnk", record) }
}

/// The moves themselves stand for positions: what was played before is the number.
fn places(game: &KeptGame) -> GamePlaces {
    let visits = game.record.moves.iter().enumerate();
    GamePlaces::of(game, visits.map(|(ply, played)| (ply as u64, played.clone())).collect())
}

fn count(store: &Store) {
    let games = store.games_without_places("mnk", FORM, 100).unwrap();
    store.keep_places(&games.iter().map(places).collect::<Vec<_>>(), FORM).unwrap();
}

fn played(text: &str, result: Option<Vec<i16>>, games: u64) -> PlayedMove {
    PlayedMove { played: text.into(), result, games }
}

#[test]
fn every_game_counts_once_a_move_with_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for (id, moves, result) in [
        ("a", &["1,1", "2,2"][..], Some(vec![1, -1])),
        ("b", &["1,1"], None),
        ("c", &["2,2"], Some(vec![0, 0])),
        ("d", &["1,1", "3,3"], Some(vec![1, -1])),
    ] {
        store.keep_game(&mut game(id, moves, result)).unwrap();
    }
    assert_eq!(store.games_without_places("mnk", FORM, 100).unwrap().len(), 4);
    assert!(store.games_without_places("morris", FORM, 100).unwrap().is_empty());
    count(&store);
    assert!(store.games_without_places("mnk", FORM, 100).unwrap().is_empty());
    // Another way of counting counts everything anew.
    assert_eq!(store.games_without_places("mnk", FORM + 1, 100).unwrap().len(), 4);
    let mut found = store.played_at(0).unwrap();
    found.sort_by_key(|one| (one.played.clone(), one.result.clone()));
    let wanted = [
        played("1,1", None, 1),
        played("1,1", Some(vec![1, -1]), 2),
        played("2,2", Some(vec![0, 0]), 1),
    ];
    assert_eq!(found, wanted);
    assert_eq!(store.last_played_at(0, "1,1").unwrap().as_deref(), Some("d"));
    assert_eq!(store.played_at(7).unwrap(), []);
}

#[test]
fn a_game_that_changes_is_counted_anew_and_one_that_goes_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut kept = game("a", &["1,1"], None);
    store.keep_game(&mut kept).unwrap();
    count(&store);
    kept.record.moves = vec!["2,2".into()];
    store.keep_game(&mut kept).unwrap();
    assert_eq!(store.games_without_places("mnk", FORM, 100).unwrap().len(), 1);
    count(&store);
    assert_eq!(store.played_at(0).unwrap(), [played("2,2", None, 1)]);
    store.delete_game("a").unwrap();
    assert_eq!(store.played_at(0).unwrap(), []);
    // Whoever counted while it was deleted brings nothing back.
    store.keep_places(&[places(&kept)], FORM).unwrap();
    assert_eq!(store.played_at(0).unwrap(), []);
}
