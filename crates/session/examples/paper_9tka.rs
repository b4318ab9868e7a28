//! `best` against the paper's player of 9tka:
//! `cargo run --release -p ninefold-session --example paper_9tka -- 400 20000`.
//!
//! The paper's player searches by Max^N to depth players + 3 with `eva` and places at random by its three rules. One
//! seat is `best`, all others are the paper's; seats rotate. The arguments are the number of games, the positions a
//! move, and how many sets of games to play at the same time.

use anyhow::{Result, anyhow};
use ninefold_session::{MatchPlan, Programs, Setup, games, play_match, rows};

const SEED: u64 = 1;
const LONGEST: u32 = 100;

fn main() -> Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut next = |usual: usize| numbers.next().unwrap_or(Ok(usual));
    let (wanted, nodes, jobs) = (next(400)?, next(20_000)?, next(1)?);
    println!("| players | games | won by best | 95 % interval | fair share |");
    println!("|---:|---:|---:|---:|---:|");
    for players in 2..=4 {
        let session = games()
            .open(&format!("9tka:{players}"), &Setup::default())
            .map_err(|error| anyhow!("{error}"))?;
        let mut specs = vec![format!("best:nodes={nodes}")];
        specs.resize(players, "maxn".to_owned());
        let sets = wanted.div_ceil(players);
        let plan = MatchPlan { seed: SEED, sets, opening: 0, plies: LONGEST };
        let played =
            play_match(session.kind().arena(None, Programs::Refused), &specs, &plan, jobs)?;
        let best = &rows(&played, players, players)[0];
        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        println!(
            "| {players} | {} | {} | {} to {} | {} |",
            best.total.games(),
            percent(best.share.value),
            percent(best.share.low),
            percent(best.share.high),
            percent(1.0 / players as f64),
        );
    }
    Ok(())
}
