//! Where a forced win was looked for, with how much effort, and what came of it.

use super::instant_wins::Win;

/// How many positions are remembered.
const MEMORY: usize = 1 << 15;
/// Looking again takes so many times the effort.
const MORE: u64 = 4;

/// A memory of positions in which a forced win was looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    /// By the lowest bits of their keys; made when the first is noted.
    attempts: Vec<Attempt>,
}

/// What came of looking in a position. Where nothing was noted yet, no effort has been made.
#[derive(Clone, Copy, Default, Debug)]
struct Attempt {
    key: u64,
    /// The effort that did not do; the largest where none would.
    effort: u32,
    /// The win as far as one was found: one has turns.
    cell: u16,
    turns: u16,
}

impl Tried {
    /// What is known of the position with this key: a win, or that it is not worth looking for one with this effort;
    /// nothing where it is.
    pub(super) fn known(&self, key: u64, effort: u64) -> Option<Option<Win>> {
        let attempt = self.attempts.get(key as usize % MEMORY).filter(|found| found.key == key)?;
        let win = Win { cell: attempt.cell.into(), turns: attempt.turns.into() };
        match attempt.effort {
            _ if win.turns > 0 => Some(Some(win)),
            u32::MAX => Some(None),
            tried => (effort < u64::from(tried) * MORE).then_some(None),
        }
    }

    /// Notes what came of looking with this effort, in so many positions.
    pub(super) fn note(&mut self, key: u64, effort: u64, positions: u64, win: Option<Win>) {
        if self.attempts.is_empty() {
            self.attempts.resize(MEMORY, Attempt::default());
        }
        // Whoever had positions left has looked everywhere.
        let effort = if positions < effort { u32::MAX } else { effort.min(u32::MAX.into()) as u32 };
        let (cell, turns) = win.map_or((0, 0), |win| (win.cell as u16, win.turns as u16));
        self.attempts[key as usize % MEMORY] = Attempt { key, effort, cell, turns };
    }
}
