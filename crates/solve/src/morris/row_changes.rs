//! What changed in a row, for its neighbours and for its other side.

use ninefold_games::morris::Points;

use super::row_index::{RowIndex, WORD};

/// A list is worked on position by position up to this many positions for each word of the row.
const FEW_PER_WORD: f64 = 0.75;
/// New white wins are followed position by position up to this many for each word of the row.
const FEW_WINS_PER_WORD: f64 = 0.04;

/// New positions of a row, as its neighbours hear of them. The room of the list is kept for the next round.
#[derive(Default)]
pub(super) struct RowChanges {
    /// These black sets, if they are few.
    pub(super) sets: Vec<Points>,
    /// Whether there are so many that the row's whole truth table is read.
    pub(super) many: bool,
}

impl RowChanges {
    /// Forgets the changes of the round before.
    fn clear(&mut self) {
        self.sets.clear();
        self.many = false;
    }

    /// Tells of the sets of a truth table: a list when that is shorter to work on.
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

/// What Black's moves in a row brought.
#[derive(Default)]
pub(super) struct Change {
    /// Sets against which White wins with Black to move.
    pub(super) lost: RowChanges,
    /// Sets from which White can take a man and win.
    pub(super) takings: RowChanges,
}

impl Change {
    /// What a white move into the row hears of.
    #[inline(always)]
    pub(super) fn after(&self, closes: bool) -> &RowChanges {
        if closes { &self.takings } else { &self.lost }
    }

    /// Forgets the round before.
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

/// What White's moves out of a row brought, as Black's moves follow it up.
#[derive(Default)]
pub(super) struct Gain {
    /// White wins against the black sets of these indices, if they are few.
    pub(super) indices: Vec<u32>,
    /// Whether there are so many that Black's moves are judged for the whole row.
    pub(super) many: bool,
    /// Whether there are sets of three men, which fly, among the many.
    pub(super) flies: bool,
}

impl Gain {
    /// Forgets the round before.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        (self.many, self.flies) = (false, false);
    }
}

/// Whether so many new white wins are followed position by position in a row of so many words.
#[inline(always)]
pub(super) fn few_wins(count: usize, words: usize) -> bool {
    (count as f64) < FEW_WINS_PER_WORD * words as f64
}

/// How many indices a truth table holds.
#[inline(always)]
pub(super) fn count(table: &[u64]) -> usize {
    table.iter().map(|word| word.count_ones() as usize).sum()
}

/// Calls `visit` with every index that a truth table holds.
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
