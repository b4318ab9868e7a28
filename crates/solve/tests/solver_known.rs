//! The published values of whole games.

use crate::solver_support;

use ninefold_solve::mnk::{Budget, solve};
use solver_support::question;

fn value(size: [usize; 3]) -> i8 {
    let board = vec![0; size[0] * size[1]];
    let budget = Budget { memory: 16 << 20, ..Budget::default() };
    solve(&question(size, &board, 1), &budget, &mut |_| {}).unwrap().value.unwrap()
}

/// Both ways round: rows and columns may be exchanged.
fn check(wanted: i8, sizes: &[[usize; 3]]) {
    for &[rows, columns, k] in sizes {
        assert_eq!(value([rows, columns, k]), wanted, "{rows},{columns},{k}");
        if rows != columns {
            assert_eq!(value([columns, rows, k]), wanted, "{columns},{rows},{k}");
        }
    }
}

#[test]
fn first_player_wins() {
    check(1, &[[4, 3, 3], [6, 5, 4], [6, 6, 4], [7, 7, 4], [1, 1, 1], [2, 2, 2], [8, 8, 4]]);
}

#[test]
fn drawn_with_four_in_a_row() {
    check(0, &[[3, 3, 3], [4, 4, 4], [5, 4, 4], [6, 4, 4], [7, 4, 4], [5, 5, 4]]);
}

#[test]
fn drawn_with_five_in_a_row() {
    check(0, &[[5, 5, 5], [6, 6, 5], [7, 5, 5], [8, 5, 5], [9, 5, 5], [7, 6, 5]]);
}

#[test]
fn drawn_with_longer_lines() {
    check(0, &[[6, 6, 6], [7, 7, 6], [9, 6, 6], [7, 7, 7], [8, 8, 8], [4, 16, 8], [1, 64, 64]]);
}

/// The largest of these that a page asks about as a whole, within its second: a slow machine looks at some 30,000
/// positions in that time, and the table is a small one.
#[test]
fn drawn_within_a_second() {
    for size in [[7, 7, 5], [8, 6, 5], [6, 8, 5]] {
        let board = vec![0; size[0] * size[1]];
        let budget = Budget { memory: 16 << 20, nodes: Some(30_000), ..Budget::default() };
        let solution = solve(&question(size, &board, 1), &budget, &mut |_| {}).unwrap();
        assert_eq!(solution.value, Some(0), "{size:?} after {} positions", solution.nodes);
    }
}

/// Boards beyond 64 cells. From 5 on, n in a row on n × n are a draw (Hales and Jewett 1963), and so is anything
/// with more in a row.
#[test]
fn drawn_on_wide_boards() {
    check(
        0,
        &[[9, 9, 9], [10, 10, 10], [11, 11, 11], [9, 8, 9], [16, 8, 8], [128, 1, 40], [3, 40, 12]],
    );
}

/// Several threads find what one finds, on narrow and wide boards.
#[test]
fn threads_change_no_value() {
    for (size, threads) in [([8, 6, 5], 2), ([7, 7, 5], 3), ([9, 5, 5], 2), ([16, 8, 8], 2)] {
        let board = vec![0; size[0] * size[1]];
        let budget = Budget { memory: 16 << 20, threads, ..Budget::default() };
        let solution = solve(&question(size, &board, 1), &budget, &mut |_| {}).unwrap();
        assert_eq!(solution.value, Some(0), "{size:?} on {threads} threads");
        assert!(solution.best.is_some());
    }
}

/// Boards beyond 64 cells that the first player wins by threats alone.
#[test]
fn won_on_wide_boards() {
    check(1, &[[9, 9, 1], [9, 9, 2], [9, 9, 3], [9, 9, 4], [11, 11, 4], [1, 128, 2], [3, 40, 3]]);
}

/// Four in a row of the second player's with both ends free, on a board beyond 64 cells: whoever is to move wins, also
/// the first player who waits, and best play ends with a line.
#[test]
fn a_line_that_cannot_be_stopped_on_a_wide_board() {
    let mut board = vec![0; 81];
    board[..4].fill(1);
    board[9 * 2 + 3..9 * 2 + 7].fill(2);
    let budget = Budget { memory: 1 << 20, nodes: Some(4_000), ..Budget::default() };
    let ask = |board: &[u8], mover| {
        let solution = solve(&question([9, 9, 5], board, mover), &budget, &mut |_| {}).unwrap();
        (solution.value, solution.line.len())
    };
    assert_eq!(ask(&board, 1), (Some(1), 1), "he ends his own four");
    assert_eq!(ask(&board, 2), (Some(1), 1));
    board[4] = 2;
    assert_eq!(
        ask(&board, 1),
        (Some(-1), 2),
        "his own is blocked, and one of two ends is not enough"
    );
}

/// What cannot be proved within the budget is left open.
#[test]
fn a_spent_budget_leaves_wide_boards_open() {
    let budget = Budget { memory: 1 << 20, nodes: Some(4_000), ..Budget::default() };
    let solution = solve(&question([9, 8, 5], &[0; 72], 1), &budget, &mut |_| {}).unwrap();
    assert_eq!((solution.value, solution.best), (None, None));
}

/// More in a row than any board has; one cell, which is won by the first stone.
#[test]
fn the_largest_and_the_smallest_k() {
    check(0, &[[3, 3, usize::MAX], [64, 1, 40]]);
    check(1, &[[1, 64, 1], [8, 8, 2], [1, 64, 2]]);
}

/// Winning lines end with the win, and the winner moves last.
#[test]
fn a_won_game_is_played_to_its_end() {
    let board = vec![0; 30];
    let solution = solve(&question([6, 5, 4], &board, 1), &Budget::default(), &mut |_| {}).unwrap();
    assert_eq!(solution.best, Some(solution.line[0]));
    assert_eq!(solution.line.len() % 2, 1);
}
