//! Results that somebody else played: true ones pass, whatever else does not.

use ninefold_arena::{Ends, Entrant, Job, MatchPlan, SetResult, WrongResult, play_set, verify_set};
use ninefold_core::{Agent, Game, Notation, Path, Random, RandomAgent, StopFlag};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;

fn random<G: Game>(seed: u64, seat: usize) -> Box<dyn Agent<G>> {
    Box::new(RandomAgent::new(Random::stream(seed, seat as u64), None))
}

/// A player that gives up at once.
struct Absent;

impl<G: Game> Agent<G> for Absent {
    fn choose(&mut self, _path: &Path<G>) -> Option<G::Move> {
        None
    }
}

fn absent<G: Game>(_seed: u64, _seat: usize) -> Box<dyn Agent<G>> {
    Box::new(Absent)
}

fn job(seats: usize, plies: u32) -> Job {
    Job {
        run: 3,
        set: 8,
        seed: 11,
        games: seats as u32,
        game: "any".into(),
        opening: 2,
        plies,
        entrants: (4..4 + seats).collect(),
        players: vec!["random".into(); seats],
        line: None,
        adjudicate: false,
        times: false,
        clock: None,
    }
}

fn played<G: Notation>(game: &G, job: &Job, players: &[Entrant<'_, G>]) -> SetResult {
    let ends = Ends { plies: job.plies, adjudicator: None, timed: job.times, clock: job.clock };
    play_set(game, job, players, &ends, &StopFlag::default()).expect("nobody halts it")
}

#[test]
fn what_was_played_is_accepted() {
    let board = Mnk::<1>::new(4, 4, 3);
    for plies in [100, 6, 0] {
        let job = job(2, plies);
        let result = played(&board, &job, &[&random, &random]);
        assert_eq!(verify_set(&board, &job, &result), Ok(()), "{plies} plies");
        let forfeited = played(&board, &job, &[&random, &absent]);
        assert_eq!(verify_set(&board, &job, &forfeited), Ok(()), "{plies} plies");
    }
    let table = Ninetka::new(3);
    let job = job(3, 1000);
    let result = played(&table, &job, &[&random, &random, &random]);
    assert_eq!(verify_set(&table, &job, &result), Ok(()));
}

#[test]
fn whatever_was_not_played_is_refused() {
    let board = Mnk::<1>::new(4, 4, 3);
    let job = job(2, 100);
    let result = played(&board, &job, &[&random, &random]);
    let refused = |change: &dyn Fn(&mut SetResult)| {
        let mut changed = result.clone();
        change(&mut changed);
        let error = verify_set(&board, &job, &changed).expect_err("it was changed");
        assert!(!error.to_string().contains('\n'), "{error}");
        error
    };
    let other = |change: &dyn Fn(&mut SetResult)| {
        assert!(matches!(refused(change), WrongResult::Other { .. }));
    };
    other(&|result| result.run = 4);
    other(&|result| result.set = 9);
    other(&|result| drop(result.games.pop()));
    let second = |change: &dyn Fn(&mut SetResult), part: &str| {
        let error = refused(change);
        assert!(matches!(error, WrongResult::Game { rotation: 1, .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    };
    second(&|result| result.games[1].seats.reverse(), "seats");
    second(&|result| result.games[1].seed += 1, "opening");
    second(&|result| result.games[1].opening = 1, "opening");
    second(&|result| result.games[1].moves.swap(0, 1), "opening");
    second(&|result| result.games[1].moves[3] = "9,9".into(), "move 4, \"9,9\", is not legal");
    second(&|result| result.games[1].moves[3] = result.games[1].moves[2].clone(), "move 4");
    second(&|result| drop(result.games[1].moves.pop()), "not over");
    second(&|result| result.games[1].moves.push("1,1".into()), "is not legal");
    second(&|result| result.games[1].points.reverse(), "points");
    second(&|result| result.games[1].reason = "magic".into(), "magic");
    second(&|result| result.games[1].result = None, "the rules say");
    // To lose by a fault takes somebody on turn, and a note.
    let forfeit = |note: Option<&str>| {
        let mut changed = result.clone();
        let game = &mut changed.games[1];
        game.moves.truncate(3);
        game.reason = "forfeit".into();
        game.result = None;
        game.points = vec![1.0, 0.0];
        game.note = note.map(str::to_owned);
        verify_set(&board, &job, &changed)
    };
    assert_eq!(forfeit(Some("seat 2: gave no move")), Ok(()));
    assert!(forfeit(None).is_err());
    assert!(forfeit(Some("seat 1: gave no move")).is_err());
    // A note is for faults, times for those who ask.
    second(&|result| result.games[1].note = Some("seat 2: gave no move".into()), "at fault");
    second(&|result| result.games[1].times = vec![(0, 1)], "times of 1 moves, wanted those of 0");
}

#[test]
fn times_are_those_of_the_moves() {
    let board = Mnk::<1>::new(4, 4, 3);
    let job = Job { times: true, ..job(2, 100) };
    for players in [[&random as Entrant<'_, _>, &random], [&random, &absent]] {
        let result = played(&board, &job, &players);
        assert_eq!(verify_set(&board, &job, &result), Ok(()));
        assert!(!result.games[0].times.is_empty());
        let told = &result.games[0].times;
        let mut exchanged = told.clone();
        exchanged[0].0 = 1 - exchanged[0].0;
        let longer = [&told[..], &[(0, 1)]].concat();
        for times in [told[1..].to_vec(), longer, exchanged] {
            let mut changed = result.clone();
            changed.games[0].times = times;
            let error = verify_set(&board, &job, &changed).expect_err("it was changed");
            assert!(error.to_string().contains("game 1: it tells the times"), "{error}");
        }
    }
}

#[test]
fn a_match_can_be_played_by_anybody() {
    let board = Mnk::<1>::new(3, 3, 3);
    let plan = MatchPlan { seed: 9, sets: 20, opening: 8, plies: 100 };
    let entrants: [Entrant<'_, _>; 2] = [&random, &random];
    let jobs = plan.jobs("mnk:3,3,3", &["random".into(), "random".into()]);
    assert_eq!(jobs.len(), plan.sets);
    for job in &jobs {
        let result = played(&board, job, &entrants);
        assert_eq!(verify_set(&board, job, &result), Ok(()));
    }
}
