//! Which move to look at first.
//!
//! A cut-off needs one good move, so: the move the table remembers, then what the guide finds
//! promising, then moves that cut off a sister position (killers), then by how often a move has cut
//! off anywhere (history). Where a guide finds nearly every move promising, all of that is weighed together.

use ninefold_core::{Game, Habits};

/// A move and how early it is to be looked at.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    rank: i32,
}

const REMEMBERED: i32 = i32::MAX;
const PROMISING: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// History stays below this.
const MOST_HISTORY: i32 = 1 << 24;

/// What one of a guide's promise is worth where all is weighed together.
const PROMISE: i32 = 1_000;

/// What the search has learned about moves.
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By the code of a move.
    history: Vec<i32>,
    /// What a killer is worth in promises, and so much of a history a thousandth of one.
    killer: i32,
    share: i32,
}

impl<M: Copy + Eq> Order<M> {
    /// An order that has learned nothing yet, of a search whose guide has these habits.
    pub(super) fn new(habits: Habits) -> Order<M> {
        let Habits { killer, history_share: share, .. } = habits;
        Order { killers: Vec::new(), history: vec![0; 1 << 16], killer, share }
    }

    /// The rank of a move with this promise, at a ply.
    pub(super) fn rank<G: Game<Move = M>>(
        &self,
        game: &G,
        mv: M,
        ply: usize,
        remembered: bool,
        promise: i32,
    ) -> Ranked<M> {
        let rank = if remembered {
            REMEMBERED
        } else if promise > 0 {
            PROMISING + promise.min(PROMISING)
        } else {
            let killers = self.killers.get(ply).copied().unwrap_or_default();
            let killer = match killers.iter().position(|killer| *killer == Some(mv)) {
                Some(index) => KILLER - index as i32,
                None => 0,
            };
            killer + self.history[usize::from(game.move_index(mv))] + promise.max(-KILLER)
        };
        Ranked { mv, rank }
    }

    /// The rank of a move where promise, killers and history are weighed together.
    pub(super) fn weigh<G: Game<Move = M>>(
        &self,
        game: &G,
        mv: M,
        ply: usize,
        remembered: bool,
        promise: i32,
    ) -> Ranked<M> {
        if remembered {
            return Ranked { mv, rank: REMEMBERED };
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let killer = if killers.contains(&Some(mv)) { self.killer * PROMISE } else { 0 };
        let history = self.history[usize::from(game.move_index(mv))] / self.share;
        let promise = promise.clamp(-PROMISING / PROMISE, PROMISING / PROMISE) * PROMISE;
        Ranked { mv, rank: promise + killer + history }
    }

    /// Notes that a move cut off a position `depth` turns above the leaves, after others had failed.
    pub(super) fn cut<G: Game<Move = M>>(
        &mut self,
        game: &G,
        ranked: &[Ranked<M>],
        ply: usize,
        depth: u32,
    ) {
        let Some((cutter, failed)) = ranked.split_last() else { return };
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cutter.mv) {
            *killers = [Some(cutter.mv), killers[0]];
        }
        let bonus = (depth * depth) as i32;
        self.learn(game.move_index(cutter.mv), bonus);
        for ranked in failed {
            self.learn(game.move_index(ranked.mv), -bonus);
        }
    }

    /// Moves a history towards ± its limit, the less the nearer it is.
    fn learn(&mut self, code: u16, bonus: i32) {
        let history = &mut self.history[usize::from(code)];
        let pull = i64::from(*history) * i64::from(bonus.abs()) / i64::from(MOST_HISTORY);
        *history += 256 * bonus - (256 * pull) as i32;
    }
}

/// Brings the highest rank of `ranked[from..]` to its front; among equals the first.
pub(super) fn next<M: Copy>(ranked: &mut [Ranked<M>], from: usize) -> M {
    let mut best = from;
    for index in from + 1..ranked.len() {
        if ranked[index].rank > ranked[best].rank {
            best = index;
        }
    }
    ranked.swap(from, best);
    ranked[from].mv
}
