//! What cannot be asked, and searches that end early.

use crate::solver_support;

use std::time::Duration;

use ninefold_core::{Notation, Player, Random, Rules, StopFlag};
use ninefold_games::ninetka::Ninetka;
use ninefold_solve::Request;
use ninefold_solve::mnk::{Budget, Question, SolveError, solve, solve_moves};
use solver_support::{budget, question};

fn refused(question: &Question) -> String {
    let error = solve(question, &budget(), &mut |_| {}).unwrap_err();
    assert_eq!(solve_moves(question, &budget(), &mut |_| {}), Err(error.clone()));
    error.to_string()
}

#[test]
fn refusals_are_sentences() {
    let board = [0; 130];
    assert_eq!(
        refused(&question([13, 10, 5], &board, 1)),
        "a board of 13 × 10 cannot be solved: 1 to 128 cells can"
    );
    assert_eq!(
        refused(&question([0, 8, 5], &[], 1)),
        "a board of 0 × 8 cannot be solved: 1 to 128 cells can"
    );
    assert_eq!(
        refused(&question([3, 3, 3], &board[..8], 1)),
        "8 cells were given for a board of 3 × 3: wanted 9"
    );
    assert_eq!(
        refused(&question([3, 3, 0], &board[..9], 1)),
        "0 in a row cannot win: K must be at least 1"
    );
    assert_eq!(refused(&question([1, 4, 3], &[0, 0, 3, 0], 1)), "cell 2 holds 3: wanted 0, 1 or 2");
    assert_eq!(
        refused(&question([2, 3, 3], &[1, 1, 1, 2, 2, 2], 2)),
        "both players have 3 in a row: at most one can have won"
    );
    let third = Question { mover: Player::new(2), ..question([1, 4, 3], &[0; 4], 1) };
    assert_eq!(refused(&third), "player 3 is to move: wanted 1 or 2");
}

#[test]
fn a_game_that_is_over_has_a_value_and_no_move() {
    for (board, mover, value) in [
        ([1, 1, 1, 2, 2, 0, 0, 0, 0], 2, -1),
        ([1, 1, 1, 2, 2, 0, 0, 0, 0], 1, 1),
        ([1, 2, 1, 1, 2, 2, 2, 1, 1], 2, 0),
    ] {
        let question = question([3, 3, 3], &board, mover);
        let solution = solve(&question, &budget(), &mut |_| {}).unwrap();
        assert_eq!((solution.value, solution.best), (Some(value), None));
        assert!(solution.line.is_empty());
        assert_eq!(solve_moves(&question, &budget(), &mut |_| {}).unwrap().1, []);
    }
}

/// Eight by eight with five in a row is out of reach here, so every limit shows.
#[test]
fn a_spent_budget_proves_nothing() {
    let board = [0; 64];
    let question = question([8, 8, 5], &board, 1);
    let stop = raised();
    for budget in [
        Budget { nodes: Some(10_000), ..budget() },
        Budget { time: Some(Duration::from_millis(20)), ..budget() },
        Budget { stop: stop.clone(), ..budget() },
        Budget { nodes: Some(10_000), threads: 3, ..budget() },
        Budget { time: Some(Duration::from_millis(20)), threads: 2, ..budget() },
        Budget { stop, threads: 2, ..budget() },
    ] {
        let solution = solve(&question, &budget, &mut |_| {}).unwrap();
        assert_eq!((solution.value, solution.best), (None, None));
        let (_, values) = solve_moves(&question, &budget, &mut |_| {}).unwrap();
        assert_eq!(values.len(), 64);
        assert!(values.iter().all(|(_, value)| value.is_none()));
    }
}

/// The values of all moves are looked for within the same budget, and what that took is told.
#[test]
fn all_moves_share_one_budget() {
    let board = [0; 30];
    let question = question([6, 5, 4], &board, 1);
    let alone = solve(&question, &budget(), &mut |_| {}).unwrap();
    let limited = Budget { nodes: Some(alone.nodes + 500), ..budget() };
    let (found, moves) = solve_moves(&question, &limited, &mut |_| {}).unwrap();
    assert_eq!((found.value, found.best), (alone.value, alone.best));
    assert!(found.nodes > alone.nodes + 500, "{} after {}", found.nodes, alone.nodes);
    // Once the budget is spent every move is still looked at, with Breaker's stones after a pass and his
    // answers, but none is searched.
    assert!(found.nodes < alone.nodes + 500 + 30 * 2 * 30, "{} after {}", found.nodes, alone.nodes);
    assert!(moves.iter().any(|(_, value)| value.is_none()));
}

#[test]
fn progress_is_reported() {
    let board = [0; 64];
    let budget = Budget { time: Some(Duration::from_millis(700)), ..budget() };
    let mut seen = Vec::new();
    solve(&question([8, 8, 5], &board, 1), &budget, &mut |progress| seen.push(*progress)).unwrap();
    assert!(!seen.is_empty());
    assert!(seen.is_sorted_by_key(|progress| progress.nodes));
    assert!(seen.iter().all(|progress| progress.proof > 0 && progress.disproof > 0));
}

/// One bucket of a table forgets nearly everything and changes no answer.
#[test]
fn the_smallest_table_is_enough() -> Result<(), SolveError> {
    let board = [0; 20];
    let budget = Budget { memory: 0, ..Budget::default() };
    let solution = solve(&question([4, 5, 4], &board, 1), &budget, &mut |_| {})?;
    assert_eq!(solution.value, Some(0));
    Ok(())
}

fn raised() -> StopFlag {
    let stop = StopFlag::default();
    stop.raise();
    stop
}

/// Whoever wants to ask again is told whether that may help: after too little time it does, after too few positions it
/// does not.
#[test]
fn what_cuts_a_proof_off_is_told() {
    let in_twenty_eight_cells = "x.x.x./.x.x.x/xx..../....../....../...... 0-0 1";
    let ninetka = Ninetka::new(2);
    let (mut all_placed, mut random) = (ninetka.start(1), Random::new(1));
    while all_placed.placing() {
        let mut moves = Vec::new();
        ninetka.moves(&all_placed, &mut moves);
        ninetka.play(&mut all_placed, random.pick(&moves));
    }
    for (game, position, few) in [
        ("mnk:10,4,4", "0000/".repeat(10).trim_end_matches('/').to_owned() + " 1", 10_000),
        ("mnk:9,9,5", "000000000/".repeat(9).trim_end_matches('/').to_owned() + " 1", 10_000),
        ("369:6", in_twenty_eight_cells.to_owned(), 1_000),
        ("9tka:2", ninetka.position_text(&all_placed), 1),
    ] {
        let solver = ninefold_solve::solver(game).unwrap();
        let cut = |limits: Budget| {
            let request = Request {
                all: true,
                budget: limits.clone(),
                ..Request::new(game, position.clone())
            };
            let found = solver.solve(&request, &mut |_| {}).unwrap();
            assert_eq!(found.value, None, "{game}: {limits:?}");
            limits.cut.is_raised()
        };
        assert!(!cut(Budget { nodes: Some(few), ..Budget::default() }), "{game}");
        assert!(cut(Budget { stop: raised(), ..Budget::default() }), "{game}");
        assert!(cut(Budget { time: Some(Duration::ZERO), ..Budget::default() }), "{game}");
    }
    // Also where it gives up long before the time is over, because that will not do.
    let solver = ninefold_solve::solver("369:6").unwrap();
    let limits = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    let request =
        Request { budget: limits.clone(), ..Request::new("369:6", in_twenty_eight_cells) };
    assert_eq!(solver.solve(&request, &mut |_| {}).unwrap().value, None);
    assert!(limits.cut.is_raised());
}
