//! Solves a board by workers with tables of their own, one after the other in this process, on a clock that counts
//! positions:
//!
//! ```text
//! cargo run --release -p ninefold-solve --example simulated_workers -- 9,6,5 1 2 4 8
//! ```
//!
//! For each number of workers it prints how many positions they looked at in all, how many the last of them had behind
//! it at the end if all are equally quick, and how many times as fast as one worker that is. Messages take no time and
//! nobody waits for a disk, so that this is what can be had at best; it does not depend on what else the
//! machine does. `quiet` as the last word: the workers do not tell each other what they have settled.

use std::collections::VecDeque;
use std::path::Path;

use ninefold_core::StopFlag;
use ninefold_solve::mnk::{Held, KeptTree, LeafSolver};

/// The table of each worker.
const MEMORY: usize = 256 << 20;
/// The table of whoever coordinates.
const LITTLE: usize = 16 << 20;

/// A job under way: when it is done, which worker does it, and what comes of it.
struct UnderWay {
    end: u64,
    worker: usize,
    number: u64,
    result: String,
    news: Option<String>,
}

/// The positions looked at in all, those of the busiest, and the jobs.
fn solve(size: [usize; 3], workers: usize, talks: bool, path: &Path) -> (u64, u64, u64) {
    let asked = Held { size, stones: [0, 0], attacks: true };
    let mut tree = KeptTree::open(path, &asked, LITTLE).expect("a new file");
    let solvers: Vec<LeafSolver> = (0..workers).map(|_| LeafSolver::new(MEMORY)).collect();
    let mut idle: Vec<usize> = (0..workers).collect();
    let (mut queue, mut under_way) = (VecDeque::new(), Vec::<UnderWay>::new());
    let mut now = 0;
    while tree.attacker_wins().is_none() {
        // As over a network: everybody works on one job and holds another.
        let room = (2 * workers).saturating_sub(queue.len() + under_way.len());
        queue.extend(tree.hand_out(room).expect("it is kept"));
        while !idle.is_empty()
            && let Some((number, job)) = queue.pop_front()
            && let Some(worker) = idle.pop()
        {
            let solver = &solvers[worker];
            let result = solver.solve(&job, &StopFlag::default()).expect("a job").expect("an end");
            let looks: u64 =
                result.split(' ').next().and_then(|looks| looks.parse().ok()).unwrap_or(0);
            let end = now + looks.max(1);
            under_way.push(UnderWay { end, worker, number, result, news: solver.news() });
        }
        let Some(next) = (0..under_way.len()).min_by_key(|&index| under_way[index].end) else {
            break;
        };
        let done = under_way.swap_remove(next);
        now = done.end;
        idle.push(done.worker);
        if talks && let Some(news) = &done.news {
            solvers.iter().for_each(|solver| solver.hear(news));
            tree.hear(news);
        }
        tree.take(done.number, &done.result).expect("it is kept");
        if talks && let Some(news) = tree.news() {
            solvers.iter().for_each(|solver| solver.hear(&news));
        }
    }
    (tree.nodes(), now, tree.jobs().0)
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let talks = words.last().is_none_or(|word| word != "quiet");
    if !talks {
        words.pop();
    }
    let size: Vec<usize> = words.first().map_or_else(Vec::new, |word| {
        word.split(',').filter_map(|number| number.parse().ok()).collect()
    });
    let Ok(size) = <[usize; 3]>::try_from(size) else {
        eprintln!("wanted a board and numbers of workers, such as 9,6,5 1 2");
        std::process::exit(2);
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut one = None;
    println!("workers  positions       at the end   times as fast   jobs");
    for workers in words[1..].iter().filter_map(|word| word.parse::<usize>().ok()) {
        let path = folder.path().join(workers.to_string());
        let (all, busiest, jobs) = solve(size, workers, talks, &path);
        let faster = *one.get_or_insert(busiest) as f64 / busiest as f64;
        println!("{workers:>7} {all:>10} {busiest:>16} {faster:>15.2} {jobs:>6}");
    }
}
