//! Schedules searches. Four kinds share the processors:
//!
//! | kind | number at once | runs |
//! |---|---|---|
//! | quick moves of games | one per processor | always |
//! | slow moves of games | four per processor | in turns with queries, where quick moves leave processors, and at least one |
//! | queries that a user waits for (hints, values, trees) | one per processor | in turns with slow moves |
//! | long searches (analyses, reviews) | one per processor | where all others leave processors |
//!
//! All searches except moves wait in a queue that is fair between visitors; `moves.rs` describes
//! how moves wait. The total size of players' tables is limited, separately for moves and for
//! queries: no move waits for a query.

mod moves;

use std::collections::HashSet;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ninefold_session::StopFlag;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinHandle;

pub(crate) use self::moves::MoveBounds;
use crate::fair::FairQueue;
use crate::problem::Problem;
use crate::refusals::{MANY_SEARCHES, SEARCH_BROKE_OFF, STOPPING};
use crate::visitor::Visitor;

/// The maximum length of each queue.
const LONGEST_QUEUE: usize = 1024;
/// The number of simultaneous slow moves per processor.
const SLOW_MOVES: usize = 4;
/// How long slow moves and queries run while others of them are suspended.
const SHIFT: Duration = Duration::from_millis(500);
/// How long an analysis or a review runs before it gives way to waiting ones.
const TURN: Duration = Duration::from_secs(3);
/// The interval of checks whether others wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A user waits for the answer: it runs without interruption.
    Question,
    /// It can end at any time with what it has, and does when others have waited long enough.
    Analysis,
    /// It must complete, but can be interrupted.
    Review,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) longest: Duration,
    /// The size in bytes of a table that is not limited otherwise.
    pub(crate) memory: usize,
}

impl From<Duration> for Bounds {
    fn from(longest: Duration) -> Bounds {
        Bounds { longest, memory: 0 }
    }
}

/// Where searches run.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// The places for quick moves, and those for slow ones.
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    /// The megabytes for tables of players who move, and of those who are queried.
    move_tables: Arc<Semaphore>,
    question_tables: Arc<Semaphore>,
    quick_waiting: AtomicUsize,
    /// The number of quick moves giving up their places.
    stepping_aside: AtomicUsize,
    slow_waiting: AtomicUsize,
}

/// A pool's metrics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolFigures {
    pub(crate) moves_running: usize,
    pub(crate) moves_waiting: usize,
    pub(crate) questions_running: usize,
    pub(crate) questions_waiting: usize,
    pub(crate) questions_interrupted: usize,
}

struct Shared {
    places: usize,
    next: AtomicU64,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    /// The number of quick moves being searched.
    quick: usize,
    /// The slow ones, those with a turn first.
    slow: Vec<Running>,
    /// Whether queries currently have priority over slow moves, and since when.
    questions_first: bool,
    shifted: Option<Instant>,
    /// Queries, and long searches.
    questions: Line,
    long: Line,
    /// The reviews waiting in mid-search.
    interrupted: HashSet<u64>,
}

/// The number of a search, and the flag that suspends it.
type Running = (u64, StopFlag);

/// Running searches, those with a turn first, and waiting ones.
#[derive(Default)]
struct Line {
    running: Vec<Running>,
    queue: FairQueue<Ticket>,
}

impl Inside {
    /// Slow moves and queries, alternating, in the order of their turns.
    fn waited_for(&self) -> Vec<&Running> {
        let mut pair = [&self.slow, &self.questions.running];
        if self.questions_first {
            pair.reverse();
        }
        let longer = pair[0].len().max(pair[1].len());
        (0..longer).flat_map(|index| pair.map(|list| list.get(index))).flatten().collect()
    }

    fn line(&mut self, purpose: Purpose) -> &mut Line {
        if purpose == Purpose::Question { &mut self.questions } else { &mut self.long }
    }
}

impl Line {
    /// Removes a search; false if it was not running.
    fn leave(&mut self, number: u64) -> bool {
        let before = self.running.len();
        self.running.retain(|(other, _)| *other != number);
        self.running.len() < before
    }
}

/// A queued search.
struct Ticket {
    number: u64,
    stop: StopFlag,
    call: oneshot::Sender<Place>,
}

/// A query's place, held until it is dropped.
struct Place {
    shared: Arc<Shared>,
    purpose: Purpose,
    number: u64,
    /// Whether dropping it gives it back.
    is_held: bool,
}

/// Raises a stop flag when dropped, because the caller has gone.
pub(crate) struct StopOnDrop(pub(crate) StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Runs as many searches as there are processors without a quick move, and at least one of
    /// those that a user waits for.
    fn balance(&self, inside: &Inside) {
        let (waited_for, turns) = (inside.waited_for(), self.turns(inside));
        for (index, (_, stop)) in waited_for.iter().enumerate() {
            if index < turns { stop.resume() } else { stop.pause() }
        }
        let left = self.places.saturating_sub(inside.quick + waited_for.len());
        for (index, (_, stop)) in inside.long.running.iter().enumerate() {
            if index < left { stop.resume() } else { stop.pause() }
        }
    }

    /// The number of slow moves and queries that may run.
    fn turns(&self, inside: &Inside) -> usize {
        self.places.saturating_sub(inside.quick).max(1)
    }

    /// Whether it is a slow move's turn.
    fn is_on(&self, number: u64) -> bool {
        let inside = self.lock();
        let mut on = inside.waited_for().into_iter().take(self.turns(&inside));
        on.any(|(other, _)| *other == number)
    }

    /// Rotates slow moves and queries when the first ones have had their turn.
    fn shift(&self) {
        let mut inside = self.lock();
        if inside.shifted.is_some_and(|at| at.elapsed() < SHIFT) {
            return;
        }
        inside.shifted = Some(Instant::now());
        let turns = self.turns(&inside);
        let is_slow = |number: &u64| inside.slow.iter().any(|(slow, _)| slow == number);
        let went_on: Vec<u64> =
            inside.waited_for().into_iter().take(turns).map(|(number, _)| *number).collect();
        let slow = went_on.iter().filter(|number| is_slow(number)).count();
        let questions = went_on.len() - slow;
        inside.slow.rotate_left(slow);
        inside.questions.running.rotate_left(questions);
        inside.questions_first = !inside.questions_first;
        self.balance(&inside);
    }

    /// Gives free places to the next in turn.
    fn call_next(self: &Arc<Shared>, inside: &mut Inside, purpose: Purpose) {
        let line = inside.line(purpose);
        while line.running.len() < self.places {
            let Some(Ticket { number, stop, call }) = line.queue.pop() else { break };
            line.running.push((number, stop));
            let place = Place { shared: Arc::clone(self), purpose, number, is_held: true };
            // A caller that has gone has closed its end.
            if let Err(mut place) = call.send(place) {
                line.leave(number);
                place.is_held = false;
            }
        }
        self.balance(inside);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_held {
            return;
        }
        let mut inside = self.shared.lock();
        if !inside.line(self.purpose).leave(self.number) {
            // It completed just as it was interrupted.
            inside.interrupted.remove(&self.number);
        }
        self.shared.call_next(&mut inside, self.purpose);
    }
}

impl Pool {
    /// A pool for this machine, with this many bytes for tables of moves and as many for those of
    /// queries.
    pub(crate) fn new(tables: usize) -> Pool {
        Pool::with_places(std::thread::available_parallelism().map_or(1, usize::from), tables)
    }

    fn with_places(places: usize, tables: usize) -> Pool {
        let shared = Shared { places, next: AtomicU64::default(), inside: Mutex::default() };
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Pool {
            shared: Arc::new(shared),
            quick: semaphore(places),
            slow: semaphore(SLOW_MOVES * places),
            move_tables: semaphore(megabytes(tables)),
            question_tables: semaphore(megabytes(tables)),
            quick_waiting: AtomicUsize::new(0),
            stepping_aside: AtomicUsize::new(0),
            slow_waiting: AtomicUsize::new(0),
        }
    }

    /// Its metrics.
    pub(crate) fn figures(&self) -> PoolFigures {
        let inside = self.shared.lock();
        let lines = [&inside.questions, &inside.long];
        let waiting: usize = lines.iter().map(|line| line.queue.len()).sum();
        PoolFigures {
            moves_running: inside.quick + inside.slow.len(),
            moves_waiting: [&self.quick_waiting, &self.slow_waiting]
                .map(|waiting| waiting.load(Ordering::Relaxed))
                .iter()
                .sum(),
            questions_running: lines.iter().map(|line| line.running.len()).sum(),
            questions_waiting: waiting.saturating_sub(inside.interrupted.len()),
            questions_interrupted: inside.interrupted.len(),
        }
    }

    /// Runs a search when it is the visitor's turn, and only while moves of games leave processors
    /// free. Dropping the future raises the flag, and so does reaching `longest`; a search that
    /// ignored the flag would block its place for everybody else.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        visitor: Visitor,
        purpose: Purpose,
        stop: StopFlag,
        bounds: impl Into<Bounds>,
        search: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Bounds { longest, memory } = bounds.into();
        let _stopped = StopOnDrop(stop.clone());
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let (call, called) = oneshot::channel();
        {
            let mut inside = self.shared.lock();
            let queue = &mut inside.line(purpose).queue;
            if queue.len() >= LONGEST_QUEUE && queue.make_room(visitor).is_none() {
                return Err(Problem::busy(MANY_SEARCHES));
            }
            queue.push(visitor, Ticket { number, stop: stop.clone(), call });
            self.shared.call_next(&mut inside, purpose);
        }
        let place = called.await.map_err(|_| Problem::busy(MANY_SEARCHES))?;
        let mut room = pin!(room(&self.question_tables, memory));
        let room = loop {
            match tokio::time::timeout(BETWEEN_LOOKS, &mut room).await {
                Ok(room) => break room?,
                // The search that holds the memory may be waiting for the turn that this one does
                // not use.
                Err(_) => self.shared.shift(),
            }
        };
        let heard = stop.clone();
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search(&heard);
            drop((place, room));
            found
        });
        if purpose == Purpose::Question {
            return ended(search, &stop, longest).await;
        }
        let mut left = longest;
        let mut turn = TURN.min(longest);
        loop {
            if let Ok(found) = tokio::time::timeout(turn, &mut search).await {
                return whole(found);
            }
            left = left.saturating_sub(turn);
            turn = BETWEEN_LOOKS.min(left);
            if left.is_zero() || (purpose == Purpose::Analysis && self.others_wait()) {
                return ended(search, &stop, Duration::ZERO).await;
            }
            if purpose == Purpose::Review
                && self.others_wait()
                && self.interrupt(number, visitor).await
            {
                turn = TURN.min(left);
            }
        }
    }

    fn others_wait(&self) -> bool {
        self.shared.lock().long.queue.len() > 0
    }

    /// Suspends a search until its visitor's turn comes again, unless too many are suspended
    /// already.
    async fn interrupt(&self, number: u64, visitor: Visitor) -> bool {
        let (call, called) = oneshot::channel();
        let stop = {
            let mut inside = self.shared.lock();
            if inside.interrupted.len() >= self.shared.places {
                return false;
            }
            let mut running = inside.long.running.iter();
            let Some(index) = running.position(|(other, _)| *other == number) else { return false };
            let (_, stop) = inside.long.running.remove(index);
            stop.pause();
            inside.interrupted.insert(number);
            inside.long.queue.push(visitor, Ticket { number, stop: stop.clone(), call });
            self.shared.call_next(&mut inside, Purpose::Review);
            stop
        };
        let called = called.await;
        let mut inside = self.shared.lock();
        match (called, inside.interrupted.remove(&number)) {
            // The search already has a place with this number, which will give it back.
            (Ok(mut place), true) => place.is_held = false,
            // It was dropped from the queue; a half-finished search continues all the same.
            (Err(_), true) => {
                inside.long.running.push((number, stop));
                self.shared.balance(&inside);
            }
            // It has ended meanwhile: the new place is not needed.
            (called, false) => {
                drop(inside);
                drop(called);
            }
        }
        true
    }
}

fn megabytes(bytes: usize) -> usize {
    bytes.div_ceil(1 << 20)
}

/// Waits for the memory of a table.
async fn room(tables: &Arc<Semaphore>, memory: usize) -> Result<OwnedSemaphorePermit, Problem> {
    let room = Arc::clone(tables).acquire_many_owned(megabytes(memory) as u32);
    room.await.map_err(|_| Problem::busy(STOPPING))
}

/// The result of a search that ends on its own, or soon after `longest`.
async fn ended<T>(
    mut search: JoinHandle<T>,
    stop: &StopFlag,
    longest: Duration,
) -> Result<T, Problem> {
    let found = tokio::select! {
        biased;
        found = &mut search => found,
        () = tokio::time::sleep(longest) => {
            stop.raise();
            search.await
        }
    };
    whole(found)
}

fn whole<T>(found: Result<T, tokio::task::JoinError>) -> Result<T, Problem> {
    found.map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, SEARCH_BROKE_OFF))
}

#[cfg(test)]
mod tests;
