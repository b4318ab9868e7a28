//! The bench signature: a fixed amount of work on every game, counted.

use crate::common;

use common::Sandbox;
use common::game_file::check_game_file;
use ninefold_core::FamilyInfo;
use ninefold_lawkit::known_perft;

/// The lines of `ninefold bench`, by kind of game.
fn signatures() -> Vec<(&'static FamilyInfo, String)> {
    let games = ninefold_session::games();
    let mut found: Vec<(&FamilyInfo, String)> = Vec::new();
    for line in Sandbox::new().answer(&["bench"]).lines() {
        if !line.starts_with(' ') {
            let spec = line.split_whitespace().next().expect("a game");
            let family = games.family(spec).expect("a known game");
            if found.last().is_none_or(|(last, _)| last.id != family.id) {
                found.push((family, String::new()));
            }
        }
        let (_, text) = found.last_mut().expect("a game comes first");
        *text += &format!("{line}\n");
    }
    found
}

/// `ninefold bench` prints what it printed when `bench.txt` in each game's folder was written.
///
/// A difference means that the rules, the order of moves, the keys or the random generator changed.
/// Recorded games, seeds and tables may then mean something else than before. When that is wanted,
/// write the files anew with `NINEFOLD_WRITE=1 cargo test -p ninefold-cli --test all bench_signature`
/// and say in the commit what changed.
#[test]
fn the_signature_is_the_committed_one() {
    let signatures = signatures();
    assert_eq!(signatures.len(), ninefold_session::games().families().count());
    for (family, text) in signatures {
        check_game_file(family.id, "bench.txt", &text);
    }
}

/// The files may be written anew, these numbers may not: they are among the known counts, which come from elsewhere.
#[test]
fn the_committed_counts_are_known_elsewhere() {
    let games = ninefold_session::games();
    for (family, text) in signatures() {
        let known = known_perft(family.perft).expect("known counts can be read");
        for line in text.lines().filter(|line| !line.starts_with(' ')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!((words[1], words[4]), ("perft", "playouts"), "{line}");
            let (depth, count): (usize, u64) =
                (words[2].parse().expect("a depth"), words[3].parse().expect("a count"));
            let full = |spec: &str| games.kind(spec).expect("a known game").spec().to_owned();
            let from_start = known
                .iter()
                .filter(|known| known.position.is_none() && full(&known.spec) == words[0]);
            let counts: Vec<u64> =
                from_start.filter_map(|known| known.counts.get(depth - 1)).copied().collect();
            assert!(counts.contains(&count), "{line}: perft.txt has {counts:?} at this depth");
        }
    }
}

/// The same numbers as JSON, one game a line.
#[test]
fn the_signature_as_json_has_the_same_numbers() {
    let sandbox = Sandbox::new();
    let text = sandbox.answer(&["bench"]);
    let mut texts = text.lines();
    for line in sandbox.answer(&["bench", "--json"]).lines() {
        let signature: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = texts.next().expect("a line a game");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(signature["game"], words[0]);
        assert_eq!(signature["leaves"].to_string(), words[3]);
        assert_eq!(signature["games"].to_string(), words[5]);
        assert_eq!(signature["plies"].to_string(), words[6]);
        assert_eq!(signature["keys"], words[9]);
        for search in signature["searches"].as_array().expect("searches") {
            let text = texts.next().expect("a line a search");
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(search["player"], words[0]);
            assert_eq!(search["nodes"].to_string(), words[1]);
        }
    }
    assert_eq!(texts.next(), None);
}
