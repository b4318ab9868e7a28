//! The m,n,k assignment: how much work answers take.

use crate::assignment_support;

use assignment_support::positions;
use ninefold_papers::assignment::Solver;

/// Work, not time: the same on every machine. About twice what it was when this was written.
#[test]
fn answers_stay_cheap() {
    let cost = |rows, columns, k, count| {
        let mut solver = Solver::new();
        for (board, active) in positions(rows, columns, k, count) {
            solver.solve(&board, active).expect("an answer");
        }
        solver.positions()
    };
    let costs = [
        ("3,3,3", cost(3, 3, 3, 52_318), 130_000),
        ("4,4,3", cost(4, 4, 3, 30_501), 70_000),
        ("the empty 4,4,4", cost(4, 4, 4, 1), 40),
        ("the empty 5,5,4", cost(5, 5, 4, 1), 25_000),
        ("the empty 7,7,4", cost(7, 7, 4, 1), 1_000),
    ];
    for (name, found, most) in costs {
        assert!(found <= most, "{name} took {found} positions");
    }
}
