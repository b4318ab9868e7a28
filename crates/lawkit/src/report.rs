//! Reports of what was checked.

use std::fmt;

use crate::Law;

/// What a run over a law-abiding game has covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Distinct positions.
    pub states: u64,
    /// Distinct positions in which the game is over.
    pub finished: u64,
    /// Legal moves of those positions.
    pub moves: u64,
    /// Random games.
    pub games: u64,
    /// The largest number of different images of one position: the order of the symmetry group, unless the board is
    /// too small or simple to distinguish its elements.
    pub orbit: usize,
    checks: [u64; Law::ALL.len()],
}

impl Report {
    /// The number of comparisons made for a law.
    pub fn checks(&self, law: Law) -> u64 {
        self.checks[law as usize]
    }

    /// The laws without any comparison.
    pub fn unchecked(&self) -> Vec<Law> {
        Law::ALL.into_iter().filter(|&law| self.checks(law) == 0).collect()
    }

    pub(crate) fn count(&mut self, law: Law) {
        self.checks[law as usize] += 1;
    }
}

/// A line of totals, then a line for each law.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { states, finished, moves, games, orbit, .. } = self;
        write!(f, "{states} positions ({finished} finished), {moves} moves, {games} games, ")?;
        writeln!(f, "up to {orbit} images")?;
        for law in Law::ALL {
            writeln!(f, "{law:<14} {:>10}", self.checks(law))?;
        }
        Ok(())
    }
}
