//! Move ordering.
//!
//! A cutoff needs only one good move. The order is: the move from the table, then moves that the guide finds
//! promising, then moves that caused a cutoff in a sibling position (killers), then moves by how often they caused
//! cutoffs anywhere (history). If a guide finds nearly every move promising, these are weighed together instead.

use ninefold_core::{Game, Habits};

/// A move and its rank in the search order.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    rank: i32,
}

const REMEMBERED: i32 = i32::MAX;
const PROMISING: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// The history stays below this limit.
const MOST_HISTORY: i32 = 1 << 24;

/// The weight of one unit of promise in the combined rank.
const PROMISE: i32 = 1_000;

/// What the search has learned about moves.
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    /// Indexed by the move's code, as far as moves have scores: a short search would spend a tenth of its time on
    /// clearing room for every code there is.
    history: Vec<i32>,
    /// The bonus of a killer in units of promise, and below it the divisor of the history.
    killer: i32,
    share: i32,
}

impl<M: Copy + Eq> Order<M> {
    /// Creates an empty order for a search whose guide has these habits.
    pub(super) fn new(habits: Habits) -> Order<M> {
        let Habits { killer, history_share: share, .. } = habits;
        Order { killers: Vec::new(), history: Vec::new(), killer, share }
    }

    /// The rank of a move with this promise at a ply.
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
            killer + self.score(game.move_index(mv)) + promise.max(-KILLER)
        };
        Ranked { mv, rank }
    }

    /// The rank of a move when promise, killers and history are weighed together.
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
        let history = self.score(game.move_index(mv)) / self.share;
        let promise = promise.clamp(-PROMISING / PROMISE, PROMISING / PROMISE) * PROMISE;
        Ranked { mv, rank: promise + killer + history }
    }

    /// Records that a move caused a cutoff `depth` turns above the leaves after others had failed.
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

    /// The history score of the move with this code.
    #[inline]
    fn score(&self, code: u16) -> i32 {
        self.history.get(usize::from(code)).copied().unwrap_or_default()
    }

    /// Moves a history score towards ± its limit, by less the closer it already is.
    fn learn(&mut self, code: u16, bonus: i32) {
        let code = usize::from(code);
        if self.history.len() <= code {
            self.history.resize((code + 1).next_power_of_two(), 0);
        }
        let history = &mut self.history[code];
        let pull = i64::from(*history) * i64::from(bonus.abs()) / i64::from(MOST_HISTORY);
        *history += 256 * bonus - (256 * pull) as i32;
    }
}

/// Swaps the highest rank of `ranked[from..]` to the front; on ties the first.
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
