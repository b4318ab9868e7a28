//! The skeleton that `scripts/new-game` copies: a game that compiles, obeys the laws and speaks every language, and a
//! script that changes nothing of it but the name.

#[path = "../skeleton/mod.rs"]
mod game;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use game::SkeletonFamily;
use ninefold_core::{Family, Registry};
use ninefold_lawkit::{Laws, known_perft};

#[test]
fn it_obeys_the_laws_and_has_the_known_counts() {
    for trial in SkeletonFamily::INFO.trials {
        let laws = Laws { tree: trial.positions, ..Laws::default() };
        let report = Registry::new().with::<SkeletonFamily>().open(trial.spec, laws);
        let report = report.expect("the game opens").unwrap_or_else(|broken| panic!("{broken}"));
        assert!(report.finished > 0 && report.orbit == trial.images);
    }
    for line in known_perft(SkeletonFamily::INFO.perft).expect("the counts can be read") {
        let counted = Registry::new().with::<SkeletonFamily>().open(&line.spec, line.host());
        counted.expect("the game opens").unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// Every file of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    found.sort();
    found
}

/// Runs the script on a copy of the folders it touches. What it writes is the skeleton, which is compiled and tested above,
/// under another name; so it compiles too.
#[test]
fn the_script_copies_it_under_another_name() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-game");
    let _ = fs::remove_dir_all(&copy);
    let games = copy.join("crates/games");
    fs::create_dir_all(games.join("src")).expect("a folder");
    fs::create_dir_all(games.join("skeleton")).expect("a folder");
    for file in files(&here.join("skeleton")) {
        fs::copy(&file, games.join("skeleton").join(file.file_name().expect("a name")))
            .expect("a copy");
    }
    for name in ["lib.rs", "registry.rs"] {
        fs::copy(here.join("src").join(name), games.join("src").join(name)).expect("a copy");
    }
    let run = |name: &str| {
        let script = here.join("../../scripts/new-game");
        let output = Command::new("bash").arg(script).arg(name).arg(&copy).output().expect("bash");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run("nine_holes"), (Some(0), String::new()));
    let renamed =
        |text: String| text.replace("Skeleton", "NineHoles").replace("skeleton", "nine_holes");
    let written = files(&games.join("src/nine_holes"));
    let template = files(&here.join("skeleton"));
    assert_eq!(written.len(), template.len());
    for (one, other) in written.iter().zip(&template) {
        let [one, other] = [one, other].map(|path| fs::read_to_string(path).expect("text"));
        assert_eq!(one, renamed(other));
    }
    // One line each, and the modules in the order that rustfmt wants.
    let added = |name: &str| {
        let [before, after] = [here.join("src"), games.join("src")]
            .map(|folder| fs::read_to_string(folder.join(name)).expect("text"));
        let new: Vec<String> =
            after.lines().filter(|line| !before.contains(line)).map(str::to_owned).collect();
        assert_eq!(after.lines().count(), before.lines().count() + 1, "{name}");
        new
    };
    assert_eq!(added("lib.rs"), ["pub mod nine_holes;"]);
    let lib = fs::read_to_string(games.join("src/lib.rs")).expect("text");
    let modules: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "))
        .collect();
    assert!(modules.is_sorted(), "{modules:?}");
    assert_eq!(added("registry.rs"), ["        .with::<crate::nine_holes::NineHolesFamily>()"]);
    // A name that is taken, or none.
    for (name, said) in [
        ("nine_holes", "there is a folder crates/games/src/nine_holes already"),
        ("Chess", "the name is \"Chess\", wanted lower-case letters and digits, a letter first"),
    ] {
        assert_eq!(run(name), (Some(2), format!("new-game: {said}\n")));
    }
}
