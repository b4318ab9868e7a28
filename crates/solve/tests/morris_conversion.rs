//! Wins are won: without distances, under the draw rules, against whoever delays.

use std::cell::Cell;
use std::collections::HashMap;

use ninefold_core::{DrawRules, Notation, Random, Rules, StopFlag};
use ninefold_games::morris::{Morris, Move, State};
use ninefold_solve::morris::{
    Choice, ConversionPlan, DrawnMorris, Phase, PhaseReport, Prospect, Situation, Tables,
    USUAL_DRAWS, Value, Verdict, convert, delay, measure_conversion, won_position,
};
use ninefold_solve::{Budget, Request, solver};
use tempfile::TempDir;

use crate::morris_tables::{SMALL, random_state, small, with_files};

/// The small table without its distances.
fn values() -> (TempDir, Tables) {
    let data = with_files(|name| name.contains("values"));
    let tables = Tables::open(data.path()).unwrap().unwrap();
    assert!(!tables.has_distances() && tables.men_with_distances() == 0);
    (data, tables)
}

fn plan(positions: usize, seed: u64) -> ConversionPlan {
    // With at most four men a side wins begin with three men almost always.
    ConversionPlan { positions, seed, phases: vec![Phase::Flying], draws: USUAL_DRAWS }
}

/// A choice when these positions came before.
fn chosen(
    tables: &Tables,
    state: &State,
    seen: &HashMap<Key, u32>,
    rules: [Option<u32>; 3],
) -> Choice {
    let situation = Situation {
        seen: &|state| seen.get(&key(state)).copied().unwrap_or(0),
        mills: rules[0],
        three_each: rules[1],
        repetitions: rules[2],
        stop: None,
    };
    tables.best_move(state, &situation).unwrap().unwrap()
}

/// What a position is remembered by.
type Key = u64;

fn key(state: &State) -> u64 {
    Morris::default().key(state)
}

fn after(state: &State, mv: Move) -> State {
    let mut next = *state;
    Morris::default().play(&mut next, mv);
    next
}

/// The moves that win, with their distances.
fn winning(tables: &Tables, state: &State) -> Vec<(Move, Verdict)> {
    let mut moves = tables.moves(state).unwrap().unwrap();
    moves.retain(|(_, verdict)| verdict.value == Value::Win);
    moves
}

/// With values alone, and with distances, every win that the draw rules allow.
#[test]
fn wins_are_won_against_whoever_delays() {
    let (full, (_data, plain)) = (small(), values());
    for tables in [&plain, &full] {
        let go = StopFlag::default();
        let mut played = 0;
        let mut opponent = |path: &_| delay(&full, path);
        let report =
            measure_conversion(tables, &full, &plan(60, 1), &mut opponent, &go, &mut |_| {
                played += 1
            })
            .unwrap();
        let PhaseReport { positions, won, missed, too_long, unknown, slips, .. } = report.total();
        assert_eq!((positions, played, missed, slips), (60, 60, 0, 0));
        assert_eq!(won + too_long + unknown, 60);
        assert!(won > 40 && too_long > 0, "{report:?}");
        assert!(!report.stopped && report.phases[2].positions == 60);
    }
}

/// Without draw rules there is no hurry, but an end: against replies by chance, too.
#[test]
fn wins_are_won_without_draw_rules() {
    let (_data, plain) = values();
    let game = Morris::default();
    let mut random = Random::new(12);
    for _ in 0..10 {
        let mut state = loop {
            let state = random_state(&mut random);
            if plain.value(&state).unwrap() == Some(Value::Win) {
                break state;
            }
        };
        let side = state.to_move();
        let mut seen = HashMap::new();
        for ply in 0.. {
            assert!(ply < 400, "no end in sight");
            if game.outcome(&state).is_some() {
                break;
            }
            *seen.entry(key(&state)).or_default() += 1;
            let mv = if state.to_move() == side {
                chosen(&plain, &state, &seen, [None; 3]).mv
            } else {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                random.pick(&moves)
            };
            state = after(&state, mv);
        }
        assert!(game.outcome(&state).unwrap().payoffs.of(side) > 0);
    }
}

/// A measurement that is stopped tells what it has.
#[test]
fn a_measurement_can_be_stopped() {
    let full = small();
    let stop = StopFlag::default();
    let mut opponent = |path: &_| delay(&full, path);
    let mut watch = |_: &_| stop.raise();
    let report =
        measure_conversion(&full, &full, &plan(50, 2), &mut opponent, &stop, &mut watch).unwrap();
    assert!(report.stopped);
    assert_eq!(report.total().positions, 1);
}

/// The same position, the same history, the same move, whatever was asked before.
#[test]
fn a_choice_depends_on_nothing_else() {
    let (data, plain) = values();
    let mut random = Random::new(6);
    let rules = [Some(40), Some(9), Some(3)];
    let states: Vec<State> = (0..30).map(|_| random_state(&mut random)).collect();
    let choices: Vec<Choice> =
        states.iter().map(|state| chosen(&plain, state, &HashMap::new(), rules)).collect();
    let again = Tables::open(data.path()).unwrap().unwrap().with_cache(4096);
    for (state, choice) in states.iter().zip(&choices).rev() {
        assert_eq!(chosen(&again, state, &HashMap::new(), rules), *choice);
    }
}

/// Positions in which several moves win in different lengths.
fn with_choice(full: &Tables, seed: u64) -> impl Iterator<Item = (State, Vec<(Move, Verdict)>)> {
    let mut random = Random::new(seed);
    std::iter::from_fn(move || {
        loop {
            let state = random_state(&mut random);
            let wins = winning(full, &state);
            if wins.len() > 1 && wins.iter().all(|(_, verdict)| verdict.plies > Some(1)) {
                return Some((state, wins));
            }
        }
    })
}

/// A move that brings a position for the last time is not played while another one wins.
#[test]
fn no_move_completes_a_repetition_while_another_wins() {
    let (full, (_data, plain)) = (small(), values());
    for tables in [&plain, &full] {
        for (state, wins) in with_choice(&full, 3).take(6) {
            let rules = [Some(50), Some(10), Some(3)];
            let usual = chosen(tables, &state, &HashMap::new(), rules).mv;
            let seen = HashMap::from([(key(&after(&state, usual)), 2)]);
            let choice = chosen(tables, &state, &seen, rules);
            assert_ne!(choice.mv, usual, "{}", Morris::default().position_text(&state));
            assert!(wins.iter().any(|(mv, _)| *mv == choice.mv));
        }
    }
}

/// Nor is a move after which the reply brings a position for the last time.
#[test]
fn no_reply_completes_a_repetition_while_another_move_wins() {
    let (full, (_data, plain)) = (small(), values());
    let game = Morris::default();
    let mut tried = 0;
    for tables in [&plain, &full] {
        for (state, wins) in with_choice(&full, 4).take(12) {
            let rules = [Some(50), Some(10), Some(3)];
            let usual = chosen(tables, &state, &HashMap::new(), rules).mv;
            let next = after(&state, usual);
            let mut replies = Vec::new();
            game.moves(&next, &mut replies);
            let Some(&reply) = replies.iter().find(|reply| reply.taken().is_none()) else {
                continue;
            };
            let repeated = after(&next, reply);
            let seen = HashMap::from([(key(&repeated), 2)]);
            let choice = chosen(tables, &state, &seen, rules);
            let leads_there = |mv: Move| {
                let (next, mut replies) = (after(&state, mv), Vec::new());
                game.moves(&next, &mut replies);
                replies.into_iter().any(|reply| after(&next, reply) == repeated)
            };
            let escapes = wins.iter().any(|(mv, _)| !leads_there(*mv));
            assert!(!escapes || !leads_there(choice.mv), "{}", game.position_text(&state));
            assert!(wins.iter().any(|(mv, _)| *mv == choice.mv));
            tried += usize::from(escapes);
        }
    }
    assert!(tried > 10, "{tried}");
}

/// A win as long as the countdown is still won; the choice then is as short as it can be.
#[test]
fn a_countdown_that_just_suffices_is_enough() {
    let (full, (_data, plain)) = (small(), values());
    let rules = DrawnMorris::new(Morris::default(), USUAL_DRAWS);
    let mut random = Random::new(8);
    let mut tight = 0;
    while tight < 12 {
        let start = won_position(&full, &rules, Phase::Flying, &mut random).unwrap();
        let plies = full.probe(&start.inner).unwrap().unwrap().plies.unwrap() as u16;
        if !(5..=9).contains(&plies) {
            continue;
        }
        let mut start = start;
        start.left = [plies, plies];
        for tables in [&plain, &full] {
            let game = convert(tables, &rules, start, &mut |path| delay(&full, path)).unwrap();
            assert!(game.won && game.slips == 0, "{}", rules.position_text(&start));
            assert_eq!(game.moves.len(), usize::from(plies));
        }
        tight += 1;
    }
}

/// A win that would come after the countdown takes a man while there is time.
#[test]
fn a_man_is_taken_before_the_countdown_ends() {
    let (full, (_data, plain)) = (small(), values());
    for tables in [&plain, &full] {
        let captures = |(_, wins): &(State, Vec<(Move, Verdict)>)| {
            wins.iter().any(|(mv, _)| mv.taken().is_some())
        };
        for (state, _) in with_choice(&full, 9).filter(captures).take(5) {
            let choice = chosen(tables, &state, &HashMap::new(), [Some(1), Some(50), Some(3)]);
            assert!(choice.verdict.value == Value::Win && choice.mv.taken().is_some());
        }
    }
}

/// What is not in time by its distance is counted as such.
#[test]
fn wins_beyond_the_countdown_are_told_apart() {
    let full = small();
    let draws = DrawRules { limits: [50, 3], repetitions: 3 };
    let plan = ConversionPlan { draws, ..plan(40, 5) };
    let mut prospects = Vec::new();
    let mut watch = |game: &ninefold_solve::morris::Conversion| {
        assert!(game.prospect != Prospect::TooLong || !game.won);
        prospects.push(game.prospect);
    };
    let mut opponent = |path: &_| delay(&full, path);
    let go = StopFlag::default();
    let report = measure_conversion(&full, &full, &plan, &mut opponent, &go, &mut watch).unwrap();
    assert_eq!(report.total().missed, 0);
    let too_long = prospects.iter().filter(|&&prospect| prospect == Prospect::TooLong).count();
    assert!(too_long > 2 && too_long == report.total().too_long, "{report:?}");
}

/// The whole way from texts: the rules of the request, its countdowns and its earlier positions.
#[test]
fn a_request_tells_repetitions_and_countdowns() {
    let (full, game) = (small(), Morris::default());
    let (state, _) = with_choice(&full, 3).next().unwrap();
    let request = |rules: &str| Request {
        budget: Budget { memory: 0, ..Budget::default() },
        data: Some(SMALL.path().to_owned()),
        ..Request::new(format!("morris{rules}"), format!("{} 50,10", game.position_text(&state)))
    };
    let solver = solver("morris").unwrap();
    let line = |rules: &str, earlier: &[String]| {
        solver.choose(&request(rules), &mut earlier.iter().cloned()).unwrap().line
    };
    let usual = line("", &[]);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mv = moves.into_iter().find(|mv| game.move_text(*mv) == usual[0]).unwrap();
    let next = game.position_text(&after(&state, mv));
    assert_ne!(line("", &[next.clone(), next.clone()]), usual);
    assert_eq!(line(":draws=50/10/9", &[next.clone(), next]), usual);
}

/// Whoever raises the flag waits no longer than for a look at a few thousand positions, and is told a move that keeps the win.
#[test]
fn a_way_to_the_end_is_not_looked_for_after_the_flag() {
    let (_data, plain) = values();
    let rules = DrawnMorris::new(ninefold_solve::morris::rules(), USUAL_DRAWS);
    let (mut random, mut long) = (Random::new(17), 0);
    while long < 5 {
        let start = won_position(&plain, &rules, Phase::Flying, &mut random).unwrap();
        let state = start.inner;
        let asked = |stop: &StopFlag, raised_after: u32| {
            let asked = Cell::new(0);
            let seen = |_: &State| {
                asked.set(asked.get() + 1);
                if asked.get() == raised_after {
                    stop.raise();
                }
                0
            };
            let situation = Situation {
                seen: &seen,
                mills: Some(50),
                three_each: Some(10),
                repetitions: Some(3),
                stop: Some(stop),
            };
            let choice = plain.best_move(&state, &situation).unwrap().unwrap();
            let next = after(&state, choice.mv);
            assert_eq!(plain.value(&next).unwrap(), Some(Value::Loss));
            asked.get()
        };
        let all = asked(&StopFlag::default(), u32::MAX);
        if all < 12_000 {
            continue;
        }
        long += 1;
        for raised_after in [1, 2_000] {
            let cut = asked(&StopFlag::default(), raised_after);
            assert!(cut < raised_after + 8_000, "{cut} of {all}, raised after {raised_after}");
        }
    }
}
