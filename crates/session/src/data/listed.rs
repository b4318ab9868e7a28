//! Every position of a small game, and the value of each by one backward pass.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ninefold_core::{Outcome, Player, StopFlag, View};
use ninefold_solve::Unit;

use super::DataError;

/// The maximum number of listed positions.
const MOST: usize = 2_000_000;
/// The same for games short enough to be listed completely, such as those on a board of 4 × 4.
const MOST_OF_FEW: usize = 12_000_000;
const FEW_TURNS: u32 = 16;

/// Set if a move ends the game: the other bits then hold the result.
const OVER: u32 = 1 << 31;
/// The encoding of a result of 0.
const EVEN: i32 = 1 << 30;

/// The value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Win, draw or loss, or the points still to be won.
    pub(super) value: i32,
    /// The plies to the end when the winner hurries and the loser delays; `None` for a draw.
    pub(super) plies: Option<u32>,
}

/// Every reachable position in which a player is to move, in the order of turns.
pub(super) struct Listed<G: View> {
    pub(super) states: Vec<G::State>,
    /// The target of every move, position after position: the number of a position, or the end of
    /// the game.
    after: Vec<u32>,
    /// The end of each position's targets.
    ends: Vec<u32>,
    /// Whether every move leads to a position further down the list.
    in_order: bool,
}

impl<G: View> Listed<G> {
    /// Lists the positions.
    pub(super) fn new(game: &G, unit: Unit, stop: &StopFlag) -> Result<Listed<G>, DataError> {
        let start = game.start(0);
        let most = if game.most_turns(&start) <= FEW_TURNS { MOST_OF_FEW } else { MOST };
        let mut all =
            Listed { states: vec![start], after: Vec::new(), ends: Vec::new(), in_order: true };
        let (mut numbers, mut moves) = (BTreeMap::from([(start, 0)]), Vec::new());
        while let Some(&state) = all.states.get(all.ends.len()).filter(|_| !stop.is_raised()) {
            let number = all.ends.len() as u32;
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let mut after = state;
                game.play(&mut after, mv);
                let to = match game.outcome(&after) {
                    Some(outcome) => OVER | (EVEN + result(game, unit, &after, &outcome)) as u32,
                    None => match numbers.entry(after) {
                        Entry::Occupied(there) => *there.get(),
                        Entry::Vacant(free) => {
                            all.states.push(after);
                            *free.insert(all.states.len() as u32 - 1)
                        }
                    },
                };
                all.in_order &= to > number;
                all.after.push(to);
            }
            all.ends.push(all.after.len() as u32);
            if all.states.len() > most {
                return Err(DataError::Missing(format!(
                    "more than {most} positions can be reached: draw some of them, or take a smaller board"
                )));
            }
        }
        match stop.is_raised() {
            true => Err(DataError::Stopped),
            false => Ok(all),
        }
    }

    /// The value of each, in a two-player game in which no position repeats.
    pub(super) fn known(&self, game: &G, unit: Unit) -> Option<Vec<Known>> {
        if game.players() != 2 || !self.in_order {
            return None;
        }
        // The result for the first player, and the plies to it.
        let mut best = vec![(0, 0); self.states.len()];
        let mut known = vec![Known { value: 0, plies: None }; self.states.len()];
        for number in (0..self.states.len()).rev() {
            let state = &self.states[number];
            let sign = if game.to_move(state) == Player::FIRST { 1 } else { -1 };
            let begin = if number == 0 { 0 } else { self.ends[number - 1] as usize };
            let now = lead(game, unit, state);
            let found = self.after[begin..self.ends[number] as usize].iter().map(|&to| {
                let (result, plies) = match to & OVER {
                    0 => best[to as usize],
                    _ => ((to & !OVER) as i32 - EVEN, 0),
                };
                // The player who is ahead hurries, the one behind delays.
                let value = sign * (result - now);
                (value, -value.signum() * (plies + 1), result, plies + 1)
            });
            let (value, _, result, plies) = found.max()?;
            best[number] = (result, plies);
            let plies = (value != 0 || unit == Unit::Points).then_some(plies as u32);
            known[number] = Known { value, plies };
        }
        Some(known)
    }
}

/// The first player's result.
fn result<G: View>(game: &G, unit: Unit, state: &G::State, outcome: &Outcome) -> i32 {
    match unit {
        Unit::Points => lead(game, unit, state),
        _ => i32::from(outcome.payoffs.of(Player::FIRST)),
    }
}

/// The first player's current lead in points, if values count only those still to be won.
fn lead<G: View>(game: &G, unit: Unit, state: &G::State) -> i32 {
    match unit {
        Unit::Points => game.points(state)[0] - game.points(state)[1],
        _ => 0,
    }
}
