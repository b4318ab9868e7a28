//! Right games pass, and something was really checked.

use ninefold_core::{DrawRules, Registry, WithDraws};
use ninefold_lawkit::{Law, Laws};

use crate::bent::{Bent, Fault};
use crate::ring::Ring;
use crate::row::{Row, Rows};

const LAWS: Laws = Laws { games: 12, seed: 3, plies: 60, tree: 400 };

#[test]
fn a_row_for_two_to_four_players_obeys() {
    for players in 2..=4 {
        for cells in 2..=8 {
            let report = LAWS.check(&Row { cells, players }, "row").unwrap();
            assert_eq!(report.unchecked().contains(&Law::Order), cells == 2);
            assert_eq!(report.games, 12);
            assert!(report.finished > 0);
        }
    }
}

#[test]
fn every_law_is_checked() {
    let report = LAWS.check(&Row::PAIR, "row").unwrap();
    assert_eq!(report.unchecked(), [Law::Perft]);
    assert_eq!(report.orbit, 2);
}

#[test]
fn a_small_tree_is_visited_whole() {
    // Five cells take two dominoes, which leave cell 1, 3 or 5 free; for 1 and 5 the points tell
    // which of the two was laid first.
    let laws = Laws { games: 0, ..LAWS };
    let report = laws.check(&Row { cells: 5, players: 2 }, "row").unwrap();
    assert_eq!((report.states, report.finished, report.moves), (10, 5, 10));
}

#[test]
fn a_ring_obeys_with_and_without_draws() {
    let rules = DrawRules { limits: [9, 14], repetitions: 3 };
    let report = LAWS.check(&WithDraws::new(Ring, rules), "ring").unwrap();
    assert_eq!(report.orbit, 12);
    assert_eq!(report.unchecked(), [Law::MoveRules, Law::Perft]);

    let report = LAWS.check(&Ring, "ring").unwrap();
    let pairs_and_takings = 30 * 2 + 6 * 2;
    assert!(report.states <= pairs_and_takings);
}

#[test]
fn a_registry_opens_games_for_the_laws() {
    let registry = Registry::new().with::<Rows>();
    let report = registry.open("row:7", LAWS).unwrap().unwrap();
    assert!(report.to_string().starts_with(&format!("{} positions", report.states)));
}

#[test]
fn runs_repeat() {
    let run = |seed| Laws { seed, tree: 0, games: 2, ..LAWS }.check(&Ring, "ring").unwrap();
    assert_eq!(run(5), run(5));
}

#[test]
fn a_game_bent_by_nothing_obeys() {
    #[derive(Clone)]
    struct Nothing;
    impl Fault<Row> for Nothing {}
    impl Fault<Ring> for Nothing {}

    LAWS.check(&Bent { game: Row::PAIR, fault: Nothing }, "row").unwrap();
    LAWS.check(&Bent { game: Ring, fault: Nothing }, "ring").unwrap();
}
