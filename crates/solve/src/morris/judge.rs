//! Value lookups for one decision, with search results cached.

use std::collections::HashMap;

use ninefold_core::Rules;
use ninefold_games::morris::{Morris, Move, State};

use super::file::TableError;
use super::tables::{Value, in_hand};
use super::truth::Truth;

/// Looks values up in tables or a book, and searches a few plies where none are stored.
pub(super) struct Judge<'a> {
    pub(super) truth: &'a dyn Truth,
    pub(super) game: Morris,
    /// For positions of layers that are not stored, by key (a bijection of the position): whether the side to move
    /// reaches a draw, and a win.
    searched: HashMap<(u64, Value), bool>,
    looked_at: u64,
}

impl<'a> Judge<'a> {
    pub(super) fn new(truth: &'a dyn Truth) -> Judge<'a> {
        Judge { truth, game: Morris::default(), searched: HashMap::new(), looked_at: 0 }
    }

    /// The number of positions looked up.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The position after a move.
    pub(super) fn after(&self, state: &State, mv: Move) -> State {
        let mut next = *state;
        self.game.play(&mut next, mv);
        next
    }

    /// The value for the side to move; `None` if no table covers the position.
    pub(super) fn value(&mut self, state: &State) -> Result<Option<Value>, TableError> {
        if self.truth.keeps(state) {
            self.looked_at += 1;
            return self.truth.looked_up(state);
        }
        if !self.truth.reaches_all() {
            return Ok(None);
        }
        for value in [Value::Win, Value::Draw] {
            match self.reaches(state, value)? {
                None => return Ok(None),
                Some(true) => return Ok(Some(value)),
                Some(false) => {}
            }
        }
        Ok(Some(Value::Loss))
    }

    /// Whether the side to move has at least this value, a win or a draw. This is cheaper than the value itself:
    /// one good move and one lookup are enough.
    pub(super) fn reaches(
        &mut self,
        state: &State,
        bound: Value,
    ) -> Result<Option<bool>, TableError> {
        if self.truth.keeps(state) {
            self.looked_at += 1;
            return self.truth.reaches(state, bound);
        }
        if !self.truth.reaches_all() {
            return Ok(None);
        }
        let key = (self.game.key(state), bound);
        if let Some(&known) = self.searched.get(&key) {
            return Ok(Some(known));
        }
        let mut moves = self.moves(state);
        // Captures first: they are good most often.
        moves.sort_by_key(|mv| mv.taken().is_none());
        // A move wins if the opponent does not even draw, and draws if the opponent does not win.
        let other = if bound == Value::Win { Value::Draw } else { Value::Win };
        let mut found = false;
        for mv in moves {
            let Some(reached) = self.reaches(&self.after(state, mv), other)? else {
                return Ok(None);
            };
            if !reached {
                found = true;
                break;
            }
        }
        self.searched.insert(key, found);
        Ok(Some(found))
    }

    /// The legal moves.
    pub(super) fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves
    }

    /// The moves and their values for the side that moves, in generation order.
    pub(super) fn judged(&mut self, state: &State) -> Result<Vec<(Move, Value)>, TableError> {
        let mut judged = Vec::new();
        for mv in self.moves(state) {
            let after = self.after(state, mv);
            let value = self.value(&after)?.ok_or_else(|| uncovered(&after))?;
            judged.push((mv, value.reversed()));
        }
        Ok(judged)
    }
}

/// The error for a position that no table covers.
pub(super) fn uncovered(state: &State) -> TableError {
    use ninefold_core::Notation;
    let position = Morris::default().position_text(state);
    TableError::Missing(format!("no table covers {position}, with {} men in hand", in_hand(state)))
}
