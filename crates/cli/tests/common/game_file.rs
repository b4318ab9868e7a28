//! Files of a game's folder that hold what the program says of the game, so that nothing changes unnoticed.

use std::fs;
use std::path::{Path, PathBuf};

/// Compares what the program says of a game with a file of the game's folder, blanks aside. With `NINEFOLD_WRITE=1` in
/// the environment the file is written anew instead; the difference belongs into the commit, with a reason.
pub fn check_game_file(game: &str, file: &str, said: &str) {
    let path = folder(game).join(file);
    if std::env::var_os("NINEFOLD_WRITE").is_some() {
        fs::write(&path, said).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{game} has no {file} ({error}): write it with NINEFOLD_WRITE=1 and look at it")
    });
    let lines = |text: &str| {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let (said, kept): (Vec<String>, Vec<String>) = (lines(said), lines(&kept));
    assert_eq!(said, kept, "{} says otherwise", path.display());
}

/// The folder of a game: the one whose description has its id.
pub fn folder(game: &str) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let folders = fs::read_dir(games.join("src")).expect("a folder of games").flatten();
    let has_id = |folder: &PathBuf| {
        let text = fs::read_to_string(folder.join("mod.rs")).unwrap_or_default();
        text.contains(&format!("id: \"{game}\","))
    };
    let mut all = folders.map(|entry| entry.path()).chain([games.join("skeleton")]);
    all.find(has_id).unwrap_or_else(|| panic!("{game} has no folder"))
}
