//! Games that end as soon as their result is certain.

use std::path::Path;
use std::sync::Arc;

use ninefold_arena::{GameResult, Job};
use ninefold_core::StopFlag;
use ninefold_session::{Arena, Programs, Setup, games};
use ninefold_solve::morris::{self, Value, known_value};

fn arena(spec: &str, data: Option<&Path>) -> Arc<dyn Arena> {
    games().kind(spec).unwrap().arena(data.map(Path::to_owned), Programs::Refused)
}

fn play(arena: &dyn Arena, player: &str, seed: u64, opening: u32, adjudicate: bool) -> GameResult {
    let job = Job {
        run: 0,
        set: 0,
        seed,
        games: 1,
        game: arena.spec().to_owned(),
        opening,
        plies: 1000,
        entrants: vec![0, 1],
        players: vec![player.to_owned(); 2],
        line: None,
        adjudicate,
        times: false,
        clock: None,
    };
    arena.play(&job, &StopFlag::default()).expect("not halted").games.remove(0)
}

/// Perfect players who play on to the end get there what the referee gave them.
#[test]
fn perfect_play_ends_as_adjudicated() {
    for (spec, openings) in
        [("mnk:3,3,3", 0..5), ("mnk:4,3,3", 0..3), ("369:3", 0..6), ("369:4", 3..8)]
    {
        let arena = arena(spec, None);
        for opening in openings {
            let player = "best:nodes=1000000";
            let early = play(&*arena, player, u64::from(opening), opening, true);
            let late = play(&*arena, player, u64::from(opening), opening, false);
            assert_eq!(early.points, late.points, "{spec} {opening}");
            assert!(late.result.is_some() && late.note.is_none());
            if early.result.is_none() {
                assert_eq!(early.reason, "adjudicated");
                assert!(early.note.as_deref().unwrap().starts_with("the exact value is a "));
                assert!(late.moves.starts_with(&early.moves), "{spec} {opening}");
                assert!(late.moves.len() > early.moves.len());
            }
        }
    }
}

/// The movement phase of 9tka: whoever is found to win does so against the best defence there is.
#[test]
fn endings_of_9tka_are_adjudicated() {
    let arena = arena("9tka:2", None);
    let mut early = 0;
    for seed in 0..3 {
        let found = play(&*arena, "maxn:depth=2", seed, 0, true);
        early += usize::from(found.reason == "adjudicated");
        assert_eq!(found, play(&*arena, "maxn:depth=2", seed, 0, true), "the same game again");
        // Tied sections are the second player's: nobody shares a point.
        assert!(found.points.contains(&1.0), "{found:?}");
    }
    assert!(early > 0);
}

/// Nine Men's Morris by a table of three men a side, and by the book up to five. Without draw rules every position of
/// theirs is decided; with them every draw is, and a win only when the table's distance fits.
#[test]
fn endings_of_morris_are_adjudicated_where_that_is_safe() {
    let data = tempfile::TempDir::new().unwrap();
    morris::build_if_missing(data.path(), 3, 1, &StopFlag::default(), &mut |_| {}).unwrap();
    for (spec, least) in [("morris:draws=off", 3), ("morris", 0), ("morris:draws=50/1/3", 0)] {
        let arena = arena(spec, Some(data.path()));
        let (mut adjudicated, mut wins) = (0, 0);
        for seed in 0..200 {
            let game = play(&*arena, "random", seed, 0, true);
            if game.reason != "adjudicated" {
                continue;
            }
            adjudicated += 1;
            let mut session = games().open("morris:draws=off", &Setup::default()).unwrap();
            game.moves.iter().for_each(|mv| {
                session.play(mv).unwrap();
            });
            let status = session.status();
            let state = ninefold_core::Notation::parse_position(&morris::rules(), &status.position)
                .unwrap();
            let value = known_value(data.path(), &state).unwrap().expect("a position of the table");
            let of_mover = game.points[status.to_move - 1];
            let wanted = match value {
                Value::Win => 1.0,
                Value::Draw => 0.5,
                Value::Loss => 0.0,
            };
            assert_eq!(of_mover, wanted, "{spec} {seed}");
            wins += usize::from(value != Value::Draw);
        }
        assert!(wins >= least, "{spec}: {wins} decided games");
        assert!(adjudicated > 20, "{spec}: {adjudicated} games");
        if spec == "morris:draws=50/1/3" {
            assert_eq!(
                wins, 0,
                "a countdown of one turn leaves no time for any win of more than none"
            );
        }
    }
}

#[test]
fn a_game_without_exact_values_has_no_referee() {
    let told = |spec: &str| arena(spec, None).check_referee();
    assert_eq!(told("mnk:3,3,3"), Ok(()));
    assert_eq!(told("morris"), Ok(()));
    for spec in ["9tka:3", "morris:protect=off", "gomoku"] {
        assert!(told(spec).is_err(), "{spec}");
    }
}
