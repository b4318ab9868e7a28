//! Wins and evaluations that need no search.

use super::board_threats::BoardThreats;
use super::shape::{Role, Threat};

/// A win of the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// The cell of its first stone.
    pub(super) cell: usize,
    /// The maximum number of turns of both sides until the line is complete.
    pub(super) turns: u32,
}

/// What the opponent's fours require of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    /// Nothing needs to be blocked.
    Free,
    /// This cell must be blocked.
    Block(usize),
    /// Two cells must be blocked, which one stone cannot do.
    Hopeless,
}

impl<const W: usize> BoardThreats<'_, W> {
    /// What the player to move, who cannot win immediately, must block.
    pub(super) fn duty(&self, mover: usize) -> Duty {
        match self.count_of(1 - mover, Threat::Five) {
            0 => Duty::Free,
            1 => self.first(1 - mover, Threat::Five).map_or(Duty::Free, Duty::Block),
            _ => Duty::Hopeless,
        }
    }

    /// The first cell on which a player's stone makes this threat.
    pub(super) fn first(&self, player: usize, threat: Threat) -> Option<usize> {
        self.cells(player, threat).cells().next()
    }

    /// A win in one, three or five turns that follows from the tables.
    ///
    /// - One turn: a cell that completes a line.
    /// - Three: a stone after which two cells complete a line. The opponent cannot complete a line in between:
    ///   there was no such cell, or the stone occupies the only one.
    /// - Five: a four and an open three at once. The four is blocked on a cell that is not on the line of the
    ///   three. If the block makes no four, a stone that turns the three into a double threat is the win in three.
    pub(super) fn instant_win(&self, mover: usize) -> Option<Win> {
        if let Some(cell) = self.first(mover, Threat::Five) {
            return Some(Win { cell, turns: 1 });
        }
        match self.duty(mover) {
            Duty::Hopeless => None,
            Duty::Block(cell) => match self.threat_of(mover, cell) {
                Threat::Double => Some(Win { cell, turns: 3 }),
                Threat::FourThree if self.holds(mover, cell) => Some(Win { cell, turns: 5 }),
                _ => None,
            },
            Duty::Free => {
                if let Some(cell) = self.first(mover, Threat::Double) {
                    return Some(Win { cell, turns: 3 });
                }
                let mut crossings = self.cells(mover, Threat::FourThree).cells();
                let cell = crossings.find(|&cell| self.holds(mover, cell))?;
                Some(Win { cell, turns: 5 })
            }
        }
    }

    /// Whether blocking the four that `mover`'s stone on `cell` makes is not itself a four.
    fn holds(&self, mover: usize, cell: usize) -> bool {
        let mut gaps = self.gaps_of_fours(mover, cell).cells().filter(|&gap| gap != cell);
        gaps.all(|block| self.threat_of(1 - mover, block) < Threat::Four)
    }

    /// The lead of the player to move: the worth of the empty cells to that player, minus their worth to the
    /// opponent.
    pub(super) fn lead(&self, mover: usize) -> i32 {
        if let Some(win) = self.instant_win(mover) {
            return SURE - win.turns as i32;
        }
        if self.duty(mover) == Duty::Hopeless {
            return 2 - SURE;
        }
        self.worth(mover, Role::OnTurn) - self.worth(1 - mover, Role::Waiting)
            + self.worth_of_threats(mover)
    }
}

/// The lengths in turns of the wins that [`BoardThreats::instant_win`] finds.
pub(super) const SEEN_TURNS: [u32; 3] = [1, 3, 5];

/// The value of a win that is visible but not played out; greater than all lines together.
pub(super) const SURE: i32 = 100_000_000;
