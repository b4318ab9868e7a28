//! Openings that come with games, for matches in which nobody is to have an advantage.

use std::collections::BTreeSet;

use ninefold_session::{Setup, games};

/// Each can be played, goes on, and is no image of another: two games of one opening would count as two of different ones.
#[test]
fn balanced_openings_are_different_and_go_on() {
    let games = games();
    let mut books = 0;
    for family in games.families() {
        for (spec, text) in family.balanced {
            books += 1;
            let mut seen = BTreeSet::new();
            for line in text.lines() {
                let moves: Vec<String> = line.split(' ').map(str::to_owned).collect();
                assert!((5..=8).contains(&moves.len()), "{spec}: {line}");
                let session = games.open(spec, &Setup { moves, ..Setup::default() }).expect(line);
                assert!(!session.status().over, "{spec}: {line}");
                assert_eq!(session.spec(), *spec, "the full specification");
                assert!(seen.insert(session.canonical_position()), "{spec}: {line} is there twice");
            }
            assert!(seen.len() >= 100, "{spec} has {} openings", seen.len());
        }
    }
    assert!(books > 0, "gomoku has some");
}
