//! Who searches when. Moves of games have places of their own, as many as the machine has processors; so have questions that
//! somebody waits for (hints, values, trees), and what takes long (analyses, reviews). Where that is more than there are
//! processors, moves go on, then questions, and what takes long stands still. Whatever is no move waits in a queue that is
//! fair between visitors.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::http::StatusCode;
use ninefold_session::StopFlag;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;

use crate::fair::FairQueue;
use crate::problem::Problem;
use crate::refusals::{MANY_SEARCHES, SEARCH_BROKE_OFF, STOPPING};
use crate::visitor::Visitor;

/// How many may wait for their turn in each queue, and how many moves: one in every game that lies in memory.
const LONGEST_QUEUE: usize = 1024;
const MOST_MOVES: usize = 4096;
/// How long a move keeps the place that others wait for. One that takes longer goes on beside them.
const QUICK_MOVE: Duration = Duration::from_millis(500);
/// How long an analysis or a review runs before it makes room for others that wait.
const TURN: Duration = Duration::from_secs(3);
/// How often one looks whether others wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Somebody waits for the answer: it is found in one go.
    Question,
    /// It can end at any time with what it has: it does when others have waited long enough.
    Analysis,
    /// It must come to its end, but can be interrupted.
    Review,
}

/// Where searches run.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// The places of moves, and of those that take long.
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    moves_waiting: AtomicUsize,
}

/// What a metrics page tells of a pool.
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
    /// How many moves are being searched for.
    moves: usize,
    /// Questions, and what takes long.
    questions: Line,
    long: Line,
    /// How many reviews wait in the middle.
    interrupted: usize,
}

/// What runs, in the order in which it began, and what waits.
#[derive(Default)]
struct Line {
    running: Vec<(u64, StopFlag)>,
    queue: FairQueue<Ticket>,
}

impl Inside {
    fn line(&mut self, purpose: Purpose) -> &mut Line {
        if purpose == Purpose::Question { &mut self.questions } else { &mut self.long }
    }
}

impl Line {
    /// Forgets a search; false if it did not run.
    fn leave(&mut self, number: u64) -> bool {
        let before = self.running.len();
        self.running.retain(|(other, _)| *other != number);
        self.running.len() < before
    }
}

/// Whoever waits in the queue.
struct Ticket {
    number: u64,
    stop: StopFlag,
    call: oneshot::Sender<Place>,
}

/// A place among the questions, until it is dropped.
struct Place {
    shared: Arc<Shared>,
    purpose: Purpose,
    number: u64,
    /// Whether dropping it gives it back.
    is_held: bool,
}

/// Raises a stop flag when it is dropped: whoever waited has gone.
pub(crate) struct StopOnDrop(pub(crate) StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// One more, until it is dropped.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Lets as many searches run as there are processors without a move, questions first.
    fn balance(&self, inside: &Inside) {
        let allowed = self.places.saturating_sub(inside.moves);
        let running = inside.questions.running.iter().chain(&inside.long.running);
        for (index, (_, stop)) in running.enumerate() {
            if index < allowed { stop.resume() } else { stop.pause() }
        }
    }

    /// Gives free places to whoever's turn it is.
    fn call_next(self: &Arc<Shared>, inside: &mut Inside, purpose: Purpose) {
        let line = inside.line(purpose);
        while line.running.len() < self.places {
            let Some(Ticket { number, stop, call }) = line.queue.pop() else { break };
            line.running.push((number, stop));
            let place = Place { shared: Arc::clone(self), purpose, number, is_held: true };
            // Whoever has gone has closed the other end.
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
            inside.interrupted -= 1;
        }
        self.shared.call_next(&mut inside, self.purpose);
    }
}

/// One more move, until it is dropped.
struct Moving(Arc<Shared>);

impl Moving {
    fn begin(shared: &Arc<Shared>) -> Moving {
        let mut inside = shared.lock();
        inside.moves += 1;
        shared.balance(&inside);
        drop(inside);
        Moving(Arc::clone(shared))
    }
}

impl Drop for Moving {
    fn drop(&mut self) {
        let mut inside = self.0.lock();
        inside.moves -= 1;
        self.0.balance(&inside);
    }
}

impl Pool {
    /// A pool for this machine.
    pub(crate) fn new() -> Pool {
        Pool::with_places(std::thread::available_parallelism().map_or(1, usize::from))
    }

    fn with_places(places: usize) -> Pool {
        let shared = Shared { places, next: AtomicU64::default(), inside: Mutex::default() };
        Pool {
            shared: Arc::new(shared),
            quick: Arc::new(Semaphore::new(places)),
            long: Arc::new(Semaphore::new(2 * places)),
            moves_waiting: AtomicUsize::new(0),
        }
    }

    /// How busy it is.
    pub(crate) fn figures(&self) -> PoolFigures {
        let inside = self.shared.lock();
        let lines = [&inside.questions, &inside.long];
        let waiting: usize = lines.iter().map(|line| line.queue.len()).sum();
        PoolFigures {
            moves_running: inside.moves,
            moves_waiting: self.moves_waiting.load(Ordering::Relaxed),
            questions_running: lines.iter().map(|line| line.running.len()).sum(),
            questions_waiting: waiting.saturating_sub(inside.interrupted),
            questions_interrupted: inside.interrupted,
        }
    }

    /// Searches for a move of a game, before anything else. Dropping the future raises the flag; so does the end of `longest`, after
    /// which the search has a moment to come to its end.
    pub(crate) async fn move_of_game<T: Send + 'static>(
        &self,
        stop: StopFlag,
        longest: Duration,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _stopped = StopOnDrop(stop.clone());
        let place = {
            let waiting = Counted(&self.moves_waiting);
            if waiting.0.fetch_add(1, Ordering::Relaxed) >= MOST_MOVES {
                return Err(Problem::busy(MANY_SEARCHES));
            }
            let place = Arc::clone(&self.quick).acquire_owned().await;
            place.map_err(|_| Problem::busy(STOPPING))?
        };
        let moving = Moving::begin(&self.shared);
        let place = Arc::new(Mutex::new(Some(place)));
        let held = Arc::clone(&place);
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search();
            drop((moving, held));
            found
        });
        if let Ok(found) = tokio::time::timeout(QUICK_MOVE, &mut search).await {
            return whole(found);
        }
        // It goes on, but those behind it do not wait for it any longer.
        let long = Arc::clone(&self.long).try_acquire_owned();
        if let (Ok(long), Ok(mut place)) = (long, place.lock()) {
            *place = Some(long);
        }
        ended(search, &stop, longest.saturating_sub(QUICK_MOVE)).await
    }

    /// Searches when a visitor's turn has come, and only while moves of games leave processors. Dropping the future raises the flag; so
    /// does the end of `longest`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        visitor: Visitor,
        purpose: Purpose,
        stop: StopFlag,
        longest: Duration,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
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
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search();
            drop(place);
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

    /// Makes a search wait in the middle until its visitor's turn comes again; not if too many do already.
    async fn interrupt(&self, number: u64, visitor: Visitor) -> bool {
        let (call, called) = oneshot::channel();
        let stop = {
            let mut inside = self.shared.lock();
            if inside.interrupted >= self.shared.places {
                return false;
            }
            let mut running = inside.long.running.iter();
            let Some(index) = running.position(|(other, _)| *other == number) else { return false };
            let (_, stop) = inside.long.running.remove(index);
            stop.pause();
            inside.interrupted += 1;
            inside.long.queue.push(visitor, Ticket { number, stop: stop.clone(), call });
            self.shared.call_next(&mut inside, Purpose::Review);
            stop
        };
        let called = called.await;
        let mut inside = self.shared.lock();
        inside.interrupted -= 1;
        match called {
            // The search has a place of this number already, which gives it back.
            Ok(mut place) => place.is_held = false,
            // It had to make room in the queue; what is half done goes on all the same.
            Err(_) => {
                inside.long.running.push((number, stop));
                self.shared.balance(&inside);
            }
        }
        true
    }
}

/// What a search has found when it ends by itself, or soon after `longest`.
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
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn visitor(browser: u64) -> Visitor {
        Visitor { address: IpAddr::V4(Ipv4Addr::LOCALHOST), browser }
    }

    /// Looks at its flag until it is raised, and counts how often.
    fn search(stop: &StopFlag, looks: &Arc<AtomicUsize>) -> impl FnOnce() + Send + use<> {
        let (stop, looks) = (stop.clone(), Arc::clone(looks));
        move || {
            while !stop.is_raised() {
                looks.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    async fn until(what: impl Fn() -> bool) {
        while !what() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    #[tokio::test]
    async fn an_analysis_stands_still_while_a_move_is_searched_for() {
        let pool = Arc::new(Pool::with_places(1));
        let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
        let analysis = tokio::spawn({
            let (pool, stop, looks) = (Arc::clone(&pool), stop.clone(), Arc::clone(&looks));
            async move {
                let hour = Duration::from_secs(3600);
                let search = search(&stop, &looks);
                pool.run(visitor(1), Purpose::Analysis, stop, hour, search).await
            }
        });
        until(|| looks.load(Ordering::Relaxed) > 0).await;
        let seen = {
            let looks = Arc::clone(&looks);
            let minute = Duration::from_secs(60);
            pool.move_of_game(StopFlag::default(), minute, move || {
                // It stops at its next look, and stays there.
                let mut seen = looks.load(Ordering::Relaxed);
                loop {
                    std::thread::sleep(Duration::from_millis(30));
                    let now = looks.load(Ordering::Relaxed);
                    if now == seen {
                        return seen;
                    }
                    seen = now;
                }
            })
            .await
            .unwrap()
        };
        until(|| looks.load(Ordering::Relaxed) > seen).await;
        stop.raise();
        analysis.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_review_makes_room_and_comes_to_its_end() {
        let pool = Arc::new(Pool::with_places(1));
        let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
        let review = tokio::spawn({
            let (pool, stop, looks) = (Arc::clone(&pool), stop.clone(), Arc::clone(&looks));
            async move {
                let hour = Duration::from_secs(3600);
                let search = search(&stop, &looks);
                pool.run(visitor(1), Purpose::Review, stop, hour, search).await
            }
        });
        until(|| looks.load(Ordering::Relaxed) > 0).await;
        let minute = Duration::from_secs(60);
        for purpose in [Purpose::Question, Purpose::Analysis] {
            let answer = pool.run(visitor(2), purpose, StopFlag::default(), minute, || 42);
            assert_eq!(answer.await.unwrap(), 42, "nobody was kept waiting for an hour");
        }
        let seen = looks.load(Ordering::Relaxed);
        until(|| looks.load(Ordering::Relaxed) > seen).await;
        stop.raise();
        review.await.unwrap().unwrap();
        until(|| pool.figures().questions_running == 0).await;
        assert_eq!(pool.figures().questions_interrupted, 0);
    }

    #[tokio::test]
    async fn whoever_goes_gives_the_place_back() {
        let pool = Arc::new(Pool::with_places(1));
        let hour = Duration::from_secs(3600);
        for browser in 0..20 {
            let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
            let search = search(&stop, &looks);
            let run = pool.run(visitor(browser), Purpose::Analysis, stop.clone(), hour, search);
            // Some have begun and some wait when they go.
            let _ = tokio::time::timeout(Duration::from_millis(browser % 3), run).await;
            assert!(stop.is_raised());
        }
        let ran = Arc::new(AtomicBool::default());
        let told = Arc::clone(&ran);
        let last = pool.run(visitor(1), Purpose::Question, StopFlag::default(), hour, move || {
            told.store(true, Ordering::Relaxed);
        });
        last.await.unwrap();
        assert!(ran.load(Ordering::Relaxed));
    }
}
