//! An evaluator without sense.

use ninefold_core::{Context, Evaluator, Game, Values, mix};

/// Values drawn from the seed and the position's key alone.
///
/// They lie between −[`LIMIT`](PseudoRandom::LIMIT) and [`LIMIT`](PseudoRandom::LIMIT), few enough
/// for ties. With two players the second gets the negated value of the first, with more each gets a
/// value of its own. A search that is right under such values is not right by luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PseudoRandom {
    /// Another seed gives other values.
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
