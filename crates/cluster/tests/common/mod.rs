//! What the tests share: servers, a game that is none, and a store that counts.

pub mod server;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ninefold_arena::{
    End, Executor, GameResult, Job, Play, ResultSink, RunHandle, SetResult, SinkError, StageSource,
};
use ninefold_cluster::{
    Access, Attempt, BuildId, Cluster, ClusterError, ClusterSettings, Coordinator, RunFacts,
    ShutdownRequest, Skills, Tally, Try, Verify, Worker,
};
use ninefold_core::{StopFlag, mix};
pub use server::{Server, until};

/// ClusterSettings for tests: bundles of a few sets, and little patience.
pub fn settings() -> ClusterSettings {
    ClusterSettings {
        patience: Duration::from_secs(2),
        tries: 3,
        bundle: Duration::from_millis(40),
        silence: Duration::from_secs(3),
        replicas: 1,
        programs: false,
    }
}

/// The release of everybody in these tests.
pub fn release() -> BuildId {
    BuildId::new("1.2.3", 7)
}

/// The jobs of a run of so many sets.
pub fn jobs(sets: u64) -> Vec<Job> {
    let job = |set| Job {
        run: 5,
        set,
        seed: mix(set),
        games: 2,
        game: "toy".into(),
        opening: 1,
        plies: 20,
        entrants: vec![0, 1],
        players: vec!["one".into(), "two".into()],
        line: None,
        adjudicate: false,
        times: false,
        clock: None,
    };
    (0..sets).map(job).collect()
}

/// What comes of a job: nothing but its seed and its players decide.
pub fn result(job: &Job) -> SetResult {
    let game = |rotation: u64| {
        let random = mix(job.seed ^ rotation) ^ job.players.join(" ").len() as u64;
        GameResult {
            seats: job.entrants.clone(),
            points: if random & 1 == 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] },
            result: Some(vec![1, -1]),
            reason: "toy".into(),
            seed: job.seed,
            opening: 1,
            moves: (0..10).map(|ply| format!("m{}", mix(random ^ ply) % 100)).collect(),
            ..GameResult::default()
        }
    };
    SetResult { run: job.run, set: job.set, games: (0..2).map(game).collect() }
}

/// Plays a job for some milliseconds.
pub fn play(job: &Job, stop: &StopFlag) -> Option<SetResult> {
    let end = Instant::now() + Duration::from_millis(8);
    while Instant::now() < end {
        if stop.is_raised() {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Some(result(job))
}

/// The same for a worker.
pub fn attempt() -> Try {
    Arc::new(|job, stop| play(job, stop).map_or(Attempt::Halted, Attempt::Played))
}

/// Only the true result counts.
pub fn verify() -> Verify {
    Arc::new(|job, found| match *found == result(job) {
        true => Ok(()),
        false => Err("it is not what comes of the job".into()),
    })
}

/// A store in memory that outlives coordinators.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Mutex<Kept>>);

#[derive(Default)]
pub struct Kept {
    pub results: BTreeMap<u64, SetResult>,
    pub closed: Option<String>,
    /// How often a result came that was kept already.
    pub repeated: u64,
}

impl Shelf {
    pub fn look<T>(&self, look: impl FnOnce(&Kept) -> T) -> T {
        look(&self.0.lock().expect("whole"))
    }

    pub fn count(&self) -> usize {
        self.look(|kept| kept.results.len())
    }

    pub fn results(&self) -> Vec<SetResult> {
        self.look(|kept| kept.results.values().cloned().collect())
    }
}

impl ResultSink for Shelf {
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError> {
        Ok(self.results())
    }

    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError> {
        let mut kept = self.0.lock().expect("whole");
        for result in results {
            if kept.results.insert(result.set, result.clone()).is_some() {
                kept.repeated += 1;
            }
        }
        Ok(())
    }

    fn close(&mut self, sets: u64, reason: &str) -> Result<(), SinkError> {
        let mut kept = self.0.lock().expect("whole");
        kept.results.retain(|set, _| *set < sets);
        kept.closed = Some(reason.to_owned());
        Ok(())
    }
}

/// A connection to a server.
pub fn connect(server: &Server) -> Cluster {
    Cluster::connect(&access(server)).expect("it is there")
}

/// How to reach a server.
pub fn access(server: &Server) -> Access {
    Access { address: server.url(), ..Access::default() }
}

/// The coordinator of a run, on a connection of its own.
pub fn coordinator(server: &Server, identity: &str) -> (Box<dyn Executor>, Cluster) {
    coordinator_on(connect(server), identity)
}

fn coordinator_on(cluster: Cluster, identity: &str) -> (Box<dyn Executor>, Cluster) {
    let facts = RunFacts::new(identity, "a run of tests", "toy");
    let play: Play = Arc::new(play);
    let coordinator =
        Coordinator::new(cluster.clone(), facts, release(), settings(), play, verify());
    (Box::new(coordinator.expect("the run can be claimed")), cluster)
}

/// Starts a run.
pub fn start(
    server: &Server,
    identity: &str,
    stages: impl StageSource + 'static,
    shelf: &Shelf,
) -> RunHandle {
    start_on(connect(server), identity, stages, shelf)
}

/// Starts a run on a connection.
pub fn start_on(
    cluster: Cluster,
    identity: &str,
    stages: impl StageSource + 'static,
    shelf: &Shelf,
) -> RunHandle {
    let (executor, _) = coordinator_on(cluster, identity);
    RunHandle::start_with(Box::new(stages), Box::new(shelf.clone()), executor)
}

/// A worker on a thread of this process.
pub struct Hired {
    pub cluster: Cluster,
    leave: ShutdownRequest,
    thread: Option<JoinHandle<Result<Tally, ClusterError>>>,
}

impl Hired {
    pub fn new(server: &Server, play: Try) -> Hired {
        Hired::of(connect(server), release(), play)
    }

    pub fn of(cluster: Cluster, release: BuildId, play: Try) -> Hired {
        Hired::with(cluster, release, play.into())
    }

    pub fn with(cluster: Cluster, release: BuildId, skills: Skills) -> Hired {
        let leave = ShutdownRequest::default();
        let worker = Worker::new(cluster.clone(), release, settings(), 1, skills, leave.clone());
        let thread = Some(std::thread::spawn(move || worker.run()));
        Hired { cluster, leave, thread }
    }

    /// Asks it to leave, once more if it was asked before.
    pub fn ask(&self) {
        self.leave.ask();
    }

    /// Asks it to leave and waits for that.
    pub fn dismiss(mut self) -> Result<Tally, ClusterError> {
        self.leave.ask();
        self.thread.take().expect("it works").join().expect("it does not panic")
    }

    /// Waits for it to leave by itself.
    pub fn leaves(mut self) -> Result<Tally, ClusterError> {
        self.thread.take().expect("it works").join().expect("it does not panic")
    }
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.leave.ask();
        self.leave.ask();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Counts how often each set is played.
pub fn counting(counts: &Arc<AtomicU64>) -> Try {
    let counts = counts.clone();
    Arc::new(move |job, stop| {
        counts.fetch_add(1, Ordering::Relaxed);
        play(job, stop).map_or(Attempt::Halted, Attempt::Played)
    })
}

/// That a run ended as it should, with every set once and as it must be.
pub fn is_whole(end: &End, shelf: &Shelf, sets: u64) {
    assert_eq!(*end, End::Finished(ninefold_arena::ALL_PLAYED.into()));
    let wanted: Vec<SetResult> = jobs(sets).iter().map(result).collect();
    assert!(shelf.results() == wanted, "the results are others");
    assert_eq!(shelf.look(|kept| kept.repeated), 0, "every set counts once");
}
