//! Games are kept whole, in order, and by one writer at a time.

use std::path::Path;

use ninefold_core::Record;
use ninefold_store::{GameFilter, KeptGame, Origin, Store, StoreError};
use serde_json::json;

fn game(id: &str, family: &str, moves: &[&str]) -> KeptGame {
    KeptGame {
        id: id.into(),
        version: 0,
        birth: 0,
        created: 0,
        updated: 0,
        family: family.into(),
        record: Record {
            game: family.into(),
            seed: u64::MAX,
            seats: vec!["human".into(), "level:3".into()],
            tags: vec![("Name1".into(), "A \"quoted\" name\nin two lines".into())],
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            ..Record::default()
        },
        undone: vec!["2,2".into(), "3,3".into()],
        extra: json!({"names": ["Ada", null], "paused": true}),
        origin: Some(Origin { game: "other".into(), ply: 7 }),
        study: Some("class".into()),
        league: None,
    }
}

fn all(limit: u32) -> GameFilter {
    GameFilter { limit, ..GameFilter::default() }
}

#[test]
fn a_kept_game_comes_back_whole_after_the_store_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = game("a", "mnk", &["1,1"]);
    Store::open(folder.path()).unwrap().keep_game(&mut kept).unwrap();
    assert_eq!(kept.version, 1);
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.game("a").unwrap(), kept);
    kept.record.moves.push("2,2".into());
    kept.undone.clear();
    store.keep_game(&mut kept).unwrap();
    assert_eq!(kept.version, 2);
    assert_eq!(Store::open(folder.path()).unwrap().game("a").unwrap(), kept);
}

#[test]
fn the_second_of_two_writers_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut mine = game("a", "mnk", &[]);
    store.keep_game(&mut mine).unwrap();
    let mut theirs = Store::open(folder.path()).unwrap().game("a").unwrap();
    mine.record.moves.push("1,1".into());
    store.keep_game(&mut mine).unwrap();
    theirs.record.moves.push("3,3".into());
    assert!(matches!(store.keep_game(&mut theirs), Err(StoreError::Changed { .. })));
    assert_eq!(store.game("a").unwrap().record.moves, ["1,1"]);
    let again = store.keep_game(&mut game("a", "mnk", &[]));
    assert!(matches!(again, Err(StoreError::Changed { .. })), "a name is taken once");
}

/// A game that is deleted leaves its name to another, perhaps at the same version: whoever still knows the first one must not
/// write over the second.
#[test]
fn another_game_of_the_same_name_is_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let stores = [(); 2].map(|()| Store::open(folder.path()).unwrap());
    let mut first = game("a", "mnk", &["1,1"]);
    stores[0].keep_game(&mut first).unwrap();
    stores[1].delete_game("a").unwrap();
    let mut second = game("a", "mnk", &["2,2", "3,3"]);
    stores[1].keep_game(&mut second).unwrap();
    assert_eq!(first.version, second.version);
    assert_ne!(stores[0].edition("a").unwrap(), first.edition());
    assert_eq!(stores[0].edition("a").unwrap(), second.edition());
    assert!(!stores[0].note_game(&first, &json!({})).unwrap());
    first.record.moves.push("3,1".into());
    assert!(matches!(stores[0].keep_game(&mut first), Err(StoreError::Changed { .. })));
    assert_eq!(stores[0].game("a").unwrap(), second);
    second.record.moves.push("1,2".into());
    stores[1].keep_game(&mut second).unwrap();
}

#[test]
fn the_number_of_a_deleted_game_is_not_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let stores = [(); 2].map(|()| Store::open(folder.path()).unwrap());
    let record = Record { game: "mnk:3,3,3".into(), ..Record::default() };
    let ids = [0, 1, 0, 1].map(|store: usize| {
        let mut game = KeptGame::new("mnk", record.clone());
        stores[store].keep_new_game(&mut game).unwrap();
        stores[1 - store].delete_game(&game.id).unwrap();
        game.id
    });
    assert_eq!(ids, ["0001", "0002", "0003", "0004"].map(|number| format!("mnk-3-3-3-{number}")));
}

#[test]
fn lists_are_filtered_and_the_latest_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for (id, family) in [("a", "mnk"), ("b", "morris"), ("c", "mnk")] {
        store.keep_game(&mut game(id, family, &[])).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let mut over = store.game("a").unwrap();
    over.record.result = Some(vec![1, -1]);
    store.keep_game(&mut over).unwrap();
    let ids = |filter: &GameFilter| -> Vec<String> {
        store.games(filter).unwrap().into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids(&all(10)), ["a", "c", "b"]);
    assert_eq!(ids(&all(2)), ["a", "c"]);
    assert_eq!(ids(&GameFilter { family: Some("mnk".into()), ..all(10) }), ["a", "c"]);
    assert_eq!(ids(&GameFilter { over: Some(false), ..all(10) }), ["c", "b"]);
    let before = Some(store.game("c").unwrap().updated);
    assert_eq!(ids(&GameFilter { before, ..all(10) }), ["b"]);
    assert_eq!(store.count_games().unwrap(), 3);
    store.delete_game("b").unwrap();
    assert!(matches!(store.delete_game("b"), Err(StoreError::Unknown { .. })));
    assert!(matches!(store.game("b"), Err(StoreError::Unknown { .. })));
}

/// Games that were changed in the same millisecond are on one page each.
#[test]
fn a_list_goes_on_where_the_page_before_ended() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for id in ["d", "a", "e", "c", "b"] {
        store.keep_game(&mut game(id, "mnk", &[])).unwrap();
    }
    let file = rusqlite::Connection::open(store.file()).unwrap();
    file.execute("UPDATE game SET updated = CASE id WHEN 'd' THEN 8 ELSE 7 END", []).unwrap();
    let (mut seen, mut filter) = (Vec::new(), all(2));
    loop {
        let page = store.games(&filter).unwrap();
        let Some(last) = page.last() else { break };
        filter.before = Some(last.updated);
        filter.after = Some(last.id.clone());
        seen.extend(page.into_iter().map(|game| game.id));
    }
    assert_eq!(seen, ["d", "a", "b", "c", "e"]);
}

#[test]
fn a_foreign_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ninefold.sqlite");
    let foreign = "This is a letter to my aunt. ".repeat(100);
    std::fs::write(&file, &foreign).unwrap();
    let refused = Store::open(folder.path()).unwrap_err();
    assert!(matches!(refused, StoreError::Foreign { .. }), "{refused}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), foreign);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let refused = Store::open(Path::new("/dev/null/games")).unwrap_err();
    assert!(
        refused.to_string().starts_with("cannot make the folder \"/dev/null/games\""),
        "{refused}"
    );
}

/// However many write at once, each write is there, and whoever is late is told so.
#[test]
fn writes_that_come_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for number in 0..8 {
        store.keep_game(&mut game(&format!("g{number}"), "mnk", &[])).unwrap();
    }
    let refused: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .flat_map(|number| (0..2).map(move |_| number))
            .map(|number| {
                let store = &store;
                scope.spawn(move || {
                    let id = format!("g{number}");
                    let mut refused = 0;
                    for _ in 0..25 {
                        let mut game = store.game(&id).unwrap();
                        game.record.moves.push(format!("1,{}", game.version));
                        match store.keep_game(&mut game) {
                            Ok(()) => {}
                            Err(StoreError::Changed { .. }) => refused += 1,
                            Err(problem) => panic!("{problem}"),
                        }
                    }
                    refused
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    let kept: usize =
        (0..8).map(|number| store.game(&format!("g{number}")).unwrap().record.moves.len()).sum();
    assert_eq!(kept + refused, 8 * 2 * 25, "kept, or refused, and nothing else");
    for number in 0..8 {
        let game = store.game(&format!("g{number}")).unwrap();
        let wanted: Vec<String> = (1..game.version).map(|version| format!("1,{version}")).collect();
        assert_eq!(game.record.moves, wanted, "each on top of the one before");
    }
}
