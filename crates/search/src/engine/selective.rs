//! The selective search, for guides that know how critical a turn is.
//!
//! - Late moves in calm positions are reduced, and searched again at full depth if they turn out better than
//!   expected.
//! - Near the leaves a calm position that is far above or below the window gets its static evaluation.
//! - Forced wins are searched for with the effort given by the guide's [habits](ninefold_core::Habits), and skipped
//!   where the static value is sufficient.
//! - A forced reply does not cost depth.
//! - The table cuts where a position was searched at least as deeply.
//!
//! Wins and losses are still proofs: a line with omitted moves counts as undecided, and a position that seems lost
//! after the guide left moves out is called [doubtful](score::doubtful), not lost.

use ninefold_core::{Context, Game, Outcome, Tension};

use super::order;
use super::score::{self, INFINITE, Score};
use super::transposition::{Bound, Known};
use super::worker::Worker;
use crate::Stopped;

/// Static cutoffs for calm positions far above (`BETTER`) and far below (`WORSE`) the window: the maximum number of
/// turns above the leaves, and the margin in multiples of the usual change per turn.
const BETTER: (u32, i32) = (6, 1);
const WORSE: (u32, i32) = (3, 2);
/// From this many turns above the leaves on, a calm position without a known best move is searched one turn less.
const UNKNOWN_BEST: u32 = 4;
/// Beyond this distance from the root a forced reply costs a turn like any other.
const LONGEST_EXTENSION: usize = 40;

impl<G: Game> Worker<'_, G> {
    /// Adjusts the score of a root move as if only positions at the same depth had been compared.
    pub(super) fn told(&self, score: Score, depth: u32) -> Score {
        match (score::decided_in(score), depth % 2) {
            (Some(_), _) => score,
            (None, 0) => score - self.tempo(),
            (None, _) => score + self.tempo(),
        }
    }

    /// Searches a root move; `later` is its index in the move order.
    pub(super) fn search_root_selectively(
        &mut self,
        mv: G::Move,
        depth: u32,
        low: Score,
        high: Score,
        later: usize,
    ) -> Result<Score, Stopped> {
        let calm =
            matches!(self.guide.tension(self.path.game(), self.path.state()), Tension::Calm { .. });
        let less = if calm { less_depth(depth, later) / 2 } else { 0 };
        self.try_move(mv, depth - 1, less, low, high, later == 0)
    }

    /// The score of the current position for the side to move, by selective search: exact inside the window, a
    /// bound outside.
    pub(super) fn search_selectively(
        &mut self,
        mut depth: u32,
        mut low: Score,
        high: Score,
    ) -> Result<Score, Stopped> {
        let ply = self.ply();
        self.enter(ply)?;
        let context = self.path.context();
        if let Some(outcome) = context.outcome {
            self.repetitions += u64::from(outcome.reason == Outcome::REPETITION);
            return Ok(self.finished(&outcome, ply));
        }
        let open_window = high - 1 > low;
        // Static cutoffs are allowed if neither bound is a win or a loss.
        let glances = !open_window && [low, high].map(score::decided_in) == [None, None];
        if depth == 0 {
            return Ok(self.selective_leaf(context, ply, glances.then_some(high)));
        }
        let at_hand = self.at_hand(depth);
        let known = self.table.get(at_hand.key);
        if let Some(known) = known
            && at_hand.cuts
            && !open_window
            && let Some(score) = usable(known, depth, at_hand.horizon, ply, low, high)
        {
            self.beyond |= !known.settled;
            return Ok(score);
        }
        let tension = self.guide.tension(self.path.game(), self.path.state());
        let (mut better, mut worse) = (None, None);
        if let Tension::Calm { swing } = tension
            && glances
        {
            let glance = self.judge(context) + self.tempo();
            let usual = swing.saturating_mul(depth as i32);
            better = (depth <= BETTER.0 && glance - usual * BETTER.1 >= high).then_some(glance);
            worse = (depth <= WORSE.0 && glance + usual * WORSE.1 <= low).then_some(glance);
        }
        if let Some(glance) = better
            && self.habits.glance_first
        {
            self.beyond = true;
            return Ok(glance);
        }
        if let Some(score) = self.forced_win_if_new(depth, ply) {
            return Ok(score);
        }
        if let Some(glance) = better.or(worse) {
            self.beyond = true;
            return Ok(glance);
        }
        let calm = matches!(tension, Tension::Calm { .. });
        if calm && depth >= UNKNOWN_BEST && known.is_none_or(|known| known.best.is_none()) {
            depth -= 1;
        }
        let deep = match tension {
            Tension::Forced if ply < LONGEST_EXTENSION => depth,
            _ => depth - 1,
        };
        let repetitions = self.repetitions;
        let beyond_elsewhere = std::mem::replace(&mut self.beyond, false);
        let start_low = low;
        let mut best = -INFINITE;
        let mut best_move = None;
        let start = self.rank_moves(ply, known.and_then(|known| known.best), at_hand.symmetry);
        let left_out = self.left_out;
        for index in start..self.stack.len() {
            let mv = order::next(&mut self.stack, index);
            let less = if calm { less_depth(depth, index - start) } else { 0 };
            let less = if open_window { less.saturating_sub(1) } else { less };
            let score = self.try_move(mv, deep, less, low, high, index == start)?;
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = Some(mv);
                    self.lines.note(ply, mv);
                }
            }
            if score >= high {
                self.cuts += u64::from(index + 1 < self.stack.len());
                self.order.cut(self.path.game(), &self.stack[start..=index], ply, depth);
                break;
            }
        }
        self.stack.truncate(start);
        best = self.with_doubt(best, left_out);
        if at_hand.cuts && repetitions == self.repetitions {
            self.remember(&at_hand, depth, best, start_low, high, best_move);
        }
        self.beyond |= beyond_elsewhere;
        Ok(best)
    }

    /// The score at the depth limit. Skips the search for a forced win if the static evaluation suffices for a
    /// cutoff.
    fn selective_leaf(&mut self, context: Context, ply: usize, enough: Option<Score>) -> Score {
        let glance = self.judge(context) + self.tempo();
        let cuts = self.habits.glance_first && enough.is_some_and(|enough| glance >= enough);
        let forced = if cuts { None } else { self.forced_win_if_new(0, ply) };
        forced.unwrap_or_else(|| {
            self.beyond = true;
            glance
        })
    }

    /// A forced win that the guide finds, unless it already searched here in vain.
    fn forced_win_if_new(&mut self, depth: u32, ply: usize) -> Option<Score> {
        let effort = self.habits.effort(depth).min(self.meter.nodes_left());
        let forcing = self.guide.forced_win_if_new(self.path.game(), self.path.state(), effort);
        self.found(forcing, ply)
    }

    /// Plays a move, finds its score for the mover with `deep` turns after it, and undoes it. A move other than the
    /// first is first tested with a null window and `less` turns fewer.
    fn try_move(
        &mut self,
        mv: G::Move,
        deep: u32,
        less: u32,
        low: Score,
        high: Score,
        first: bool,
    ) -> Result<Score, Stopped> {
        let before = *self.path.state();
        let mover = self.path.game().to_move(&before);
        self.path.play(mv);
        self.guide.play(self.path.game(), &before, mv, self.path.state());
        let same_side = self.path.game().to_move(self.path.state()) == mover;
        let mut ask = |deep: u32, low: Score, high: Score| match same_side {
            true => self.search_selectively(deep, low, high),
            false => self.search_selectively(deep, -high, -low).map(|score| -score),
        };
        let mut answer = || {
            if first {
                return ask(deep, low, high);
            }
            let shallow = deep.saturating_sub(less);
            let mut score = ask(shallow, low, low + 1)?;
            if score > low && shallow < deep {
                score = ask(deep, low, low + 1)?;
            }
            if low < score && score < high {
                score = ask(deep, low, high)?;
            }
            Ok(score)
        };
        let score = answer();
        self.path.undo();
        self.guide.undo();
        score
    }
}

/// Natural logarithms in hundredths, as integers so that reductions are the same on every machine.
#[rustfmt::skip]
const LOGARITHMS: [u32; 64] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271,
    277, 283, 289, 294, 300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343,
    347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374, 376, 378, 381, 383, 385,
    387, 389, 391, 393, 395, 397, 399, 401, 403, 404, 406, 408, 409, 411, 413, 414,
];

/// The reduction in turns of the move with index `later`.
fn less_depth(depth: u32, later: usize) -> u32 {
    if depth < 3 || later < 2 {
        return 0;
    }
    let of = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len() - 1)];
    (60 + of(depth as usize) * of(later + 1) * 70 / 10_000) / 100
}

/// The score of a table entry if it is usable for a search to `depth` with this window. A decided game is a proof
/// at any depth, unless a countdown could end it before.
fn usable(
    known: Known,
    depth: u32,
    horizon: u32,
    ply: usize,
    low: Score,
    high: Score,
) -> Option<Score> {
    let searched = u32::from(known.depth);
    let fits_horizon = match score::decided_in(known.score) {
        Some(turns) => turns.unsigned_abs() < horizon,
        None => searched >= depth || known.settled && searched < horizon,
    };
    if !fits_horizon {
        return None;
    }
    let score = score::from_root(known.score, ply);
    let fits = match known.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= high,
        Bound::AtMost => score <= low,
    };
    fits.then_some(score)
}
