//! What can come again, and what ends a game that goes round in circles.

use crate::Rules;

/// How a game's turns are counted towards an end that its positions do not show. A game in which no
/// position can come again needs nothing of this.
///
/// # Laws
/// - No position before an [`irreversible`](Recurring::irreversible) move comes again after it.
/// - Within the [`horizon`](Recurring::horizon) only what is part of the key ends the game.
pub trait Recurring: Rules {
    /// Whether no position before this move can come again after it.
    ///
    /// ```
    /// use ninefold_core::{Path, Recurring};
    /// use ninefold_games::morris::Morris;
    ///
    /// // A man that was placed stays on the board until it is taken; men that slide may slide back.
    /// let path = Path::from_start(Morris::default());
    /// assert!(path.legal_moves().iter().all(|&mv| path.game().irreversible(path.state(), mv)));
    /// ```
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        true
    }

    /// Whether a move is what the players strive for on the way, such as closing a mill.
    fn is_progress(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a position, met without its history, shows that the last turn made progress.
    fn shows_progress(&self, _state: &Self::State) -> bool {
        false
    }

    /// How often a position must occur for the game to be drawn, if there is such a rule.
    fn repetitions_to_draw(&self) -> Option<u32> {
        None
    }

    /// The fewest turns after which something that is not part of the key can end the game.
    fn horizon(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }
}
