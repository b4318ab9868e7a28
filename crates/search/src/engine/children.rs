//! Cut-offs by what the table knows of the positions after the moves.
//!
//! The same position comes up by many orders of the same moves, above all while men are placed. Before a position is
//! searched, every move is asked whether the table already knows that it is good enough; the first that is saves the
//! search of all that the order of moves would have put before it (enhanced transposition cut-offs: Plaat, Schaeffer,
//! Pijls and de Bruin, "Exploiting graph properties of game trees", 1996). What is found is as certain as the entry itself.

use ninefold_core::Game;

use super::score::Score;
use super::worker::{Worker, usable};

/// Nearer to the leaves than this, asking costs more than it saves.
const WORTH_ASKING: u32 = 3;

impl<G: Game> Worker<'_, G> {
    /// A move on the stack from `start` on that the table knows to be worth at least `high` in a search to `depth`, and
    /// what it is worth.
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

    /// What the table knows of a move that is worth at least `high` for the player on turn.
    fn known_after(&mut self, mv: G::Move, depth: u32, ply: usize, high: Score) -> Option<Score> {
        let game = self.path.game();
        let before = *self.path.state();
        let mut after = before;
        game.play(&mut after, mv);
        let same_side = game.to_move(&before) == game.to_move(&after);
        let may_cut = match game.irreversible(&before, mv) {
            // Nothing that was on the way can come again.
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
