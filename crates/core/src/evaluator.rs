//! What a position is worth before the game is over.

use crate::{Game, MAX_PLAYERS};

/// One number per player; with two players the second is the negated first.
pub type Values = [i32; MAX_PLAYERS];

/// A judgement of positions, larger for a player who stands better.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of a position for each player.
    fn values(&self, game: &G, state: &G::State) -> Values;
}

/// The points won so far: with two players the lead of the first and its negation, with more the
/// points of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Banked;

impl<G: Game> Evaluator<G> for Banked {
    fn values(&self, game: &G, state: &G::State) -> Values {
        let points = game.banked(state);
        if game.players() > 2 {
            return points;
        }
        let lead = points[0] - points[1];
        [lead, -lead, 0, 0]
    }
}
