//! A common interface to exact values, from the tables of a data folder or the built-in book. Perfect play needs no
//! more than this, so both use the same policy.

use ninefold_games::morris::{Move, State};

use super::book::{Book, MOST_PLACED};
use super::file::TableError;
use super::placing::LAYERS;
use super::tables::{Tables, Value, Verdict, decided, in_hand};

/// Exact knowledge about positions for the side to move; `None` for positions that are not covered.
pub(super) trait Truth {
    /// Whether the value of a position, if it is covered at all, is stored and need not be searched.
    fn keeps(&self, state: &State) -> bool;

    /// Whether values that are not stored follow from those that are.
    fn reaches_all(&self) -> bool;

    /// The stored value of a position.
    fn looked_up(&self, state: &State) -> Result<Option<Value>, TableError>;

    /// Whether the side to move has at least this value, a win or a draw, for a stored position.
    fn reaches(&self, state: &State, bound: Value) -> Result<Option<bool>, TableError>;

    /// The number of plies that the game lasts if the winner plays for the fastest win and the loser delays, if
    /// known; 0 once a side has too few men.
    fn plies(&self, state: &State) -> Result<Option<u32>, TableError>;

    /// The legal moves and the verdict after each, for the side that moves.
    fn moves(&self, state: &State) -> Result<Option<Vec<(Move, Verdict)>>, TableError>;

    /// For how many plies from a covered position every position is covered.
    fn ahead(&self, state: &State) -> u32;
}

impl Truth for Tables {
    fn keeps(&self, state: &State) -> bool {
        self.keeps(state)
    }

    fn reaches_all(&self) -> bool {
        self.covers_placing()
    }

    fn looked_up(&self, state: &State) -> Result<Option<Value>, TableError> {
        self.looked_up(state)
    }

    fn reaches(&self, state: &State, bound: Value) -> Result<Option<bool>, TableError> {
        self.reaches(state, bound)
    }

    fn plies(&self, state: &State) -> Result<Option<u32>, TableError> {
        if self.men_with_distances() == 0 || in_hand(state) > 0 {
            return Ok(decided(state).map(|_| 0));
        }
        Ok(self.probe(state)?.and_then(|verdict| verdict.plies))
    }

    fn moves(&self, state: &State) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        self.moves(state)
    }

    fn ahead(&self, _state: &State) -> u32 {
        u32::MAX
    }
}

impl Truth for Book {
    fn keeps(&self, state: &State) -> bool {
        self.covers(state)
    }

    fn reaches_all(&self) -> bool {
        false
    }

    fn looked_up(&self, state: &State) -> Result<Option<Value>, TableError> {
        Ok(self.value(state))
    }

    fn reaches(&self, state: &State, bound: Value) -> Result<Option<bool>, TableError> {
        Ok(self.value(state).map(|value| value >= bound))
    }

    fn plies(&self, state: &State) -> Result<Option<u32>, TableError> {
        Ok(decided(state).map(|_| 0))
    }

    fn moves(&self, state: &State) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        let unknown_length = |(mv, value)| (mv, Verdict { value, plies: None });
        let knows_all = self.covers(state) && self.ahead(state) > 0;
        Ok(knows_all.then(|| self.moves(state).into_iter().map(unknown_length).collect()))
    }

    fn ahead(&self, state: &State) -> u32 {
        match LAYERS - in_hand(state) {
            LAYERS => u32::MAX,
            placed => MOST_PLACED.saturating_sub(placed),
        }
    }
}
