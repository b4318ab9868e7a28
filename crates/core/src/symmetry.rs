//! The symmetries of a board.

use crate::Rules;

/// One of a game's board symmetries; 0 is always the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symmetry(pub u8);

/// Which images of a position are played alike. A board without symmetries needs nothing of this.
///
/// # Laws
/// - `map` is a group action: `map(play(s, m)) = play(map(s), map_move(m))`.
/// - All images of a position have the same [`canonical`](Symmetric::canonical) one.
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
    fn map_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// The representative of all images of a position: the smallest.
    fn canonical(&self, state: &Self::State) -> Self::State {
        (1..self.symmetries())
            .map(|index| self.map(state, Symmetry(index as u8)))
            .fold(*state, Ord::min)
    }
}
