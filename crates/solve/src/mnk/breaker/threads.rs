//! Runs jobs on threads that share one table.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::jobs::{Job, JobResult, JobTree, Outcome, outcome};
use super::search::{Search, Watch};
use super::sight::Sight;

/// The interval of progress reports while the threads work.
const PULSE: Duration = Duration::from_millis(20);

/// Searches the leaves of a tree on several threads until it is settled or `watch` stops it, and returns the number
/// of positions searched. Which leaves are searched depends on timing; the answer does not.
///
/// Jobs that were handed out before and not answered are searched first.
pub(super) fn drive(tree: &mut JobTree, threads: usize, watch: &mut TreeWatch) -> u64 {
    let workers: Vec<Search> = (0..threads).map(|_| tree.search.beside()).collect();
    let mut left: VecDeque<Job> = tree.out().copied().collect();
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
                && tree.won().is_none()
                && let Some(job) = left.pop_front().or_else(|| tree.next_job())
                && posts[number].send(job).is_ok()
            {
                idle.pop();
            }
            // `watch` may wait for a disk; by now all threads have work.
            if tree.won().is_some() || watch(tree, looks.load(Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
            }
            if idle.len() == threads {
                break; // answered, or stopped and all threads have returned
            }
            match results.recv_timeout(PULSE) {
                Ok((number, result)) => {
                    idle.push(number);
                    if let Some(result) = result {
                        tree.take(result);
                    }
                }
                // A thread that panicked never returns; the scope propagates the panic.
                Err(_) if handles.iter().any(|handle| handle.is_finished()) => break,
                Err(_) => {}
            }
        }
    });
    looks.into_inner()
}

/// Called with the number of positions that the threads have searched; returns whether to stop.
pub(super) type TreeWatch<'a> = dyn FnMut(&mut JobTree, u64) -> bool + 'a;

/// Like [`Search::ask`] on several threads.
pub(super) fn ask_threads(
    search: &mut Search,
    stones: [super::cells::Set; 2],
    maker_moves: bool,
    threads: usize,
    watch: &mut Watch,
) -> Option<(bool, super::cells::Set)> {
    let before = search.looks();
    let mut tree = JobTree::new(search.beside(), stones, maker_moves);
    let looks = drive(&mut tree, threads, &mut |tree, looks| watch(before + looks, tree.numbers()));
    search.eye.looks += looks + tree.search.looks();
    tree.won()
}

/// Runs one job after another until the channel is closed.
fn work(
    number: usize,
    mut search: Search,
    jobs: &Receiver<Job>,
    done: &Sender<(usize, Option<JobResult>)>,
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

/// Searches a leaf within its budget; `None` if it was stopped first.
pub(super) fn do_job(
    search: &mut Search,
    job: &Job,
    stop: &mut dyn FnMut() -> bool,
) -> Option<JobResult> {
    let before = search.looks();
    let position = search.position(job.stones[0], job.stones[1]);
    let (mut spent, mut stopped) = (false, false);
    let verdict = search.explore(position.clone(), job.maker_moves, job.limits, &mut |looks, _| {
        spent = looks - before >= job.looks;
        stopped = stop();
        spent || stopped
    });
    let mut outcome = outcome(verdict);
    if matches!(outcome, Outcome::Left(_)) && spent {
        // Report the open moves one by one, so that the search can continue from there.
        if let Sight::Open(open) = search.eye.look(position, job.maker_moves, false) {
            outcome = match search.grow(&open) {
                Ok(growth) => Outcome::Grown(growth),
                Err(verdict) => super::jobs::outcome(verdict),
            };
        }
    } else if matches!(outcome, Outcome::Left(_)) && stopped {
        return None;
    }
    Some(JobResult { number: job.number, looks: search.looks() - before, outcome })
}
