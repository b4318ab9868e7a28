//! Enhanced transposition cutoffs: cutoffs from table entries of child positions.
//!
//! The same position arises from many orders of the same moves, above all during placing. Before a position is
//! searched, every move is looked up in the table. If one is already known to be good enough, the search of all
//! moves ordered before it is saved (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game
//! trees", 1996). The result is as reliable as the entry itself.

use ninefold_core::Game;

use super::score::Score;
use super::worker::{Worker, usable};

/// Closer to the leaves than this, the lookups cost more than they save.
const WORTH_ASKING: u32 = 3;

impl<G: Game> Worker<'_, G> {
    /// A move on the stack from `start` on that the table knows to be worth at least `high` in a search to `depth`,
    /// and its score.
    pub(super) fn cut_by_a_child(
        &mut self,
        start: usize,
        depth: u32,
        ply: usize,
        high: Score,
    ) -> Option<(Score, G::Move)> {
        if depth < WORTH_ASKING {
            return None;
        }
        (start..self.stack.len()).find_map(|index| {
            let mv = self.stack[index].mv;
            self.known_after(mv, depth - 1, ply + 1, high).map(|score| (score, mv))
        })
    }

    /// The score of a move from the table, if it is at least `high` for the player to move.
    fn known_after(&mut self, mv: G::Move, depth: u32, ply: usize, high: Score) -> Option<Score> {
        let game = self.path.game();
        let before = *self.path.state();
        let mut after = before;
        game.play(&mut after, mv);
        let same_side = game.to_move(&before) == game.to_move(&after);
        let may_cut = match game.irreversible(&before, mv) {
            // No earlier position on the path can recur.
            true => depth < game.horizon(&after),
            false => {
                self.path.play(mv);
                let may_cut = self.at_hand(depth).cuts;
                self.path.undo();
                may_cut
            }
        };
        if !may_cut {
            return None;
        }
        let known = self.table.get(self.place_of(&after, depth).0)?;
        let score = match same_side {
            true => usable(known, depth, ply, high - 1, high)?,
            false => -usable(known, depth, ply, -high, 1 - high)?,
        };
        if score < high {
            return None;
        }
        self.beyond |= !known.settled;
        Some(score)
    }
}
