//! How well a limit of time is kept.

use std::time::{Duration, Instant};

use ninefold_desk::{Opener, PlayerSpec, Setup, games};

const LIMIT: Duration = Duration::from_millis(100);
const MOVES: usize = 40;

pub fn run() {
    println!("best:time=100ms, the first {MOVES} moves of a game against itself");
    println!("{:<12} {:>16} {:>16}", "game", "mean over, ms", "worst over, ms");
    for game in ["morris", "mnk:15,15,5", "369:9", "9tka:2", "9tka:4"] {
        let mut table = games()
            .open(game, Opener::Setup(Setup::default()))
            .expect("the game is there")
            .expect("the start is a position");
        let spec = PlayerSpec::parse("best:time=100ms").expect("a player");
        table.seat(&vec![spec; table.players()]).expect("one player a seat");
        let mut over = Vec::new();
        for _ in 0..MOVES {
            let start = Instant::now();
            let Some(mv) = table.think() else { break };
            over.push(start.elapsed().saturating_sub(LIMIT).as_secs_f64() * 1e3);
            table.play(&mv).expect("a legal move");
        }
        let mean = over.iter().sum::<f64>() / over.len() as f64;
        let worst = over.iter().copied().fold(0.0, f64::max);
        println!("{game:<12} {mean:>16.2} {worst:>16.2}");
    }
}
