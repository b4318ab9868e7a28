//! Files.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use ninefold_cli::{Console, run};
use ninefold_core::{Notation, Record, StopFlag};
use ninefold_games::morris::State;
use ninefold_session::games;
use ninefold_solve::mnk::check_proof;
use ninefold_solve::morris::{self, Book, BuildPlan, Cpu, Tables, Verdict};
use ninefold_solve::{Request, solver};
use ninefold_store::{GameFilter, KeptGame, Store};
use tempfile::TempDir;

/// Proofs of larger boards are checked, but not compared with a search.
const SEARCHED_CELLS: usize = 12;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A proof that is accepted proves the truth.
pub(crate) fn proofs(input: &[u8]) {
    let Ok(Ok(proved)) = check_proof(&mut BufReader::new(input)) else { return };
    let [rows, columns, k] = proved.game;
    let Some(value) = proved.value.filter(|_| rows * columns <= SEARCHED_CELLS) else { return };
    let game = format!("mnk:{rows},{columns},{k}");
    let request = Request::new(&game, &proved.position);
    let answer = solver(&game).expect("a solver").solve(&request, &mut |_| {});
    let known = answer.expect("a position that the proof is about").value;
    assert_eq!(known, Some(i32::from(value)), "{game} {}", proved.position);
}

/// A tournament file is refused with a sentence. What is right by chance is not played: it has a line too many.
pub(crate) fn tournaments(input: &[u8]) {
    let folder = folder();
    let file = folder.path().join("plan.toml");
    let mut text = input.to_vec();
    text.extend_from_slice(b"\nend_of_file = 1\n");
    fs::write(&file, text).expect("room for a file");
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let mut console =
        Console { input: &mut input, out: &mut out, err: &mut err, colour: false, live: false };
    let args = ["ninefold", "--data", &folder.path().to_string_lossy(), "tournament"];
    let args = args.map(Into::into).into_iter().chain([file.into_os_string()]);
    let code = run(&games(), args, &mut console);
    assert_eq!(code, 2, "{}", String::from_utf8_lossy(&out));
    assert_eq!(err.iter().filter(|&&byte| byte == b'\n').count(), 1, "one line says what is wrong");
}

/// An export goes in whole or not at all; a row that nobody can read, as a damaged store has them, goes in and out as it is, hides no other,
/// and is named when it comes.
pub(crate) fn exports(input: &[u8]) {
    let folder = folder();
    let store = Store::open(folder.path()).expect("a new store");
    let before = store.count_games().expect("a count");
    let named = match store.import(input, Path::new("export")) {
        Ok(done) => done.unreadable,
        Err(_) => {
            assert_eq!(store.count_games().expect("a count"), before);
            Vec::new()
        }
    };
    let checked = store.check().expect("a check");
    assert!(checked.file.is_empty());
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(checked.unreadable), sorted(named));
    let _ = store.export(&mut Vec::new()).expect("what went in comes out");
}

/// Applies changes: two bytes say where, the third which bits; a byte that is left over cuts the file off.
fn changed(file: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let (changes, left) = changes.as_chunks::<3>();
    for &[high, low, bits] in changes {
        // Most of what can go wrong stands at the beginning, so half of all places are there.
        let at = usize::from(high & 0x7f) << 8 | usize::from(low);
        let at = if high & 0x80 == 0 { at } else { at * file.len() / 0x8000 };
        if let Some(byte) = file.get_mut(at) {
            *byte ^= bits;
        }
    }
    if let [.., share] = left {
        file.truncate(file.len() * usize::from(*share) / 256);
    }
    file
}

/// A damaged store is refused or read as far as that goes; what it says is never an abort, and repairing it leaves one that is whole.
pub(crate) fn stores(input: &[u8]) {
    static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = folder();
        let store = Store::open(folder.path()).expect("a new store");
        for moves in [&["2,2"][..], &["1,1", "2,2", "3,3"]] {
            let moves = moves.iter().map(|&text| text.into()).collect();
            let record = Record { game: "mnk:3,3,3".into(), moves, ..Record::default() };
            store.keep_new_game(&mut KeptGame::new("mnk", record)).expect("room");
        }
        let copy = folder.path().join("copy");
        store.back_up(&copy).expect("a copy");
        fs::read(copy).expect("the copy")
    });
    let folder = folder();
    fs::write(folder.path().join("ninefold.sqlite"), changed(&WHOLE, input)).expect("room");
    if let Ok(store) = Store::open(folder.path()) {
        let _ = (store.quick_check(), store.check(), store.games(&GameFilter::default()));
    }
    if Store::repair(folder.path()).is_ok() {
        let store = Store::open(folder.path()).expect("a repaired store");
        assert!(store.check().expect("a check").is_whole());
    }
}

/// Positions whose values are known from the whole table.
const POSITIONS: [&str; 3] = [
    "w.w/.../.../...b.b/..w/.../..b w 0,0",
    "www/.../.../...b.b/.../.../..b b 0,0",
    "w../.w./..w/b..b../.../..b/... b 0,0",
];

struct Whole {
    file: Vec<u8>,
    values: Vec<(State, Option<Verdict>)>,
}

/// A damaged table never says anything else than the whole one. The driver compiles checksums out, so that it gets past them; then any answer will do.
pub(crate) fn tables(input: &[u8]) {
    static WHOLE: LazyLock<Whole> = LazyLock::new(|| {
        let folder = folder();
        let plan = BuildPlan { men: 3, distance: false, threads: 1, cpu: Cpu::detect() };
        morris::build(folder.path(), plan, &StopFlag::default(), &mut |_| {}).expect("a table");
        let tables = Tables::open_men(folder.path(), 3).expect("whole").expect("there");
        let known = |text| {
            let state = morris::rules().parse_position(text).expect("a position");
            (state, tables.probe(&state).expect("whole"))
        };
        let values = POSITIONS.map(known).into();
        Whole { file: fs::read(table(folder.path())).expect("the table"), values }
    });
    let folder = folder();
    let file = table(folder.path());
    fs::create_dir_all(file.parent().expect("a folder")).expect("room");
    fs::write(&file, changed(&WHOLE.file, input)).expect("room");
    let Ok(Some(tables)) = Tables::open_men(folder.path(), 3) else { return };
    for (state, known) in &WHOLE.values {
        if let Ok(found) = tables.probe(state) {
            assert!(cfg!(fuzzing) || found == *known, "{found:?} in the place of {known:?}");
        }
    }
}

fn table(data: &Path) -> std::path::PathBuf {
    data.join("tables/morris/3-men/values-3.table")
}

/// A damaged book never says anything else than the whole one, as far as checksums are minded.
pub(crate) fn books(input: &[u8]) {
    let (Some(own), Ok(book)) = (Book::own(), Book::read(changed(Book::file(), input))) else {
        return;
    };
    let opening = [".../.../.../....../.../.../... w 9,9", ".w./.../.../....../.../.../..b w 8,8"];
    for text in POSITIONS.into_iter().chain(opening) {
        let state = morris::rules().parse_position(text).expect("a position");
        let found = book.value(&state);
        assert!(cfg!(fuzzing) || found == own.value(&state), "{text}: {found:?}");
    }
}
