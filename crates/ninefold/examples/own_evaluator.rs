//! An evaluator of one's own in a match, under the draw rules of the game:
//! `cargo run --release -p ninefold --example own_evaluator`.

use ninefold::games::morris::{Morris, State, in_mills};
use ninefold::prelude::*;

/// Men, and men in mills: what a beginner counts.
struct MenAndMills;

impl Evaluator<Morris> for MenAndMills {
    fn values(&self, _game: &Morris, state: &State, _context: Context) -> Values {
        let count = |player: Player| {
            let in_mills = in_mills(state.men(player)).count_ones();
            (10 * state.men_left(player) + 3 * in_mills) as i32
        };
        zero_sum(count(Player::FIRST) - count(Player::SECOND))
    }
}

/// Alpha-beta that looks three turns ahead.
fn three_turns<G: Game>(evaluator: impl Evaluator<G> + 'static) -> SearchAgent<G> {
    SearchAgent {
        algorithm: Algorithm::AlphaBeta,
        limits: Limits { depth: Some(3), ..Limits::default() },
        evaluator: Box::new(evaluator),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A draw after 50 plies without a mill, after 10 with three men each, or at the third repetition. The evaluator
    // knows nothing of it: `UnderDraws` lifts it to the game with countdowns.
    let rules = DrawRules { limits: [50, 10], repetitions: 3 };
    let game = WithDraws::new(Morris::default(), rules);
    let plan = MatchPlan { seed: 1, sets: 20, opening: 4, plies: 400 };
    let threads = std::thread::available_parallelism()?.get();
    let rows = Match::new(game, plan)
        .player(|_seed, _seat| three_turns(UnderDraws(MenAndMills)))
        .named("alphabeta:depth=3,eval=fav2", "morris")?
        .play(threads);
    for (name, row) in ["men and mills", "fav2"].iter().zip(&rows) {
        let Estimate { value, low, high } = row.share;
        println!(
            "{name:<14} {:>3} won {:>3} drawn {:>3} lost  {:.1} % [{:.1}, {:.1}]",
            row.total.wins,
            row.total.draws,
            row.total.losses,
            100.0 * value,
            100.0 * low,
            100.0 * high
        );
    }
    Ok(())
}
