//! The game of the example is a game: it obeys the laws, and it is played.

#[path = "../examples/own_game.rs"]
mod example;

use ninefold::prelude::*;
use ninefold_lawkit::{Laws, known_perft};

#[test]
fn it_obeys_the_laws() {
    for spec in ["takeaway:1", "takeaway", "takeaway:40"] {
        let laws = Registry::new().with::<example::TakeawayFamily>().open(spec, Laws::default());
        let report = laws.expect("the game opens").unwrap_or_else(|broken| panic!("{broken}"));
        assert!(report.finished > 0);
    }
}

#[test]
fn its_tree_has_the_known_size() {
    let lines = known_perft(example::TakeawayFamily::INFO.perft).expect("the counts can be read");
    assert!(!lines.is_empty());
    for line in lines {
        let registry = Registry::new().with::<example::TakeawayFamily>();
        let counted = registry.open(&line.spec, line.host()).expect("the game opens");
        counted.unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn it_is_played() {
    example::main().expect("the example runs");
}
