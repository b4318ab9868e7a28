//! Whoever has a run spreads it: publishes what its store lacks, verifies and keeps what comes back.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ninefold_arena::{ChunkResult, Halt, Hands, Job, Play, Stage, Take, Trouble};

use crate::claim::Claim;
use crate::receive::Receiver;
use crate::release::digest;
use crate::roll::Lookout;
use crate::spread::{Course, Spread};
use crate::{Cluster, ClusterError, Release, Terms, bundle, streams};

/// Whether a result can be that of a job; a sentence if not.
pub type Verify = Arc<dyn Fn(&Job, &ChunkResult) -> Result<(), String> + Send + Sync>;

/// What the cluster is told of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFacts {
    /// A word that names it among all runs of all stores.
    pub key: String,
    /// What a reader calls it.
    pub name: String,
    /// The game's specification.
    pub game: String,
}

impl RunFacts {
    /// The facts of a run whose identity is this text: the same for the same run of the same store.
    pub fn new(identity: &str, name: &str, game: &str) -> RunFacts {
        let key = format!("{:016x}", digest(identity.as_bytes()));
        RunFacts { key, name: name.to_owned(), game: game.to_owned() }
    }
}

/// Spreads a run over the workers of a cluster.
pub struct Coordinator {
    cluster: Cluster,
    spread: Spread,
    terms: Terms,
    play: Play,
    claim: Claim,
    receiver: Receiver,
    lookout: Lookout,
}

/// How often the loop looks up when nothing comes, and how often it says that it is alive.
const TICK: Duration = Duration::from_millis(100);
const BEAT: Duration = Duration::from_secs(3);

/// How many bundles are out at least, and for each thread of a worker.
const LEAST_OUT: usize = 64;
const OUT_A_THREAD: usize = 4;

/// How a stage ended, unless by an error.
enum Ended {
    /// Everything is kept or given up.
    Played,
    /// No more is wanted.
    Enough,
    /// Somebody stopped it.
    Halted,
    /// Somebody else coordinates the run now: a sentence.
    Beaten(String),
}

impl Coordinator {
    /// Claims a run and begins to listen for its results. `play` plays a few sets here, to learn how long
    /// they take; `verify` says whether a result may count.
    pub fn new(
        cluster: Cluster,
        facts: RunFacts,
        release: Release,
        terms: Terms,
        play: Play,
        verify: Verify,
    ) -> Result<Coordinator, ClusterError> {
        let (claim, receiver) = cluster.block_on(async {
            let (link, replicas) = (cluster.link(), terms.replicas);
            streams::prepare(link, replicas).await?;
            let claim = Claim::make(link, &facts, &release, replicas).await?;
            let receiver = Receiver::start(link, &facts.key, replicas).await?;
            Ok((claim, receiver))
        })?;
        let lookout = Lookout::new(cluster.link(), &release);
        let spread = Spread::new(cluster.link().clone(), facts, &release, terms, verify);
        Ok(Coordinator { cluster, spread, terms, play, claim, receiver, lookout })
    }

    async fn play_stage(
        &mut self,
        stage: &Stage<'_>,
        halt: &Halt,
        take: &mut Take<'_>,
    ) -> Result<(), Trouble> {
        if !self.claim.checkpoint(stage, halt).await.map_err(Trouble::Unplayable)? {
            return Ok(());
        }
        let mut missing = stage.missing.to_vec();
        if self.claim.entry.size == 0 && !missing.is_empty() {
            let sample = bundle::sample(&self.play, &missing, halt, &self.terms);
            self.claim.entry.size = sample.size;
            self.claim.beat().await.map_err(Trouble::Unplayable)?;
            missing.retain(|job| sample.results.iter().all(|result| result.chunk != job.chunk));
            if !sample.results.is_empty() && !take(sample.results)? {
                return Ok(());
            }
        }
        let stage = Stage { missing: &missing, ..*stage };
        let mut course = Course::new(bundle::bundles(&stage, self.claim.entry.size));
        let ended = self.drive(&stage, &mut course, halt, take).await;
        match &ended {
            Ok(Ended::Played | Ended::Beaten(_)) => {}
            Ok(Ended::Enough) => self.take_back(true).await,
            Ok(Ended::Halted) | Err(_) => self.take_back(false).await,
        }
        match (ended?, course.poisoned.first_key_value()) {
            (Ended::Beaten(why), _) => Err(Trouble::Unplayable(why)),
            (Ended::Played, Some((chunk, why))) => {
                let more = course.poisoned.len() - 1;
                Err(Trouble::Unplayable(self.spread.given_up(*chunk, why, more)))
            }
            _ => Ok(()),
        }
    }

    /// Takes back what nobody has begun and, if so told, ends what somebody has; unless all that is somebody
    /// else's by now. A server that is away is not waited for.
    async fn take_back(&mut self, end_games: bool) {
        let back = async {
            if self.claim.beat().await.is_err() {
                return;
            }
            if end_games {
                self.claim.stop().await;
            }
            self.spread.withdraw().await;
        };
        let _ = tokio::time::timeout(2 * BEAT, back).await;
    }

    async fn drive(
        &mut self,
        stage: &Stage<'_>,
        course: &mut Course,
        halt: &Halt,
        take: &mut Take<'_>,
    ) -> Result<Ended, Trouble> {
        let mut beat = None::<Instant>;
        loop {
            if halt.load(Ordering::Relaxed) {
                return Ok(Ended::Halted);
            }
            if course.is_over() {
                return Ok(Ended::Played);
            }
            if beat.is_none_or(|beat| beat.elapsed() >= BEAT) {
                beat = Some(Instant::now());
                let entry = &mut self.claim.entry;
                entry.stage = stage.number;
                entry.chunks = stage.jobs.last().map_or(0, |job| job.chunk + 1);
                entry.done = entry.chunks.saturating_sub(course.sets_left());
                entry.poisoned = course.poisoned.keys().copied().collect();
                if let Err(why) = self.claim.beat().await {
                    return Ok(Ended::Beaten(why));
                }
                self.lookout.look();
            }
            // What was played while nobody coordinated has come by now, and is not published again.
            let messages = self.receiver.some(TICK).await;
            if !messages.is_empty() && !self.spread.take_in(messages, course, take).await? {
                return Ok(Ended::Enough);
            }
            let window = (OUT_A_THREAD * self.lookout.threads()).max(LEAST_OUT);
            self.spread.top_up(course, window).await;
            if course.is_silent(self.terms.silence) {
                self.spread.reconcile(course).await;
            }
        }
    }
}

impl Hands for Coordinator {
    fn play(&mut self, stage: &Stage<'_>, halt: &Halt, take: &mut Take<'_>) -> Result<(), Trouble> {
        let cluster = self.cluster.clone();
        cluster.block_on(self.play_stage(stage, halt, take))
    }

    /// Clears away what the run has at the server. Should the server be away, that is forgotten in time.
    fn finished(&mut self) {
        let cluster = self.cluster.clone();
        self.receiver.end();
        let clear = self.claim.clear();
        let _ = cluster.block_on(async { tokio::time::timeout(5 * BEAT, clear).await });
    }
}
