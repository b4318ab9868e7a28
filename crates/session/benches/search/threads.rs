//! What a second thread brings: nodes a second, and games at equal time.

use ninefold_session::{
    AnalysisRequest, EngineOptions, Limits, MatchPlan, Programs, Setup, StopFlag, games,
    play_match, rows,
};
use std::time::Duration;

const LOOK: Duration = Duration::from_secs(2);
const GAMES: usize = 40;

pub fn run() {
    println!("two threads against one, {LOOK:?} from the start");
    println!("{:<12} {:>14} {:>14} {:>7}", "game", "one, nodes/s", "two, nodes/s", "ratio");
    for game in ["morris", "mnk:15,15,5", "369:9", "9tka:2"] {
        let [one, two] = [1, 2].map(|threads| rate(game, threads));
        println!("{game:<12} {one:>14.0} {two:>14.0} {:>7.2}", two / one);
    }
    let specs = ["engine:time=50ms,threads=2", "engine:time=50ms"].map(str::to_owned);
    let session = games().open("morris", &Setup::default()).expect("morris is there");
    let plan = MatchPlan { seed: 2, sets: GAMES / 2, opening: 4, plies: 300 };
    let played = play_match(session.kind().arena(None, Programs::Refused), &specs, &plan, 1)
        .expect("both can play morris");
    let share = rows(&played, 2, 2)[0].share;
    println!(
        "morris at 50 ms a move, {GAMES} games: two threads get {:.1} % [{:.1}, {:.1}] of the points",
        100.0 * share.value,
        100.0 * share.low,
        100.0 * share.high
    );
}

/// Nodes a second from the start of a game.
fn rate(game: &str, threads: usize) -> f64 {
    let session = games().open(game, &Setup::default()).expect("the game is there");
    let request = AnalysisRequest {
        lines: 1,
        evaluator: None,
        limits: Limits { time: Some(LOOK), ..Limits::default() },
        options: EngineOptions { threads, ..EngineOptions::default() },
        stop: StopFlag::default(),
        kept: None,
    };
    let found = session.analyse(&request, &mut |_| {}).expect("it has an evaluator");
    found.nodes as f64 / found.seconds
}
