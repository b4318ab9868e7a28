//! Which moves are worth a look.

use super::super::Bits;
use super::board_threats::BoardThreats;
use super::instant_wins::Duty;
use super::shape::Threat;

/// Which cells a search has to look at.
pub(super) enum Choice<const W: usize> {
    /// One of these is as good as any other cell.
    Among(Bits<W>),
    /// Nothing has to be done at once.
    Free,
}

impl<const W: usize> BoardThreats<'_, W> {
    /// The cells among which the player on turn finds a best move, by proof rather than by habit:
    ///
    /// - he can complete a line: the cells that do;
    /// - the other can: the cells where he does, for any other stone loses at once;
    /// - he can make a double threat: the cells that do, for it wins;
    /// - the other can make one: the cells that take part in all of those, and his own fours, which have
    ///   to be answered first. Any other stone leaves a double threat standing and loses to it. When
    ///   nothing is left he is lost, and goes where the other would.
    pub(super) fn choice(&self, mover: usize) -> Choice<W> {
        let other = 1 - mover;
        if self.count_of(mover, Threat::Five) > 0 {
            return Choice::Among(*self.cells(mover, Threat::Five));
        }
        if self.duty(mover) != Duty::Free {
            return Choice::Among(*self.cells(other, Threat::Five));
        }
        if self.count_of(mover, Threat::Double) > 0 {
            return Choice::Among(*self.cells(mover, Threat::Double));
        }
        if self.count_of(other, Threat::Double) == 0 {
            return Choice::Free;
        }
        let doubles = self.cells(other, Threat::Double);
        let cures = doubles.cells().map(|cell| self.gaps_of_fours(other, cell));
        let cures = cures.reduce(|all, gaps| all.and(&gaps)).unwrap_or(Bits::EMPTY);
        let fours = self.cells(mover, Threat::Four).or(self.cells(mover, Threat::FourThree));
        let answers = cures.or(&fours);
        Choice::Among(if answers.is_empty() { *doubles } else { answers })
    }
}
