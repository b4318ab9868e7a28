//! The spaces of positions in the book.

use ninefold_core::Player;
use ninefold_games::morris::{Points, State};

use crate::morris::board::{in_mills, renumbered};
use crate::morris::placing::LAYERS;
use crate::morris::rows::{Rows, binomial};
use crate::morris::tables::{in_hand, sets};

/// The last stored layer of the placing phase; of the earlier layers every second one is stored.
pub(super) const LAST: u32 = 9;
/// The numbers of men of a side in the stored endings.
pub(super) const ENDINGS: std::ops::RangeInclusive<u32> = 3..=5;

/// The positions with one number of men placed and one number of men on each side.
///
/// They are arranged in rows: one for each set of one side up to symmetry, with all sets of the other side. In the
/// placing phase the rows are White's, who has just placed in all stored positions; in endings those of the side to
/// move. So the successors of a position lie in few rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Space {
    /// The number of men placed; 18 in endings.
    pub(super) placed: u32,
    /// The number of men of the side that forms the rows.
    pub(super) row: u32,
    /// The number of men of the side whose sets are enumerated.
    pub(super) run: u32,
}

impl Space {
    /// All spaces of the book, in the order of its file.
    pub(super) fn all() -> impl Iterator<Item = Space> {
        let placing = (1..=LAST).step_by(2).flat_map(|placed| {
            (1..=placed.div_ceil(2))
                .flat_map(move |row| (0..=placed / 2).map(move |run| Space { placed, row, run }))
        });
        let endings =
            ENDINGS.flat_map(|row| ENDINGS.map(move |run| Space { placed: LAYERS, row, run }));
        placing.chain(endings)
    }

    /// The space of a position and its sets, that of the row first, in the solver's numbering; `None` if the book
    /// does not cover it.
    pub(super) fn of(state: &State) -> Option<(Space, Points, Points)> {
        let placed = LAYERS - in_hand(state);
        let (own, other) = sets(state);
        let row_moves = placed == LAYERS || state.to_move() == Player::FIRST;
        let (row, run) = if row_moves { (own, other) } else { (other, own) };
        let space = Space { placed, row: row.count_ones(), run: run.count_ones() };
        let reached = match placed {
            LAYERS => ENDINGS.contains(&space.row) && ENDINGS.contains(&space.run),
            _ => placed <= LAST,
        };
        (reached && space.keeps(row, run)).then_some((space, row, run))
    }

    /// Whether its positions are stored, rather than one move away from stored ones.
    pub(super) fn is_written(self) -> bool {
        self.is_ending() || self.placed % 2 == 1
    }

    /// Whether hands are empty.
    pub(super) fn is_ending(self) -> bool {
        self.placed == LAYERS
    }

    /// The men of the side to move and of the opponent in stored positions.
    pub(super) fn sides(self, row: Points, run: Points) -> (Points, Points) {
        if self.is_ending() { (row, run) } else { (run, row) }
    }

    /// The number of men taken from the side that forms the rows, and from the other.
    fn taken(self) -> (u32, u32) {
        (self.placed.div_ceil(2) - self.row, self.placed / 2 - self.run)
    }

    /// Whether the missing men can have been taken: a side that took men has a mill, or has itself lost men from
    /// one. This holds for every reachable position and all its successors.
    #[inline(always)]
    pub(super) fn keeps(self, row: Points, run: Points) -> bool {
        let (from_row, from_run) = if self.is_ending() { (1, 1) } else { self.taken() };
        let row_may = from_run == 0 || from_row > 0 || in_mills(row) != 0;
        let run_may = from_row == 0 || from_run > 0 || in_mills(run) != 0;
        row_may && run_may
    }

    /// Whether a row contains any position.
    pub(super) fn keeps_row(self, row: Points) -> bool {
        let (from_row, from_run) = if self.is_ending() { (1, 1) } else { self.taken() };
        from_run == 0 || from_row > 0 || in_mills(row) != 0
    }

    /// The sets that form the rows.
    pub(super) fn rows(self) -> &'static Rows {
        Rows::of(self.row)
    }

    /// The number of sets in a row.
    pub(super) fn length(self) -> usize {
        binomial(24 - self.row, self.run) as usize
    }
}

/// Converts a set to the numbering of the rules.
pub(super) fn as_played(set: Points) -> Points {
    renumbered(set)
}
