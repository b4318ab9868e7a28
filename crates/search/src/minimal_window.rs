//! Minimal-window search: the first move is searched with the full window, every other one is only tested for being
//! better, with a null window.
//!
//! If it is better and the result leaves room, it is searched again with the full window. The contract is that of
//! [`alpha_beta`](crate::alpha_beta).

use ninefold_core::{Evaluator, Game, Player};

use crate::alpha_beta::{Window, is_better};
use crate::{Search, Stopped};

/// The value of the current position for the first player, within the contract of alpha-beta.
pub(crate) fn minimal_window<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
    mut window: Window,
) -> Result<i32, Stopped> {
    let context = search.enter()?;
    search.note_window(window);
    if depth == 0 || context.outcome.is_some() {
        let value = search.evaluate_for(Player::FIRST, context);
        return Ok(search.leave(Player::FIRST, value));
    }
    let maximises = search.path.game().to_move(search.path.state()) == Player::FIRST;
    let mut best = None;
    let frame = search.open();
    for index in search.moves(frame) {
        let mv = search.play(index);
        let value = match best {
            None => minimal_window(search, depth - 1, window)?,
            Some(_) => {
                let asked = minimal_window(search, depth - 1, question(window, maximises))?;
                if window.low < asked && asked < window.high {
                    minimal_window(search, depth - 1, window)?
                } else {
                    asked
                }
            }
        };
        search.undo();
        if is_better(value, best, maximises) {
            best = Some(value);
            search.note_best(mv);
            window = window.narrowed(value, maximises);
        }
        if window.is_closed() {
            search.cut(frame, index);
            break;
        }
    }
    search.close(frame);
    Ok(search.leave(Player::FIRST, best.unwrap_or_default()))
}

/// The null window that tests whether a move is better than what the side to move is assured of.
fn question(window: Window, maximises: bool) -> Window {
    match maximises {
        true => Window { high: window.low.saturating_add(1), ..window },
        false => Window { low: window.high.saturating_sub(1), ..window },
    }
}
