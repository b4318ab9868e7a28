//! Computes the whole 6 × 6 board of 3-6-9 and writes its book:
//! `cargo run --release -p ninefold-solve --example book_369 -- crates/solve/src/three_six_nine/book.bin`.
//!
//! It takes minutes and 12.1 GB. `ninefold solve 369:6 --prove` does the same and compares.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ninefold_solve::three_six_nine::{Cpu, MOST_STONES, whole_board};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("wanted the name of the book's file")?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let mut percent = 0;
    let board = whole_board(threads, Cpu::detect(), &AtomicBool::new(false), &mut |sets| {
        // Half of the sets are images of the others.
        let done = (sets * 100) >> 35;
        if done > percent {
            percent = done;
            eprint!("\r{percent} %, {} s ", start.elapsed().as_secs());
        }
    })
    .map_err(|problem| format!("{problem:?}"))?;
    eprintln!();
    println!("value {}, {:.0} s", board.value, start.elapsed().as_secs_f64());
    for stones in 0..=MOST_STONES {
        println!("{stones} stones: {} classes", board.book.sets(stones));
    }
    let bytes = board.book.write()?;
    println!("{} bytes, CRC-32 {:08x}", bytes.len(), crc32fast::hash(&bytes));
    std::fs::write(file, bytes)?;
    Ok(())
}
