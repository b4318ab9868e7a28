//! A tree of jobs gives the answer of a single search, in whatever order results arrive and however often.

use super::super::cells::{Set, bit};
use super::super::grid::Grid;
use super::super::search::Search;
use super::super::sight::BreakerCuts;
use super::super::table::Numbers;
use super::super::threads::do_job;
use super::super::words;
use super::{Growth, Job, JobResult, JobTree, Outcome, Taken};

const SIZES: [[usize; 3]; 6] = [[4, 4, 4], [5, 5, 4], [6, 5, 4], [6, 6, 5], [7, 5, 5], [8, 4, 4]];

fn search([rows, columns, k]: [usize; 3]) -> Search {
    Search::new(Grid::new(rows, columns, k).unwrap(), BreakerCuts::ALL, 1 << 20)
}

/// A pseudo-random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = ninefold_core::scramble(self.0.wrapping_add(1));
        (self.0 % bound as u64) as usize
    }
}

/// The winner and the zone, found by three workers, each of which knows only its own results.
fn by_jobs(
    size: [usize; 3],
    stones: [Set; 2],
    maker_moves: bool,
    random: &mut Random,
) -> (bool, Set) {
    let mut workers = [search(size), search(size), search(size)];
    let mut tree = JobTree::new(search(size), stones, maker_moves);
    tree.journal = Some(Vec::new());
    let mut journal: Vec<String> = Vec::new();
    let mut waiting: Vec<Job> = Vec::new();
    let mut told: Vec<JobResult> = Vec::new();
    while tree.won().is_none() {
        while waiting.len() < workers.len()
            && let Some(job) = tree.next_job()
        {
            waiting.push(job);
        }
        if waiting.is_empty() || tree.won().is_some() {
            break; // the rest was decided without a job, and the other results are not needed
        }
        // Results arrive in random order; some arrive twice.
        let job = waiting.swap_remove(random.below(waiting.len()));
        // So few positions per job that nearly everything happens in the tree.
        let job = Job { looks: 1 + random.below(100) as u64, ..job };
        let result = do_job(&mut workers[random.below(3)], &job, &mut || false).unwrap();
        let text = words::result(result.looks, &result.outcome);
        let read = words::read_result(&text).expect("its own text");
        assert_eq!(read, (result.looks, result.outcome.clone()), "{text}");
        told.push(result.clone());
        assert_eq!(tree.take(result), Taken::New);
        let again = told[random.below(told.len())].clone();
        assert_eq!(tree.take(again), Taken::Old, "a result was taken twice");
        journal.append(tree.journal.as_mut().unwrap());
        if random.below(40) == 0 {
            // The coordinator is killed; another one starts from the journal.
            let (numbers, out) = (tree.numbers(), tree.out().copied().collect::<Vec<_>>());
            tree = JobTree::new(search(size), stones, maker_moves);
            assert!(journal.iter().all(|line| tree.redo(line)), "{size:?} {stones:?}");
            assert_eq!(tree.numbers(), numbers, "{size:?} {stones:?}");
            assert_eq!(tree.out().copied().collect::<Vec<_>>(), out);
            tree.journal = Some(Vec::new());
        }
    }
    assert_eq!(tree.next_job(), None);
    tree.won().expect("nothing was left to do")
}

/// Random positions: the same winner as a single search, and a zone outside of which everything may be given away.
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

/// Empty boards: published draws that Breaker holds (Uiterwijk and van den Herik 2000).
#[test]
fn empty_boards() {
    let mut random = Random(6);
    for size in [[6, 6, 5], [7, 5, 5], [7, 6, 5]] {
        assert!(!by_jobs(size, [0, 0], true, &mut random).0, "{size:?}");
    }
}

/// A result that cannot belong to its job is rejected, and the job stays open.
#[test]
fn strange_results_are_refused() {
    let mut tree = JobTree::new(search([7, 7, 5]), [0, 0], true);
    let result = |number, outcome| JobResult { number, looks: 1, outcome };
    let won = |zone| Outcome::Won { maker: true, zone };
    assert_eq!(tree.take(result(0, won(0))), Taken::Old, "nobody was asked yet");
    let job = tree.next_job().unwrap();
    assert_eq!((job.stones.map(Set::count_ones), job.maker_moves), ([1, 1], true));
    assert_eq!(tree.take(result(job.number + 1, won(0))), Taken::Old);
    let Some(JobResult { outcome: Outcome::Grown(growth), .. }) =
        do_job(&mut search([7, 7, 5]), &Job { looks: 1, ..job }, &mut || false)
    else {
        panic!("one look is not enough");
    };
    let (cell, numbers) = growth.children[0];
    let with = |children: Vec<(u32, Numbers)>, must: Set| {
        let front = super::Front { must, ..growth.front };
        Outcome::Grown(Growth { front, children })
    };
    let rest = || growth.children[1..].to_vec();
    let taken = first_of(job.stones[0]);
    for wrong in [
        won(job.stones[0]),
        won(bit(49)),
        Outcome::Left(Numbers { maker: 0, breaker: 7 }),
        with(Vec::new(), 0),
        with(rest(), growth.front.must),
        with(growth.children.clone(), growth.front.must & !bit(cell)),
        with(vec![(taken, numbers)], bit(taken)),
        with(vec![(cell, Numbers::won(false))], bit(cell)),
    ] {
        assert_eq!(tree.take(result(job.number, wrong.clone())), Taken::Wrong, "{wrong:?}");
    }
    assert_eq!(tree.take(result(job.number, Outcome::Grown(growth))), Taken::New);
    assert_eq!(tree.won(), None);
}

fn first_of(set: Set) -> u32 {
    set.trailing_zeros()
}

/// Invalid lines are rejected.
#[test]
fn lines_are_read_as_a_whole_or_not_at_all() {
    for wrong in [
        "",
        "hand",
        "hand 1 2 3 4",
        "hand 1 2 3 4 5 6",
        "took 1 5 won nobody 0",
        "took 1 5 won maker xyz",
        "took 1 5 won maker 0 0",
        "took 1 5 open 1 1 1 0:1",
        "took 1 5 open 1 1 1 128:1:1",
        "took 1 5 left 1 99999999",
        "grow 99999999999 0 left 1 1",
        "lost 1 5 left 1 1",
    ] {
        assert!(words::read(wrong).is_none(), "{wrong}");
    }
    for wrong in ["", "5,5 0 0 maker 1 1 1", "5,5,5 0 0 maker 1 1", "5,5,5 0 0 maker 1 1 1 1"] {
        assert!(words::read_job(wrong).is_none(), "{wrong}");
    }
}
