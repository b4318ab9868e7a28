//! Matches: the same games on any number of threads, every seat for everybody.

use std::sync::{Arc, Mutex};

use ninefold_arena::{
    Discard, Ends, Entrant, FixedJobs, Job, MatchPlan, Play, RunHandle, SetResult, opening,
    play_set, rows,
};
use ninefold_core::{Agent, Game, Notation, Path, Random, RandomAgent, StopFlag};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;

const PLAN: MatchPlan = MatchPlan { seed: 9, sets: 20, opening: 2, plies: 100 };

fn random<G: Game>(seed: u64, seat: usize) -> Box<dyn Agent<G>> {
    Box::new(RandomAgent::new(Random::stream(seed, seat as u64), None))
}

/// The sets of a match of a game.
fn jobs<G: Game>(plan: &MatchPlan, game: &G) -> Vec<Job> {
    plan.jobs("any", &vec!["random".to_owned(); game.players()])
}

fn play<G: Notation>(game: &G, job: &Job, entrants: &[Entrant<'_, G>]) -> SetResult {
    let ends = Ends { plies: job.plies, adjudicator: None, timed: false, clock: None };
    play_set(game, job, entrants, &ends, &StopFlag::default()).expect("nobody halts it")
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = Mnk::<1>::new(3, 3, 3);
    let run = |threads| {
        let play: Play =
            Arc::new(move |job: &Job, _: &StopFlag| Some(play(&game, job, &[&random, &random])));
        let stages = Box::new(FixedJobs(jobs(&PLAN, &game)));
        RunHandle::start(stages, Box::new(Discard), play, threads).wait().1
    };
    let alone = run(1);
    assert_eq!(alone.iter().map(|set| set.games.len()).sum::<usize>(), PLAN.games(2));
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(7));
}

/// Whoever sits first on a board of one cell wins: everybody sits there equally often.
#[test]
fn an_advantage_of_a_seat_is_nobodys() {
    let game = Mnk::<1>::new(1, 1, 1);
    let plan = MatchPlan { opening: 0, ..PLAN };
    let play = |job| play(&game, job, &[&random, &random]);
    let results: Vec<SetResult> = jobs(&plan, &game).iter().map(play).collect();
    for row in rows(&results, 2, 2) {
        assert_eq!((row.points, row.total.wins, row.total.losses), (20.0, 20, 20));
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
    let set = play(&game, &jobs(&PLAN, &game)[0], &[&first, &second, &third]);
    let mut sat = sat.into_inner().expect("no panic");
    sat.sort();
    let every: Vec<(usize, usize)> = (0..9).map(|index| (index / 3, index % 3)).collect();
    assert_eq!(sat, every);
    for game in &set.games {
        assert_eq!(game.points.iter().sum::<f64>(), 1.0);
        assert_eq!((game.opening, &game.moves[..2]), (2, &set.games[0].moves[..2]));
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
