//! Max^N (Luckhardt and Irani 1986): with any number of players, each picks the move whose value vector is largest
//! in the player's own component; on ties the first.
//!
//! Visits every position to the full depth, without pruning.

use ninefold_core::{Evaluator, Game, Values};

use crate::{Search, Stopped};

/// The values of the current position for all players.
pub(crate) fn max_n<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
) -> Result<Values, Stopped> {
    let context = search.enter()?;
    if depth == 0 || context.outcome.is_some() {
        let values = search.evaluate(context);
        return Ok(search.leave_all(values));
    }
    let mover = search.path.game().to_move(search.path.state()).index();
    let mut best: Option<Values> = None;
    let frame = search.open();
    for index in search.moves(frame) {
        let mv = search.play(index);
        let values = max_n(search, depth - 1)?;
        search.undo();
        if best.is_none_or(|best| values[mover] > best[mover]) {
            best = Some(values);
            search.note_best(mv);
        }
    }
    search.close(frame);
    Ok(search.leave_all(best.unwrap_or_default()))
}
