//! The solver against plain minimax on small boards.

use crate::solver_support;

use ninefold_solve::mnk::{Cuts, solve_moves, solve_with};
use solver_support::{Minimax, Random, budget, question};

/// Every board of at most nine cells, every way to put stones on it, either player to move.
#[test]
fn every_position_of_the_smallest_boards() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
        for k in 1..=4 {
            let mut minimax = Minimax::new(rows, columns, k);
            for code in 0..3_usize.pow((rows * columns) as u32) {
                let board = minimax.board_of(code);
                check(&mut minimax, &board, Cuts::ALL);
            }
        }
    }
}

#[test]
fn random_positions_of_larger_boards() {
    let mut random = Random(1);
    for (rows, columns) in [(2, 4), (3, 4), (4, 3), (4, 4), (2, 7)] {
        for k in 2..=4 {
            let mut minimax = Minimax::new(rows, columns, k);
            for _ in 0..300 {
                let board = random.board(rows * columns, 5);
                check(&mut minimax, &board, Cuts::ALL);
            }
        }
    }
}

/// Five by five has more to get wrong: longer lines, double threats of both sides.
#[test]
fn random_endings_of_five_by_five() {
    let mut random = Random(2);
    for k in 3..=5 {
        let mut minimax = Minimax::new(5, 5, k);
        for _ in 0..400 {
            let board = random.board(25, 13);
            check(&mut minimax, &board, Cuts::ALL);
            minimax.forget();
        }
    }
}

/// No cut changes a value, whether it is the only one or the only one missing.
#[test]
fn every_cut_alone_and_every_cut_missing() {
    let switches: [fn(&mut Cuts, bool); 6] = [
        |cuts, on| cuts.weights = on,
        |cuts, on| cuts.pairings = on,
        |cuts, on| cuts.doubles = on,
        |cuts, on| cuts.dead = on,
        |cuts, on| cuts.symmetry = on,
        |cuts, on| cuts.breaker = on,
    ];
    let mut settings = vec![Cuts::NONE];
    for switch in switches {
        for (mut cuts, on) in [(Cuts::NONE, true), (Cuts::ALL, false)] {
            switch(&mut cuts, on);
            settings.push(cuts);
        }
    }
    let mut random = Random(3);
    for (rows, columns) in [(3, 3), (3, 4), (4, 4)] {
        for k in 3..=4 {
            let mut minimax = Minimax::new(rows, columns, k);
            for _ in 0..60 {
                let board = random.board(rows * columns, 5);
                for &cuts in &settings {
                    check(&mut minimax, &board, cuts);
                }
            }
        }
    }
}

/// Value, best cell and line of both movers, and the values of all moves.
fn check(minimax: &mut Minimax, board: &[u8], cuts: Cuts) {
    for mover in [1, 2] {
        let question = question(minimax.size(), board, mover);
        let Some(value) = minimax.value(board, mover) else {
            assert!(solve_with(&question, &budget(), cuts, &mut |_| {}).is_err(), "{board:?}");
            continue;
        };
        let solution = solve_with(&question, &budget(), cuts, &mut |_| {}).unwrap();
        let place = format!("{:?} {board:?} mover {mover} {cuts:?}", minimax.size());
        assert_eq!(solution.value, Some(value), "{place}");
        let moves = minimax.moves(board, mover);
        assert_eq!(solution.best.is_none(), moves.is_empty(), "{place}");
        if let Some(best) = solution.best {
            assert_eq!(moves.iter().find(|entry| entry.0 == best).unwrap().1, value, "{place}");
            assert_eq!(solution.line[0], best, "{place}");
        }
        minimax.check_line(board, mover, value, &solution.line);
        if cuts == Cuts::ALL {
            let (_, found) = solve_moves(&question, &budget(), &mut |_| {}).unwrap();
            let wanted: Vec<_> = moves.iter().map(|&(cell, value)| (cell, Some(value))).collect();
            assert_eq!(found, wanted, "{place}");
        }
    }
}
