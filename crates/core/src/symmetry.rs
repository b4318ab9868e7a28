//! The symmetries of a board.

use crate::Rules;

/// One of a game's board symmetries; 0 is always the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symmetry(pub u8);

/// Symmetric images of a position, which play alike. A board without symmetries needs none of this.
///
/// # Laws
/// - `map` is a group action: `map(play(s, m)) = play(map(s), map_move(m))`.
/// - All images of a position have the same [`canonical`](Symmetric::canonical) image.
pub trait Symmetric: Rules {
    /// The size of the group of board symmetries.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry.
    fn map(&self, state: &Self::State, _symmetry: Symmetry) -> Self::State {
        *state
    }

    /// The image of a move under a symmetry.
    ///
    /// ```
    /// use ninefold_core::{Path, Rules, Symmetric, Symmetry};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // Turning the board and then playing gives the same position as playing and then turning.
    /// let path = Path::from_start(Mnk::<1>::new(3, 3, 3));
    /// let (game, start) = (path.game(), *path.state());
    /// for (mv, symmetry) in path.legal_moves().into_iter().zip((0..8).map(Symmetry)) {
    ///     let (mut played, mut turned) = (start, game.map(&start, symmetry));
    ///     game.play(&mut played, mv);
    ///     game.play(&mut turned, game.map_move(mv, symmetry));
    ///     assert_eq!(game.map(&played, symmetry), turned);
    /// }
    /// ```
    fn map_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// The canonical representative of all images of a position: the smallest.
    fn canonical(&self, state: &Self::State) -> Self::State {
        (1..self.symmetries())
            .map(|index| self.map(state, Symmetry(index as u8)))
            .fold(*state, Ord::min)
    }
}
