//! Determines whether a win survives a short countdown, by a search under the draw rules to its end.
//!
//! The values of tables and book are those of the pure game. Draw rules only ever end games as draws. So a draw of
//! the pure game stays a draw, and for a win or a loss it must be checked whether the end comes in time. The winner
//! tries only moves that preserve the win of the pure game: after all others the opponent has a draw.
//!
//! Repetition matters only for positions that have already occurred in the game. On the way to a win in time no
//! position needs to occur twice: with more of a countdown left a win takes no longer, so the second occurrence
//! would be no closer to the end.

use std::collections::HashMap;

use ninefold_core::{Rules, StopFlag};
use ninefold_games::morris::{Move, State};

use super::countdowns::Countdowns;
use super::file::TableError;
use super::judge::Judge;
use super::policy::Situation;
use super::progress::guess;
use super::pursuit::three_each;
use super::tables::Value;
use crate::InTime;

/// A countdown of more plies than this is not searched.
pub(super) const SHORT: u32 = 12;
/// The maximum number of positions searched.
const MOST_POSITIONS: u64 = 50_000;

/// A search through short countdowns.
pub(super) struct Settling<'a, 'b> {
    judge: &'b mut Judge<'a>,
    situation: &'b Situation<'b>,
    /// Whether there is an earlier position whose recurrence draws the game.
    has_come: bool,
    /// By position and countdowns: whether the side that wins the pure game still wins, if known.
    known: HashMap<(u64, Countdowns), Option<bool>>,
    /// The number of positions searched.
    pub(super) positions: u64,
    most: u64,
}

impl<'a, 'b> Settling<'a, 'b> {
    /// `times` yields how often positions have occurred, including the current one.
    pub(super) fn new(
        judge: &'b mut Judge<'a>,
        situation: &'b Situation<'b>,
        times: impl IntoIterator<Item = u32>,
        most: Option<u64>,
    ) -> Settling<'a, 'b> {
        let has_come = situation
            .repetitions
            .is_some_and(|limit| times.into_iter().any(|times| times + 1 >= limit));
        let most = most.unwrap_or(MOST_POSITIONS).min(MOST_POSITIONS);
        Settling { judge, situation, has_come, known: HashMap::new(), positions: 0, most }
    }

    /// The value of a move under the draw rules for the player who makes it, from its value in the pure game;
    /// `None` if it cannot be determined.
    pub(super) fn value(
        &mut self,
        state: &State,
        mv: Move,
        pure: Value,
        left: Countdowns,
    ) -> Result<Option<Value>, TableError> {
        if pure == Value::Draw {
            return Ok(Some(pure));
        }
        let stands = self.stands(state, mv, pure == Value::Win, left)?;
        Ok(stands.map(|stands| if stands { pure } else { Value::Draw }))
    }

    /// Whether the result of the pure game stands after a move by the winner or the loser.
    fn stands(
        &mut self,
        state: &State,
        mv: Move,
        by_winner: bool,
        left: Countdowns,
    ) -> Result<Option<bool>, TableError> {
        let next = self.judge.after(state, mv);
        self.positions += 1;
        if self.judge.game.outcome(&next).is_some() {
            return Ok(Some(true));
        }
        if mv.taken().is_some() {
            // The first countdown is reset, which is too long for a search.
            return Ok(None);
        }
        let left = left.after(state);
        if left.has_run_out() || self.situation.is_drawn_by(&next) {
            return Ok(Some(false));
        }
        if let Some(plies) = self.judge.truth.plies(&next)? {
            if three_each(&next) && plies > left.nearest(&next) {
                return Ok(Some(false));
            }
            let winner = if by_winner { state.to_move() } else { next.to_move() };
            if !self.has_come && left.allow(&next, winner, plies) == InTime::Certain {
                return Ok(Some(true));
            }
        }
        let key = (self.judge.game.key(&next), left);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.positions >= self.most || self.situation.stop.is_some_and(StopFlag::is_raised) {
            return Ok(None);
        }
        let found = match by_winner {
            true => self.defend(&next, left)?,
            false => self.attack(&next, left)?,
        };
        self.known.insert(key, found);
        Ok(found)
    }

    /// Whether the winner, to move, wins in time.
    fn attack(&mut self, state: &State, left: Countdowns) -> Result<Option<bool>, TableError> {
        let mut moves = self.judge.moves(state);
        moves.sort_by_cached_key(|&mv| {
            let next = self.judge.after(state, mv);
            if self.judge.game.outcome(&next).is_some() { i32::MIN } else { guess(&next) }
        });
        let mut is_open = false;
        for mv in moves {
            let next = self.judge.after(state, mv);
            if self.judge.reaches(&next, Value::Draw)? != Some(false) {
                continue;
            }
            match self.stands(state, mv, true, left)? {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => is_open = true,
            }
        }
        Ok((!is_open).then_some(false))
    }

    /// Whether the loser, to move, loses in time with every move.
    fn defend(&mut self, state: &State, left: Countdowns) -> Result<Option<bool>, TableError> {
        let mut is_open = false;
        for mv in self.judge.moves(state) {
            match self.stands(state, mv, false, left)? {
                Some(false) => return Ok(Some(false)),
                Some(true) => {}
                None => is_open = true,
            }
        }
        Ok((!is_open).then_some(true))
    }
}
