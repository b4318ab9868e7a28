//! Tests of how the pool shares its places.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::AtomicBool;

use super::*;

pub(super) fn visitor(browser: u64) -> Visitor {
    Visitor { address: IpAddr::V4(Ipv4Addr::LOCALHOST), browser }
}

/// Checks its flag until it is raised, and counts the checks.
fn search(looks: &Arc<AtomicUsize>) -> impl FnOnce(&StopFlag) + Send + use<> {
    let looks = Arc::clone(looks);
    move |stop| {
        while !stop.is_raised() {
            looks.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

pub(super) async fn until(what: impl Fn() -> bool) {
    while !what() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn an_analysis_stands_still_while_a_move_is_searched_for() {
    let pool = Arc::new(Pool::with_places(1, 1 << 28));
    let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
    let analysis = tokio::spawn({
        let (pool, stop, looks) = (Arc::clone(&pool), stop.clone(), Arc::clone(&looks));
        async move {
            let hour = Duration::from_secs(3600);
            let search = search(&looks);
            pool.run(visitor(1), Purpose::Analysis, stop, hour, search).await
        }
    });
    until(|| looks.load(Ordering::Relaxed) > 0).await;
    let seen = {
        let looks = Arc::clone(&looks);
        let minute = MoveBounds::quick(Duration::from_secs(60));
        pool.move_of_game(StopFlag::default(), minute, move |_| {
            // It stops at its next check, and stays there.
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
    let pool = Arc::new(Pool::with_places(1, 1 << 28));
    let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
    let review = tokio::spawn({
        let (pool, stop, looks) = (Arc::clone(&pool), stop.clone(), Arc::clone(&looks));
        async move {
            let hour = Duration::from_secs(3600);
            let search = search(&looks);
            pool.run(visitor(1), Purpose::Review, stop, hour, search).await
        }
    });
    until(|| looks.load(Ordering::Relaxed) > 0).await;
    let minute = Duration::from_secs(60);
    for purpose in [Purpose::Question, Purpose::Analysis] {
        let answer = pool.run(visitor(2), purpose, StopFlag::default(), minute, |_| 42);
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
async fn a_review_that_ends_as_it_is_interrupted_gives_both_places_back() {
    let pool = Arc::new(Pool::with_places(1, 1 << 28));
    let hour = Duration::from_secs(3600);
    let begin = |browser, purpose| {
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let pool = Arc::clone(&pool);
        let run = tokio::spawn(async move {
            // It ignores its flag.
            let search = move |_: &StopFlag| ended.recv();
            pool.run(visitor(browser), purpose, StopFlag::default(), hour, search).await
        });
        (end, run)
    };
    let (end, review) = begin(1, Purpose::Review);
    until(|| pool.figures().questions_running == 1).await;
    let (end_other, other) = begin(2, Purpose::Review);
    until(|| pool.figures().questions_interrupted == 1).await;
    end.send(()).unwrap();
    until(|| pool.figures().questions_interrupted == 0).await;
    end_other.send(()).unwrap();
    other.await.unwrap().unwrap().unwrap();
    review.await.unwrap().unwrap().unwrap();
    until(|| pool.figures().questions_running == 0).await;
    assert_eq!(pool.figures().questions_waiting, 0);
    let answer = pool.run(visitor(3), Purpose::Analysis, StopFlag::default(), hour, |_| 42);
    assert_eq!(answer.await.unwrap(), 42);
}

#[tokio::test]
async fn whoever_goes_gives_the_place_back() {
    let pool = Arc::new(Pool::with_places(1, 1 << 28));
    let hour = Duration::from_secs(3600);
    for browser in 0..20 {
        let (stop, looks) = (StopFlag::default(), Arc::new(AtomicUsize::default()));
        let search = search(&looks);
        let run = pool.run(visitor(browser), Purpose::Analysis, stop.clone(), hour, search);
        // Some have started and some are waiting when they go.
        let _ = tokio::time::timeout(Duration::from_millis(browser % 3), run).await;
        assert!(stop.is_raised());
    }
    let ran = Arc::new(AtomicBool::default());
    let told = Arc::clone(&ran);
    let last = pool.run(visitor(1), Purpose::Question, StopFlag::default(), hour, move |_| {
        told.store(true, Ordering::Relaxed);
    });
    last.await.unwrap();
    assert!(ran.load(Ordering::Relaxed));
}
