//! How well a limit of time is kept, and how soon a raised flag ends a search.

use std::time::{Duration, Instant};

use ninefold_session::{Limits, PlayerSpec, Setup, StopFlag, games};

const LIMIT: Duration = Duration::from_millis(100);
const MOVES: usize = 40;
const GAMES: [&str; 5] = ["morris", "mnk:15,15,5", "369:9", "9tka:2", "9tka:4"];

pub fn run() {
    println!("best:time=100ms, the first {MOVES} moves of a game against itself");
    println!("{:<12} {:>16} {:>16}", "game", "mean over, ms", "worst over, ms");
    for game in GAMES {
        let mut session = games().open(game, &Setup::default()).expect("the game is there");
        let spec = PlayerSpec::parse("best:time=100ms").expect("a player");
        session.seat(&vec![spec; session.players()]).expect("one player a seat");
        let mut over = Vec::new();
        for _ in 0..MOVES {
            let start = Instant::now();
            let Some(mv) = session.think() else { break };
            over.push(start.elapsed().saturating_sub(LIMIT).as_secs_f64() * 1e3);
            session.play(&mv).expect("a legal move");
        }
        let mean = over.iter().sum::<f64>() / over.len() as f64;
        let worst = over.iter().copied().fold(0.0, f64::max);
        println!("{game:<12} {mean:>16.2} {worst:>16.2}");
    }
}

/// Raises the flag after a tenth of a second and waits for the answer.
pub fn stop() {
    const PLAYERS: [&str; 5] = [
        "best:time=1m",
        "level:9",
        "engine:depth=60",
        "mcts:nodes=1000000000",
        "paranoid:depth=40",
    ];
    println!("milliseconds from the raised flag to the answer, from the start");
    print!("{:<12}", "game");
    PLAYERS.iter().for_each(|player| print!(" {player:>22}"));
    println!();
    for game in GAMES {
        let session = games().open(game, &Setup::default()).expect("the game is there");
        print!("{game:<12}");
        for player in PLAYERS {
            let player = PlayerSpec::parse(player).expect("a player");
            let flag = StopFlag::default();
            let (raised, answered) = std::thread::scope(|scope| {
                let other = scope.spawn(|| {
                    std::thread::sleep(LIMIT);
                    flag.raise();
                    Instant::now()
                });
                let answer = session.consider(&player, Limits::default(), &flag);
                let answered = answer.is_ok().then(Instant::now);
                (other.join().expect("it only waits"), answered)
            });
            match answered {
                // Whoever has finished before is not late.
                Some(answered) => {
                    let late = answered.saturating_duration_since(raised).as_secs_f64() * 1e3;
                    print!(" {late:>22.2}");
                }
                None => print!(" {:>22}", "-"),
            }
        }
        println!();
    }
}
