//! Paranoid search (Sturtevant and Korf 2000): the player at the root picks the largest of its own
//! values, and all others are taken to be in league against it.
//!
//! That makes any number of players two sides, so it is alpha-beta with the player at the root as
//! its hero.

use ninefold_core::{Evaluator, Game, Values};

use crate::alpha_beta::{Window, alpha_beta};
use crate::{Search, Stopped};

/// The value of the present position for the player on turn; the others' are not known and 0, except
/// that with two players the other's is its negation.
pub(crate) fn paranoid<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
) -> Result<Values, Stopped> {
    let hero = search.path.game().to_move(search.path.state());
    let value = alpha_beta(search, depth, hero, Window::FULL)?;
    Ok(search.values_of(hero, value))
}
