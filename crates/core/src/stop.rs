//! How somebody else ends what takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that somebody else raises to stop whatever takes long: a search, a run, the making of a table. Clones are the same
/// flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<AtomicBool>,
    /// Another flag that stops whoever watches this one.
    parent: Option<Arc<AtomicBool>>,
}

impl StopFlag {
    /// Stops everything that watches this flag.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// A flag that is up when this one is, and can be raised without raising it.
    ///
    /// ```
    /// use ninefold_core::StopFlag;
    ///
    /// let everybody = StopFlag::default();
    /// let (one, other) = (everybody.child(), everybody.child());
    /// one.raise();
    /// assert!(one.is_raised() && !other.is_raised() && !everybody.is_raised());
    /// everybody.raise();
    /// assert!(other.is_raised());
    /// ```
    pub fn child(&self) -> StopFlag {
        StopFlag { own: Arc::default(), parent: Some(Arc::clone(&self.own)) }
    }

    /// Whether somebody has raised it.
    pub fn is_raised(&self) -> bool {
        let is_up = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_up(&self.own) || self.parent.as_ref().is_some_and(is_up)
    }
}
