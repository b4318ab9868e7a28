//! Nine Men's Morris from the start: the engine to a depth, and what plain alpha-beta needs.

use std::time::Instant;

use ninefold_session::{PlayerSpec, Session, Setup, games};

/// The deepest search of the engine, in whole turns.
const DEEPEST: u32 = 11;
/// The deepest that plain alpha-beta is asked for.
const PLAIN: u32 = 7;

pub fn run() {
    println!("morris from the start, one thread, a table of 16 MB");
    println!(
        "(Sanmill's MTD(f): 1.36 / 3.35 M nodes to 10 / 11 atomic plies, 3 to 6 M nodes a second;"
    );
    println!(" our depths are whole turns, a capture included, so they are at least as deep)");
    println!("{:<34} {:>12} {:>9} {:>12}", "player", "nodes", "seconds", "M nodes/s");
    let session = games().open("morris", &Setup::default()).expect("morris is there");
    for eval in ["fav1", "mills"] {
        let plain = search(&*session, &format!("alphabeta:depth={PLAIN},eval={eval}"));
        let engine = search(&*session, &format!("engine:depth={PLAIN},eval={eval}"));
        println!("  the engine needs 1 / {:.0} of alpha-beta's nodes", plain / engine);
        search(&*session, &format!("engine:depth={},eval={eval}", DEEPEST - 1));
        search(&*session, &format!("engine:depth={DEEPEST},eval={eval}"));
    }
}

/// Prints a search and returns its nodes.
fn search(session: &dyn Session, player: &str) -> f64 {
    let spec = PlayerSpec::parse(player).expect("a player");
    let start = Instant::now();
    let advice = session.advise(&spec).expect("it can play morris");
    let seconds = start.elapsed().as_secs_f64();
    let nodes = advice.nodes as f64;
    println!("{player:<34} {nodes:>12} {seconds:>9.3} {:>12.2}", nodes / seconds / 1e6);
    nodes
}
