//! Matches: the same games on any number of threads, every seat for everybody, whole sets only.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use ninefold_arena::{Contest, Entrant, Halt, opening, standings};
use ninefold_core::{Agent, Game, Path, Random, RandomAgent};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;

const CONTEST: Contest = Contest { seed: 9, sets: 20, opening: 2, plies: 100, jobs: 1 };

fn random<G: Game>(seed: u64, seat: usize) -> Box<dyn Agent<G>> {
    Box::new(RandomAgent::new(Random::stream(seed, seat as u64), None))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = Mnk::<1>::new(3, 3, 3);
    let entrants: [Entrant<'_, _>; 2] = [&random, &random];
    let run = |jobs| Contest { jobs, ..CONTEST }.run(&game, &entrants, &Halt::new(false), &|_| {});
    let alone = run(1);
    assert_eq!(alone.len(), 40);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(7));
}

/// Whoever sits first on a board of one cell wins: everybody sits there equally often.
#[test]
fn an_advantage_of_a_seat_is_nobodys() {
    let game = Mnk::<1>::new(1, 1, 1);
    let entrants: [Entrant<'_, _>; 2] = [&random, &random];
    let contest = Contest { opening: 0, ..CONTEST };
    let games = contest.run(&game, &entrants, &Halt::new(false), &|_| {});
    for standing in standings(&games, 2) {
        assert_eq!((standing.points, standing.wins, standing.losses), (20.0, 20, 20));
    }
}

/// With three players each entrant meets every seat once in a set, always after the same opening.
#[test]
fn a_set_is_one_opening_in_every_rotation() {
    let game = Ninetka::new(3);
    let sat = Mutex::new(Vec::new());
    let seated = |entrant: usize| {
        let sat = &sat;
        move |seed, seat| {
            sat.lock().expect("no panic").push((entrant, seat));
            random(seed, seat)
        }
    };
    let (first, second, third) = (seated(0), seated(1), seated(2));
    let entrants: [Entrant<'_, _>; 3] = [&first, &second, &third];
    let contest = Contest { sets: 1, ..CONTEST };
    let games = contest.run(&game, &entrants, &Halt::new(false), &|_| {});
    let mut sat = sat.into_inner().expect("no panic");
    sat.sort();
    let every: Vec<(usize, usize)> = (0..9).map(|index| (index / 3, index % 3)).collect();
    assert_eq!(sat, every);
    for game in &games {
        assert_eq!(game.points.iter().sum::<f64>(), 1.0);
    }
}

#[test]
fn an_opening_never_ends_the_game() {
    let game = Mnk::<1>::new(3, 3, 3);
    for seed in 0..200 {
        let path: Path<_> = opening(&game, seed, 9);
        assert_eq!(path.outcome(), None);
        assert!(path.played().len() >= 4);
    }
}

/// A halted match keeps the sets that are whole, and no half of one.
#[test]
fn a_halted_match_ends_with_whole_sets() {
    let game = Ninetka::new(4);
    let halt = Halt::new(false);
    let entrants: [Entrant<'_, _>; 4] = [&random; 4];
    let games = Contest { jobs: 3, ..CONTEST }.run(&game, &entrants, &halt, &|done| {
        if done == 11 {
            halt.store(true, Ordering::Relaxed);
        }
    });
    // Three threads had begun at most two games besides the eleven.
    assert!(games.len().is_multiple_of(4) && (4..=12).contains(&games.len()), "{}", games.len());
}
