//! Minimax: the first player picks the largest value, the second the smallest.
//!
//! Visits every position to the full depth, without pruning.

use ninefold_core::{Evaluator, Game, Player};

use crate::alpha_beta::is_better;
use crate::{Search, Stopped};

/// The value of the current position for the first player.
pub(crate) fn minimax<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
) -> Result<i32, Stopped> {
    let context = search.enter()?;
    if depth == 0 || context.outcome.is_some() {
        let value = search.evaluate_for(Player::FIRST, context);
        return Ok(search.leave(Player::FIRST, value));
    }
    let maximises = search.path.game().to_move(search.path.state()) == Player::FIRST;
    let mut best = None;
    let frame = search.open();
    for index in search.moves(frame) {
        let mv = search.play(index);
        let value = minimax(search, depth - 1)?;
        search.undo();
        if is_better(value, best, maximises) {
            best = Some(value);
            search.note_best(mv);
        }
    }
    search.close(frame);
    Ok(search.leave(Player::FIRST, best.unwrap_or_default()))
}
