//! Jobs done by threads that share one table.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::jobs::{Job, JobResult, JobTree, Outcome, outcome};
use super::search::{Search, Watch};
use super::sight::Sight;

/// How often the watch hears of progress while the threads work.
const PULSE: Duration = Duration::from_millis(20);

/// Searches the leaves of a tree on several threads until it is settled or the watch says stop; says how many
/// positions they looked at. Which leaves are searched depends on who is quicker; the answer does not.
///
/// What was handed out before and not answered is searched first.
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
            // The watch may wait for a disk; by now everybody has something to do.
            if tree.won().is_some() || watch(tree, looks.load(Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
            }
            if idle.len() == threads {
                break; // answered, or stopped and everybody has come back
            }
            match results.recv_timeout(PULSE) {
                Ok((number, result)) => {
                    idle.push(number);
                    if let Some(result) = result {
                        tree.take(result);
                    }
                }
                // Whoever panicked never comes back; the scope passes the panic on.
                Err(_) if handles.iter().any(|handle| handle.is_finished()) => break,
                Err(_) => {}
            }
        }
    });
    looks.into_inner()
}

/// Hears how many positions the threads have looked at; says whether to stop.
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

/// Does one job after the other until nobody sends any more.
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

/// Searches a leaf within its budget; nothing when it was stopped first.
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
        // What is left is told move by move: whoever goes on need not begin anew.
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
