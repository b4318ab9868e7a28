//! The m,n,k assignment: how much work answers take.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use ninefold_core::Player;
use ninefold_solve::mnk::assignment::{Board, Solver, run};

/// Positions of random games, from the empty board to the end of each, one after the other.
fn positions(rows: usize, columns: usize, k: usize, count: usize) -> Vec<(Board, Player)> {
    let mut random = Random(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut board = Board::empty(rows, columns, k).expect("a size in range");
        let mut active = Player::FIRST;
        loop {
            positions.push((board.clone(), active));
            let cells: Vec<usize> = board.empty_cells().collect();
            if cells.is_empty() || board.winner().is_some() {
                break;
            }
            board.put(cells[random.below(cells.len())], active);
            active = active.other();
        }
    }
    positions.truncate(count);
    positions
}

/// Steele and Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % bound
    }
}

fn commands(positions: &[(Board, Player)]) -> String {
    let mut text = String::new();
    for (board, active) in positions {
        let (rows, columns, k) = (board.rows(), board.columns(), board.k());
        writeln!(text, "SOLVE_GAME_STATE {rows} {columns} {k} {active}").expect("room");
        for row in board.cells().chunks(columns) {
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            writeln!(text, "{}", row.join(" ")).expect("room");
        }
        text.push('\n');
    }
    text
}

/// Work, not time: the same on every machine. Twice of what it was when this was written.
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
        ("3,3,3", cost(3, 3, 3, 52_318), 0),
        ("4,4,3", cost(4, 4, 3, 30_501), 0),
        ("the empty 4,4,4", cost(4, 4, 4, 1), 0),
        ("the empty 5,5,4", cost(5, 5, 4, 1), 0),
        ("the empty 7,7,4", cost(7, 7, 4, 1), 0),
    ];
    for (name, found, most) in costs {
        println!("{name}: {found} positions");
        assert!(found <= most, "{name} took {found} positions");
    }
}

/// Prints seconds, and leaves the inputs where whole runs of a program can be timed on them:
/// `cargo test --release -p ninefold-solve --test assignment_speed -- --ignored --nocapture`.
#[test]
#[ignore = "prints times, which no machine shares with another"]
fn seconds() {
    for (rows, columns, k, count) in [(3, 3, 3, 52_318), (4, 4, 3, 30_501), (4, 4, 4, 30_501)] {
        let input = commands(&positions(rows, columns, k, count));
        let name = format!("solve-{rows}-{columns}-{k}.in");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, &input).expect("a folder for temporary files");
        let (start, mut output) = (Instant::now(), Vec::new());
        run(&mut input.as_bytes(), &mut output).expect("a well-formed input");
        let seconds = start.elapsed().as_secs_f64();
        println!("{count} positions of {rows},{columns},{k}: {seconds:.3} s; {}", path.display());
    }
}
