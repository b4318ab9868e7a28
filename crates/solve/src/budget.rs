//! What solving may cost.

use std::time::Duration;

use ninefold_core::StopFlag;

/// What solving a position may cost. The usual one has no limit but its memory.
///
/// ```
/// use std::time::Duration;
/// use ninefold_solve::Budget;
///
/// let a_second = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
/// assert_eq!((a_second.threads, a_second.nodes), (1, None));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// The longest time.
    pub time: Option<Duration>,
    /// The most positions to look at, or whatever takes a solver about as long as one.
    pub nodes: Option<u64>,
    /// The most bytes a table may have.
    pub memory: usize,
    /// How many threads may work on it, where a solver uses several.
    pub threads: usize,
    /// A flag with which somebody else ends it.
    pub stop: StopFlag,
    /// Raised by the solver when its time or that flag ended it, rather than the number of positions: asked again it may
    /// find what it did not find now.
    pub cut: StopFlag,
}

impl Default for Budget {
    /// One thread, 256 MiB and no other limit.
    fn default() -> Budget {
        Budget {
            time: None,
            nodes: None,
            memory: 256 << 20,
            threads: 1,
            stop: StopFlag::default(),
            cut: StopFlag::default(),
        }
    }
}

impl Budget {
    /// Whether somebody has ended it.
    pub(crate) fn is_stopped(&self) -> bool {
        self.cuts(self.stop.is_raised())
    }

    /// Whether it must end after so long: the time is up, or somebody has ended it.
    pub(crate) fn is_over_after(&self, elapsed: Duration) -> bool {
        self.is_stopped() || self.cuts(self.time.is_some_and(|time| elapsed >= time))
    }

    /// Notes that it is cut off if that is so.
    pub(crate) fn cuts(&self, is_cut: bool) -> bool {
        if is_cut {
            self.cut.raise();
        }
        is_cut
    }
}
