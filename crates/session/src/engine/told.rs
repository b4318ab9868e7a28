//! Formats search results as the words after `info`.

use std::time::Duration;

use crate::view::Advice;

/// The value of a proved win of unknown length.
const WON: i32 = 10_000;

/// The score for a player, from 0: `cp` and a value of the evaluator, or `mate` and the player's
/// own turns.
pub(super) fn score(advice: &Advice, player: usize, mover: usize) -> String {
    let sign = if player == mover { 1 } else { -1 };
    if let Some(turns) = advice.decided {
        let own = (turns.abs() + 1) / 2;
        return format!("mate {}", own * turns.signum() * sign);
    }
    let value = advice.values.get(player).copied().unwrap_or_default();
    format!("cp {}", if advice.exact { value.signum() * WON } else { value })
}

/// The words after `info`, up to the line of moves.
pub(super) fn info(advice: &Advice, score: &str, time: Duration) -> String {
    let (depth, nodes) = (advice.depth, advice.nodes);
    let milliseconds = time.as_millis().max(1);
    let rate = u128::from(nodes) * 1000 / milliseconds;
    let time = time.as_millis();
    format!("depth {depth} score {score} time {time} nodes {nodes} nps {rate}")
}
