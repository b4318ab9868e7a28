//! Victory by continuous fours: every stone makes a four, so every reply is forced.
//!
//! With one reply to each stone the tree is as narrow as a line of play, so this finds wins of twenty or thirty
//! turns that no full-width search would see.

use ninefold_core::piece_key;

use super::board_threats::BoardThreats;
use super::instant_wins::{Duty, Win};
use super::shape::Threat;

/// The number of refuted positions that are remembered.
const MEMORY: usize = 1 << 14;

/// A search for continuous fours that remembers positions without any.
#[derive(Clone, Debug)]
pub(super) struct Fours {
    /// Indexed by the lowest bits of the keys. The key 0 is that of the empty board, which has no fours.
    refuted: Vec<u64>,
    /// The number of positions that may still be searched.
    left: u64,
    /// Whether the search was cut short by this limit.
    cut: bool,
}

impl Fours {
    /// Creates a search with an empty memory.
    pub(super) fn new() -> Fours {
        Fours { refuted: vec![0; MEMORY], left: 0, cut: false }
    }

    /// Searches at most `effort` positions for a win of `attacker`, who is to move in the position with this key.
    /// Also returns the number of positions searched.
    pub(super) fn search<const W: usize>(
        &mut self,
        board: &mut BoardThreats<'_, W>,
        attacker: usize,
        key: u64,
        effort: u64,
    ) -> (Option<Win>, u64) {
        (self.left, self.cut) = (effort, false);
        let win = self.win(board, attacker, key);
        (win, effort - self.left)
    }

    fn win<const W: usize>(
        &mut self,
        board: &mut BoardThreats<'_, W>,
        attacker: usize,
        key: u64,
    ) -> Option<Win> {
        let instant = board.instant_win(attacker);
        if instant.is_some() || self.is_refuted(key) {
            return instant;
        }
        let found = match board.duty(attacker) {
            Duty::Hopeless => None,
            // The block must be a four itself.
            Duty::Block(cell) => (board.threat_of(attacker, cell) >= Threat::Four)
                .then(|| self.four(board, attacker, key, cell))
                .flatten(),
            Duty::Free => [Threat::FourThree, Threat::Four].into_iter().find_map(|threat| {
                let mut cells = board.cells(attacker, threat).cells();
                cells.find_map(|cell| self.four(board, attacker, key, cell))
            }),
        };
        if found.is_none() && !self.cut {
            self.refute(key);
        }
        found
    }

    /// A win that starts with the four of a stone on `cell`. The opponent cannot complete a line, or the stone
    /// blocks it, so the only reply is to block, and there is only one cell for that.
    fn four<const W: usize>(
        &mut self,
        board: &mut BoardThreats<'_, W>,
        attacker: usize,
        key: u64,
        cell: usize,
    ) -> Option<Win> {
        if self.left == 0 {
            self.cut = true;
            return None;
        }
        self.left -= 1;
        let defender = 1 - attacker;
        board.put(attacker, cell);
        let block = board.first(attacker, Threat::Five);
        let win = block.and_then(|block| {
            board.put(defender, block);
            let key = key ^ piece_key(attacker, cell) ^ piece_key(defender, block);
            let win = self.win(board, attacker, key);
            board.lift(defender, block);
            win
        });
        board.lift(attacker, cell);
        win.map(|win| Win { cell, turns: win.turns + 2 })
    }

    fn is_refuted(&self, key: u64) -> bool {
        self.refuted[key as usize % MEMORY] == key
    }

    /// Records that the player to move has no such win, whatever the effort.
    fn refute(&mut self, key: u64) {
        self.refuted[key as usize % MEMORY] = key;
    }
}
