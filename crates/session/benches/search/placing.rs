//! Nine Men's Morris eight turns in, where men of both sides stand and turn orders meet again and again.

use std::time::Instant;

use ninefold_core::Random;
use ninefold_session::{PlayerSpec, Session, Setup, games};

/// How many positions.
const POSITIONS: u64 = 50;
/// Random turns that each begins with, and turns of a player who never changes.
const DRAWN: usize = 4;
const PLAYED: usize = 4;
const PLAYER: &str = "alphabeta:depth=3,eval=mills";
/// How many turns are looked ahead.
const DEPTH: u32 = 12;

pub fn run() {
    println!("morris eight turns in: {POSITIONS} positions, the engine to {DEPTH} turns, 16 MB");
    println!("(a turn that takes a man is one turn; every depth on the way is counted)");
    println!("{:>12} {:>9}   turns before", "nodes", "seconds");
    let spec = format!("engine:depth={DEPTH},eval=learnt");
    let player = PlayerSpec::parse(&spec).expect("a player");
    let (mut all, mut time, mut logarithms) = (0, 0.0, 0.0);
    for number in 0..POSITIONS {
        let (session, turns) = position(number);
        let start = Instant::now();
        let nodes = session.advise(&player).expect("it can play morris").nodes;
        let seconds = start.elapsed().as_secs_f64();
        (all, time) = (all + nodes, time + seconds);
        logarithms += (nodes as f64).ln();
        println!("{nodes:>12} {seconds:>9.3}   {}", turns.join(" "));
    }
    let mean = (logarithms / POSITIONS as f64).exp();
    println!("{spec}: {all} nodes in {time:.1} s, geometric mean {mean:.0} a position");
}

/// The position of a number and the turns that lead to it.
fn position(number: u64) -> (Box<dyn Session>, Vec<String>) {
    let mut random = Random::stream(23, number);
    let mut session = games().open("morris", &Setup::default()).expect("morris is there");
    let mut turns = Vec::new();
    for _ in 0..DRAWN {
        let legal = session.moves();
        turns.push(legal[random.below(legal.len())].clone());
        session.play(&turns[turns.len() - 1]).expect("a legal move");
    }
    let spec = PlayerSpec::parse(PLAYER).expect("a player");
    session.seat(&[spec.clone(), spec]).expect("two players");
    for _ in 0..PLAYED {
        turns.extend(session.think());
        session.play(&turns[turns.len() - 1]).expect("a legal move");
    }
    (session, turns)
}
