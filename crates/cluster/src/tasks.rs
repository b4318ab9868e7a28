//! Work other than games: tasks that are handed out one at a time, because each result determines
//! which ones are worth doing next.

use std::time::Instant;

use async_nats::Subscriber;
use async_nats::jetstream::Message;
use futures_util::{FutureExt, StreamExt};
use ninefold_core::StopFlag;

use crate::bundle::{Answer, Bundle, pack, unpack};
use crate::coordinator::{BEAT, TICK};
use crate::dispatch::{Dispatcher, StageProgress};
use crate::lease::Lease;
use crate::receive::Receiver;
use crate::streams::{self, known_subject, set_of};
use crate::workers::WorkerMonitor;
use crate::{BuildId, Cluster, ClusterError, ClusterSettings, RunFacts};

/// Hands out tasks and stores their results.
///
/// A task is a number, which is never reused, and text that a worker understands. A task must be on
/// disk before it is handed out, so that the source knows it after a crash.
pub trait TaskSource {
    /// The tasks that were handed out and have no result.
    fn out(&mut self) -> Vec<(u64, String)>;

    /// Hands out at most this many more; a sentence if they cannot be stored.
    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String>;

    /// Accepts a result, which is on disk when this returns; a sentence if it cannot be stored.
    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String>;

    /// Whether nothing is left to do.
    fn is_done(&self) -> bool;

    /// The number of tasks with results, and of tasks handed out.
    fn counts(&self) -> (u64, u64);

    /// Called regularly.
    fn tick(&mut self) {}

    /// Receives gossip between workers, see [`Gossip`](crate::Gossip).
    fn hear(&mut self, _text: &str) {}

    /// New gossip for the workers since the last call.
    fn news(&mut self) -> Option<String> {
        None
    }
}

/// A source's verdict on a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskNews {
    /// It is stored, or was before.
    Kept,
    /// It is invalid.
    Wrong,
}

/// How a run of tasks ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskEnd {
    /// Everything is done.
    Done,
    /// It was stopped.
    Stopped,
    /// It cannot continue now: a sentence. The same tasks may be tried again later.
    Incomplete(String),
}

/// Distributes tasks to the workers of a cluster.
pub struct TaskCoordinator {
    cluster: Cluster,
    dispatch: Dispatcher,
    settings: ClusterSettings,
    lease: Lease,
    receiver: Receiver,
    lookout: WorkerMonitor,
    /// The subscription to gossip between workers.
    told: Subscriber,
    known: String,
}

/// The number of tasks handed out while the number of workers is unknown.
const LEAST_OUT: usize = 2;

impl TaskCoordinator {
    /// Claims a run of tasks and subscribes to results.
    pub fn new(
        cluster: Cluster,
        facts: RunFacts,
        build_id: &BuildId,
        settings: ClusterSettings,
    ) -> Result<TaskCoordinator, ClusterError> {
        let known = known_subject(&build_id.token(), &facts.key);
        let (lease, receiver, told) = cluster.block_on(async {
            let (link, replicas) = (cluster.link(), settings.replicas);
            streams::prepare(link, replicas).await?;
            let lease = Lease::make(link, &facts, build_id, replicas).await?;
            let receiver = Receiver::start(link, &facts.key, replicas).await?;
            let told = link.client.subscribe(known.clone()).await;
            Ok((lease, receiver, told.map_err(|error| link.problem(&error))?))
        })?;
        let dispatch = Dispatcher::new(cluster.link().clone(), facts, build_id, settings);
        let lookout = WorkerMonitor::new(cluster.link(), build_id);
        Ok(TaskCoordinator { cluster, dispatch, settings, lease, receiver, lookout, told, known })
    }

    /// Runs until everything is done. Tasks that were handed out before and have no result are
    /// handed out again.
    pub fn run(&mut self, source: &mut dyn TaskSource, stop: &StopFlag) -> TaskEnd {
        let cluster = self.cluster.clone();
        cluster.block_on(async {
            let end = self.drive(source, stop).await.unwrap_or_else(TaskEnd::Incomplete);
            match end {
                TaskEnd::Done => {
                    self.receiver.end();
                    let cleanup = self.lease.cleanup();
                    let _ = tokio::time::timeout(5 * BEAT, cleanup).await;
                }
                // Tasks not begun are withdrawn, unless another process has claimed the run.
                TaskEnd::Stopped | TaskEnd::Incomplete(_) => {
                    let back = async {
                        if self.lease.beat().await.is_ok() {
                            self.dispatch.withdraw().await;
                        }
                    };
                    let _ = tokio::time::timeout(2 * BEAT, back).await;
                }
            }
            end
        })
    }

    async fn drive(
        &mut self,
        source: &mut dyn TaskSource,
        stop: &StopFlag,
    ) -> Result<TaskEnd, String> {
        let bundles = source.out().into_iter().map(bundle).collect();
        let progress = &mut StageProgress::new(bundles);
        let mut beat = None::<Instant>;
        loop {
            if source.is_done() {
                return Ok(TaskEnd::Done);
            }
            if stop.is_raised() {
                return Ok(TaskEnd::Stopped);
            }
            if let Some((number, why)) = progress.poisoned.first_key_value() {
                return Err(self.dispatch.given_up(*number, why, progress.poisoned.len() - 1));
            }
            if beat.is_none_or(|beat| beat.elapsed() >= BEAT) {
                beat = Some(Instant::now());
                (self.lease.entry.done, self.lease.entry.sets) = source.counts();
                self.lease.beat().await?;
                self.lookout.look();
            }
            source.tick();
            // Results from while no coordinator was running have arrived by now, so those tasks are
            // not handed out again.
            let messages = self.receiver.some(TICK).await;
            while let Some(Some(message)) = self.told.next().now_or_never() {
                if let Ok(text) = unpack::<String>(&message.payload) {
                    source.hear(&text);
                }
            }
            for message in messages {
                self.take_in(message, progress, source).await?;
            }
            if let Some(text) = source.news() {
                let _ = self.cluster.link().client.publish(self.known.clone(), pack(&text)).await;
            }
            // A worker holds one task more than it works on. With fewer, one could become idle;
            // with more, tasks are chosen before earlier results are known.
            let notices = &self.cluster.link().notices;
            let window = (notices.threads() + notices.workers()).max(LEAST_OUT);
            let room = window.saturating_sub(progress.awaited());
            if room > 0 && !source.is_done() {
                source.more(room)?.into_iter().map(bundle).for_each(|bundle| progress.add(bundle));
            }
            self.dispatch.top_up(progress, usize::MAX).await;
            if progress.is_silent(self.settings.silence) {
                self.dispatch.reconcile(progress).await;
            }
        }
    }

    async fn take_in(
        &mut self,
        message: Message,
        progress: &mut StageProgress,
        source: &mut dyn TaskSource,
    ) -> Result<(), String> {
        progress.hear();
        let number = set_of(&message.subject);
        let Some((bundle, refused)) = number.and_then(|number| progress.remove(number)) else {
            // It is already stored, or its task is not expected.
            let _ = message.ack().await;
            return Ok(());
        };
        let wrong = match unpack::<Answer>(&message.payload) {
            Ok(Answer::Done { result, .. }) => match source.take(bundle.first, &result)? {
                TaskNews::Kept => {
                    let _ = message.ack().await;
                    return Ok(());
                }
                TaskNews::Wrong => "it cannot be the result of this task".to_owned(),
            },
            Ok(Answer::Poisoned { why, worker }) => {
                let _ = message.double_ack().await;
                progress.poisoned.insert(bundle.first, format!("{why} (told by {worker})"));
                return Ok(());
            }
            Ok(Answer::Played { .. }) => "it is that of a game".to_owned(),
            Err(why) => why,
        };
        let _ = message.double_ack().await;
        self.dispatch.refuse(progress, bundle, refused + 1, wrong).await;
        Ok(())
    }
}

fn bundle((first, task): (u64, String)) -> Bundle {
    Bundle { first, jobs: Vec::new(), task: Some(task) }
}
