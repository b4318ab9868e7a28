//! Runs: schedules, and results that depend on neither threads nor interruptions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ninefold_arena::{
    End, Ends, EntrantPlan, GameResult, Job, Plan, Play, ResultSink, RunHandle, Schedule,
    SetResult, SinkError, Sprt, Tournament, opening, opening_seeds, play_set, rows,
};
use ninefold_core::{Agent, Path, Random, RandomAgent, Rules, StopFlag, Symmetric};
use ninefold_games::mnk::{Cell, Mnk};
use proptest::prelude::*;

fn plan(entrants: usize, seats: usize, schedule: Schedule, sets: usize) -> Plan {
    let entrant = |index| EntrantPlan { name: format!("e{index}"), player: "random".into() };
    Plan {
        game: "mnk:3,3,3".into(),
        seats,
        entrants: (0..entrants).map(entrant).collect(),
        schedule,
        sets,
        seed: 5,
        opening: 1,
        plies: 100,
        anchor: 0,
        adjudicate: false,
        times: false,
        clock: None,
        orders: false,
        book: Vec::new(),
        fixed_seats: false,
        sprt: None,
    }
}

fn random(seed: u64, seat: usize) -> Box<dyn Agent<Mnk<1>>> {
    Box::new(RandomAgent::new(Random::stream(seed, seat as u64), None))
}

fn play() -> Play {
    let game = Mnk::<1>::new(3, 3, 3);
    Arc::new(move |job: &Job, stop: &StopFlag| {
        let ends = Ends { plies: job.plies, adjudicator: None, timed: false, clock: None };
        play_set(&game, job, &[&random, &random], &ends, stop)
    })
}

/// A keeper that fails after so many results, and remembers what it was given.
#[derive(Clone, Default)]
struct Notebook {
    kept: Arc<Mutex<BTreeMap<u64, SetResult>>>,
    fails_after: Option<usize>,
}

impl ResultSink for Notebook {
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError> {
        Ok(self.kept.lock().expect("no panic").values().cloned().collect())
    }

    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError> {
        let mut kept = self.kept.lock().expect("no panic");
        if self.fails_after.is_some_and(|most| kept.len() + results.len() > most) {
            return Err(SinkError("the disk is full".into()));
        }
        kept.extend(results.iter().map(|result| (result.set, result.clone())));
        Ok(())
    }

    fn close(&mut self, sets: u64, _reason: &str) -> Result<(), SinkError> {
        self.kept.lock().expect("no panic").retain(|set, _| *set < sets);
        Ok(())
    }
}

fn stages(plan: &Plan) -> Box<Tournament> {
    let game = Mnk::<1>::new(3, 3, 3);
    let seeds = opening_seeds(&game, plan.seed, plan.opening, plan.openings());
    Box::new(Tournament::new(plan.clone(), 1, seeds))
}

fn run(plan: &Plan, keeper: Notebook, threads: usize) -> (End, Vec<SetResult>) {
    RunHandle::start(stages(plan), Box::new(keeper), play(), threads).wait()
}

/// A fault in a player ends its run, and everybody who waits for the end hears of it. What was kept goes on.
#[test]
fn a_player_that_panics_ends_the_run() {
    let plan = plan(3, 2, Schedule::RoundRobin, 4);
    for threads in [1, 3] {
        let (keeper, play) = (Notebook::default(), play());
        let panicking: Play = Arc::new(move |job: &Job, stop: &StopFlag| match job.set {
            5 => panic!("a fault that this test makes"),
            _ => play(job, stop),
        });
        let handle = RunHandle::start(stages(&plan), Box::new(keeper.clone()), panicking, threads);
        let (end, counted) = handle.wait();
        assert!(matches!(end, End::Incomplete(_)), "{end:?}");
        assert_eq!(counted.len(), 5);
        let (end, resumed) = run(&plan, keeper, threads);
        assert!(matches!(end, End::Finished(_)), "{end:?}");
        assert_eq!(resumed, run(&plan, Notebook::default(), 1).1);
    }
}

/// Plays at random and raises the flag when it is asked for its second move.
struct Impatient {
    random: RandomAgent<Mnk<1>>,
    stop: StopFlag,
    asked: Arc<AtomicUsize>,
}

impl Agent<Mnk<1>> for Impatient {
    fn choose(&mut self, path: &Path<Mnk<1>>) -> Option<Cell> {
        if self.asked.fetch_add(1, Ordering::Relaxed) == 1 {
            self.stop.raise();
        }
        self.random.choose(path)
    }
}

/// A game ends with the move in progress when its set is halted, and is no result.
#[test]
fn nobody_is_asked_for_a_move_after_a_halt() {
    let (stop, asked) = (StopFlag::default(), Arc::new(AtomicUsize::new(0)));
    let impatient = |seed, seat| -> Box<dyn Agent<Mnk<1>>> {
        let random = RandomAgent::new(Random::stream(seed, seat as u64), None);
        Box::new(Impatient { random, stop: stop.clone(), asked: asked.clone() })
    };
    let plan = plan(2, 2, Schedule::RoundRobin, 1);
    let job = plan.jobs(1, 0, &[], &[3]).remove(0);
    let ends = Ends { plies: job.plies, adjudicator: None, timed: false, clock: None };
    let game = Mnk::<1>::new(3, 3, 3);
    assert_eq!(play_set(&game, &job, &[&impatient, &impatient], &ends, &stop), None);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[test]
fn threads_and_failures_change_no_result() {
    for schedule in
        [Schedule::RoundRobin, Schedule::Gauntlet { challengers: 1 }, Schedule::Swiss { rounds: 3 }]
    {
        let plan = plan(6, 2, schedule, 4);
        let (end, alone) = run(&plan, Notebook::default(), 1);
        assert!(matches!(end, End::Finished(_)), "{end:?}");
        assert_eq!(alone.len() as u64, plan.set_count());
        let (_, together) = run(&plan, Notebook::default(), 5);
        assert_eq!(alone, together);
        let broken = Notebook::default();
        for most in [3, 7, 20] {
            let keeper = Notebook { fails_after: Some(most), ..broken.clone() };
            let (end, counted) = run(&plan, keeper, 3);
            assert!(counted.len() <= most);
            if (most as u64) < plan.set_count() {
                assert_eq!(end, End::Failed(SinkError("the disk is full".into())));
            }
        }
        let (end, resumed) = run(&plan, broken, 2);
        assert!(matches!(end, End::Finished(_)), "{end:?}");
        assert_eq!(alone, resumed);
    }
}

/// The test is decided on results in order, so what was played beyond its end does not count.
#[test]
fn a_test_stops_at_the_same_game_on_any_number_of_threads() {
    let mut plan = plan(2, 2, Schedule::RoundRobin, 3000);
    plan.sprt = Some(Sprt { elo0: -200.0, elo1: 0.0, alpha: 0.05, beta: 0.05 });
    let (end, alone) = run(&plan, Notebook::default(), 1);
    let End::Finished(reason) = &end else { panic!("{end:?}") };
    assert!(reason.starts_with("e0 relative to e1: +0 Elo accepted against -200"), "{reason}");
    assert!(alone.len() < 3000);
    let notebook = Notebook::default();
    let (same, together) = run(&plan, notebook.clone(), 4);
    assert_eq!((same, &together), (end, &alone));
    assert_eq!(notebook.kept.lock().expect("no panic").len(), alone.len());
}

#[test]
fn a_round_robin_has_every_table_once_a_set_with_equal_openings() {
    let plan = plan(5, 3, Schedule::RoundRobin, 2);
    let jobs = plan.jobs(1, 0, &[], &[10, 20]);
    assert_eq!(jobs.len(), 20);
    let tables: BTreeSet<(u64, Vec<usize>)> =
        jobs.iter().map(|job| (job.seed, job.entrants.clone())).collect();
    assert_eq!(tables.len(), 20);
    assert!(jobs.iter().all(|job| job.games == 3 && job.entrants.len() == 3));
    assert_eq!(jobs.iter().filter(|job| job.seed == 10).count(), 10);
    assert_eq!(jobs.iter().map(|job| job.set).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
}

#[test]
fn a_gauntlet_is_between_the_challengers_and_the_others() {
    let plan = plan(5, 2, Schedule::Gauntlet { challengers: 2 }, 1);
    let tables: Vec<Vec<usize>> =
        plan.jobs(1, 0, &[], &[1]).into_iter().map(|job| job.entrants).collect();
    assert_eq!(tables, [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]);
}

/// Played with results made up so that the entrant of the lower number wins: nobody meets anybody twice,
/// with an odd number everybody sits out at most once, and the strongest is found.
#[test]
fn a_swiss_tournament_pairs_neighbours_who_have_not_met() {
    for entrants in [8, 9] {
        let rounds = 4;
        let plan = plan(entrants, 2, Schedule::Swiss { rounds }, 1);
        let mut results: Vec<SetResult> = Vec::new();
        let mut met = BTreeSet::new();
        for round in 0..rounds {
            let jobs = plan.jobs(1, round, &results, &[1, 2, 3, 4]);
            assert_eq!(jobs.len(), entrants / 2);
            for job in jobs {
                let (low, high) =
                    (job.entrants[0].min(job.entrants[1]), job.entrants[0].max(job.entrants[1]));
                assert!(met.insert((low, high)), "{low} and {high} meet twice");
                let game = |seats: [usize; 2]| GameResult {
                    seats: seats.to_vec(),
                    points: seats.map(|seat| f64::from(u8::from(seat == low))).to_vec(),
                    reason: "line".into(),
                    ..GameResult::default()
                };
                let games = vec![game([low, high]), game([high, low])];
                results.push(SetResult { run: 1, set: job.set, games });
            }
        }
        let rows = rows(&results, entrants, 2);
        let most = rows.iter().map(|row| row.points).fold(0.0, f64::max);
        assert_eq!(rows[0].points, most);
        assert!(rows.iter().all(|row| row.total.games() >= 2 * (rounds as u64 - 1)));
    }
}

#[test]
fn no_two_openings_are_images_of_each_other() {
    let game = Mnk::<1>::new(5, 5, 4);
    let seeds = opening_seeds(&game, 3, 4, 400);
    let images: BTreeSet<_> =
        seeds.iter().map(|&seed| game.canonical(opening(&game, seed, 4).state())).collect();
    assert_eq!(images.len(), 400);
    // There are three first moves up to symmetry, and more sets than that repeat them.
    let game = Mnk::<1>::new(3, 3, 3);
    let seeds = opening_seeds(&game, 3, 1, 20);
    let images: BTreeSet<_> =
        seeds[..3].iter().map(|&seed| game.canonical(opening(&game, seed, 1).state())).collect();
    assert_eq!((images.len(), seeds.len()), (3, 20));
}

/// An agent that never answers loses, and the game says why.
#[test]
fn a_player_without_a_move_loses() {
    struct Silent;
    impl Agent<Mnk<1>> for Silent {
        fn choose(&mut self, _path: &Path<Mnk<1>>) -> Option<<Mnk<1> as Rules>::Move> {
            None
        }
        fn fault(&self) -> Option<String> {
            Some("said nothing".into())
        }
    }
    let plan = plan(2, 2, Schedule::RoundRobin, 1);
    let job = &plan.jobs(1, 0, &[], &[9])[0];
    let silent = |_, _| Box::new(Silent) as Box<dyn Agent<Mnk<1>>>;
    let ends = Ends { plies: 50, adjudicator: None, timed: false, clock: None };
    let game = Mnk::<1>::new(3, 3, 3);
    let result =
        play_set(&game, job, &[&silent, &random], &ends, &StopFlag::default()).expect("not halted");
    for game in &result.games {
        let seat = game.seats.iter().position(|entrant| *entrant == 0).expect("it sat down");
        assert_eq!((game.points[seat], game.reason.as_str()), (0.0, "forfeit"));
        assert_eq!(game.note, Some(format!("seat {}: said nothing", seat + 1)));
    }
    let rows = rows(std::slice::from_ref(&result), 2, 2);
    assert_eq!((rows[0].faults, rows[0].total.losses, rows[1].points), (2, 2, 2.0));
}

proptest! {
    /// A job and its result survive being sent as text.
    #[test]
    fn jobs_and_results_are_plain_data(seed: u64, set in 0_u64..1000) {
        let job = Job { seed, set, ..plan(2, 2, Schedule::RoundRobin, 1).jobs(1, 0, &[], &[0])[0].clone() };
        let text = serde_json::to_string(&job).expect("plain data");
        prop_assert_eq!(&serde_json::from_str::<Job>(&text).expect("the same"), &job);
        let result = play()(&job, &StopFlag::default()).expect("not halted");
        let text = serde_json::to_string(&result).expect("plain data");
        prop_assert_eq!(serde_json::from_str::<SetResult>(&text).expect("the same"), result);
    }
}
