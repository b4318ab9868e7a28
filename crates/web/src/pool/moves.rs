//! Moves of games: quick ones at once, slow ones in turns.
//!
//! A move starts in a place for quick ones, one per processor, and keeps it until another move
//! wants it. If one does and the search has taken a tenth of a second, it is set aside: it is
//! stopped and restarted as a slow one, which yields the same move, because a move depends on the
//! game, the player and its limits alone. Players that use all of their time start there. Slow
//! moves are limited in number and in memory, wait in order of arrival, and take turns. So games
//! against computers that think for a minute do not delay others, and no move is ever abandoned
//! because there are many.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ninefold_session::StopFlag;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Pool, Running, Shared, StopOnDrop, ended, room, whole};
use crate::problem::Problem;
use crate::refusals::{MANY_SEARCHES, STOPPING};

/// The maximum number of waiting moves: one for every game in memory.
const MOST_WAITING: usize = 4096;
/// How long a move keeps a place that others wait for.
const QUICK: Duration = Duration::from_millis(100);
/// The interval of checks whether others wait, and whose turn it is.
const LOOK: Duration = Duration::from_millis(50);
/// The maximum memory of a quick move: one per processor always fits.
const SMALL: usize = 64 << 20;

/// The limits of a search for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveBounds {
    /// The maximum running time, not counting suspensions.
    pub(crate) longest: Duration,
    /// The maximum memory in bytes.
    pub(crate) memory: usize,
    /// Whether it is known to be slow.
    pub(crate) is_slow: bool,
}

impl MoveBounds {
    /// The limits of a move expected to be quick and small.
    #[cfg(test)]
    pub(crate) fn quick(longest: Duration) -> MoveBounds {
        MoveBounds { longest, memory: 0, is_slow: false }
    }
}

impl Pool {
    /// Searches for a move of a game, with priority over everything else. Dropping the future
    /// raises the flag, and so does reaching the maximum time, after which the search has a moment
    /// to end. The search gets the flag it must check, and may be started twice.
    pub(crate) async fn move_of_game<T: Send + 'static>(
        &self,
        stop: StopFlag,
        bounds: MoveBounds,
        search: impl Fn(&StopFlag) -> T + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let _stopped = StopOnDrop(stop.clone());
        let search = Arc::new(search);
        if !bounds.is_slow
            && bounds.memory <= SMALL
            && let Some(found) = self.quick_move(&stop, bounds.longest, &search).await?
        {
            return Ok(found);
        }
        self.slow_move(&stop, bounds, &search).await
    }

    /// A move found before another wants its place; `None` if it is not.
    async fn quick_move<T: Send + 'static>(
        &self,
        stop: &StopFlag,
        longest: Duration,
        search: &Arc<impl Fn(&StopFlag) -> T + Send + Sync + 'static>,
    ) -> Result<Option<T>, Problem> {
        let place = place(&self.quick, &self.quick_waiting).await?;
        let (quick, aside) = (QuickMove::begin(&self.shared), stop.child());
        let (search, flag) = (Arc::clone(search), aside.clone());
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search(&flag);
            drop((quick, place));
            found
        });
        let begun = Instant::now();
        loop {
            if let Ok(found) = tokio::time::timeout(LOOK, &mut search).await {
                return whole(found).map(Some);
            }
            let taken = begun.elapsed();
            if taken >= longest {
                return ended(search, stop, Duration::ZERO).await.map(Some);
            }
            if taken >= QUICK
                && let Some(_aside) = self.step_aside()
            {
                aside.raise();
                let found = whole(search.await)?;
                // Another may have wanted the place at this very moment.
                return Ok(stop.is_raised().then_some(found));
            }
        }
    }

    /// Whether to leave a place for a waiting move that no other makes room for; the result is held
    /// until the place is free.
    fn step_aside(&self) -> Option<Counted<'_>> {
        let waiting = self.quick_waiting.load(Ordering::Relaxed);
        let one_more = |leaving| (leaving < waiting).then_some(leaving + 1);
        let counter = &self.stepping_aside;
        counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Counted(counter))
    }

    /// A slow move, in turns with others.
    async fn slow_move<T: Send + 'static>(
        &self,
        stop: &StopFlag,
        bounds: MoveBounds,
        search: &Arc<impl Fn(&StopFlag) -> T + Send + Sync + 'static>,
    ) -> Result<T, Problem> {
        let place = place(&self.slow, &self.slow_waiting).await?;
        let room = room(&self.move_tables, bounds.memory).await?;
        let flag = stop.child();
        let slow = SlowMove::begin(&self.shared, &flag);
        let (number, search) = (slow.number, Arc::clone(search));
        let mut search = tokio::task::spawn_blocking(move || {
            let found = search(&flag);
            drop((slow, room, place));
            found
        });
        let mut used = Duration::ZERO;
        while used < bounds.longest {
            if let Ok(found) = tokio::time::timeout(LOOK, &mut search).await {
                return whole(found);
            }
            if self.shared.is_on(number) {
                used += LOOK;
            }
            self.shared.shift();
        }
        ended(search, stop, Duration::ZERO).await
    }
}

/// Waits for a place of its kind, unless too many wait already.
async fn place(
    places: &Arc<Semaphore>,
    waiting: &AtomicUsize,
) -> Result<OwnedSemaphorePermit, Problem> {
    let before = waiting.fetch_add(1, Ordering::Relaxed);
    let _counted = Counted(waiting);
    if before >= MOST_WAITING {
        return Err(Problem::busy(MANY_SEARCHES));
    }
    Arc::clone(places).acquire_owned().await.map_err(|_| Problem::busy(STOPPING))
}

/// Increments a counter until dropped.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A running quick move, until dropped.
struct QuickMove(Arc<Shared>);

impl QuickMove {
    fn begin(shared: &Arc<Shared>) -> QuickMove {
        let mut inside = shared.lock();
        inside.quick += 1;
        shared.balance(&inside);
        drop(inside);
        QuickMove(Arc::clone(shared))
    }
}

impl Drop for QuickMove {
    fn drop(&mut self) {
        let mut inside = self.0.lock();
        inside.quick -= 1;
        self.0.balance(&inside);
    }
}

/// A slow move among the others, until dropped.
struct SlowMove {
    shared: Arc<Shared>,
    number: u64,
}

impl SlowMove {
    fn begin(shared: &Arc<Shared>, flag: &StopFlag) -> SlowMove {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let mut inside = shared.lock();
        inside.slow.push((number, flag.clone()));
        shared.balance(&inside);
        drop(inside);
        SlowMove { shared: Arc::clone(shared), number }
    }
}

impl Drop for SlowMove {
    fn drop(&mut self) {
        let mut inside = self.shared.lock();
        let others = |(other, _): &Running| *other != self.number;
        inside.slow.retain(others);
        self.shared.balance(&inside);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{until, visitor};
    use ninefold_core::Stopwatch;

    use super::super::{Purpose, SLOW_MOVES};
    use super::*;

    /// A search that checks its flag until it is raised, and counts the checks and starts.
    #[derive(Default)]
    struct Endless {
        looks: AtomicUsize,
        begun: AtomicUsize,
    }

    impl Endless {
        fn search(&self, flag: &StopFlag) {
            self.begun.fetch_add(1, Ordering::Relaxed);
            while !flag.is_raised() {
                self.looks.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(1));
            }
        }

        fn looks(&self) -> usize {
            self.looks.load(Ordering::Relaxed)
        }
    }

    struct Asked {
        endless: Arc<Endless>,
        stop: StopFlag,
        answer: tokio::task::JoinHandle<Result<(), Problem>>,
    }

    fn ask(pool: &Arc<Pool>, is_slow: bool) -> Asked {
        let (endless, stop) = (Arc::<Endless>::default(), StopFlag::default());
        let bounds = MoveBounds { is_slow, ..MoveBounds::quick(Duration::from_secs(3600)) };
        let (pool, search, flag) = (Arc::clone(pool), Arc::clone(&endless), stop.clone());
        let answer = tokio::spawn(async move {
            pool.move_of_game(flag, bounds, move |flag| search.search(flag)).await
        });
        Asked { endless, stop, answer }
    }

    async fn end(pool: &Pool, asked: Vec<Asked>) {
        for Asked { stop, answer, .. } in asked {
            stop.raise();
            answer.await.unwrap().unwrap();
        }
        until(|| pool.figures().moves_running == 0).await;
        assert_eq!(pool.figures().moves_waiting, 0);
    }

    #[tokio::test]
    async fn whoever_takes_long_is_set_aside_for_others_and_begun_again() {
        let pool = Arc::new(Pool::with_places(1, 1 << 28));
        let asked = ask(&pool, false);
        until(|| asked.endless.looks() > 0).await;
        let minute = MoveBounds::quick(Duration::from_secs(60));
        assert_eq!(pool.move_of_game(StopFlag::default(), minute, |_| 7).await.unwrap(), 7);
        until(|| asked.endless.begun.load(Ordering::Relaxed) == 2).await;
        assert!(!asked.answer.is_finished(), "nothing is given up");
        end(&pool, vec![asked]).await;
    }

    #[tokio::test]
    async fn slow_moves_take_turns_with_each_other_and_with_questions() {
        let pool = Arc::new(Pool::with_places(1, 1 << 28));
        let asked: Vec<Asked> = (0..SLOW_MOVES).map(|_| ask(&pool, true)).collect();
        let (stop, endless) = (StopFlag::default(), Arc::<Endless>::default());
        let question = tokio::spawn({
            let (pool, stop, endless) = (Arc::clone(&pool), stop.clone(), Arc::clone(&endless));
            async move {
                let hour = Duration::from_secs(3600);
                let search = move |flag: &StopFlag| endless.search(flag);
                pool.run(visitor(1), Purpose::Question, stop, hour, search).await
            }
        });
        // With one processor, an even number of them and constant queries, each still has its turn.
        for asked in &asked {
            until(|| asked.endless.looks() > 0).await;
        }
        until(|| endless.looks() > 0).await;
        let (seen, asked_for) = (asked[0].endless.looks(), endless.looks());
        until(|| asked[0].endless.looks() > seen && endless.looks() > asked_for).await;
        stop.raise();
        question.await.unwrap().unwrap();
        end(&pool, asked).await;
    }

    #[tokio::test]
    async fn who_waits_is_made_room_for_once() {
        let pool = Arc::new(Pool::with_places(3, 1 << 28));
        let asked: Vec<Asked> = (0..3).map(|_| ask(&pool, false)).collect();
        for asked in &asked {
            until(|| asked.endless.looks() > 0).await;
        }
        let minute = MoveBounds::quick(Duration::from_secs(60));
        assert_eq!(pool.move_of_game(StopFlag::default(), minute, |_| 7).await.unwrap(), 7);
        let begun =
            || asked.iter().map(|one| one.endless.begun.load(Ordering::Relaxed)).sum::<usize>();
        until(|| begun() == 4).await;
        end(&pool, asked).await;
    }

    #[tokio::test]
    async fn time_in_which_others_have_their_turn_is_not_lost() {
        let pool = Arc::new(Pool::with_places(1, 1 << 28));
        let each = 2 * super::super::SHIFT;
        let begun = Instant::now();
        let think = || {
            let pool = Arc::clone(&pool);
            let bounds =
                MoveBounds { is_slow: true, ..MoveBounds::quick(Duration::from_secs(3600)) };
            tokio::spawn(async move {
                let search = move |flag: &StopFlag| {
                    let watch = Stopwatch::start(flag);
                    while !flag.is_raised() && watch.elapsed() < each {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                };
                pool.move_of_game(StopFlag::default(), bounds, search).await
            })
        };
        for thinks in [think(), think(), think()] {
            thinks.await.unwrap().unwrap();
        }
        // Only one of them runs at a time, so together they take as long as one after the other.
        assert!(begun.elapsed() >= 2 * each + super::super::SHIFT);
    }

    #[tokio::test]
    async fn more_slow_moves_than_places_wait_and_keep_no_quick_one() {
        let pool = Arc::new(Pool::with_places(1, 1 << 28));
        let asked: Vec<Asked> = (0..SLOW_MOVES + 3).map(|_| ask(&pool, true)).collect();
        until(|| pool.figures().moves_waiting == 3).await;
        let minute = MoveBounds::quick(Duration::from_secs(60));
        assert_eq!(pool.move_of_game(StopFlag::default(), minute, |_| 7).await.unwrap(), 7);
        let last = &asked[SLOW_MOVES + 2].endless;
        assert_eq!(last.looks(), 0);
        for earlier in &asked[..3] {
            earlier.stop.raise();
        }
        until(|| last.looks() > 0).await;
        end(&pool, asked).await;
    }

    #[tokio::test]
    async fn tables_of_moves_are_bounded_in_all() {
        let pool = Arc::new(Pool::with_places(1, 100 << 20));
        let (stop, endless) = (StopFlag::default(), Arc::<Endless>::default());
        let large = MoveBounds { memory: 80 << 20, ..MoveBounds::quick(Duration::from_secs(3600)) };
        let first = tokio::spawn({
            let (pool, stop, search) = (Arc::clone(&pool), stop.clone(), Arc::clone(&endless));
            async move { pool.move_of_game(stop, large, move |flag| search.search(flag)).await }
        });
        until(|| endless.looks() > 0).await;
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.move_of_game(StopFlag::default(), large, |_| 7).await }
        });
        let small = MoveBounds::quick(Duration::from_secs(60));
        assert_eq!(pool.move_of_game(StopFlag::default(), small, |_| 8).await.unwrap(), 8);
        assert!(!second.is_finished(), "there is no room for both tables");
        stop.raise();
        first.await.unwrap().unwrap();
        assert_eq!(second.await.unwrap().unwrap(), 7);
    }
}
