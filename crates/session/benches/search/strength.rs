//! 3-6-9: the strong search against the three move heuristics of "3-6-9: Prolog Game".

use ninefold_session::{MatchPlan, Programs, Setup, games, play_match, rows};

const GAMES: usize = 100;
/// About 20 ms a move.
const BEST: &str = "best:nodes=50000";

pub fn run() {
    println!("3-6-9, {GAMES} games each after two random moves, {BEST} against a heuristic");
    println!("{:<8} {:<18} {:>7}   95 % interval   won drawn lost", "game", "against", "share");
    for game in ["369:6", "369:9"] {
        for heuristic in ["h1", "h2", "h3"] {
            let other = format!("heuristic:eval={heuristic}");
            let specs = [BEST.to_owned(), other.clone()];
            let session = games().open(game, &Setup::default()).expect("3-6-9 is there");
            let plan = MatchPlan { seed: 1, sets: GAMES / 2, opening: 2, plies: 100 };
            let played =
                play_match(session.kind().arena(None, Programs::Refused), &specs, &plan, 2)
                    .expect("both can play 3-6-9");
            let best = &rows(&played, 2, 2)[0];
            println!(
                "{game:<8} {other:<18} {:>5.1} %   [{:.1}, {:.1}]   {} {} {}",
                100.0 * best.share.value,
                100.0 * best.share.low,
                100.0 * best.share.high,
                best.total.wins,
                best.total.draws,
                best.total.losses
            );
        }
    }
}
