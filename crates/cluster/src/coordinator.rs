//! The owner of a run: publishes the sets its store lacks, then verifies and stores the results.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_arena::{ExecuteError, Executor, Job, Play, SetResult, Stage, Take};
use ninefold_core::StopFlag;

use crate::build_id::digest;
use crate::dispatch::{Dispatcher, StageProgress};
use crate::lease::Lease;
use crate::receive::Receiver;
use crate::workers::WorkerMonitor;
use crate::{BuildId, Cluster, ClusterError, ClusterSettings, bundle, streams};

/// Checks whether a result can belong to a job; a sentence if not.
pub type Verify = Arc<dyn Fn(&Job, &SetResult) -> Result<(), String> + Send + Sync>;

/// The description of a run for the cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFacts {
    /// A key that is unique among all runs of all stores.
    pub key: String,
    /// Its display name.
    pub name: String,
    /// The game's specification.
    pub game: String,
}

impl RunFacts {
    /// The description of a run with this identity, which must be the same for the same run of the
    /// same store.
    pub fn new(identity: &str, name: &str, game: &str) -> RunFacts {
        let key = format!("{:016x}", digest(identity.as_bytes()));
        RunFacts { key, name: name.to_owned(), game: game.to_owned() }
    }
}

/// Distributes a run to the workers of a cluster.
pub struct Coordinator {
    cluster: Cluster,
    dispatch: Dispatcher,
    settings: ClusterSettings,
    play: Play,
    verify: Verify,
    lease: Lease,
    receiver: Receiver,
    lookout: WorkerMonitor,
}

/// The interval of the loop when nothing arrives, and of its heartbeat.
pub(crate) const TICK: Duration = Duration::from_millis(100);
pub(crate) const BEAT: Duration = Duration::from_secs(3);

/// The minimum number of published bundles, in total and per thread of a worker.
const LEAST_OUT: usize = 64;
const OUT_A_THREAD: usize = 4;

/// How a stage ended, unless by an error.
enum Ended {
    /// Everything is stored or abandoned.
    Played,
    /// No more results are needed.
    Enough,
    /// It was stopped.
    Halted,
    /// Another process coordinates the run now: a sentence.
    Beaten(String),
}

impl Coordinator {
    /// Claims a run and subscribes to its results. `play` plays a few sets locally, to learn how
    /// long they take; `verify` decides whether a result counts.
    pub fn new(
        cluster: Cluster,
        facts: RunFacts,
        build_id: BuildId,
        settings: ClusterSettings,
        play: Play,
        verify: Verify,
    ) -> Result<Coordinator, ClusterError> {
        let (lease, receiver) = cluster.block_on(async {
            let (link, replicas) = (cluster.link(), settings.replicas);
            streams::prepare(link, replicas).await?;
            let lease = Lease::make(link, &facts, &build_id, replicas).await?;
            let receiver = Receiver::start(link, &facts.key, replicas).await?;
            Ok((lease, receiver))
        })?;
        let lookout = WorkerMonitor::new(cluster.link(), &build_id);
        let dispatch = Dispatcher::new(cluster.link().clone(), facts, &build_id, settings);
        Ok(Coordinator { cluster, dispatch, settings, play, verify, lease, receiver, lookout })
    }

    async fn play_stage(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<(), ExecuteError> {
        if !self.lease.checkpoint(stage, stop).await.map_err(ExecuteError::Unplayable)? {
            return Ok(());
        }
        let mut missing = stage.missing.to_vec();
        if self.lease.entry.size == 0 && !missing.is_empty() {
            let sample = bundle::sample(&self.play, &missing, stop, &self.settings);
            self.lease.entry.size = sample.size;
            self.lease.beat().await.map_err(ExecuteError::Unplayable)?;
            missing.retain(|job| sample.results.iter().all(|result| result.set != job.set));
            if !sample.results.is_empty() && !take(sample.results)? {
                return Ok(());
            }
        }
        let stage = Stage { missing: &missing, ..*stage };
        let mut progress = StageProgress::new(bundle::bundles(&stage, self.lease.entry.size));
        let ended = self.drive(&stage, &mut progress, stop, take).await;
        match &ended {
            Ok(Ended::Played | Ended::Beaten(_)) => {}
            Ok(Ended::Enough) => self.take_back(true).await,
            Ok(Ended::Halted) | Err(_) => self.take_back(false).await,
        }
        match (ended?, progress.poisoned.first_key_value()) {
            (Ended::Beaten(why), _) => Err(ExecuteError::Unplayable(why)),
            (Ended::Played, Some((set, why))) => {
                let more = progress.poisoned.len() - 1;
                Err(ExecuteError::Unplayable(self.dispatch.given_up(*set, why, more)))
            }
            _ => Ok(()),
        }
    }

    /// Withdraws bundles that no worker has begun and, on request, ends those in progress; does
    /// nothing if another process has claimed the run. Does not wait for an unavailable server.
    async fn take_back(&mut self, end_games: bool) {
        let back = async {
            if self.lease.beat().await.is_err() {
                return;
            }
            if end_games {
                self.lease.stop().await;
            }
            self.dispatch.withdraw().await;
        };
        let _ = tokio::time::timeout(2 * BEAT, back).await;
    }

    async fn drive(
        &mut self,
        stage: &Stage<'_>,
        progress: &mut StageProgress,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<Ended, ExecuteError> {
        let mut beat = None::<Instant>;
        loop {
            if stop.is_raised() {
                return Ok(Ended::Halted);
            }
            if progress.is_over() {
                return Ok(Ended::Played);
            }
            if beat.is_none_or(|beat| beat.elapsed() >= BEAT) {
                beat = Some(Instant::now());
                let entry = &mut self.lease.entry;
                entry.stage = stage.number;
                entry.sets = stage.jobs.last().map_or(0, |job| job.set + 1);
                entry.done = entry.sets.saturating_sub(progress.sets_left());
                entry.poisoned = progress.poisoned.keys().copied().collect();
                if let Err(why) = self.lease.beat().await {
                    return Ok(Ended::Beaten(why));
                }
                self.lookout.look();
            }
            // Results from while no coordinator was running have arrived by now and are not
            // published again.
            let messages = self.receiver.some(TICK).await;
            if !messages.is_empty() {
                let verify = &self.verify;
                if !self.dispatch.take_in(messages, progress, verify, take).await? {
                    return Ok(Ended::Enough);
                }
            }
            let window = (OUT_A_THREAD * self.lookout.threads()).max(LEAST_OUT);
            self.dispatch.top_up(progress, window).await;
            if progress.is_silent(self.settings.silence) {
                self.dispatch.reconcile(progress).await;
            }
        }
    }
}

impl Executor for Coordinator {
    fn play(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<(), ExecuteError> {
        let cluster = self.cluster.clone();
        cluster.block_on(self.play_stage(stage, stop, take))
    }

    /// Removes the run from the server. If the server is unavailable, it expires there.
    fn finished(&mut self) {
        let cluster = self.cluster.clone();
        self.receiver.end();
        let cleanup = self.lease.cleanup();
        let _ = cluster.block_on(async { tokio::time::timeout(5 * BEAT, cleanup).await });
    }
}
