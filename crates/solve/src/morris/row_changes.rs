//! The changes in a row, for its neighbours and its other side.

use ninefold_games::morris::Points;

use super::row_index::{RowIndex, WORD};

/// A list is processed position by position up to this many positions per word of the row.
const FEW_PER_WORD: f64 = 0.75;
/// New white wins are followed position by position up to this many per word of the row.
const FEW_WINS_PER_WORD: f64 = 0.04;

/// New positions of a row, as reported to its neighbours. The list's buffer is reused in the next round.
#[derive(Default)]
pub(super) struct RowChanges {
    /// The black sets, if they are few.
    pub(super) sets: Vec<Points>,
    /// Whether there are so many that the row's whole truth table is read.
    pub(super) many: bool,
}

impl RowChanges {
    /// Clears the changes of the previous round.
    fn clear(&mut self) {
        self.sets.clear();
        self.many = false;
    }

    /// Reports the sets of a truth table, as a list if that is cheaper to process.
    #[inline(always)]
    pub(super) fn tell(&mut self, frame: &RowIndex, table: &[u64]) {
        let count = count(table);
        if count as f64 > FEW_PER_WORD * table.len() as f64 {
            self.many = true;
        } else {
            self.sets.reserve(count);
            each_index(table, |index| self.sets.push(frame.set(index)));
        }
    }

    fn is_none(&self) -> bool {
        !self.many && self.sets.is_empty()
    }
}

/// The result of Black's moves in a row.
#[derive(Default)]
pub(super) struct Change {
    /// Sets against which White wins with Black to move.
    pub(super) lost: RowChanges,
    /// Sets from which White can take a man and win.
    pub(super) takings: RowChanges,
}

impl Change {
    /// What a white move into the row needs to read.
    #[inline(always)]
    pub(super) fn after(&self, closes: bool) -> &RowChanges {
        if closes { &self.takings } else { &self.lost }
    }

    /// Clears the previous round.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.lost.clear();
        self.takings.clear();
    }

    /// Whether nothing was gained.
    pub(super) fn is_none(&self) -> bool {
        self.lost.is_none() && self.takings.is_none()
    }
}

/// The result of White's moves out of a row, as Black's moves use it.
#[derive(Default)]
pub(super) struct Gain {
    /// The indices of the black sets against which White wins, if they are few.
    pub(super) indices: Vec<u32>,
    /// Whether there are so many that Black's moves are evaluated for the whole row.
    pub(super) many: bool,
    /// Whether these include sets of three men, which fly.
    pub(super) flies: bool,
}

impl Gain {
    /// Clears the previous round.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        (self.many, self.flies) = (false, false);
    }
}

/// Whether so many new white wins are followed position by position in a row of `words` words.
#[inline(always)]
pub(super) fn few_wins(count: usize, words: usize) -> bool {
    (count as f64) < FEW_WINS_PER_WORD * words as f64
}

/// The number of indices in a truth table.
#[inline(always)]
pub(super) fn count(table: &[u64]) -> usize {
    table.iter().map(|word| word.count_ones() as usize).sum()
}

/// Calls `visit` with every index in a truth table.
#[inline(always)]
pub(super) fn each_index(table: &[u64], mut visit: impl FnMut(u32)) {
    for (number, &word) in table.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit((number as u32) << WORD | left.trailing_zeros());
            left &= left - 1;
        }
    }
}
