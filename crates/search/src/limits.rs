//! Search limits.

use std::time::Duration;

use ninefold_core::{StopFlag, Stopwatch};

/// The limits of a search. `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The maximum depth in turns.
    pub depth: Option<u32>,
    /// The maximum number of positions visited.
    pub nodes: Option<u64>,
    /// The maximum time, not counting time during which the stop flag is paused.
    pub time: Option<Duration>,
}

impl Limits {
    /// The stricter of two limits in every field.
    ///
    /// ```
    /// use ninefold_search::Limits;
    ///
    /// let own = Limits { depth: Some(6), nodes: Some(1_000), ..Limits::default() };
    /// let given = Limits { nodes: Some(50_000), ..Limits::default() };
    /// assert_eq!(own.within(given), own);
    /// ```
    pub fn within(self, other: Limits) -> Limits {
        fn stricter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            match (one, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            }
        }
        Limits {
            depth: stricter(self.depth, other.depth),
            nodes: stricter(self.nodes, other.nodes),
            time: stricter(self.time, other.time),
        }
    }
}

/// A search was stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Counts the resources that a search uses. Nodes are limited exactly; the clock is polled from time to time.
pub(crate) struct Meter {
    limits: Limits,
    watch: Stopwatch,
    stop: StopFlag,
    nodes: u64,
    /// The number of nodes at which the clock is polled next.
    next_look: u64,
    between_looks: u64,
}

/// The usual number of nodes between two polls of the clock.
const BETWEEN_LOOKS: u64 = 1024;

impl Meter {
    pub(crate) fn new(limits: Limits, stop: StopFlag) -> Meter {
        let (watch, between_looks) = (Stopwatch::start(&stop), BETWEEN_LOOKS);
        Meter { limits, watch, stop, nodes: 0, next_look: 0, between_looks }
    }

    /// Sets the number of nodes between two polls of the clock.
    pub(crate) fn looking_every(self, nodes: u64) -> Meter {
        Meter { between_looks: nodes, ..self }
    }

    /// Whether the stop flag is raised.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of nodes that may still be visited.
    #[inline]
    pub(crate) fn nodes_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes))
    }

    /// Counts a node, or fails if a limit is reached.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + self.between_looks;
            let late = self.limits.time.is_some_and(|most| self.watch.elapsed() >= most);
            if late || self.stop.is_raised() {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts nodes that were visited within [`nodes_left`](Meter::nodes_left).
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }
}
