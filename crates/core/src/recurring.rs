//! Recurring positions, and what ends a game that cycles.

use crate::Rules;

/// How turns count towards an end of the game that the position does not show. A game in which no position can
/// recur needs none of this.
///
/// # Laws
/// - No position before an [`irreversible`](Recurring::irreversible) move recurs after it.
/// - Within the [`horizon`](Recurring::horizon), only what is part of the key ends the game.
pub trait Recurring: Rules {
    /// Whether no position before this move can recur after it.
    ///
    /// ```
    /// use ninefold_core::{Path, Recurring};
    /// use ninefold_games::morris::Morris;
    ///
    /// // A placed man stays on the board until it is taken; a man that slides may slide back.
    /// let path = Path::from_start(Morris::default());
    /// assert!(path.legal_moves().iter().all(|&mv| path.game().irreversible(path.state(), mv)));
    /// ```
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        true
    }

    /// Whether a move is a step forward in the game, such as closing a mill.
    fn is_progress(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a position, without its history, shows that the last turn made progress.
    fn shows_progress(&self, _state: &Self::State) -> bool {
        false
    }

    /// How often a position must occur for the game to be drawn, if there is such a rule.
    fn repetitions_to_draw(&self) -> Option<u32> {
        None
    }

    /// The fewest turns after which something outside the key can end the game.
    fn horizon(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }
}
