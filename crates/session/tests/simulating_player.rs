//! The player `mcts` by specification: what it is told reaches the search.

use crate::common;

use common::{advise, session_at};
use ninefold_session::{PlayerSpec, Setup, games};

#[test]
fn a_win_is_proved_and_played() {
    let session = session_at("mnk:3,3,3", "110/220/000 1");
    let advice = advise(&*session, "mcts:nodes=1");
    assert_eq!((advice.best.as_deref(), advice.exact), (Some("1,3"), true));
    assert_eq!(advice.values, [1000, -1000]);
}

#[test]
fn the_seed_and_the_simulations_are_those_given() {
    for spec in ["9tka:2", "9tka:3", "9tka:4", "morris", "369:6", "gomoku"] {
        let session = games().open(spec, &Setup::default()).unwrap();
        let advice =
            |seed| advise(&*session, &format!("mcts:nodes=60,seed={seed},c=70,playout=200"));
        let first = advice(1);
        assert_eq!(first, advice(1), "{spec}");
        assert_eq!(first.nodes, 60, "{spec}");
        // Two seeds may come to the same numbers, but not six.
        assert!((2..7).any(|seed| advice(seed).values != first.values), "{spec}");
    }
}

#[test]
fn it_plays_whole_games() {
    let mut session = games().open("9tka:3", &Setup::default()).unwrap();
    let player = PlayerSpec::parse("mcts:nodes=20,eval=sections,playout=0").unwrap();
    session.seat(&[player.clone(), player.clone(), player]).unwrap();
    while let Some(mv) = session.think() {
        session.play(&mv).unwrap();
    }
    assert!(session.status().over);
}
