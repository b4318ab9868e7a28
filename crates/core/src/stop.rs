//! Stopping or pausing long-running tasks from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A flag that another thread raises to stop a long-running task: a search, a run, the building of a table. Clones
/// share the same flag.
///
/// A task that checks the flag can also be paused: see [`pause`](StopFlag::pause).
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<Signal>,
    /// A parent flag, which also stops or pauses the tasks of this one.
    parent: Option<Arc<StopFlag>>,
}

#[derive(Debug, Default)]
struct Signal {
    is_raised: AtomicBool,
    is_paused: AtomicBool,
    /// Paused tasks wait here.
    gate: Mutex<Pauses>,
    opened: Condvar,
}

/// The pause times of a flag.
#[derive(Debug, Default)]
struct Pauses {
    /// The total of all finished pauses.
    before: Duration,
    /// When the current pause began.
    since: Option<Instant>,
}

/// How long a paused task sleeps before it checks the flag and its parents again.
const NAP: Duration = Duration::from_millis(20);

impl StopFlag {
    /// Stops everything that watches this flag.
    pub fn raise(&self) {
        self.own.is_raised.store(true, Ordering::Relaxed);
        self.own.wake();
    }

    /// Pauses everything that watches this flag at its next check, until [`resume`](StopFlag::resume) or
    /// [`raise`](StopFlag::raise). Results do not change: a [`Stopwatch`] stops as well.
    ///
    /// ```
    /// use ninefold_core::StopFlag;
    ///
    /// let flag = StopFlag::default();
    /// flag.pause();
    /// let waits = std::thread::spawn({ let flag = flag.clone(); move || flag.is_raised() });
    /// flag.resume();
    /// assert!(!waits.join().unwrap(), "it went on");
    /// flag.pause();
    /// flag.raise();
    /// assert!(flag.is_raised(), "whoever is stopped waits no longer");
    /// ```
    pub fn pause(&self) {
        self.own.lock().since.get_or_insert_with(Instant::now);
        self.own.is_paused.store(true, Ordering::Relaxed);
    }

    /// Resumes paused tasks.
    pub fn resume(&self) {
        self.own.is_paused.store(false, Ordering::Relaxed);
        let mut pauses = self.own.lock();
        let last = pauses.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        pauses.before += last;
        drop(pauses);
        self.own.wake();
    }

    /// Creates a child flag: it is raised whenever this one is, and can be raised on its own.
    ///
    /// ```
    /// use ninefold_core::StopFlag;
    ///
    /// let everybody = StopFlag::default();
    /// let (one, other) = (everybody.child(), everybody.child());
    /// one.raise();
    /// assert!(one.is_raised() && !other.is_raised() && !everybody.is_raised());
    /// everybody.raise();
    /// assert!(other.is_raised() && other.child().is_raised());
    /// ```
    pub fn child(&self) -> StopFlag {
        StopFlag { own: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Whether the flag is raised. Blocks while it is paused.
    pub fn is_raised(&self) -> bool {
        loop {
            if self.is_up() {
                return true;
            }
            let Some(paused) = self.paused() else { return false };
            let gate = paused.lock();
            if paused.is_paused.load(Ordering::Relaxed) && !self.is_up() {
                drop(paused.opened.wait_timeout(gate, NAP));
            }
        }
    }

    /// The total time it has been paused so far, by itself or by its parents.
    fn time_paused(&self) -> Duration {
        let pauses = self.own.lock();
        let now = pauses.since.map_or(Duration::ZERO, |since| since.elapsed());
        let above = self.parent.as_ref().map_or(Duration::ZERO, |parent| parent.time_paused());
        pauses.before + now + above
    }

    fn is_up(&self) -> bool {
        self.own.is_raised.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_up())
    }

    fn paused(&self) -> Option<&Signal> {
        match self.own.is_paused.load(Ordering::Relaxed) {
            true => Some(&self.own),
            false => self.parent.as_ref()?.paused(),
        }
    }
}

impl Signal {
    fn wake(&self) {
        drop(self.lock());
        self.opened.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Pauses> {
        self.gate.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// The time since the start, not counting pauses of its flag: a task that has to wait for others has as much time
/// to think as it would without them.
///
/// ```
/// use std::time::Duration;
/// use ninefold_core::{StopFlag, Stopwatch};
///
/// let flag = StopFlag::default();
/// let watch = Stopwatch::start(&flag);
/// flag.pause();
/// let before = watch.elapsed();
/// std::thread::sleep(Duration::from_millis(20));
/// assert!(watch.elapsed() - before < Duration::from_millis(20), "it stands still");
/// flag.resume();
/// std::thread::sleep(Duration::from_millis(20));
/// assert!(watch.elapsed() - before >= Duration::from_millis(20), "and goes on");
/// ```
#[derive(Clone, Debug)]
pub struct Stopwatch {
    flag: StopFlag,
    start: Instant,
    /// The paused time at the start.
    paused: Duration,
}

impl Stopwatch {
    /// Starts a stopwatch that stops while the flag is paused.
    pub fn start(flag: &StopFlag) -> Stopwatch {
        Stopwatch { flag: flag.clone(), start: Instant::now(), paused: flag.time_paused() }
    }

    /// The time available for work so far.
    pub fn elapsed(&self) -> Duration {
        let paused = self.flag.time_paused().saturating_sub(self.paused);
        self.start.elapsed().saturating_sub(paused)
    }
}
