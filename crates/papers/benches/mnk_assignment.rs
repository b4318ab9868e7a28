//! How long the m,n,k assignment takes on many positions: `cargo bench --bench mnk_assignment`.
//!
//! The inputs stay in the folder it names, so that whole runs of a program, ours or another, can be
//! timed on them: `time ninefold mnk < FILE`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use ninefold_core::Player;
use ninefold_papers::assignment::{Board, run};

#[path = "../tests/assignment_support/mod.rs"]
mod assignment_support;

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

fn main() {
    for (rows, columns, k, count) in [(3, 3, 3, 52_318), (4, 4, 3, 30_501), (4, 4, 4, 30_501)] {
        let input = commands(&assignment_support::positions(rows, columns, k, count));
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solve-{rows}-{columns}-{k}.in"));
        fs::write(&path, &input).expect("a folder for temporary files");
        let (start, mut output) = (Instant::now(), Vec::new());
        run(&mut input.as_bytes(), &mut output).expect("a well-formed input");
        let seconds = start.elapsed().as_secs_f64();
        println!("{count} positions of {rows},{columns},{k}: {seconds:.3} s; {}", path.display());
    }
}
