//! The worker: takes bundles, publishes results, and only then acknowledges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::kv::Operation;
use futures_util::StreamExt;
use ninefold_arena::{Job, SetResult};
use ninefold_core::StopFlag;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::bundle::{pack, unpack};
use crate::lease::process_name;
use crate::receive::GRACE;
use crate::server::Link;
use crate::state::{KnownRun, State};
use crate::streams::{self, known_subject, workers};
use crate::workers::{WHO, WorkerFacts};
use crate::{BuildId, Cluster, ClusterError, ClusterSettings};

/// The outcome of a job or a task.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt<T = SetResult> {
    /// It was played, or done.
    Played(T),
    /// It was stopped.
    Halted,
    /// It cannot be played here: a sentence.
    Failed(String),
}

/// Plays a job.
pub type Try = Arc<dyn Fn(&Job, &StopFlag) -> Attempt + Send + Sync>;

/// Does a task given as text and returns its result as text.
pub type TryTask = Arc<dyn Fn(&str, &StopFlag) -> Attempt<String> + Send + Sync>;

/// Gossip between workers about their tasks, so that none repeats what another has found.
///
/// It only saves work: a text may be lost, arrive late or come back to its sender.
pub trait Gossip: Send + Sync {
    /// The news since the last call, a text of some ten kilobytes at most.
    fn news(&self) -> Option<String>;

    /// Receives a text from another worker or the coordinator.
    fn hear(&self, text: &str);
}

/// The abilities of a worker.
#[derive(Clone)]
pub struct Skills {
    /// It plays games.
    pub play: Try,
    /// It does tasks.
    pub task: TryTask,
    /// Shares what its tasks have shown, and listens.
    pub gossip: Option<Arc<dyn Gossip>>,
}

impl From<Try> for Skills {
    /// A worker that plays games only.
    fn from(play: Try) -> Skills {
        let task =
            Arc::new(|_: &str, _: &StopFlag| Attempt::Failed("this worker does no tasks".into()));
        Skills { play, task, gossip: None }
    }
}

/// Asks a worker to leave. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ShutdownRequest(Arc<AtomicUsize>);

impl ShutdownRequest {
    /// Asks once more: the first time the worker completes what it has begun, the second time it
    /// returns that.
    pub fn ask(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn asked(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The work done by a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Bundles whose results the server has confirmed.
    pub bundles: u64,
    /// Their games.
    pub games: u64,
}

/// A worker.
#[derive(Clone)]
pub struct Worker {
    cluster: Cluster,
    shared: Arc<Shared>,
}

/// The shared state of a worker's concurrent parts.
pub(crate) struct Shared {
    pub(crate) link: Link,
    pub(crate) name: String,
    build_id: BuildId,
    pub(crate) settings: ClusterSettings,
    threads: usize,
    pub(crate) skills: Skills,
    /// Permits for playing.
    pub(crate) seats: Arc<Semaphore>,
    pub(crate) leave: ShutdownRequest,
    /// Runs that were stopped, and the flags of games in progress.
    stopped: Mutex<BTreeSet<String>>,
    pub(crate) halts: Mutex<BTreeMap<String, StopFlag>>,
    pub(crate) playing: AtomicUsize,
    pub(crate) bundles: AtomicU64,
    pub(crate) games: AtomicU64,
}

/// How long the server holds a request for bundles.
const EXPIRES: Duration = Duration::from_secs(1);

/// The number of attempts of a new worker to get the queue.
const FIRST_TRIES: u32 = 10;

/// The pause between two attempts.
pub(crate) const AGAIN: Duration = Duration::from_millis(300);

impl Worker {
    /// A worker that plays this many games at the same time.
    pub fn new(
        cluster: Cluster,
        build_id: BuildId,
        settings: ClusterSettings,
        threads: usize,
        skills: impl Into<Skills>,
        leave: ShutdownRequest,
    ) -> Worker {
        let shared = Shared {
            link: cluster.link().clone(),
            name: process_name(),
            build_id,
            settings,
            threads,
            skills: skills.into(),
            seats: Arc::new(Semaphore::new(threads)),
            leave,
            stopped: Mutex::default(),
            halts: Mutex::default(),
            playing: AtomicUsize::new(0),
            bundles: AtomicU64::new(0),
            games: AtomicU64::new(0),
        };
        Worker { cluster, shared: Arc::new(shared) }
    }

    /// Its machine and process.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// Its work so far.
    pub fn tally(&self) -> Tally {
        self.shared.tally()
    }

    /// Plays until it is asked to leave.
    pub fn run(&self) -> Result<Tally, ClusterError> {
        let shared = self.shared.clone();
        self.cluster.block_on(shared.work())
    }
}

impl Shared {
    fn tally(&self) -> Tally {
        let (bundles, games) = (&self.bundles, &self.games);
        Tally { bundles: bundles.load(Ordering::Relaxed), games: games.load(Ordering::Relaxed) }
    }

    fn facts(&self) -> WorkerFacts {
        let Tally { bundles, games } = self.tally();
        let playing = self.playing.load(Ordering::Relaxed);
        let (name, build_id) = (self.name.clone(), self.build_id.clone());
        let programs = self.settings.programs;
        WorkerFacts { name, build_id, threads: self.threads, playing, bundles, games, programs }
    }

    async fn work(self: Arc<Shared>) -> Result<Tally, ClusterError> {
        // It answers status queries from the start.
        let answering = self.answer_calls().await?;
        let listening = self.listen().await.inspect_err(|_| answering.abort())?;
        let begun = async {
            let queue = self.first_queue().await?;
            let state = State::open(&self.link, self.settings.replicas).await?;
            self.is_wanted(&state).await?;
            Ok::<_, ClusterError>((queue, state))
        };
        let (mut queue, state) = begun.await.inspect_err(|_| {
            answering.abort();
            listening.abort();
        })?;
        let watching = tokio::spawn(watch_stops(self.clone(), state));
        // One more bundle than can be played is held, so that no thread waits for the next.
        let held = Arc::new(Semaphore::new(self.threads + 1));
        while let Some(first) = self.place(&held).await {
            let mut permits = vec![first];
            while let Ok(more) = held.clone().try_acquire_owned() {
                permits.push(more);
            }
            if !self.take_bundles(&queue, permits).await {
                tokio::time::sleep(AGAIN).await;
                if let Ok(again) = self.queue().await {
                    queue = again;
                }
            }
        }
        let all = held.acquire_many(self.threads as u32 + 1);
        tokio::pin!(all);
        while tokio::time::timeout(AGAIN, &mut all).await.is_err() {
            if self.leave.asked() > 1 {
                let halts = self.halts.lock().unwrap_or_else(|broken| broken.into_inner());
                halts.values().for_each(|stop| stop.raise());
            }
        }
        answering.abort();
        listening.abort();
        watching.abort();
        let _ = self.link.client.flush().await;
        Ok(self.tally())
    }

    /// Waits for a permit; `None` if the worker is asked to leave first.
    pub(crate) async fn place(&self, places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        let place = places.clone().acquire_owned();
        tokio::pin!(place);
        while self.leave.asked() == 0 {
            if let Ok(place) = tokio::time::timeout(AGAIN, &mut place).await {
                return place.ok();
            }
        }
        None
    }

    /// Gets the queue for the first time. Servers that have just formed a cluster may need several
    /// attempts.
    async fn first_queue(&self) -> Result<Consumer<pull::Config>, ClusterError> {
        let mut tries = FIRST_TRIES;
        loop {
            match self.queue().await {
                Err(ClusterError::Stream { .. } | ClusterError::Server { .. }) if tries > 1 => {
                    tries -= 1;
                    tokio::time::sleep(AGAIN).await;
                }
                queue => return queue,
            }
        }
    }

    /// The queue of this build's bundles.
    async fn queue(&self) -> Result<Consumer<pull::Config>, ClusterError> {
        let replicas = self.settings.replicas;
        streams::stream(&self.link, streams::results_stream(replicas)).await?;
        let jobs = streams::stream(&self.link, streams::jobs_stream(replicas)).await?;
        let form = workers(&self.build_id, &self.settings);
        let name = form.durable_name.clone().unwrap_or_default();
        let made = jobs.get_or_create_consumer(&name, form).await;
        made.map_err(|error| self.link.problem(&error))
    }

    /// Checks that there is work for this build, or none at all yet.
    async fn is_wanted(&self, state: &State) -> Result<(), ClusterError> {
        let mut runs = state.runs().await?;
        runs.retain(KnownRun::is_coordinated);
        if runs.iter().any(|run| run.entry.build_id == self.build_id) {
            return Ok(());
        }
        let Some(run) = runs.first() else { return Ok(()) };
        Err(ClusterError::OtherRelease {
            own: self.build_id.to_string(),
            other: run.entry.build_id.to_string(),
            address: self.link.address.clone(),
        })
    }

    /// Answers status queries.
    async fn answer_calls(self: &Arc<Shared>) -> Result<tokio::task::JoinHandle<()>, ClusterError> {
        let calls = self.link.client.subscribe(WHO).await;
        let mut calls = calls.map_err(|error| self.link.problem(&error))?;
        let this = self.clone();
        Ok(tokio::spawn(async move {
            while let Some(call) = calls.next().await {
                let facts = serde_json::to_vec(&this.facts()).unwrap_or_default();
                if let Some(reply) = call.reply {
                    let _ = this.link.client.publish(reply, facts.into()).await;
                }
            }
        }))
    }

    /// Receives gossip about tasks of this build.
    async fn listen(self: &Arc<Shared>) -> Result<tokio::task::JoinHandle<()>, ClusterError> {
        let subject = known_subject(&self.build_id.token(), "*");
        let told = self.link.client.subscribe(subject).await;
        let mut told = told.map_err(|error| self.link.problem(&error))?;
        let gossip = self.skills.gossip.clone();
        Ok(tokio::spawn(async move {
            while let Some(message) = told.next().await {
                if let (Some(gossip), Ok(text)) = (&gossip, unpack::<String>(&message.payload)) {
                    gossip.hear(&text);
                }
            }
        }))
    }

    /// Publishes news about a run's tasks since the last call.
    pub(crate) async fn tell_news(&self, run: &str) {
        if let Some(text) = self.skills.gossip.as_ref().and_then(|gossip| gossip.news()) {
            let subject = known_subject(&self.build_id.token(), run);
            let _ = self.link.client.publish(subject, pack(&text)).await;
        }
    }

    /// Takes as many bundles as there are permits; false if the server fails to deliver.
    async fn take_bundles(
        self: &Arc<Shared>,
        queue: &Consumer<pull::Config>,
        mut permits: Vec<OwnedSemaphorePermit>,
    ) -> bool {
        let batch = queue.batch().max_messages(permits.len()).expires(EXPIRES).messages().await;
        let Ok(mut batch) = batch else { return false };
        loop {
            match tokio::time::timeout(EXPIRES + GRACE, batch.next()).await {
                Ok(Some(Ok(message))) => {
                    let permit = permits.pop();
                    let this = self.clone();
                    tokio::spawn(async move {
                        this.handle(message).await;
                        drop(permit);
                    });
                }
                Ok(None) => return true,
                Ok(Some(Err(_))) | Err(_) => return false,
            }
        }
    }

    pub(crate) fn is_stopped(&self, run: &str) -> bool {
        self.stopped.lock().unwrap_or_else(|broken| broken.into_inner()).contains(run)
    }

    /// Notes that a run was stopped, or has resumed.
    fn note_stop(&self, run: &str, stops: bool) {
        let mut stopped = self.stopped.lock().unwrap_or_else(|broken| broken.into_inner());
        let mut halts = self.halts.lock().unwrap_or_else(|broken| broken.into_inner());
        if stops {
            stopped.insert(run.to_owned());
            if let Some(stop) = halts.remove(run) {
                stop.raise();
            }
        } else {
            stopped.remove(run);
        }
    }
}

/// Watches the flags that stop runs.
async fn watch_stops(shared: Arc<Shared>, state: State) {
    loop {
        if let Ok(mut flags) = state.store().watch_with_history("stop.>").await {
            while let Some(Ok(flag)) = flags.next().await {
                let run = flag.key.trim_start_matches("stop.");
                shared.note_stop(run, flag.operation == Operation::Put);
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}
