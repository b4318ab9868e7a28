//! Positions as written, before validation against the rules.

use ninefold_core::{Player, PositionError};

use super::rules::Side;
use super::{Morris, Points, State};

/// Men, hands and the side to move, as given.
pub(super) struct Setup {
    pub(super) men: [Points; 2],
    pub(super) hands: [u32; 2],
    pub(super) mover: Player,
}

/// The names of the sides in sentences.
pub(super) const NAMES: [&str; 2] = ["White", "Black"];

impl Setup {
    /// Returns the position, if it is possible under the rules.
    pub(super) fn check(&self) -> Result<State, PositionError> {
        let left = |player: usize| self.men[player].count_ones() + self.hands[player];
        for (player, name) in NAMES.iter().enumerate() {
            if left(player) > Morris::MEN {
                return Err(PositionError::Impossible(format!(
                    "{name} has more than nine men: {} on the board and {} in hand",
                    self.men[player].count_ones(),
                    self.hands[player],
                )));
            }
        }
        let [white, black] = self.hands;
        let ahead = u32::from(self.mover == Player::SECOND);
        if white + black > 0 && white + ahead != black {
            return Err(PositionError::Impossible(format!(
                "with {} to move the men in hand cannot be {white},{black}, because White places first",
                NAMES[self.mover.index()],
            )));
        }
        if left(0) < 3 && left(1) < 3 {
            return Err(PositionError::Impossible("both sides have fewer than three men".into()));
        }
        let (moved, start) = (self.mover.other(), self.hands == [Morris::MEN; 2]);
        if self.men[moved.index()] == 0 && !start {
            return Err(PositionError::Impossible(format!(
                "{} has just moved but has no man on the board",
                NAMES[moved.index()],
            )));
        }
        let side = |player: Player| {
            Side::new(player, self.men[player.index()], self.hands[player.index()])
        };
        Ok(State { own: side(self.mover), other: side(self.mover.other()) })
    }
}
