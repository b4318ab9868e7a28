//! The limits of one move.

use std::time::Duration;

use ninefold_core::TimeLeft;

use crate::Limits;

/// The limits that a command sets for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effort {
    /// Depth, nodes and time.
    pub(super) limits: Limits,
    /// Whether to think until stopped.
    pub(super) endless: bool,
    /// Whether to think in the opponent's time; then `endless` until the move arrives.
    pub(super) ponders: bool,
}

/// The clock of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    /// The remaining time.
    pub(crate) left: Option<Duration>,
    /// The increment per move.
    pub(crate) increment: Duration,
    /// The number of moves to the next time control, if any.
    pub(crate) moves: Option<u32>,
}

/// The number of moves to divide the remaining time by, by default.
const USUAL_MOVES: u32 = 25;

impl Clock {
    /// The time for one move: an even share of the remaining time and most of the increment, but
    /// never enough to run the clock down.
    ///
    /// ```text
    /// 60 s left, 1 s a move   60 / 25 + 0.8 = 3.2 s
    /// ```
    pub(crate) fn share(&self) -> Option<Duration> {
        let left = self.left?;
        let part = left / self.moves.unwrap_or(USUAL_MOVES).clamp(1, 1000);
        Some((part + self.increment * 4 / 5).min(left * 4 / 5))
    }
}

/// What whoever sits on a seat spends of its clock on one move; at least a moment, since nobody can move in no time at all.
pub(crate) fn share(left: &TimeLeft, seat: usize) -> Option<Duration> {
    let clock =
        Clock { left: left.seats.get(seat).copied(), increment: left.increment, moves: None };
    clock.share().map(|time| time.max(Duration::from_millis(1)))
}

/// The thinking time that lets the answer arrive within a given time: all but the overhead, which
/// takes at most a fifth.
pub(super) fn without_way(time: Duration, way: Duration) -> Duration {
    (time - way.min(time / 5)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_is_divided() {
        let clock = Clock { left: Some(60 * SECOND), increment: SECOND, moves: None };
        assert_eq!(clock.share(), Some(Duration::from_millis(3200)));
        let short = Clock { left: Some(SECOND / 100), increment: SECOND, moves: Some(0) };
        assert_eq!(short.share(), Some(SECOND / 100 * 4 / 5), "never more than there is");
        assert_eq!(Clock::default().share(), None);
    }

    #[test]
    fn a_short_time_is_not_lost_on_the_way() {
        let way = Duration::from_millis(10);
        assert_eq!(without_way(SECOND, way), Duration::from_millis(990));
        assert_eq!(without_way(way, way), Duration::from_millis(8));
        assert_eq!(without_way(Duration::ZERO, way), Duration::from_millis(1));
    }
}
