//! Paranoid search (Sturtevant and Korf 2000): the player at the root picks the largest of its own values and
//! assumes that all others play against it.
//!
//! This reduces any number of players to two sides, so it is alpha-beta with the player at the root as the hero.

use ninefold_core::{Evaluator, Game, Values};

use crate::alpha_beta::{Window, alpha_beta};
use crate::{Search, Stopped};

/// The value of the current position for the player to move. With two players the other's is its negation; with
/// more the others' are unknown and 0.
pub(crate) fn paranoid<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
) -> Result<Values, Stopped> {
    let hero = search.path.game().to_move(search.path.state());
    let value = alpha_beta(search, depth, hero, Window::FULL)?;
    Ok(search.values_of(hero, value))
}
