//! A meaningless evaluator.

use ninefold_core::{Context, Evaluator, Game, Values, mix};

/// Values drawn from the seed and the position's key alone.
///
/// They lie between −[`LIMIT`](PseudoRandom::LIMIT) and [`LIMIT`](PseudoRandom::LIMIT), a range small enough for
/// ties. With two players the second value is the negation of the first; with more players each has its own value.
/// A search that is correct under such values is not correct by luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PseudoRandom {
    /// The seed of the values.
    pub seed: u64,
}

impl PseudoRandom {
    /// The largest value.
    pub const LIMIT: i32 = 100;

    fn value(&self, key: u64, player: usize) -> i32 {
        let range = 2 * Self::LIMIT as u64 + 1;
        let bits = mix(key ^ mix(self.seed ^ mix(player as u64)));
        (bits % range) as i32 - Self::LIMIT
    }
}

impl<G: Game> Evaluator<G> for PseudoRandom {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &G, state: &G::State, _context: Context) -> Values {
        let (players, key) = (game.players(), game.key(state));
        let mut values = Values::default();
        for (player, value) in values.iter_mut().take(players).enumerate() {
            *value = self.value(key, player);
        }
        if players == 2 {
            values[1] = -values[0];
        }
        values
    }
}
