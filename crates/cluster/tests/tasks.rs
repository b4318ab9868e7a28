//! Tasks that follow from the results of others, over workers, with everything that can happen to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ninefold_cluster::{
    Attempt, Gossip, RunFacts, Skills, Status, TaskCoordinator, TaskEnd, TaskNews, TaskSource,
    TryTask,
};
use ninefold_core::StopFlag;

use crate::common::*;

/// How far the numbers go.
const LAST: u64 = 60;

/// A source that outlives coordinators: task n wants the square of n, and the numbers 2n and 2n + 1 follow from it.
#[derive(Clone, Default)]
struct Squares(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    begun: bool,
    ready: BTreeSet<u64>,
    out: BTreeSet<u64>,
    done: BTreeMap<u64, u64>,
    /// How often a result came that nobody waited for.
    strange: u64,
}

impl Squares {
    fn count(&self) -> usize {
        self.0.lock().expect("whole").done.len()
    }

    fn is_whole(&self) {
        let kept = self.0.lock().expect("whole");
        let wanted: BTreeMap<u64, u64> = (1..=LAST).map(|n| (n, n * n)).collect();
        assert_eq!(kept.done, wanted);
        assert_eq!(kept.strange, 0, "every result counts once");
    }
}

fn task(n: u64) -> (u64, String) {
    (n, format!("square {n}"))
}

impl TaskSource for Squares {
    fn out(&mut self) -> Vec<(u64, String)> {
        self.0.lock().expect("whole").out.iter().map(|&n| task(n)).collect()
    }

    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String> {
        let mut kept = self.0.lock().expect("whole");
        if !kept.begun {
            kept.begun = true;
            kept.ready.insert(1);
        }
        let new: Vec<u64> = kept.ready.iter().copied().take(most).collect();
        for n in &new {
            kept.ready.remove(n);
            kept.out.insert(*n);
        }
        Ok(new.into_iter().map(task).collect())
    }

    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String> {
        let mut kept = self.0.lock().expect("whole");
        let Some(square) = result.parse().ok().filter(|square| *square == number * number) else {
            return Ok(TaskNews::Wrong);
        };
        if !kept.out.remove(&number) {
            kept.strange += 1;
        }
        kept.done.insert(number, square);
        kept.ready.extend([2 * number, 2 * number + 1].iter().filter(|next| **next <= LAST));
        Ok(TaskNews::Kept)
    }

    fn is_done(&self) -> bool {
        self.count() as u64 == LAST
    }

    fn counts(&self) -> (u64, u64) {
        let kept = self.0.lock().expect("whole");
        (kept.done.len() as u64, (kept.done.len() + kept.out.len()) as u64)
    }
}

fn squares() -> TryTask {
    Arc::new(|task, stop| {
        std::thread::sleep(Duration::from_millis(10));
        let n: Option<u64> = task.strip_prefix("square ").and_then(|n| n.parse().ok());
        match n {
            _ if stop.is_raised() => Attempt::Halted,
            Some(n) => Attempt::Played((n * n).to_string()),
            None => Attempt::Failed("no square is wanted".into()),
        }
    })
}

fn hire(server: &Server, task: TryTask) -> Hired {
    Hired::with(connect(server), release(), Skills { play: attempt(), task, gossip: None })
}

fn run(server: &Server, name: &str, source: &Squares, stop: &StopFlag) -> TaskEnd {
    let facts = RunFacts::new(name, "squares", "toy");
    let mut coordinator = TaskCoordinator::new(connect(server), facts, &release(), settings())
        .expect("the run can be claimed");
    coordinator.run(&mut source.clone(), stop)
}

fn start(
    server: &Server,
    name: &'static str,
    source: &Squares,
) -> (StopFlag, std::thread::JoinHandle<TaskEnd>) {
    let (cluster, source, stop) = (connect(server), source.clone(), StopFlag::default());
    let inside = stop.clone();
    let thread = std::thread::spawn(move || {
        let facts = RunFacts::new(name, "squares", "toy");
        let coordinator = TaskCoordinator::new(cluster, facts, &release(), settings());
        coordinator.expect("the run can be claimed").run(&mut source.clone(), &inside)
    });
    (stop, thread)
}

#[test]
fn tasks_follow_from_results_and_games_are_played_beside_them() {
    let server = Server::new();
    let _workers: Vec<Hired> = (0..3).map(|_| hire(&server, squares())).collect();
    let (source, shelf) = (Squares::default(), Shelf::default());
    let games = crate::common::start(&server, "games", ninefold_arena::FixedJobs(jobs(40)), &shelf);
    assert_eq!(run(&server, "tasks", &source, &StopFlag::default()), TaskEnd::Done);
    source.is_whole();
    let (end, _) = games.wait();
    is_whole(&end, &shelf, 40);
    let status = Status::ask(&connect(&server)).expect("it answers");
    assert_eq!((status.jobs, status.results, status.runs.len()), (0, 0, 0));
}

#[test]
fn coordinators_workers_and_servers_come_and_go() {
    let mut server = Server::new();
    let source = Squares::default();
    let first = hire(&server, squares());
    let (stop, thread) = start(&server, "restless", &source);
    until("some results", || source.count() > 5);
    stop.raise();
    assert_eq!(thread.join().expect("it ends"), TaskEnd::Stopped);
    assert!(source.count() < LAST as usize);
    let (_stop, thread) = start(&server, "restless", &source);
    until("more results", || source.count() > 12);
    drop(first);
    let _second = hire(&server, squares());
    until("still more results", || source.count() > 20);
    server.kill();
    std::fs::remove_dir_all(server.store()).expect("the store");
    server.start();
    assert_eq!(thread.join().expect("it ends"), TaskEnd::Done);
    source.is_whole();
}

/// Whoever claims a run last has it, and two never count a result twice.
#[test]
fn a_second_coordinator_takes_over() {
    let server = Server::new();
    let source = Squares::default();
    let (_stop, first) = start(&server, "claimed", &source);
    until("it is out", || Status::ask(&connect(&server)).is_ok_and(|status| status.jobs > 0));
    let (_stop, second) = start(&server, "claimed", &source);
    let TaskEnd::Incomplete(why) = first.join().expect("it ends") else { panic!("it was beaten") };
    assert!(why.contains("coordinates this run now"), "{why}");
    let _worker = hire(&server, squares());
    assert_eq!(second.join().expect("it ends"), TaskEnd::Done);
    source.is_whole();
}

#[test]
fn lies_are_refused_and_what_nobody_can_do_is_told() {
    let server = Server::new();
    let source = Squares::default();
    let lied = Arc::new(Mutex::new(BTreeSet::new()));
    let honest = squares();
    let liar: TryTask = Arc::new(move |task, stop| {
        let first = lied.lock().expect("whole").insert(task.to_owned());
        if first && task.ends_with('7') { Attempt::Played("7".into()) } else { honest(task, stop) }
    });
    let _worker = hire(&server, liar);
    assert_eq!(run(&server, "lies", &source, &StopFlag::default()), TaskEnd::Done);
    source.is_whole();

    let source = Squares::default();
    let lazy: TryTask = Arc::new(|task, _| match task.ends_with(" 3") {
        true => panic!("three is too many"),
        false => Attempt::Played({
            let n: u64 = task[7..].parse().expect("a number");
            (n * n).to_string()
        }),
    });
    drop(_worker);
    let _worker = hire(&server, lazy);
    let end = run(&server, "lazy", &source, &StopFlag::default());
    let TaskEnd::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains("set 3") && why.contains("three is too many"), "{why}");
    // Somebody who can ends it.
    drop(_worker);
    let _worker = hire(&server, squares());
    assert_eq!(run(&server, "lazy", &source, &StopFlag::default()), TaskEnd::Done);
    source.is_whole();
}

/// A worker that squares numbers and tells the others each square it has computed; what it has heard it need not compute.
#[derive(Default)]
struct Talker {
    computed: Mutex<Vec<u64>>,
    untold: Mutex<Vec<u64>>,
    heard: Mutex<BTreeSet<String>>,
}

impl Gossip for Talker {
    fn news(&self) -> Option<String> {
        self.untold.lock().expect("whole").pop().map(|n| format!("squared {n}"))
    }

    fn hear(&self, text: &str) {
        self.heard.lock().expect("whole").insert(text.to_owned());
    }
}

fn talking(server: &Server) -> (Arc<Talker>, Hired) {
    let talker = Arc::new(Talker::default());
    let (inside, squares) = (talker.clone(), squares());
    let task: TryTask = Arc::new(move |task, stop| {
        let n: u64 = task[7..].parse().expect("a number");
        inside.computed.lock().expect("whole").push(n);
        inside.untold.lock().expect("whole").push(n);
        squares(task, stop)
    });
    let skills = Skills { play: attempt(), task, gossip: Some(talker.clone()) };
    (talker, Hired::with(connect(server), release(), skills))
}

/// A source that hears what workers tell, and has a word for them.
#[derive(Default)]
struct Listener(Squares, BTreeSet<String>, bool);

impl TaskSource for Listener {
    fn out(&mut self) -> Vec<(u64, String)> {
        self.0.out()
    }
    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String> {
        self.0.more(most)
    }
    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String> {
        self.0.take(number, result)
    }
    fn is_done(&self) -> bool {
        self.0.is_done()
    }
    fn counts(&self) -> (u64, u64) {
        self.0.counts()
    }
    fn hear(&mut self, text: &str) {
        self.1.insert(text.to_owned());
    }
    fn news(&mut self) -> Option<String> {
        (!std::mem::replace(&mut self.2, true)).then(|| "one is a square".to_owned())
    }
}

/// What a worker tells after a task, every other one hears, and so does whoever coordinates, who is heard as well.
#[test]
fn workers_tell_each_other_what_they_know() {
    let server = Server::new();
    let hired = [talking(&server), talking(&server)];
    until("both are there", || {
        Status::ask(&connect(&server)).is_ok_and(|status| status.workers.len() == 2)
    });
    let facts = RunFacts::new("talk", "squares", "toy");
    let coordinator = TaskCoordinator::new(connect(&server), facts, &release(), settings());
    let mut source = Listener::default();
    let mut coordinator = coordinator.expect("the run can be claimed");
    assert_eq!(coordinator.run(&mut source, &StopFlag::default()), TaskEnd::Done);
    source.0.is_whole();
    let told = |n: &u64| format!("squared {n}");
    let all: BTreeSet<String> = (1..=LAST).map(|n| told(&n)).collect();
    for (talker, _) in &hired {
        until("everything is heard", || {
            let heard = talker.heard.lock().expect("whole");
            all.is_subset(&heard) && heard.contains("one is a square")
        });
        assert!(!talker.computed.lock().expect("whole").is_empty());
    }
    // The last words may come after the end; those before a result never come after it.
    assert!(source.1.len() > LAST as usize / 2, "{:?}", source.1);
}

/// Somebody who only plays games says so.
#[test]
fn a_player_does_no_tasks() {
    let server = Server::new();
    let _player = Hired::new(&server, attempt());
    let end = run(&server, "players", &Squares::default(), &StopFlag::default());
    let TaskEnd::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains("this worker does no tasks"), "{why}");
}
