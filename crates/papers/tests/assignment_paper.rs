//! The assignment's own min-max: its switches change the work, never the value.

use ninefold_core::Player;
use ninefold_papers::assignment::{Board, PaperResult, PaperSolver, Solver};
use proptest::prelude::*;

const PLAIN: PaperSolver = PaperSolver { stop_at_best: false, threats: false };
const STOPS: PaperSolver = PaperSolver { stop_at_best: true, threats: false };
const SEES: PaperSolver = PaperSolver { stop_at_best: false, threats: true };
const BOTH: PaperSolver = PaperSolver { stop_at_best: true, threats: true };

/// Solves with all switches and checks what holds between them.
fn solve_all_ways(board: &Board, active: Player) -> PaperResult {
    let plain = PLAIN.solve(board, active);
    let [stops, sees, both] = [STOPS, SEES, BOTH].map(|solver| solver.solve(board, active));
    for other in [stops, sees, both] {
        assert_eq!(other.value, plain.value, "{board:?} {active:?}");
    }
    assert!(plain.nodes >= stops.nodes && stops.nodes >= both.nodes, "{board:?} {active:?}");
    assert!(plain.nodes >= sees.nodes && sees.nodes >= both.nodes, "{board:?} {active:?}");
    plain
}

/// The number is well known: all games of tic-tac-toe as one tree.
#[test]
fn tic_tac_toe_has_its_tree() {
    let board = Board::empty(3, 3, 3).expect("a size in range");
    assert_eq!(PLAIN.solve(&board, Player::FIRST), PaperResult { value: 0, nodes: 549_946 });
    let nodes = [STOPS, SEES, BOTH].map(|solver| solver.solve(&board, Player::FIRST).nodes);
    assert!(nodes.is_sorted_by(|a, b| a > b), "{nodes:?}");
}

/// The examples of the assignment.
#[test]
fn the_examples() {
    let board = Board::from_rows(3, &["100", "000", "000"]).expect("a board");
    assert_eq!(solve_all_ways(&board, Player::SECOND).value, 0);
    let board = Board::from_rows(3, &["120", "000", "000"]).expect("a board");
    assert_eq!(solve_all_ways(&board, Player::FIRST).value, 1);
}

/// The threats of the assignment's pictures, and why the player to move is asked first.
#[test]
fn threats_are_seen_in_one_position() {
    let both_ends = Board::from_rows(3, &["0000", "0010", "0120", "0000"]).expect("a board");
    for (active, value) in [(Player::SECOND, 1), (Player::FIRST, 1)] {
        assert_eq!(BOTH.solve(&both_ends, active), PaperResult { value, nodes: 1 });
    }
    // The same threat, but the second player has one too and moves first.
    let race = Board::from_rows(3, &["0022", "0010", "0120", "0000"]).expect("a board");
    assert_eq!(BOTH.solve(&race, Player::SECOND), PaperResult { value: -1, nodes: 1 });
    assert_eq!(BOTH.solve(&race, Player::FIRST), PaperResult { value: 1, nodes: 1 });
}

/// Every 3 × 3 board on which not both have won, either player to move.
#[test]
fn all_switches_agree_on_three_by_three() {
    let mut solver = Solver::new();
    let mut boards = 0;
    for number in 0..3_usize.pow(9) {
        let mut board = Board::empty(3, 3, 3).expect("a size in range");
        for cell in 0..9 {
            match number / 3_usize.pow(cell as u32) % 3 {
                0 => {}
                player => board.put(cell, Player::new(player - 1)),
            }
        }
        let lines = Player::all(2).filter(|&player| board.has_line(player)).count();
        if lines == 2 {
            continue;
        }
        boards += 1;
        for active in Player::all(2) {
            let plain = solve_all_ways(&board, active);
            assert_eq!(solver.solve(&board, active), Ok(plain.value), "{board:?} {active:?}");
        }
    }
    assert!(boards > 15_000, "{boards} boards");
}

#[test]
fn all_switches_agree_on_empty_boards() {
    for (rows, columns) in [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for k in 1..=4 {
            let board = Board::empty(rows, columns, k).expect("a size in range");
            solve_all_ways(&board, Player::FIRST);
        }
    }
}

proptest! {
    #[test]
    fn all_switches_agree_on_other_boards(
        (rows, columns, k) in (1..=4_usize, 2..=5_usize, 1..=4_usize),
        stones in proptest::collection::vec(0..=2_usize, 20),
        order in Just((0..20_usize).collect::<Vec<_>>()).prop_shuffle(),
        active in 0..2_usize,
    ) {
        let mut board = Board::empty(rows, columns, k).expect("a size in range");
        // At most seven cells stay empty.
        let cells = order.into_iter().filter(|&cell| cell < rows * columns).enumerate();
        for ((index, cell), stone) in cells.zip(stones) {
            match stone {
                0 if index < 7 => {}
                stone => board.put(cell, Player::new(stone.max(1) - 1)),
            }
        }
        let lines = Player::all(2).filter(|&player| board.has_line(player)).count();
        prop_assume!(lines < 2);
        solve_all_ways(&board, Player::new(active));
    }
}
