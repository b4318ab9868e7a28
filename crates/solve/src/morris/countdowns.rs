//! What is left of the countdowns, and whether a win comes before they end: one rule for everybody who asks.

use ninefold_core::{Clocks, Player};
use ninefold_games::morris::State;

use super::policy::Situation;
use super::pursuit::three_each;
use super::rules;
use crate::InTime;

/// With this many men the winner hardly meets the countdown of three men each: two of them would have to fall first.
const MANY: u32 = 5;
/// With this few it begins with the last man but one of the loser that falls.
const FEW: u32 = 3;
/// A win may be longer or shorter than guessed by this factor, which is more than twice the usual error.
const DOUBT: f32 = 1.5;

/// The plies that are left of the countdowns: without a mill, and with three men each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Countdowns {
    pub(super) mills: u32,
    pub(super) three_each: u32,
}

impl Countdowns {
    /// The countdowns of a situation where both are in force.
    pub(super) fn of(situation: &Situation<'_>) -> Option<Countdowns> {
        let both = situation.mills.zip(situation.three_each);
        both.map(|(mills, three_each)| Countdowns { mills, three_each })
    }

    /// In how many plies one ends the game if no mill is closed meanwhile.
    pub(super) fn nearest(self, state: &State) -> u32 {
        if three_each(state) { self.mills.min(self.three_each) } else { self.mills }
    }

    /// For so many plies none ends the game, whatever is played.
    fn horizon(self, state: &State) -> u32 {
        let [mills, three_each] = rules().stand_still(state);
        (self.mills + mills).min(self.three_each + three_each)
    }

    /// Whether a win of so many plies comes in time if the winner takes the shortest way. (On it no position comes twice: every
    /// turn of the winner is one nearer to the end.)
    pub(super) fn allow(self, state: &State, winner: Player, plies: u32) -> InTime {
        match () {
            () if plies <= self.horizon(state) => InTime::Certain,
            () if plies <= self.mills && state.men_left(winner) >= MANY => InTime::Likely,
            () if state.men_left(winner) <= FEW => InTime::Unlikely,
            () => InTime::Open,
        }
    }

    /// The same where the length is guessed.
    pub(super) fn allow_guess(self, state: &State, winner: Player, plies: u32) -> InTime {
        let at = |factor: f32| self.allow(state, winner, (plies as f32 * factor) as u32);
        match (at(1.0 / DOUBT), at(DOUBT)) {
            (InTime::Unlikely, _) => InTime::Unlikely,
            (_, InTime::Unlikely) => InTime::Open,
            (_, longest) => longest.min(InTime::Likely),
        }
    }

    /// After a move in `state` without a mill.
    pub(super) fn after(self, state: &State) -> Countdowns {
        Countdowns {
            mills: self.mills.saturating_sub(1),
            three_each: self.three_each.saturating_sub(u32::from(three_each(state))),
        }
    }

    pub(super) fn has_run_out(self) -> bool {
        self.mills == 0 || self.three_each == 0
    }
}
