//! Games with clocks: who runs out of time loses, and plans without one are as they were.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ninefold_arena::{
    Ends, Entrant, EntrantPlan, Job, Plan, RunPlan, SetResult, Standings, match_summary, play_set,
    standings_summary, verify_set,
};
use ninefold_core::{Agent, Fault, Game, Path, Random, RandomAgent, StopFlag, TimeLeft};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;

/// Plays at random and says that every move took so many milliseconds; what it hears of clocks it writes down.
struct Thoughtful<G: Game> {
    random: RandomAgent<G>,
    takes: u64,
    heard: Heard,
}

/// What everybody had left, by the seat that heard it.
type Heard = Arc<Mutex<Vec<TimeLeft>>>;

impl<G: Game> Agent<G> for Thoughtful<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.random.choose(path)
    }

    fn hear_clock(&mut self, left: &TimeLeft) {
        self.heard.lock().expect("nobody fails").push(left.clone());
    }

    fn thought_for(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.takes))
    }
}

fn takes<G: Game>(takes: u64, heard: Heard) -> impl Fn(u64, usize) -> Box<dyn Agent<G>> + Sync {
    move |seed, seat| {
        let random = RandomAgent::new(Random::stream(seed, seat as u64), None);
        Box::new(Thoughtful { random, takes, heard: Arc::clone(&heard) })
    }
}

/// Sleeps longer than any clock of these tests has.
struct Sleeper;

impl<G: Game> Agent<G> for Sleeper {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        std::thread::sleep(Duration::from_millis(30));
        path.legal_moves().first().copied()
    }
}

fn plan(game: &str, seats: usize) -> Plan {
    let entrants = EntrantPlan::numbered((0..seats).map(|number| format!("e{number}")));
    Plan { opening: 0, sets: 1, orders: false, ..Plan::usual(game, seats, entrants) }
}

fn job(game: &str, seats: usize, clock: &str) -> Job {
    let plan = Plan { clock: Some(clock.parse().expect("a clock")), ..plan(game, seats) };
    plan.jobs(1, 0, &[], &[7]).remove(0)
}

fn played<G: ninefold_core::Notation>(
    game: &G,
    job: &Job,
    players: &[Entrant<'_, G>],
) -> SetResult {
    let ends = Ends { plies: job.plies, adjudicator: None, timed: job.times, clock: job.clock };
    let result = play_set(game, job, players, &ends, &StopFlag::default()).expect("no halt");
    assert_eq!(verify_set(game, job, &result), Ok(()));
    result
}

/// A second and a tenth a move, of which every move takes 0.4 s: 0.7, 0.4 and 0.1 s are left, and that is too little.
#[test]
fn a_clock_runs_down_and_its_owner_loses() {
    let (heard, other) = (Heard::default(), Heard::default());
    let board = Mnk::<1>::new(5, 5, 5);
    let job = job("mnk:5,5,5", 2, "1s+100ms");
    let (slow, quick) = (takes(400, heard.clone()), takes(0, other.clone()));
    let result = played(&board, &job, &[&slow, &quick]);
    for (game, slow) in result.games.iter().zip([0, 1]) {
        assert_eq!((game.at_fault(), game.fault_kind()), (Some(slow), Some(Fault::GAME_TIME)));
        let mut points = [1.0, 1.0];
        points[slow] = 0.0;
        assert_eq!((&game.points[..], &game.reason[..]), (&points[..], "forfeit"));
        let why = "took 400.0 ms for a move with 100.0 ms left on its clock, 300.0 ms too long";
        assert_eq!(game.note, Some(format!("seat {}: {why}", slow + 1)));
        // The move that came too late is not played, and its time is told.
        assert_eq!((game.moves.len(), game.times.len()), (6 + slow, 7 + slow));
        assert!(game.times.iter().all(|&(seat, micros)| {
            micros == if usize::from(seat) == slow { 400_000 } else { 0 }
        }));
    }
    let told = heard.lock().expect("nobody fails");
    let own: Vec<u128> = told[..4].iter().map(|left| left.seats[0].as_millis()).collect();
    assert_eq!(own, [1000, 700, 400, 100]);
    assert!(told.iter().all(|left| left.increment == Duration::from_millis(100)));
    let first = &other.lock().expect("nobody fails")[0];
    assert_eq!(
        first.seats,
        [700, 1000].map(Duration::from_millis),
        "what the other has is told too"
    );
}

/// The others share the point, as after every other fault.
#[test]
fn whoever_sleeps_loses_at_a_table_of_three() {
    let table = Ninetka::new(3);
    let job = job("9tka:3", 3, "10ms");
    let quick = takes(0, Heard::default());
    let sleeper = |_seed: u64, _seat: usize| -> Box<dyn Agent<Ninetka>> { Box::new(Sleeper) };
    for game in played(&table, &job, &[&quick, &sleeper, &quick]).games {
        let slow = game.seats.iter().position(|&entrant| entrant == 1).expect("it sits there");
        assert_eq!((game.at_fault(), game.fault_kind()), (Some(slow), Some(Fault::GAME_TIME)));
        assert!(
            game.points
                .iter()
                .enumerate()
                .all(|(seat, &points)| { points == if seat == slow { 0.0 } else { 0.5 } })
        );
    }
}

/// A machine that knows no clocks tells no times, and its results are refused.
#[test]
fn games_with_a_clock_tell_their_times() {
    let board = Mnk::<1>::new(3, 3, 3);
    let job = job("mnk:3,3,3", 2, "1m");
    let quick = takes(250, Heard::default());
    let mut result = played(&board, &job, &[&quick, &quick]);
    let names = ["one", "other"].map(str::to_owned);
    let times = &match_summary(&[result.clone()], &names, None)["milliseconds"][0];
    assert_eq!((&times["mean"], &times["largest"]), (&250.0.into(), &250.0.into()));
    let own = result.games.iter().map(|game| game.moves.len()).sum::<usize>();
    let plan = plan("mnk:3,3,3", 2);
    let standings = Standings::new(&plan, &[result.clone()], false);
    let moves = standings.rows.iter().filter_map(|row| row.times).map(|times| times.moves);
    assert_eq!(moves.sum::<u64>(), own as u64);
    let told = standings_summary(1, &plan, &[result.clone()], None, &standings);
    assert_eq!(told["players"][0]["milliseconds"]["mean"], 250.0);
    assert!(told["clock"].is_null(), "{told}");
    result.games[0].times.clear();
    assert!(verify_set(&board, &job, &result).is_err());
}

/// As version 0.1.0 wrote one before there were clocks.
#[test]
fn a_plan_without_a_clock_is_written_as_before() {
    let text = "{\"game\":\"mnk:3,3,3\",\"seats\":2,\"entrants\":[{\"name\":\"a\",\"player\":\"random\"},\
                {\"name\":\"b\",\"player\":\"level:1\"}],\"schedule\":\"round-robin\",\"sets\":10,\"seed\":0,\
                \"opening\":4,\"plies\":1000,\"anchor\":1}";
    let RunPlan::Tournament(plan) = RunPlan::parse("tournament", text).expect("a plan") else {
        panic!("a tournament");
    };
    assert_eq!(serde_json::to_string(&plan).expect("JSON"), text);
    let job = &plan.jobs(1, 0, &[], &[7; 10])[0];
    assert!(!serde_json::to_string(job).expect("JSON").contains("clock"));

    let clock = Some("3m+2s".parse().expect("a clock"));
    let timed = Plan { clock, ..plan.clone() };
    let written = serde_json::to_string(&timed).expect("JSON");
    assert_eq!(written, text.replace("\"anchor\":1", "\"anchor\":1,\"clock\":\"3m+2s\""));
    assert_eq!(serde_json::from_str::<Plan>(&written).ok(), Some(timed.clone()));
    assert!(serde_json::from_str::<Plan>(&written.replace("3m+2s", "soon")).is_err());
    let longer = Plan { sets: 20, ..timed.clone() };
    assert!(
        longer.extends(&timed) && !longer.extends(&plan),
        "games with another clock are others"
    );
}
