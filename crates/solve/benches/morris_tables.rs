//! Prints what morris tables cost and how fast they are looked up: `cargo bench --bench morris_tables`.
//!
//! `cargo bench --bench morris_tables -- MEN DATA [MEMORY]` builds what is missing of the tables with at most MEN men in
//! the folder DATA; by default 5 men in a folder of its own that is removed. MEMORY in megabytes bounds what is unpacked.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ninefold_core::{Notation, Player, Random, Rules, StopFlag};
use ninefold_games::morris::{Morris, Point, State};
use ninefold_solve::morris::{BuildPlan, Cpu, Tables, Usage, build, info};
use ninefold_solve::{Budget, Request, solver};

/// How many positions are looked up.
const PROBES: usize = 200_000;
/// How many games of decisions are timed.
const DECISIONS: usize = 100;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let men: u32 = arguments.next().and_then(|men| men.parse().ok()).unwrap_or(5);
    let own = tempfile::tempdir().expect("a folder");
    let data = arguments.next().map_or_else(|| own.path().to_owned(), PathBuf::from);
    let memory =
        arguments.next().and_then(|size| size.parse().ok()).map_or(u64::MAX, |m: u64| m << 20);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = BuildPlan { men, distance: false, threads, cpu: Cpu::detect() };
    let start = Instant::now();
    build(&data, plan, &StopFlag::default(), &mut |_| {}).expect("tables are built");
    println!("build    {men} men, {threads} threads: {:.1} s", start.elapsed().as_secs_f64());
    if let Some(cost) = Usage::now() {
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
    decisions(&data, &mut random, men);
    let taken = tables.unpack(memory, threads).expect("whole tables");
    println!("unpacked {:.0} MB", taken as f64 / 1e6);
    let many: Vec<State> = (0..10 * PROBES).map(|number| states[number % PROBES]).collect();
    rate("unpacked in memory", &tables, &many);
}

/// How long the strongest player takes for a move, from the position's text to the move's, by the phase of a game.
fn decisions(data: &Path, random: &mut Random, men: u32) {
    let game = Morris::default();
    let solver = solver("morris").expect("a solver");
    let mut request = Request {
        budget: Budget { memory: 0, ..Budget::default() },
        data: Some(data.to_owned()),
        ..Request::new("morris:draws=off", "")
    };
    // Games of random moves, played from the start or from a position with empty hands.
    let mut phases: [(&str, Vec<(Duration, String)>); 5] = Default::default();
    let names = ["0 to 8 placed", "9 to 12 placed", "13 placed", "14 to 17 placed", "empty hands"];
    for (phase, name) in phases.iter_mut().zip(names) {
        phase.0 = name;
    }
    for number in 0..DECISIONS {
        let mut state =
            if men == 9 && number % 2 == 0 { game.start(0) } else { position(random, men) };
        let plies = random.below(40);
        for _ in 0..=plies {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            let placed = 18 - state.hand(Player::FIRST) - state.hand(Player::SECOND);
            let phase = [8, 12, 13, 17].iter().filter(|&&last| placed > last).count();
            request.position = game.position_text(&state);
            let start = Instant::now();
            let exact = solver.choose(&request, &mut std::iter::empty()).expect("an answer");
            phases[phase].1.push((start.elapsed(), request.position.clone()));
            assert!(!exact.line.is_empty(), "{}", request.position);
            game.play(&mut state, moves[random.below(moves.len())]);
        }
    }
    for (name, mut times) in phases.into_iter().filter(|(_, times)| !times.is_empty()) {
        times.sort();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].0.as_secs_f64() * 1e3;
        let (half, most, all) = (at(0.5), at(0.99), times.len());
        let (worst, position) =
            times.last().map_or((0.0, ""), |(time, text)| (time.as_secs_f64() * 1e3, text));
        println!(
            "decision {name:<16} {all:>5} moves: median {half:.1} ms, 99 % {most:.1} ms, worst {worst:.1} ms, {position}"
        );
    }
}

/// Looks all positions up on one thread, and tells how many a second of its own time that is: what other programs
/// take from the machine is not counted where the system tells.
fn rate(name: &str, tables: &Tables, states: &[State]) {
    let (start, before) = (Instant::now(), Usage::now());
    let mut sum = 0;
    for state in states {
        sum += tables.value(state).expect("whole tables").expect("a covered position").number();
    }
    let elapsed = start.elapsed();
    let cpu = Usage::now().zip(before).map(|(after, before)| after.cpu - before.cpu);
    let rate = states.len() as f64 / cpu.unwrap_or(elapsed).as_secs_f64();
    let (wall, count) = (elapsed.as_secs_f64(), states.len());
    println!(
        "probes   {rate:>9.0} a second, {name} ({count} in {wall:.1} s, values add up to {sum})"
    );
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
