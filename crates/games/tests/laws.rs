//! The laws of games and the known leaf counts, for every family of the registry.

use std::collections::BTreeSet;

use ninefold_games::registry;
use ninefold_lawkit::{Law, Laws, Perft, known_perft};

/// A game to put before the laws.
struct Trial {
    spec: &'static str,
    /// How many positions of the tree are visited; each costs more on a larger board.
    tree: u32,
    /// How many images a position has at most.
    orbit: usize,
}

const fn trial(spec: &'static str, tree: u32, orbit: usize) -> Trial {
    Trial { spec, tree, orbit }
}

const TRIALS: [Trial; 22] = [
    trial("morris", 1500, 16),
    trial("morris:draws=off", 1500, 16),
    trial("morris:draws=8/4/2", 1500, 16),
    trial("morris:flying=off", 800, 16),
    trial("morris:protect=off", 800, 16),
    trial("morris:draws=off,flying=off,protect=off", 800, 16),
    trial("mnk:1,1,1", 10, 1),
    trial("mnk:1,9,3", 1000, 2),
    trial("mnk:2,2,2", 100, 8),
    trial("mnk:3,3,3", 6000, 8),
    trial("mnk:3,3,9", 1000, 8),
    trial("mnk:4,7,4", 800, 4),
    trial("mnk:7,7,5", 400, 8),
    trial("mnk:9,9,5", 200, 8),
    trial("mnk:19,19,5", 20, 8),
    trial("369:3", 2000, 8),
    trial("369:5,points=2/0/5", 800, 8),
    trial("369:6", 600, 8),
    trial("369:9", 200, 8),
    trial("9tka:2", 300, 8),
    trial("9tka:3", 300, 8),
    trial("9tka:4", 300, 8),
];

#[test]
fn every_family_is_tried() {
    let registry = registry::<Laws>();
    let all: BTreeSet<&str> = registry.families().map(|info| info.id).collect();
    let family = |trial: &Trial| registry.family(trial.spec).expect("a known game").id;
    let tried: BTreeSet<&str> = TRIALS.iter().map(family).collect();
    assert_eq!(tried, all);
}

#[test]
fn every_game_obeys_the_laws() {
    for Trial { spec, tree, orbit } in TRIALS {
        let large = spec.starts_with("mnk:19");
        let laws = Laws { games: if large { 2 } else { 12 }, tree, ..Laws::default() };
        let verdict = registry().open(spec, laws).expect("a known game");
        let report = verdict.unwrap_or_else(|violation| panic!("{violation}"));
        assert_eq!(report.orbit, orbit, "{spec}: {report}");
        let unchecked = report.unchecked();
        let excused = |law: &Law| match law {
            Law::Perft => true,
            Law::MoveRules => !spec.starts_with("9tka"),
            Law::Order => spec == "mnk:1,1,1",
            _ => false,
        };
        assert!(unchecked.iter().all(excused), "{spec} left unchecked: {unchecked:?}");
    }
}

#[test]
fn known_trees_have_as_many_leaves() {
    let registry = registry::<Perft>();
    for family in registry.families() {
        let lines = known_perft(family.perft).unwrap_or_else(|error| panic!("{error}"));
        assert!(lines.len() > 3, "{} has too few known counts", family.id);
        for line in lines {
            let owner = registry.family(&line.spec).expect("a known game");
            assert_eq!(owner.id, family.id, "{}", line.spec);
            let verdict = registry.open(&line.spec, line.host()).expect("a known game");
            let report = verdict.unwrap_or_else(|violation| panic!("{violation}"));
            assert_eq!(report.checks(Law::Perft), 2 * line.counts.len() as u64);
        }
    }
}
