//! Work other than games: tasks that are handed out one by one, because each result decides what is worth doing next.

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

/// Whoever knows what is to be done, and keeps what came of it.
///
/// A task is a number, which is never used for another, and words that a worker understands. What is handed out must
/// be on disk before it is told: whoever comes back after a crash must know of it.
pub trait TaskSource {
    /// The tasks that were handed out and have no result.
    fn out(&mut self) -> Vec<(u64, String)>;

    /// Hands out more, at most so many; a sentence when that cannot be kept.
    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String>;

    /// Takes a result, which is on disk when this returns; a sentence when it cannot be kept.
    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String>;

    /// Whether nothing is left to do.
    fn is_done(&self) -> bool;

    /// How many tasks have results, and how many were handed out.
    fn counts(&self) -> (u64, u64);

    /// Hears now and then that time passes.
    fn tick(&mut self) {}

    /// Hears what a worker tells the others, see [`Gossip`](crate::Gossip).
    fn hear(&mut self, _text: &str) {}

    /// What workers had better know since this was last asked.
    fn news(&mut self) -> Option<String> {
        None
    }
}

/// What a source makes of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskNews {
    /// It is kept, or was before.
    Kept,
    /// It cannot be.
    Wrong,
}

/// How tasks came to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskEnd {
    /// Nothing is left to do.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// It cannot go on now: a sentence. The same tasks may be tried again later.
    Incomplete(String),
}

/// Spreads tasks over the workers of a cluster.
pub struct TaskCoordinator {
    cluster: Cluster,
    dispatch: Dispatcher,
    settings: ClusterSettings,
    lease: Lease,
    receiver: Receiver,
    lookout: WorkerMonitor,
    /// What workers tell each other, and where.
    told: Subscriber,
    known: String,
}

/// How many tasks are out as long as nobody knows how many workers there are.
const LEAST_OUT: usize = 2;

impl TaskCoordinator {
    /// Claims a run of tasks and begins to listen for results.
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

    /// Has everything done. What was handed out before and has no result is handed out again.
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
                // What nobody has begun is taken back, unless it is somebody else's by now.
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
            // What was done while nobody coordinated has come by now, and is not handed out again.
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
            // A worker holds one task more than it works on. Fewer would leave somebody idle; of more, each is chosen
            // before it is known what those before it have shown.
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
            // It was kept before, or is of no task that anybody waits for.
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
