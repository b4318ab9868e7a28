//! Jobs done by threads that share one table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::cells::Set;
use super::jobs::{Job, JobResult, JobTree};
use super::search::{Search, Verdict, Watch};

/// How often the watch hears of progress while the threads work.
const PULSE: Duration = Duration::from_millis(20);

/// Like [`Search::ask`] on several threads. Which leaves are searched depends on who is quicker; the answer
/// does not.
pub(super) fn ask_threads(
    search: &mut Search,
    stones: [Set; 2],
    maker_moves: bool,
    threads: usize,
    watch: &mut Watch,
) -> Option<(bool, Set)> {
    let before = search.looks();
    let workers: Vec<Search> = (0..threads).map(|_| search.beside()).collect();
    let mut tree = JobTree::new(search, stones, maker_moves);
    let (stop, looks) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        let (done, results) = channel();
        let mut idle = Vec::new();
        let mut posts = Vec::new();
        let mut handles = Vec::new();
        for (number, worker) in workers.into_iter().enumerate() {
            let (post, jobs) = channel();
            let (done, stop, looks) = (done.clone(), &stop, &looks);
            handles.push(scope.spawn(move || work(number, worker, &jobs, &done, stop, looks)));
            posts.push(post);
            idle.push(number);
        }
        drop(done);
        loop {
            while let Some(&number) = idle.last()
                && !stop.load(Ordering::Relaxed)
                && let Some(job) = tree.next_job()
                && posts[number].send(job).is_ok()
            {
                idle.pop();
            }
            if idle.len() == threads {
                break; // answered, or stopped and everybody has come back
            }
            match results.recv_timeout(PULSE) {
                Ok((number, result)) => {
                    idle.push(number);
                    tree.take(result);
                }
                // Whoever panicked never comes back; the scope passes the panic on.
                Err(_) if handles.iter().any(|handle| handle.is_finished()) => break,
                Err(_) => {}
            }
            let all = before + looks.load(Ordering::Relaxed);
            if tree.won().is_some() || watch(all, tree.numbers()) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let won = tree.won();
    search.eye.looks += looks.into_inner();
    won
}

/// Does one job after the other until nobody sends any more.
fn work(
    number: usize,
    mut search: Search,
    jobs: &Receiver<Job>,
    done: &Sender<(usize, JobResult)>,
    stop: &AtomicBool,
    looks: &AtomicU64,
) {
    while let Ok(job) = jobs.recv() {
        let before = search.looks();
        let result = do_job(&mut search, &job, &mut || stop.load(Ordering::Relaxed));
        looks.fetch_add(search.looks() - before, Ordering::Relaxed);
        if done.send((number, result)).is_err() {
            return;
        }
    }
}

/// Searches a leaf within its budget.
pub(super) fn do_job(search: &mut Search, job: &Job, stop: &mut dyn FnMut() -> bool) -> JobResult {
    let before = search.looks();
    let position = search.position(job.stones[0], job.stones[1]);
    let mut spent = false;
    let verdict = search.explore(position, job.maker_moves, job.limits, &mut |looks, _| {
        spent = looks - before >= job.looks;
        spent || stop()
    });
    let (looks, Verdict { numbers, zone }) = (search.looks() - before, verdict);
    JobResult { leaf: job.leaf, turn: job.turn, looks, spent, numbers, zone }
}
