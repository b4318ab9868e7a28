//! A memory of past searches for a forced win: effort and result.

use super::instant_wins::Win;

/// The number of positions remembered.
const MEMORY: usize = 1 << 15;
/// Another attempt requires this many times the effort.
const MORE: u64 = 4;

/// A memory of positions that were searched for a forced win.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    /// Indexed by the lowest bits of the keys; allocated when the first one is stored.
    attempts: Vec<Attempt>,
}

/// The result of a search of a position. An empty entry has an effort of 0.
#[derive(Clone, Copy, Default, Debug)]
struct Attempt {
    key: u64,
    /// The effort that was not sufficient; the maximum if no effort would be.
    effort: u32,
    /// The win, if one was found: then `turns` is not 0.
    cell: u16,
    turns: u16,
}

impl Tried {
    /// What is known about the position with this key: `Some(Some(win))` for a win, `Some(None)` if another search
    /// with this effort is not worthwhile, `None` if it is.
    pub(super) fn known(&self, key: u64, effort: u64) -> Option<Option<Win>> {
        let attempt = self.attempts.get(key as usize % MEMORY).filter(|found| found.key == key)?;
        let win = Win { cell: attempt.cell.into(), turns: attempt.turns.into() };
        match attempt.effort {
            _ if win.turns > 0 => Some(Some(win)),
            u32::MAX => Some(None),
            tried => (effort < u64::from(tried) * MORE).then_some(None),
        }
    }

    /// Stores the result of a search with this effort that used this many positions.
    pub(super) fn note(&mut self, key: u64, effort: u64, positions: u64, win: Option<Win>) {
        if self.attempts.is_empty() {
            self.attempts.resize(MEMORY, Attempt::default());
        }
        // A search with positions to spare was exhaustive.
        let effort = if positions < effort { u32::MAX } else { effort.min(u32::MAX.into()) as u32 };
        let (cell, turns) = win.map_or((0, 0), |win| (win.cell as u16, win.turns as u16));
        self.attempts[key as usize % MEMORY] = Attempt { key, effort, cell, turns };
    }
}
