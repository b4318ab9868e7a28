//! Trees that are kept go on whatever happens to whoever keeps them.

use crate::solver_support::Random;

use std::fs;
use std::path::Path;

use ninefold_core::StopFlag;
use ninefold_solve::Request;
use ninefold_solve::mnk::{
    BreakerCuts, Budget, Held, KeptTree, LeafSolver, Reply, TreeError, TreeNews, check,
    held_for_a_draw, maker_breaker, write_draw_proof,
};
use tempfile::TempDir;

const MEMORY: usize = 16 << 20;

fn whole(size: [usize; 3]) -> Held {
    Held { size, stones: [0, 0], attacks: true }
}

fn open(path: &Path, asked: &Held) -> KeptTree {
    KeptTree::open(path, asked, MEMORY).unwrap_or_else(|problem| panic!("{problem}"))
}

/// 9,6,5 by two workers with tables of their own. Whoever coordinates is killed now and then, sometimes in the middle
/// of a line; results come late, twice, or never.
#[test]
fn killed_at_any_moment() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deep").join("tree");
    let asked = whole([9, 6, 5]);
    let workers = [LeafSolver::new(MEMORY), LeafSolver::new(MEMORY)];
    let mut random = Random(3);
    let mut tree = open(&path, &asked);
    let run = tree.run().to_owned();
    let (mut kills, mut late) = (0, Vec::new());
    while tree.attacker_wins().is_none() {
        let mut jobs = tree.out();
        jobs.extend(tree.hand_out(3 - jobs.len().min(3)).unwrap());
        assert!(!jobs.is_empty(), "there is work as long as nothing is settled");
        let (number, job) = jobs.swap_remove(random.below(jobs.len()));
        let solver = &workers[random.below(2)];
        let result = solver.solve(&job, &StopFlag::default()).unwrap().expect("nobody stops it");
        assert!(result.len() < 4096, "{result}");
        if random.below(6) == 0 {
            drop(tree);
            kills += 1;
            if random.below(2) == 0 {
                let text = fs::read(&path).unwrap();
                fs::write(&path, &text[..text.len() - random.below(30)]).unwrap();
            }
            tree = open(&path, &asked);
            assert_eq!(tree.run(), run);
        }
        // Its job may have been lost with the end of the file; then nobody waits for it.
        let news = tree.take(number, &result).unwrap();
        assert_ne!(news, TreeNews::Wrong, "{result}");
        late.push((number, result));
        let (number, result) = &late[random.below(late.len())];
        assert_ne!(tree.take(*number, result).unwrap(), TreeNews::Wrong);
    }
    assert_eq!(tree.attacker_wins(), Some(false));
    assert!(kills > 2, "{kills}");
    drop(tree);
    assert_eq!(open(&path, &asked).attacker_wins(), Some(false), "it stays so");
}

/// Positions of both kinds, begun by leaf solvers and ended by threads, against one search.
#[test]
fn ended_on_threads() {
    let folder = TempDir::new().unwrap();
    let mut random = Random(9);
    let mut winners = [0; 2];
    for index in 0..24 {
        let size = [[5, 5, 4], [6, 5, 4], [7, 6, 5], [8, 5, 5]][index % 4];
        let cells = size[0] * size[1];
        let mut stones = [0_u128; 2];
        for turn in 0..2 * random.below(3) {
            let cell = random.below(cells);
            if (stones[0] | stones[1]) >> cell & 1 == 0 {
                stones[turn % 2] |= 1 << cell;
            }
        }
        let asked = Held { size, stones, attacks: random.below(2) == 0 };
        let wanted = maker_breaker(size, stones, asked.attacks, BreakerCuts::ALL, MEMORY).unwrap();
        let path = folder.path().join(asked.file_name());
        let mut tree = open(&path, &asked);
        if let Some((number, job)) = tree.hand_out(1).unwrap().pop() {
            drop(tree);
            tree = open(&path, &asked);
            assert_eq!(tree.out(), [(number, job)], "what was handed out is known");
        }
        let budget = Budget { threads: 1 + index % 3, ..Budget::default() };
        tree.search(&budget, &mut |_| {}).unwrap();
        assert_eq!(tree.attacker_wins(), Some(wanted.maker_wins), "{asked:?}");
        winners[usize::from(wanted.maker_wins)] += 1;
        drop(tree);
        let mut tree = open(&path, &asked);
        assert_eq!(tree.attacker_wins(), Some(wanted.maker_wins), "{asked:?}");
        if !wanted.maker_wins && !asked.attacks {
            let cell = match tree.reply(&Budget::default()) {
                Reply::Stone(cell) => cell,
                Reply::Any => (!(stones[0] | stones[1])).trailing_zeros() as usize,
                Reply::Unknown => panic!("it was settled here: {asked:?}"),
            };
            let after = [stones[0], stones[1] | 1 << cell];
            let found = maker_breaker(size, after, true, BreakerCuts::ALL, MEMORY).unwrap();
            assert!(!found.maker_wins, "{asked:?} {cell}");
        }
    }
    assert!(winners.iter().all(|&count| count > 4), "{winners:?}");
}

/// Whoever has heard of a position that somebody settled does not search it, and no job is handed out about it.
#[test]
fn what_one_has_settled_all_know() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    let asked = whole([8, 6, 5]);
    let stop = StopFlag::default();
    let looks = |result: &str| result.split(' ').next().unwrap().parse::<u64>().unwrap();
    let (first, second) = (LeafSolver::new(MEMORY), LeafSolver::new(MEMORY));
    let mut tree = open(&here, &asked);
    let (number, job) = tree.hand_out(1).unwrap().pop().unwrap();
    let result = first.solve(&job, &stop).unwrap().unwrap();
    assert!(result.contains(" won breaker ") && looks(&result) > 100, "{result}");
    let news = first.news().expect("something was settled");
    assert!(news.len() <= 32 << 10);
    assert_eq!(first.news(), None, "it is told once");

    // Nobody sits at a board of that kind yet, and what is no news says nothing.
    let other = LeafSolver::new(MEMORY);
    assert!(other.solve("8,7,5 1 2 maker 16777215 16777215 1", &stop).unwrap().is_some());
    for deaf in [&news, "", "8,7,5 nonsense", "8,7,5 1:b:ffffffffffffffffffffffffffffffff"] {
        other.hear(deaf);
    }
    assert!(other.solve(&job, &stop).unwrap().is_some_and(|result| looks(&result) > 100));

    // The second has done something else on this board; then it hears.
    assert!(second.solve("8,6,5 1 2 maker 16777215 16777215 1", &stop).unwrap().is_some());
    second.hear(&news);
    let heard = second.solve(&job, &stop).unwrap().unwrap();
    assert!(heard.contains(" won breaker ") && looks(&heard) == 1, "{heard}");

    // A tree that hears of it takes it for granted, writes it down and asks about something else.
    let mut other = open(&there, &asked);
    other.hear(&news);
    let (_, next) = other.hand_out(1).unwrap().pop().expect("there is more to do");
    assert_ne!(next, job);
    let jobs = other.out();
    drop(other);
    assert_eq!(open(&there, &asked).out(), jobs, "it is written down");
    assert_eq!(tree.take(number, &result).unwrap(), TreeNews::Kept);
    assert!(tree.news().is_some_and(|news| news.starts_with("8,6,5 ")), "the tree tells as well");
}

/// A proof from what trees know, at once and after they were read again, when everything else is forgotten.
#[test]
fn proofs_from_trees() {
    let folder = TempDir::new().unwrap();
    let rows = |row: &str, count| [row].repeat(count).join("/");
    let stones = format!("1000000/{}/0002000 1", rows("0000000", 5));
    for (game, position) in
        [("mnk:8,6,5", format!("{} 1", rows("000000", 8))), ("mnk:7,7,6", stones)]
    {
        let request = Request::new(game, position);
        let held = held_for_a_draw(&request).unwrap();
        for again in [false, true] {
            let mut trees: Vec<KeptTree> = held
                .iter()
                .map(|asked| open(&folder.path().join(asked.file_name()), asked))
                .collect();
            for tree in &mut trees {
                assert!(tree.attacker_wins().is_some() || !again, "what was settled stays so");
                tree.search(&Budget { threads: 2, ..Budget::default() }, &mut |_| {}).unwrap();
                assert_eq!(tree.attacker_wins(), Some(false));
            }
            let mut file = Vec::new();
            let nodes = write_draw_proof(&request, &mut trees, &mut file).unwrap();
            let checked = check(&String::from_utf8(file).unwrap()).unwrap();
            assert_eq!((checked.value, checked.claims.len()), (Some(0), held.len()));
            assert_eq!(checked.position, request.position, "{checked:?}");
            assert!(nodes > 0 && checked.nodes as u64 == nodes, "{nodes} {checked:?}");
        }
    }
}

/// Stopped at once, gone on with later.
#[test]
fn stopped_and_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tree");
    let asked = whole([9, 6, 5]);
    let mut nodes = 0;
    for _ in 0..2 {
        let mut tree = open(&path, &asked);
        assert_eq!(tree.nodes(), nodes);
        let stop = StopFlag::default();
        let (inside, before) = (stop.clone(), nodes);
        tree.search(&Budget { stop, ..Budget::default() }, &mut |now| {
            if now > before + 60_000 {
                inside.raise();
            }
        })
        .unwrap();
        assert!(tree.attacker_wins().is_none() && tree.nodes() > nodes);
        nodes = tree.nodes();
    }
    let mut tree = open(&path, &asked);
    tree.search(&Budget::default(), &mut |_| {}).unwrap();
    assert_eq!(tree.attacker_wins(), Some(false));
}

#[test]
fn what_cannot_be_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tree");
    let asked = whole([7, 7, 5]);
    let mut tree = open(&path, &asked);
    tree.hand_out(1).unwrap();
    assert!(matches!(KeptTree::open(&path, &asked, MEMORY), Err(TreeError::InUse(_))));
    drop(tree);
    let refused = |asked: &Held| match KeptTree::open(&path, asked, MEMORY) {
        Err(problem) => problem.to_string(),
        Ok(_) => panic!("it was opened"),
    };
    assert!(refused(&whole([7, 6, 5])).contains("line 2 is of another board or version"));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, "something else\n").unwrap();
    assert!(refused(&asked).contains("it is no tree of jobs; move it away to begin anew"));
    // A line that was changed ends what is believed; what comes after it is done again.
    fs::write(&path, text.replace("hand 0", "hand 1")).unwrap();
    let mut tree = open(&path, &asked);
    assert_eq!(tree.jobs(), (0, 0));
    tree.search(&Budget::default(), &mut |_| {}).unwrap();
    assert_eq!(tree.attacker_wins(), Some(false));
    assert_eq!(tree.take(0, "nonsense").unwrap(), TreeNews::Wrong);
}

/// What is no job is told, and a job that is stopped has no result.
#[test]
fn leaves_that_cannot_be() {
    let solver = LeafSolver::new(MEMORY);
    let stop = StopFlag::default();
    for wrong in [
        "",
        "9,9,5 0 0 maker 1 1",
        "99,9,5 0 0 maker 9 9 9",
        "3,3,3 7 0 maker 9 9 9",
        "3,3,3 1 1 maker 9 9 9",
        "3,3,3 200 0 maker 9 9 9",
    ] {
        let told = solver.solve(wrong, &stop).unwrap_err();
        assert!(told.ends_with(" is no job"), "{told}");
    }
    stop.raise();
    let found = solver.solve("8,8,5 0 0 maker 16777215 16777215 1000000", &stop).unwrap();
    assert_eq!(found, None);
}
