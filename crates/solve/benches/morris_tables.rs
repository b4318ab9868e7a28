//! Prints what morris tables cost and how fast they are looked up: `cargo bench --bench morris_tables`.
//!
//! `cargo bench --bench morris_tables -- MEN DATA` builds what is missing of the tables with at most MEN men in the
//! folder DATA; by default 5 men in a folder of its own that is removed.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ninefold_core::{Notation, Random};
use ninefold_games::morris::{Morris, Point, State};
use ninefold_solve::morris::{BuildPlan, Cost, Cpu, Tables, build, info};

/// How many positions are looked up.
const PROBES: usize = 200_000;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let men: u32 = arguments.next().and_then(|men| men.parse().ok()).unwrap_or(5);
    let own = tempfile::tempdir().expect("a folder");
    let data = arguments.next().map_or_else(|| own.path().to_owned(), PathBuf::from);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = BuildPlan { men, distance: false, threads, cpu: Cpu::detect() };
    let start = Instant::now();
    build(&data, plan, &AtomicBool::new(false), &mut |_| {}).expect("tables are built");
    println!("build    {men} men, {threads} threads: {:.1} s", start.elapsed().as_secs_f64());
    if let Some(cost) = Cost::now() {
        println!("CPU      {:.1} s", cost.cpu.as_secs_f64());
        println!("memory   {:.0} MB at most", cost.peak as f64 / 1e6);
    }
    for set in info(&data).iter().filter(|set| set.men == men) {
        println!("disk     {:.1} MB", set.bytes() as f64 / 1e6);
    }
    let tables = Tables::open_men(&data, men).expect("whole tables").expect("tables");
    let mut random = Random::new(1);
    let states: Vec<State> = (0..PROBES).map(|_| position(&mut random, men)).collect();
    rate("compressed, first time", &tables, &states);
    rate("compressed, again", &tables, &states);
    tables.unpack(u64::MAX, threads).expect("whole tables");
    rate("unpacked in memory", &tables, &states);
}

fn rate(name: &str, tables: &Tables, states: &[State]) {
    let start = Instant::now();
    let mut sum = 0;
    for state in states {
        sum += tables.value(state).expect("whole tables").expect("a covered position").number();
    }
    let rate = states.len() as f64 / start.elapsed().as_secs_f64();
    println!("probes   {rate:>9.0} a second, {name} (values add up to {sum})");
}

/// A random position with empty hands; every pair of numbers of men is as likely.
fn position(random: &mut Random, men: u32) -> State {
    let mut board = ['.'; Point::COUNT];
    for side in ['w', 'b'] {
        let mut left = 3 + random.below(men as usize - 2);
        while left > 0 {
            let point = random.below(Point::COUNT);
            if board[point] == '.' {
                board[point] = side;
                left -= 1;
            }
        }
    }
    let mut text = String::new();
    for (index, symbol) in board.iter().enumerate() {
        if [3, 6, 9, 15, 18, 21].contains(&index) {
            text.push('/');
        }
        text.push(*symbol);
    }
    let side = ['w', 'b'][random.below(2)];
    Morris::default().parse_position(&format!("{text} {side} 0,0")).expect("a position")
}
