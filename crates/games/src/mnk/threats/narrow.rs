//! Selection of the moves worth searching.

use super::super::Bits;
use super::board_threats::BoardThreats;
use super::instant_wins::Duty;
use super::shape::Threat;

/// The cells that a search must consider.
pub(super) enum Choice<const W: usize> {
    /// One of these is as good as any other cell.
    Among(Bits<W>),
    /// No immediate reply is needed.
    Free,
}

impl<const W: usize> BoardThreats<'_, W> {
    /// The cells among which the player to move has a best move, by proof rather than heuristics:
    ///
    /// - the mover can complete a line: the cells that do;
    /// - the opponent can: the cells where the opponent would, because any other stone loses at once;
    /// - the mover can make a double threat: the cells that do, because it wins;
    /// - the opponent can make one: the cells that take part in all of those, and the mover's own fours, which must
    ///   be answered first. Any other stone leaves a double threat in place and loses to it. If no cell is left,
    ///   the mover is lost and plays where the opponent would.
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
