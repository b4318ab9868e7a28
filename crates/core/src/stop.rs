//! How somebody else ends what takes long, or lets it wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A flag that somebody else raises to stop a long-running task: a search, a run, the building of a table. Clones are the same
/// flag.
///
/// A task that checks it can also be made to wait there: see [`pause`](StopFlag::pause).
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<Signal>,
    /// Another flag that stops, or pauses, whoever watches this one.
    parent: Option<Arc<StopFlag>>,
}

#[derive(Debug, Default)]
struct Signal {
    is_raised: AtomicBool,
    is_paused: AtomicBool,
    /// Whoever waits does so here.
    gate: Mutex<Pauses>,
    opened: Condvar,
}

/// How long a flag has been paused.
#[derive(Debug, Default)]
struct Pauses {
    /// All pauses that are over.
    before: Duration,
    /// When the present one began.
    since: Option<Instant>,
}

/// How long somebody who is made to wait sleeps before looking at all flags above again.
const NAP: Duration = Duration::from_millis(20);

impl StopFlag {
    /// Stops everything that watches this flag.
    pub fn raise(&self) {
        self.own.is_raised.store(true, Ordering::Relaxed);
        self.own.wake();
    }

    /// Makes everything that watches this flag wait, where it next looks at it, until [`resume`](StopFlag::resume) or until
    /// it is raised. What is found does not change by it: a [`Stopwatch`] stands still as well.
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

    /// Lets whoever waits go on.
    pub fn resume(&self) {
        self.own.is_paused.store(false, Ordering::Relaxed);
        let mut pauses = self.own.lock();
        let last = pauses.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        pauses.before += last;
        drop(pauses);
        self.own.wake();
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
    /// assert!(other.is_raised() && other.child().is_raised());
    /// ```
    pub fn child(&self) -> StopFlag {
        StopFlag { own: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Whether somebody has raised it. Waits as long as it is paused.
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

    /// How long it was paused so far, by itself and by flags above.
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

/// The time since it was started, not counting the time during which its flag was paused: a task that has to wait for others has
/// as long to think as it would without them.
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
    /// How long the flag had been paused at the start.
    paused: Duration,
}

impl Stopwatch {
    /// One that stands still whenever the flag is paused.
    pub fn start(flag: &StopFlag) -> Stopwatch {
        Stopwatch { flag: flag.clone(), start: Instant::now(), paused: flag.time_paused() }
    }

    /// How long there was to work.
    pub fn elapsed(&self) -> Duration {
        let paused = self.flag.time_paused().saturating_sub(self.paused);
        self.start.elapsed().saturating_sub(paused)
    }
}
