//! A store is looked after: checked, copied, taken elsewhere, repaired.

use std::fs::{self, File};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Barrier;

use ninefold_arena::{Plan, RunPlan};
use ninefold_core::Record;
use ninefold_store::{GameFilter, Keeper, KeptGame, RunSink, Store, StoreError, Study};

const GAMES: usize = 400;

fn record(number: usize) -> Record {
    let moves = (0..40).map(|turn| format!("{},{}", number % 15 + 1, turn % 15 + 1));
    Record {
        game: "mnk:15,15,5".into(),
        seed: number as u64,
        moves: moves.collect(),
        ..Record::default()
    }
}

fn filled(folder: &Path) -> Store {
    let store = Store::open(folder).unwrap();
    for number in 0..GAMES {
        store.keep_new_game(&mut KeptGame::new("mnk", record(number))).unwrap();
    }
    let mut study = Study { id: "s".into(), name: "Ada".into(), ..Study::default() };
    store.keep_study(&mut study).unwrap();
    store
}

fn games(store: &Store) -> Vec<KeptGame> {
    let mut games = store.games(&GameFilter { limit: 10_000, ..GameFilter::default() }).unwrap();
    games.sort_by(|a, b| a.id.cmp(&b.id));
    // Whoever takes a game over has another one.
    games.iter_mut().for_each(|game| game.birth = 0);
    games
}

fn raw(folder: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.join("ninefold.sqlite")).unwrap()
}

#[test]
fn one_unreadable_game_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    let id = games(&store)[7].id.clone();
    raw(folder.path()).execute("UPDATE game SET extra = char(1) WHERE id = ?1", [&id]).unwrap();
    assert_eq!(games(&store).len(), GAMES - 1);
    let refused = store.game(&id).unwrap_err();
    assert!(matches!(refused, StoreError::Unreadable { .. }), "{refused}");
    let checked = store.check().unwrap();
    assert_eq!((checked.games, checked.studies, checked.is_whole()), (GAMES as u64 - 1, 1, false));
    assert!(checked.unreadable[0].contains(&id) && checked.file.is_empty(), "{checked:?}");
}

/// Something that makes no sense, in every table where something could: each is named, in words.
#[test]
fn whatever_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    let raw = raw(folder.path());
    raw.execute_batch(
        "INSERT INTO note VALUES ((SELECT min(id) FROM game), 'garbage');
         INSERT INTO league VALUES ('l', 'L', 'c', 'running', '{{{', 1);
         INSERT INTO league_entrant VALUES ('l', 0, NULL, 'random', 'r', 'playing', 1, 'zz');
         INSERT INTO league_cup VALUES ('l', 1, '(', NULL);
         INSERT INTO class VALUES ('k', 'K', NULL, 1, 'x');
         INSERT INTO run (id, kind, name, plan, created, updated) VALUES (9, 'tournament', '', 'garbage', 1, 1);
         INSERT INTO run_game VALUES (9, 0, 0, 'garbage');
         INSERT INTO participant (id, kind, name, secret, created) VALUES ('p', '??', '', 's', 1);
         UPDATE study SET plan = '-';
         UPDATE game SET record = 'no record' WHERE id = (SELECT max(id) FROM game);",
    )
    .unwrap();
    let checked = store.check().unwrap();
    assert!(checked.file.is_empty() && !checked.is_whole());
    let of = |table: &str| {
        let named = checked.unreadable.iter().filter(|line| line.starts_with(&format!("{table} ")));
        named.count()
    };
    let tables = [
        "note",
        "league",
        "league_entrant",
        "league_cup",
        "class",
        "run",
        "run_game",
        "participant",
        "study",
        "game",
    ];
    for table in tables {
        assert_eq!(of(table), 1, "{table}: {:#?}", checked.unreadable);
    }
    assert_eq!(checked.unreadable.len(), tables.len());
    for line in &checked.unreadable {
        assert!(!line.contains("Conversion") && !line.contains("index:"), "{line}");
    }
    assert_eq!(store.unreadable_rows().unwrap().len(), tables.len());
    let refused = store.league("l").unwrap_err().to_string();
    assert!(refused.contains("its plan makes no sense"), "{refused}");
    store.delete_league("l").unwrap();
}

#[test]
fn a_wrong_number_of_the_layout_is_one_sentence() {
    for layout in [3, -1] {
        let folder = tempfile::tempdir().unwrap();
        drop(filled(folder.path()));
        raw(folder.path()).pragma_update(None, "user_version", layout).unwrap();
        let refused = Store::open(folder.path()).unwrap_err();
        assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
        Store::repair(folder.path()).unwrap();
        assert_eq!(games(&Store::open(folder.path()).unwrap()).len(), GAMES);
    }
}

#[test]
fn a_copy_is_made_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    let copy = folder.path().join("copy.sqlite");
    store.back_up(&copy).unwrap();
    assert!(matches!(store.back_up(&copy), Err(StoreError::Copy { .. })), "nothing is overwritten");
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(&copy, elsewhere.path().join("ninefold.sqlite")).unwrap();
    assert_eq!(games(&Store::open(elsewhere.path()).unwrap()), games(&store));
}

#[test]
fn an_export_makes_the_same_store_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    let file = folder.path().join("all.jsonl");
    assert_eq!(store.export_to(&file).unwrap(), GAMES as u64 + 1);
    let elsewhere = tempfile::tempdir().unwrap();
    let other = Store::open(elsewhere.path()).unwrap();
    let import = || other.import(BufReader::new(File::open(&file).unwrap()), &file).unwrap();
    let first = import();
    assert_eq!((first.new, first.known, first.renamed), (GAMES as u64 + 1, 0, 0));
    assert_eq!(games(&other), games(&store));
    let again = import();
    assert_eq!((again.new, again.known, again.renamed), (0, GAMES as u64 + 1, 0), "nothing twice");
    // A game of the same name that went on differently gets another name; neither is lost.
    let mut game = other.game(&games(&other)[0].id).unwrap();
    game.record.moves.pop();
    other.keep_game(&mut game).unwrap();
    assert_eq!(import().renamed, 1);
    assert_eq!(games(&other).len(), GAMES + 1);
    for (text, wanted) in [
        ("{}", "first line"),
        ("x", "no JSON"),
        ("{\"ninefold\":\"store\",\"layout\":1}", "layout 1"),
    ] {
        let refused = other.import(text.as_bytes(), Path::new("f")).unwrap_err().to_string();
        assert!(refused.contains("line 1") && refused.contains(wanted), "{refused}");
    }
}

/// Pages in the middle of the file are overwritten: the store is named as damaged, and what lies elsewhere is kept.
#[test]
fn a_damaged_store_is_named_and_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let before = games(&filled(folder.path()));
    let file = folder.path().join("ninefold.sqlite");
    let size = {
        let raw = raw(folder.path());
        raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        fs::metadata(&file).unwrap().len()
    };
    let mut damaged = File::options().write(true).open(&file).unwrap();
    damaged.seek(SeekFrom::Start(size / 2 / 4096 * 4096)).unwrap();
    damaged.write_all(&[0x5a; 3 * 4096]).unwrap();
    drop(damaged);
    let seen = Store::open(folder.path()).and_then(|store| store.check());
    match seen {
        Ok(checked) => assert!(!checked.is_whole()),
        Err(problem) => assert!(matches!(problem, StoreError::Damaged { .. }), "{problem}"),
    }
    let repaired = Store::repair(folder.path()).unwrap();
    assert!(repaired.damaged.exists());
    let store = Store::open(folder.path()).unwrap();
    assert!(store.check().unwrap().is_whole());
    let after = games(&store);
    assert!(after.len() > GAMES * 3 / 4, "{} of {GAMES}", after.len());
    assert!(after.iter().all(|game| before.contains(game)), "nothing is made up");
}

/// Damage may invent the number of a row: those in between are not tried one by one.
#[test]
fn a_row_with_an_impossible_number_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let before = games(&filled(folder.path()));
    let moved =
        "UPDATE game SET rowid = 4000000000000000 WHERE rowid = (SELECT max(rowid) FROM game)";
    assert_eq!(raw(folder.path()).execute(moved, []).unwrap(), 1);
    fold(folder.path());
    Store::repair(folder.path()).unwrap();
    assert_eq!(games(&Store::open(folder.path()).unwrap()), before);
}

/// What lies in the file alone, whoever has it open.
fn fold(folder: &Path) {
    raw(folder).query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

fn overwrite(folder: &Path, page: u64) {
    let file = File::options().write(true).open(folder.join("ninefold.sqlite"));
    let mut file = file.unwrap();
    file.seek(SeekFrom::Start((page - 1) * 4096)).unwrap();
    file.write_all(&[0x5a; 4096]).unwrap();
}

/// The page from which all others are found is lost: all that they hold is kept, what a run played too.
#[test]
fn rows_are_found_without_the_first_page() {
    let folder = tempfile::tempdir().unwrap();
    let store = std::sync::Arc::new(filled(folder.path()));
    let plan = RunPlan::Tournament(Plan::usual("mnk:3,3,3", 2, Vec::new()));
    let run = store.begin_run(plan.kind(), None, &plan.to_string()).unwrap().id;
    let insert = "INSERT INTO run_game VALUES (?1, ?2, 0, json_object('text', ?3))";
    for set in 0..200 {
        raw(folder.path())
            .execute(insert, (run as i64, set, "x".repeat(set as usize * 50)))
            .unwrap();
    }
    store.delete_game(&games(&store)[7].id).unwrap();
    let (before, results) = (games(&store), run_games(folder.path()));
    // The long rows are no results of games, which is told before and after.
    let checked = store.check().unwrap();
    fold(folder.path());
    drop(store);
    overwrite(folder.path(), 1);
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Damaged { .. })));
    Store::repair(folder.path()).unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(games(&store), before);
    assert_eq!((run_games(folder.path()), store.studies().unwrap().len()), (results, 1));
    assert_eq!(store.check().unwrap(), checked);
}

fn run_games(folder: &Path) -> Vec<(i64, String)> {
    let raw = raw(folder);
    let mut query = raw.prepare("SELECT set_number, body FROM run_game ORDER BY 1").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// The root of the table of games is lost, while the last games lie in the log alone. What was deleted stays deleted.
#[test]
fn games_are_found_without_the_root_of_their_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    for game in games(&store).iter().take(100) {
        store.delete_game(&game.id).unwrap();
    }
    fold(folder.path());
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'game'";
    let root: i64 = raw(folder.path()).query_row(root, [], |row| row.get(0)).unwrap();
    store.keep_new_game(&mut KeptGame::new("mnk", record(77))).unwrap();
    let mut changed = store.game(&games(&store)[9].id).unwrap();
    changed.record.moves.pop();
    store.keep_game(&mut changed).unwrap();
    let before = games(&store);
    // As a kill leaves them, so that the log is not folded in.
    let left = tempfile::tempdir().unwrap();
    for file in ["ninefold.sqlite", "ninefold.sqlite-wal"] {
        fs::copy(folder.path().join(file), left.path().join(file)).unwrap();
    }
    overwrite(left.path(), root as u64);
    Store::repair(left.path()).unwrap();
    let after = games(&Store::open(left.path()).unwrap());
    assert_eq!(after, before);
}

/// Whoever uses the store would go on with the file that is put away.
#[test]
fn a_store_in_use_is_not_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(folder.path());
    let refused = Store::repair(folder.path()).unwrap_err();
    assert!(matches!(refused, StoreError::Busy { .. }), "{refused}");
    assert_eq!(games(&store).len(), GAMES);
    drop(store);
    assert_eq!(Store::repair(folder.path()).unwrap().kept, GAMES as u64 + 1);
}

#[test]
fn a_file_of_nothing_but_zeros_is_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ninefold.sqlite"), [0; 5 * 4096]).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Damaged { .. })));
}

#[test]
fn a_file_that_was_never_a_store_is_not_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ninefold.sqlite"), "a letter to a friend ".repeat(99)).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Foreign { .. })));
    let mut text = b"SQLite format 3\0".to_vec();
    text.resize(8192, 0xff);
    fs::write(folder.path().join("ninefold.sqlite"), text).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Damaged { .. })));
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let store = filled(&data);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(store.file())), (0o700, 0o600));
    store.back_up(&data.join("copy")).unwrap();
    store.export_to(&data.join("lines")).unwrap();
    for file in fs::read_dir(&data).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[test]
fn a_run_is_known_to_be_left_when_its_keeper_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let store = std::sync::Arc::new(Store::open(folder.path()).unwrap());
    let plan = RunPlan::Tournament(Plan::usual("mnk:3,3,3", 2, Vec::new()));
    let run = store.begin_run(plan.kind(), None, &plan.to_string()).unwrap().id;
    assert_eq!(store.keeper_of_run(run), Keeper::Nobody);
    let sink = RunSink::open(store.clone(), run).unwrap();
    assert_eq!(store.keeper_of_run(run), Keeper::Somebody);
    assert!(matches!(RunSink::open(store.clone(), run), Err(StoreError::Playing { .. })));
    drop(sink);
    assert_eq!(store.keeper_of_run(run), Keeper::Nobody, "it stopped in peace");
    // What a killed process leaves: the file, and no lock.
    store.leave_run(run);
    assert_eq!(store.keeper_of_run(run), Keeper::Gone);
    drop(RunSink::open(store.clone(), run).unwrap());
}

/// Many who open a store that is not there yet, at the same moment: all of them have it.
#[test]
fn a_new_store_is_begun_by_all_at_once() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let all = Barrier::new(8);
        std::thread::scope(|scope| {
            let keep = |number| {
                let (all, folder) = (&all, folder.path());
                scope.spawn(move || {
                    all.wait();
                    let store = Store::open(folder).unwrap();
                    store.keep_new_game(&mut KeptGame::new("mnk", record(number))).unwrap();
                })
            };
            let threads: Vec<_> = (0..8).map(keep).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        });
        assert_eq!(games(&Store::open(folder.path()).unwrap()).len(), 8);
    }
}

/// Every page in turn, the first and those of the list of tables among them.
#[test]
fn whatever_page_is_damaged_a_check_says_what_it_found() {
    let source = tempfile::tempdir().unwrap();
    drop(filled(source.path()));
    let raw = raw(source.path());
    raw.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(raw);
    let whole = fs::read(source.path().join("ninefold.sqlite")).unwrap();
    const PAGE: usize = 4096;
    let pages = whole.len() / PAGE;
    assert!(pages > 20, "{pages}");
    for page in 0..pages {
        for rubbish in [0_u8, 0xa5] {
            let folder = tempfile::tempdir().unwrap();
            let mut content = whole.clone();
            content[page * PAGE..(page + 1) * PAGE].fill(rubbish);
            fs::write(folder.path().join("ninefold.sqlite"), content).unwrap();
            let checked = Store::examine(folder.path()).unwrap();
            assert!(!checked.is_whole(), "page {} of {rubbish}", page + 1);
            for line in checked.file.iter().chain(&checked.unreadable) {
                assert!(!line.contains("ninefold store check"), "page {}: {line}", page + 1);
            }
            let is_first = checked.file.iter().any(|line| line == "its first page makes no sense");
            assert_eq!(is_first, page == 0, "page {}: {:#?}", page + 1, checked.file);
        }
    }
}
