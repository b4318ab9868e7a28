//! Whole games at the depth that took the authors of "A.I. in Nine Men's Morris" minutes and hours.

use std::time::Instant;

use ninefold_session::{PlayerSpec, Setup, games};

/// The player and what the paper's program needed for a game against itself.
const PLAYERS: [(&str, &str); 2] = [
    ("alphabeta:depth=5,eval=fav1", "five to six minutes"),
    ("minimax:depth=5,eval=fav1", "2 h 26 min"),
];

pub fn run() {
    println!("a whole game of morris against itself");
    println!("{:<30} {:>6} {:>9}   the paper's program", "player", "moves", "seconds");
    for (player, paper) in PLAYERS {
        let spec = PlayerSpec::parse(player).expect("a player");
        let mut session = games().open("morris", &Setup::default()).expect("morris is there");
        session.seat(&[spec.clone(), spec]).expect("two players");
        let start = Instant::now();
        while let Some(mv) = session.think() {
            session.play(&mv).expect("a legal move");
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{player:<30} {:>6} {seconds:>9.2}   {paper}", session.ply());
    }
}
