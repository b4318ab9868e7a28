//! A tree of jobs gives the answer of one search, in whatever order results come and however often.

use super::super::cells::{Set, bit};
use super::super::grid::Grid;
use super::super::search::Search;
use super::super::sight::BreakerCuts;
use super::super::table::Numbers;
use super::super::threads::do_job;
use super::{Job, JobResult, JobTree};

const SIZES: [[usize; 3]; 6] = [[4, 4, 4], [5, 5, 4], [6, 5, 4], [6, 6, 5], [7, 5, 5], [8, 4, 4]];

fn search([rows, columns, k]: [usize; 3]) -> Search {
    Search::new(Grid::new(rows, columns, k).unwrap(), BreakerCuts::ALL, 1 << 20)
}

/// Numbers that only look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = ninefold_core::scramble(self.0.wrapping_add(1));
        (self.0 % bound as u64) as usize
    }
}

/// Who wins and within which zone, by three workers of which each knows only its own results.
fn by_jobs(
    size: [usize; 3],
    stones: [Set; 2],
    maker_moves: bool,
    random: &mut Random,
) -> (bool, Set) {
    let mut own = search(size);
    let mut workers = [search(size), search(size), search(size)];
    let mut tree = JobTree::new(&mut own, stones, maker_moves);
    let mut waiting: Vec<Job> = Vec::new();
    let mut told: Vec<JobResult> = Vec::new();
    while tree.won().is_none() {
        while waiting.len() < workers.len()
            && let Some(job) = tree.next_job()
        {
            waiting.push(job);
        }
        if waiting.is_empty() {
            break; // what was left could be seen without a job
        }
        // Whoever is quick comes first; some results come twice.
        let job = waiting.swap_remove(random.below(waiting.len()));
        // So few looks that nearly everything happens in the tree.
        let job = Job { looks: 1 + random.below(100) as u64, ..job };
        let result = do_job(&mut workers[random.below(3)], &job, &mut || false);
        told.push(result);
        assert!(tree.take(result));
        let again = told[random.below(told.len())];
        assert!(!tree.take(again), "{again:?} was taken twice");
    }
    assert_eq!(tree.next_job(), None);
    tree.won().expect("nothing was left to do")
}

/// Random positions: the same winner as one search finds, and a zone outside of which everything may be given away.
#[test]
fn the_same_answers_in_any_order() {
    let mut random = Random(5);
    let mut winners = [0; 2];
    for size in SIZES {
        let cells = size[0] * size[1];
        for _ in 0..20 {
            let mut stones = [0; 2];
            for _ in 0..cells / 4 + random.below(cells / 4) {
                let cell = random.below(cells) as u32;
                if (stones[0] | stones[1]) & bit(cell) == 0 {
                    stones[random.below(2)] |= bit(cell);
                }
            }
            let mut judge = search(size);
            if judge.eye.grid.has_line(stones[0]) {
                continue;
            }
            let maker_moves = random.below(2) == 0;
            let mut ask = |[makers, breakers]: [Set; 2]| {
                let position = judge.position(makers, breakers);
                judge.ask(position, maker_moves, &mut |_, _| false).unwrap().0
            };
            let (maker, zone) = by_jobs(size, stones, maker_moves, &mut random);
            assert_eq!(maker, ask(stones), "{size:?} {stones:?} {maker_moves}");
            winners[usize::from(maker)] += 1;
            let all = Set::MAX >> (Set::BITS as usize - cells);
            let outside = all & !(stones[0] | stones[1] | zone);
            stones[usize::from(maker)] |= outside;
            assert!(!search(size).eye.grid.has_line(stones[0]), "{size:?} {stones:?}");
            assert_eq!(maker, ask(stones), "outside {outside:b}: {size:?} {stones:?}");
        }
    }
    assert!(winners.iter().all(|&count| count > 15), "{winners:?}");
}

/// From empty boards, published draws that Breaker holds (Uiterwijk and van den Herik 2000).
#[test]
fn empty_boards() {
    let mut random = Random(6);
    for size in [[6, 6, 5], [7, 5, 5], [7, 6, 5]] {
        assert!(!by_jobs(size, [0, 0], true, &mut random).0, "{size:?}");
    }
}

/// A result about no leaf of the tree says nothing.
#[test]
fn strange_results_are_refused() {
    let mut own = search([7, 6, 5]);
    let mut tree = JobTree::new(&mut own, [0, 0], true);
    let numbers = Numbers::won(true);
    let result = JobResult { leaf: 7, turn: 1, looks: 1, spent: false, numbers, zone: 0 };
    assert!(!tree.take(result));
    assert!(!tree.take(JobResult { leaf: 0, ..result }), "nobody was asked yet");
    let job = tree.next_job().unwrap();
    assert!(!tree.take(JobResult { leaf: job.leaf, turn: job.turn + 1, ..result }));
    assert_eq!((job.stones.map(Set::count_ones), job.maker_moves), ([1, 1], true));
    assert_eq!(tree.won(), None);
}
