//! Sends bundles and receives results.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Config;
use futures_util::StreamExt;
use ninefold_arena::{ExecuteError, Job, SetResult, Take};

use crate::bundle::{Answer, Bundle, pack, unpack};
use crate::publish::{Published, publish};
use crate::server::Link;
use crate::streams::{self, JOBS, job_subject, place_in_queue, result_subject, set_of};
use crate::{BuildId, ClusterSettings, RunFacts, Verify};

/// The progress of a stage.
pub(crate) struct StageProgress {
    /// Bundles not yet published.
    waiting: VecDeque<Bundle>,
    /// Published bundles by number, and how often a result was rejected.
    out: BTreeMap<u64, (Bundle, u32)>,
    /// Abandoned bundles, and why.
    pub(crate) poisoned: BTreeMap<u64, String>,
    heard: Instant,
}

impl StageProgress {
    pub(crate) fn new(bundles: Vec<Bundle>) -> StageProgress {
        let (out, poisoned) = (BTreeMap::new(), BTreeMap::new());
        StageProgress { waiting: bundles.into(), out, poisoned, heard: Instant::now() }
    }

    /// Whether nothing is left to play.
    pub(crate) fn is_over(&self) -> bool {
        self.waiting.is_empty() && self.out.is_empty()
    }

    /// The number of sets not stored yet.
    pub(crate) fn sets_left(&self) -> u64 {
        let out = self.out.values().map(|(bundle, _)| bundle);
        self.waiting.iter().chain(out).map(|bundle| bundle.jobs.len() as u64).sum()
    }

    /// Adds a bundle to those not yet published.
    pub(crate) fn add(&mut self, bundle: Bundle) {
        self.waiting.push_back(bundle);
    }

    /// The number of expected bundles, published or not.
    pub(crate) fn awaited(&self) -> usize {
        self.waiting.len() + self.out.len()
    }

    /// Records a sign of life.
    pub(crate) fn hear(&mut self) {
        self.heard = Instant::now();
    }

    /// Whether nothing was heard for this long; if so, restarts the timer.
    pub(crate) fn is_silent(&mut self, time: Duration) -> bool {
        let silent = self.heard.elapsed() >= time && !self.out.is_empty();
        if silent {
            self.heard = Instant::now();
        }
        silent
    }
}

/// What it takes to publish bundles and to check results.
pub(crate) struct Dispatcher {
    link: Link,
    facts: RunFacts,
    token: String,
    settings: ClusterSettings,
    told_full: bool,
}

/// The maximum number of messages being sent at the same time.
const AT_ONCE: usize = 16;

impl Dispatcher {
    pub(crate) fn new(
        link: Link,
        facts: RunFacts,
        build_id: &BuildId,
        settings: ClusterSettings,
    ) -> Dispatcher {
        let token = build_id.token();
        Dispatcher { link, facts, token, settings, told_full: false }
    }

    fn job_subject(&self, set: u64) -> String {
        job_subject(&self.token, &self.facts.key, &set.to_string())
    }

    /// Publishes bundles until this many are out. Those that the server does not confirm wait for
    /// the next time.
    pub(crate) async fn top_up(&mut self, progress: &mut StageProgress, window: usize) {
        let room = window.saturating_sub(progress.out.len()).min(progress.waiting.len());
        let bundles: Vec<Bundle> = progress.waiting.drain(..room).collect();
        let this = &*self;
        // An unresponsive server is not asked for every bundle.
        let is_silent = &Cell::new(false);
        let published = bundles.into_iter().map(async |bundle| {
            let answer = match is_silent.get() {
                true => Published::Unknown(String::new()),
                false => this.publish(&bundle, false).await,
            };
            is_silent.set(is_silent.get() || matches!(answer, Published::Unknown(_)));
            (bundle, answer)
        });
        let mut published: Vec<(Bundle, Published)> =
            futures_util::stream::iter(published).buffer_unordered(AT_ONCE).collect().await;
        published.sort_by_key(|(bundle, _)| std::cmp::Reverse(bundle.first));
        for (bundle, answer) in published {
            match answer {
                Published::Kept | Published::Known | Published::Occupied => {
                    progress.out.insert(bundle.first, (bundle, 0));
                }
                Published::TooLarge => {
                    let why = "its message is larger than the server takes".to_owned();
                    progress.poisoned.insert(bundle.first, why);
                }
                Published::Full(why) => {
                    if !self.told_full {
                        self.told_full = true;
                        self.link.notices.tell(format!(
                            "the stream {JOBS} at {} is full ({why}): jobs wait here until workers make room",
                            self.link.address
                        ));
                    }
                    progress.waiting.push_front(bundle);
                }
                Published::Unknown(_) => progress.waiting.push_front(bundle),
            }
        }
    }

    /// Publishes a bundle under its number. Uses a fresh message number with `again`, or if the
    /// server remembers the number but no longer has the bundle.
    async fn publish(&self, bundle: &Bundle, again: bool) -> Published {
        let (context, subject) = (&self.link.jetstream, self.job_subject(bundle.first));
        let (id, payload) = (format!("{}.{}", self.facts.key, bundle.first), pack(bundle));
        if !again {
            let message = PublishMessage::build().payload(payload.clone()).message_id(&id);
            let answer = publish(context, &subject, message).await;
            let is_gone = async || matches!(place_in_queue(&self.link, &subject).await, Ok(None));
            if answer != Published::Known || !is_gone().await {
                return answer;
            }
        }
        let id = format!("{id}.{}", self.link.client.new_inbox());
        publish(context, &subject, PublishMessage::build().payload(payload).message_id(id)).await
    }

    /// Verifies results and passes them on; stored ones are acknowledged. False when no more are
    /// needed.
    pub(crate) async fn take_in(
        &mut self,
        messages: Vec<Message>,
        progress: &mut StageProgress,
        verify: &Verify,
        take: &mut Take<'_>,
    ) -> Result<bool, ExecuteError> {
        progress.hear();
        let (mut results, mut kept) = (Vec::new(), Vec::new());
        for message in messages {
            let number = set_of(&message.subject);
            let is_out = number.is_some_and(|set| progress.out.contains_key(&set));
            let known = number.and_then(|set| progress.remove(set));
            let Some((bundle, refused)) = known else {
                // It is already stored, or does not belong to a current stage.
                kept.push(message);
                continue;
            };
            match judge(&bundle, &message.payload, verify) {
                Ok(played) => {
                    results.extend(played);
                    kept.push(message);
                }
                // A failure reported to an earlier coordinator: this one tries once more.
                Err(Verdict::Poisoned(_)) if !is_out => {
                    let _ = message.double_ack().await;
                    progress.waiting.push_front(bundle);
                }
                Err(Verdict::Poisoned(why)) => {
                    // Confirmed, since the run may end here and must not receive it again.
                    let _ = message.double_ack().await;
                    self.link.notices.tell(self.given_up(bundle.first, &why, 0));
                    progress.poisoned.insert(bundle.first, why);
                }
                Err(Verdict::Wrong(why)) => {
                    let _ = message.double_ack().await;
                    self.refuse(progress, bundle, refused + 1, why).await;
                }
            }
        }
        let wanted = results.is_empty() || take(results)?;
        for message in kept {
            let _ = message.ack().await;
        }
        Ok(wanted)
    }

    /// Handles an invalid result: the bundle is played again, unless that has happened too often.
    pub(crate) async fn refuse(
        &self,
        progress: &mut StageProgress,
        bundle: Bundle,
        refused: u32,
        why: String,
    ) {
        let (set, notices) = (bundle.first, &self.link.notices);
        notices.tell(format!("a result of set {set} was refused: {why}"));
        if refused >= self.settings.tries {
            let why = format!("{refused} results of it were refused, the last one because {why}");
            progress.poisoned.insert(set, why);
            return;
        }
        // The worker may not yet have acknowledged the bundle; if so, the timeout brings it back.
        let _ = self.publish(&bundle, true).await;
        progress.out.insert(set, (bundle, refused));
    }

    /// The message about an abandoned bundle, and this many others.
    pub(crate) fn given_up(&self, set: u64, why: &str, more: usize) -> String {
        let others = if more == 0 { String::new() } else { format!(", and {more} more") };
        format!("set {set}{others} could not be played: {why}; everything else is kept")
    }

    /// Checks whether published bundles still exist, and republishes what the server has lost.
    pub(crate) async fn reconcile(&mut self, progress: &mut StageProgress) {
        // The queue first: a bundle leaves it only after its result is stored.
        let (replicas, run) = (self.settings.replicas, &self.facts.key);
        let all = job_subject(&self.token, run, ">");
        let Some(queued) = self.chunks(streams::jobs_stream(replicas), all).await else { return };
        let all = result_subject(run, ">");
        let Some(played) = self.chunks(streams::results_stream(replicas), all).await else {
            return;
        };
        for (set, (bundle, _)) in &progress.out {
            let is_lost = !queued.contains(set) && !played.contains(set);
            if is_lost && matches!(self.publish(bundle, true).await, Published::Unknown(_)) {
                return;
            }
        }
    }

    /// The sets named by the subjects of a stream; `None` if the server does not answer. A lost
    /// stream is created again.
    async fn chunks(&self, form: Config, subjects: String) -> Option<BTreeSet<u64>> {
        let stream = streams::stream(&self.link, form).await.ok()?;
        let mut subjects = stream.info_with_subjects(subjects).await.ok()?;
        let mut sets = BTreeSet::new();
        while let Some(subject) = subjects.next().await {
            sets.extend(set_of(&subject.ok()?.0));
        }
        Some(sets)
    }

    /// Withdraws bundles that no worker has begun. Those in progress continue, and their results
    /// wait on the server.
    pub(crate) async fn withdraw(&self) {
        let _ = streams::purge(&self.link, JOBS, &job_subject("*", &self.facts.key, ">")).await;
    }
}

impl StageProgress {
    /// Removes an expected bundle, published or not.
    pub(crate) fn remove(&mut self, set: u64) -> Option<(Bundle, u32)> {
        if let Some(out) = self.out.remove(&set) {
            return Some(out);
        }
        let place = self.waiting.iter().position(|bundle| bundle.first == set)?;
        self.waiting.remove(place).map(|bundle| (bundle, 0))
    }
}

/// The verified results of a bundle's sets.
fn judge(bundle: &Bundle, payload: &[u8], verify: &Verify) -> Result<Vec<SetResult>, Verdict> {
    let results = match unpack::<Answer>(payload).map_err(Verdict::Wrong)? {
        Answer::Played { results, .. } => results,
        Answer::Done { .. } => return Err(Verdict::Wrong("it is that of a task".into())),
        Answer::Poisoned { why, worker } => {
            return Err(Verdict::Poisoned(format!("{why} (told by {worker})")));
        }
    };
    let mut by_chunk: BTreeMap<u64, SetResult> =
        results.into_iter().map(|result| (result.set, result)).collect();
    let of_job = |job: &Job| {
        let Some(result) = by_chunk.remove(&job.set) else {
            return Err(Verdict::Wrong(format!("it has no set {}", job.set)));
        };
        verify(job, &result).map_err(Verdict::Wrong)?;
        Ok(result)
    };
    bundle.jobs.iter().map(of_job).collect()
}

enum Verdict {
    /// The bundle was abandoned.
    Poisoned(String),
    /// The result is invalid.
    Wrong(String),
}
