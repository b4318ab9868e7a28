//! Two searches for one question: the Maker–Breaker search, and the search of the real game.
//!
//! If Breaker, who only tries to prevent a line, succeeds as the defender, then the attacker cannot win the real
//! game either: the defender plays the same moves, and a line of the defender's only ends the game sooner. The
//! converse is false, since the defender's threats must be answered: 5,5,4 and 8,4,4 are draws that Maker wins. So
//! "Breaker wins" is an answer, and "Maker wins" leaves the question to the other search.

use std::io::Write;

use super::board::Board;
use super::breaker::Unwritten;
use super::position::{Open, Position};
use super::search::Search;
use super::table::{INFINITE, Key, Numbers};
use super::word::Word;

/// The minimum K for which the Maker–Breaker search is worthwhile. With three in a row Maker wins on all but the
/// smallest boards.
pub(super) const LEAST_K_TO_ASK_BREAKER: usize = 4;

/// With four in a row Breaker wins only on narrow boards; what is undecided after this many positions from an empty
/// board is better left to the other search.
const ALLOWANCE_FOR_FOUR: u64 = 120_000;

/// The number of positions in the first turn of the Maker–Breaker search if there are stones, and of the other
/// search; it doubles each time.
const FIRST_TURN: [u64; 2] = [5_000, 20_000];

/// The division of memory: a part for the Maker–Breaker search and one for the other.
pub(super) fn shared_memory<W: Word>(board: &Board<W>, memory: usize) -> [usize; 2] {
    let part = match board.k() {
        0..LEAST_K_TO_ASK_BREAKER => 0,
        LEAST_K_TO_ASK_BREAKER => memory / 16,
        _ => memory / 4 * 3,
    };
    [part, memory - part]
}

/// The state of a tandem search.
enum Turn {
    Holds,
    Fails,
    Open,
}

impl<W: Word> Search<'_, W> {
    /// Whether the attacker forces a line from a position with a choice that is not known yet.
    ///
    /// From an empty board, where only five in a row and more are in doubt, the Maker–Breaker search runs to its
    /// end. If there are stones, either search may be the one that ends, so they alternate.
    pub(super) fn in_tandem(
        &mut self,
        position: &Position<W>,
        open: &Open<W>,
        key: Key,
    ) -> Option<bool> {
        let empty = position.attacker | position.defender == W::EMPTY;
        let mut turn = match empty {
            true if self.board.k() > LEAST_K_TO_ASK_BREAKER => [u64::MAX; 2],
            true => [ALLOWANCE_FOR_FOUR, u64::MAX],
            false => FIRST_TURN,
        };
        loop {
            if self.breaker.is_some() {
                match self.breaker_turn(position, turn[0]) {
                    Turn::Holds => return Some(false),
                    Turn::Fails => turn[1] = u64::MAX,
                    Turn::Open => {}
                }
            } else {
                turn[1] = u64::MAX;
            }
            if self.stopped {
                return None;
            }
            self.pause = self.nodes.checked_add(turn[1]);
            let numbers = self.visit(position, open, key, [INFINITE; 2], 0);
            let paused = self.pause.take().is_some_and(|pause| self.nodes >= pause);
            if numbers.settled() {
                return Some(numbers.proof == 0);
            }
            if paused {
                self.stopped = false;
                self.look_at_clock();
            }
            if self.stopped {
                return None;
            }
            turn = turn.map(|looks| looks.saturating_mul(2));
        }
    }

    /// Lets the Maker–Breaker search examine this many more positions.
    fn breaker_turn(&mut self, position: &Position<W>, looks: u64) -> Turn {
        let Some(mut breaker) = self.breaker.take() else { return Turn::Open };
        let (before, from) = (self.nodes, breaker.looks());
        // Short turns are not worth several threads.
        let threads = if looks == u64::MAX { self.threads() } else { 1 };
        let watch = &mut |now, [proof, disproof]: [u32; 2]| {
            self.nodes = before + (now - from);
            self.root = Numbers { proof, disproof };
            self.look_at_clock();
            self.stopped || now - from >= looks
        };
        let found = breaker.ask_threads(sets(position), position.attacks, threads, watch);
        self.nodes = before + (breaker.looks() - from);
        self.breaker = Some(breaker);
        match found {
            Some(found) if found.maker_wins => Turn::Fails,
            Some(_) => Turn::Holds,
            None => Turn::Open,
        }
    }

    /// Whether the attacker cannot win even if the defender does not aim for a line, determined by search if
    /// necessary.
    pub(super) fn breaker_holds(&mut self, position: &Position<W>) -> bool {
        self.breaker_recalls(position)
            || matches!(self.breaker_turn(position, u64::MAX), Turn::Holds)
    }

    /// Writes the strategy of a defender for whom [`breaker_holds`](Search::breaker_holds).
    pub(super) fn write_strategy(
        &mut self,
        position: &Position<W>,
        out: &mut dyn Write,
    ) -> Result<u64, Unwritten> {
        let mut breaker = self.breaker.take().ok_or(Unwritten::Open)?;
        let (before, from) = (self.nodes, breaker.looks());
        let written = breaker.write(sets(position), position.attacks, out, &mut |now, _| {
            self.nodes = before + (now - from);
            self.look_at_clock();
            self.stopped
        });
        self.breaker = Some(breaker);
        written
    }

    /// Whether the Maker–Breaker search already knows that the attacker cannot win.
    pub(super) fn breaker_recalls(&mut self, position: &Position<W>) -> bool {
        let breaker = self.breaker.as_mut();
        breaker
            .is_some_and(|breaker| breaker.recall(sets(position), position.attacks) == Some(false))
    }
}

/// Maker's and Breaker's stones.
fn sets<W: Word>(position: &Position<W>) -> [u128; 2] {
    [position.attacker.into(), position.defender.into()]
}
