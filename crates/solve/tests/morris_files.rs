//! The files of tables: every kind of damage, builds that stop, ways of reading.

use std::fs;
use std::path::{Path, PathBuf};

use ninefold_core::{Player, Random, StopFlag};
use ninefold_solve::morris::{Cpu, Kind, Selection, TableError, Tables, build, info, verify};
use tempfile::TempDir;

use crate::morris_tables::{MEN, SMALL, files, plan, small, state};

/// Copies the small tables with one file changed.
fn with_changed(name: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) -> TempDir {
    let data = TempDir::new().unwrap();
    for file in files(SMALL.path()) {
        let place = data.path().join(file.strip_prefix(SMALL.path()).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        let bytes = fs::read(&file).unwrap();
        let changed = file.file_name().unwrap() == name;
        fs::write(place, if changed { change(bytes) } else { bytes }).unwrap();
    }
    data
}

/// Opens tables and reads every block of them.
fn complaint(data: &Path) -> String {
    let opened = match Tables::open(data) {
        Ok(tables) => tables.unwrap(),
        Err(error) => return error.to_string(),
    };
    let sample = Selection::Sample { positions: 0, seed: 0 };
    match verify(&opened, sample, 1, &StopFlag::default(), &|_, _| {}) {
        Ok(_) => "nothing is wrong".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn damaged_and_foreign_files_are_refused_with_a_sentence() {
    let name = "values-3.table";
    assert_eq!(complaint(SMALL.path()), "nothing is wrong");
    let length = fs::read(SMALL.path().join("tables/morris/4-men").join(name)).unwrap().len();
    for keep in [0, 1, 47, 48, 200, length / 2, length - 1] {
        let data = with_changed(name, |bytes| bytes[..keep].to_vec());
        let said = complaint(data.path());
        assert!(
            said.contains(name) && (said.contains("damaged") || said.contains("no table")),
            "{said}"
        );
    }
    let longer = with_changed(name, |bytes| [bytes, vec![0]].concat());
    assert!(complaint(longer.path()).contains("is damaged; build it again"));
    let mut random = Random::new(3);
    for _ in 0..40 {
        let (at, bit) = (random.below(length), random.below(8));
        let data = with_changed(name, |mut bytes| {
            bytes[at] ^= 1 << bit;
            bytes
        });
        let said = complaint(data.path());
        assert!(said.contains(name) && said.lines().count() == 1, "bit {bit} of byte {at}: {said}");
    }
    let foreign = with_changed(name, |_| {
        b"a letter to a friend, long enough to be read as a header".to_vec()
    });
    assert!(complaint(foreign.path()).contains("is no table of Ninefold"));
    // Another number of men, another kind.
    for other in ["values-4.table", "distances-3.table"] {
        let other = fs::read(SMALL.path().join("tables/morris/4-men").join(other)).unwrap();
        let exchanged = with_changed(name, |_| other.clone());
        assert!(complaint(exchanged.path()).contains("is another table than its name says"));
    }
}

/// The bit is one of the index, which is not read before a block is asked for.
#[test]
fn a_damaged_file_is_built_again() {
    let name = "values-4.table";
    let data = with_changed(name, |mut bytes| {
        bytes[400] ^= 1;
        bytes
    });
    assert!(complaint(data.path()).contains("values-4.table is damaged; build it again"));
    build(data.path(), plan(MEN, Cpu::detect()), &StopFlag::default(), &mut |_| {}).unwrap();
    for (one, other) in files(data.path()).iter().zip(files(SMALL.path())) {
        assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one:?}");
    }
}

/// A build that is stopped keeps what is finished, leaves nothing that looks like more, and goes on from there.
#[test]
fn a_stopped_build_goes_on() {
    let data = TempDir::new().unwrap();
    let stop = StopFlag::default();
    let stopped = build(data.path(), plan(MEN, Cpu::detect()), &stop, &mut |sign| {
        if sign.part.starts_with("4 white") && sign.round == Some(1) {
            stop.raise();
        }
    });
    assert_eq!(stopped, Err(TableError::Stopped));
    let names = |data: &Path| -> Vec<String> {
        let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        files(data).iter().map(name).collect()
    };
    assert_eq!(names(data.path()), ["values-3.table"]);
    assert!(Tables::open(data.path()).unwrap().is_none());
    let set = &info(data.path())[0];
    assert!(!set.is_complete(Kind::Values) && set.bytes() > 0);
    let kept = fs::metadata(&files(data.path())[0]).unwrap().modified().unwrap();
    let mut parts = Vec::new();
    build(data.path(), plan(MEN, Cpu::detect()), &StopFlag::default(), &mut |sign| {
        parts.push(sign.part.clone());
    })
    .unwrap();
    assert!(parts.iter().all(|part| !part.starts_with("3 white")), "{parts:?}");
    assert_eq!(fs::metadata(&files(data.path())[2]).unwrap().modified().unwrap(), kept);
    for (one, other) in files(data.path()).iter().zip(files(SMALL.path())) {
        assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one:?}");
    }
}

/// A cache of one block and tables in memory give the same answers.
#[test]
fn every_way_of_reading_gives_the_same_values() {
    let (usual, tiny, unpacked) = (small(), small().with_cache(1), small());
    assert!(unpacked.unpack(1 << 30, 2).unwrap() > 0);
    let mut random = Random::new(9);
    for _ in 0..2000 {
        let own = random.below(1 << 24) as u32 & random.below(1 << 24) as u32;
        let other = random.below(1 << 24) as u32 & !own;
        let few = |set: u32| {
            (0..24).filter(|bit| set >> bit & 1 != 0).take(3).fold(0, |all, bit| all | 1 << bit)
        };
        if own.count_ones() < 3 || other.count_ones() < 3 {
            continue;
        }
        let state = state(few(own), few(other));
        let value = usual.value(&state).unwrap();
        assert!(value.is_some());
        assert_eq!(tiny.value(&state).unwrap(), value);
        assert_eq!(unpacked.value(&state).unwrap(), value);
        assert_eq!(usual.probe(&state).unwrap().map(|verdict| verdict.value), value);
        assert_eq!(state.to_move(), Player::FIRST);
    }
}

/// Reviews are kept as long as the tables are the same, whatever else lies in the data folder.
#[test]
fn which_tables_there_are_is_told() {
    let data = with_changed("", |bytes| bytes);
    let told = || ninefold_solve::solver("morris").unwrap().tables_in(data.path());
    let before = told();
    fs::write(data.path().join("games.sqlite"), "something else").unwrap();
    assert_eq!(told(), before);
    let table = files(data.path()).into_iter().find(|file| file.ends_with("values-3.table"));
    fs::write(table.unwrap(), "another table").unwrap();
    assert_ne!(told(), before);
    let empty = TempDir::new().unwrap();
    assert_eq!(ninefold_solve::solver("morris").unwrap().tables_in(empty.path()), "");
}
