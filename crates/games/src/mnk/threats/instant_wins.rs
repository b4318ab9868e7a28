//! Wins and judgements that need no search.

use super::board_threats::BoardThreats;
use super::shape::{Role, Threat};

/// A win of the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// The cell of its first stone.
    pub(super) cell: usize,
    /// After how many turns of both sides the line stands at the latest.
    pub(super) turns: u32,
}

/// What the other player's fours leave to the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    /// Nothing has to be blocked.
    Free,
    /// This cell has to be.
    Block(usize),
    /// Two have to be, and one stone cannot.
    Hopeless,
}

impl<const W: usize> BoardThreats<'_, W> {
    /// What the player on turn, who cannot win at once, has to block.
    pub(super) fn duty(&self, mover: usize) -> Duty {
        match self.count_of(1 - mover, Threat::Five) {
            0 => Duty::Free,
            1 => self.first(1 - mover, Threat::Five).map_or(Duty::Free, Duty::Block),
            _ => Duty::Hopeless,
        }
    }

    /// The first cell on which a stone of a player makes this threat.
    pub(super) fn first(&self, player: usize, threat: Threat) -> Option<usize> {
        self.cells(player, threat).cells().next()
    }

    /// A win in one, three or five turns that can be read from the tables.
    ///
    /// - One turn: a cell that completes a line.
    /// - Three: a stone after which two cells complete a line. Nobody else completes one meanwhile: the
    ///   other player had no such cell, or the stone stands on the only one.
    /// - Five: a four and an open three at once. The four is blocked on a cell that is not on the line
    ///   of the three. If the block makes no four, a stone that makes a double threat of the three
    ///   is the win in three.
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

    /// Whether the block of the four that a stone of `mover` on `cell` makes is no four itself.
    fn holds(&self, mover: usize, cell: usize) -> bool {
        let mut gaps = self.gaps_of_fours(mover, cell).cells().filter(|&gap| gap != cell);
        gaps.all(|block| self.threat_of(1 - mover, block) < Threat::Four)
    }

    /// By how much the player on turn is ahead: what the empty cells are worth to him, less what they
    /// are worth to the one who waits.
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

/// After how many turns the wins stand that [`BoardThreats::instant_win`] sees.
pub(super) const SEEN_TURNS: [u32; 3] = [1, 3, 5];

/// What a win that is seen but not played out is worth; more than all lines together.
pub(super) const SURE: i32 = 100_000_000;
