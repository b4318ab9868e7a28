//! Victory by continuous fours: every stone makes a four, so every answer is forced.
//!
//! With one answer to each stone the tree is as narrow as a line of play, and wins of twenty or thirty
//! turns are found that no search of all moves would see.

use ninefold_core::piece_key;

use super::board_threats::BoardThreats;
use super::instant_wins::{Duty, Win};
use super::shape::Threat;

/// How many refuted positions are remembered.
const MEMORY: usize = 1 << 14;

/// A search for continuous fours that remembers where there are none.
#[derive(Clone, Debug)]
pub(super) struct Fours {
    /// By the lowest bits of their keys. The key 0 is that of the empty board, which has no fours.
    refuted: Vec<u64>,
    /// How many more positions may be looked at.
    left: u64,
    /// Whether something was not looked at for want of them.
    cut: bool,
}

impl Fours {
    /// A search that has seen nothing yet.
    pub(super) fn new() -> Fours {
        Fours { refuted: vec![0; MEMORY], left: 0, cut: false }
    }

    /// A win of `attacker`, who is on turn in the position with this key, in at most `effort`
    /// positions; and how many were looked at.
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
            // The block has to be a four itself.
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

    /// A win that begins with the four of a stone on `cell`. The other player has no line to complete,
    /// or the stone is on it, so he must block, and there is one cell for that.
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

    /// Remembers that the player on turn has no such win, whatever the effort.
    fn refute(&mut self, key: u64) {
        self.refuted[key as usize % MEMORY] = key;
    }
}
