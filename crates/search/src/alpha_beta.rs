//! Alpha-beta: minimax that skips moves that cannot change the result.
//!
//! Values are those of one player, the hero, who maximises them while all others minimise them. The window holds
//! what both sides are already assured of: the hero at least `low`, the others at most `high`. As soon as a
//! position gives one side at least as much as the other will allow, its remaining moves are cut off.
//!
//! # Contract
//! For a result `r` and the minimax value `v`, both for the hero:
//! - `low < r < high` ⇒ `r = v`
//! - `r ≤ low` ⇒ `v ≤ r`
//! - `r ≥ high` ⇒ `v ≥ r`

use ninefold_core::{Evaluator, Game, Player};

use crate::{Search, Stopped};

/// What both sides are assured of.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Window {
    /// Neither side is assured of anything.
    pub(crate) const FULL: Window = Window { low: i32::MIN, high: i32::MAX };

    /// Whether the window is empty, so that nothing found now can matter.
    pub(crate) fn is_closed(self) -> bool {
        self.low >= self.high
    }

    /// The window after the side to move has found a value.
    pub(crate) fn narrowed(self, value: i32, maximises: bool) -> Window {
        match maximises {
            true => Window { low: self.low.max(value), ..self },
            false => Window { high: self.high.min(value), ..self },
        }
    }
}

/// Whether a value is strictly better than the best so far for the side to move. Equal is not better, so the first
/// best move is kept.
pub(crate) fn is_better(value: i32, best: Option<i32>, maximises: bool) -> bool {
    best.is_none_or(|best| if maximises { value > best } else { value < best })
}

/// The value of the current position for the hero, within the contract.
pub(crate) fn alpha_beta<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
    hero: Player,
    mut window: Window,
) -> Result<i32, Stopped> {
    let context = search.enter()?;
    search.note_window(window);
    if depth == 0 || context.outcome.is_some() {
        let value = search.evaluate_for(hero, context);
        return Ok(search.leave(hero, value));
    }
    let maximises = search.path.game().to_move(search.path.state()) == hero;
    let mut best = None;
    let frame = search.open();
    for index in search.moves(frame) {
        let mv = search.play(index);
        let value = alpha_beta(search, depth - 1, hero, window)?;
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
    Ok(search.leave(hero, best.unwrap_or_default()))
}
