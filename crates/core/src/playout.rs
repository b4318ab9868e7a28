//! Playing a game to its end at random.

use crate::{Game, Random};

/// A game played at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    /// The last position.
    pub state: S,
    /// How many moves were played.
    pub plies: u32,
}

/// Plays evenly random moves until the game is over or `limit` moves are played.
///
/// Repetition is not looked at: countdowns or the limit end a game that goes round in circles.
/// `moves` is scratch space, so that many playouts share one allocation.
pub fn playout<G: Game>(
    game: &G,
    mut state: G::State,
    limit: u32,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Playout<G::State> {
    let mut plies = 0;
    while plies < limit {
        moves.clear();
        game.moves(&state, moves);
        if moves.is_empty() {
            break;
        }
        game.play(&mut state, random.pick(moves));
        plies += 1;
    }
    Playout { state, plies }
}
