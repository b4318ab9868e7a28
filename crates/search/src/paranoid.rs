//! Paranoid search (Sturtevant and Korf 2000): the player at the root picks the largest of its own
//! values, and all others are taken to be in league against it, which lets alpha-beta cut.

use ninefold_core::{Evaluator, Game, Player};

use crate::alpha_beta::Window;
use crate::{Search, Stopped};

/// The value of the present position for `hero`, within the contract of alpha-beta.
pub(crate) fn paranoid<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
    hero: Player,
    mut window: Window,
) -> Result<i32, Stopped> {
    let context = search.enter()?;
    if depth == 0 || context.outcome.is_some() {
        return Ok(search.evaluate(context)[hero.index()]);
    }
    let maximises = search.path.game().to_move(search.path.state()) == hero;
    let mut best = None;
    let frame = search.open();
    for index in search.moves(frame) {
        let mv = search.play(index);
        let value = paranoid(search, depth - 1, hero, window)?;
        search.undo();
        let better = best.is_none_or(|best| if maximises { value > best } else { value < best });
        if better {
            best = Some(value);
            search.note_best(mv);
            window = window.narrowed(value, maximises);
        }
        if window.is_closed() {
            search.cuts += 1;
            break;
        }
    }
    search.close(frame);
    Ok(best.unwrap_or_default())
}
