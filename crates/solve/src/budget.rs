//! Limits for solving.

use std::time::Duration;

use ninefold_core::StopFlag;

/// The limits for solving a position. The default limits only the memory.
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
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of positions, or of equivalent units of work in solvers that do not search positions.
    pub nodes: Option<u64>,
    /// The maximum size of a table in bytes.
    pub memory: usize,
    /// The number of threads, for solvers that use several.
    pub threads: usize,
    /// A flag that stops the work from outside.
    pub stop: StopFlag,
    /// Raised by the solver if the time limit or `stop` ended the work, rather than the number of positions.
    /// Another attempt may then succeed.
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
    /// Whether it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.cuts(self.stop.is_raised())
    }

    /// Whether the work must end after this time: the time is up, or it was stopped.
    pub(crate) fn is_over_after(&self, elapsed: Duration) -> bool {
        self.is_stopped() || self.cuts(self.time.is_some_and(|time| elapsed >= time))
    }

    /// Raises `cut` if `is_cut`.
    pub(crate) fn cuts(&self, is_cut: bool) -> bool {
        if is_cut {
            self.cut.raise();
        }
        is_cut
    }
}
