//! Drives a run stage by stage, and keeps each result before it counts.

use ninefold_core::StopFlag;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::{ExecuteError, Executor, Job, Play, SetResult, Stage, ThreadExecutor};

/// Why a result could not be kept or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// Where results are kept.
pub trait ResultSink: Send {
    /// The results kept so far, in the order of their sets.
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError>;

    /// Keeps results; all of them or, on an error, none.
    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError>;

    /// Marks the run as finished with so many sets, and forgets any beyond.
    fn close(&mut self, sets: u64, reason: &str) -> Result<(), SinkError>;
}

/// Keeps nothing, for runs that nobody will resume; the results are with whoever called.
#[derive(Clone, Debug, Default)]
pub struct Discard;

impl ResultSink for Discard {
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError> {
        Ok(Vec::new())
    }

    fn keep(&mut self, _results: &[SetResult]) -> Result<(), SinkError> {
        Ok(())
    }

    fn close(&mut self, _sets: u64, _reason: &str) -> Result<(), SinkError> {
        Ok(())
    }
}

/// What a run plays, stage by stage. The answers must depend on nothing but the results given.
pub trait StageSource: Send {
    /// The jobs of a stage, given the results of all stages before it in order; nothing when the run is
    /// finished. The sets go on from those before, without a gap.
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>>;

    /// Whether the run ends with the last of these results, and why. Asked for every result in order.
    fn ends(&mut self, _so_far: &[SetResult]) -> Option<String> {
        None
    }

    /// How many games the run is thought to have, at most.
    fn games(&self) -> u64;
}

/// How a run stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Games that count.
    pub done: u64,
    /// Games there will be, at most.
    pub games: u64,
    /// Games played since the run was started or resumed.
    pub played: u64,
    /// The time since then.
    pub elapsed: Duration,
    /// Whether it has ended, and how.
    pub end: Option<End>,
}

impl Progress {
    /// Games a second since the run was started or resumed.
    pub fn rate(&self) -> f64 {
        self.played as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The time left at this rate.
    pub fn left(&self) -> Option<Duration> {
        let left = self.games.saturating_sub(self.done) as f64 / self.rate();
        left.is_finite().then(|| Duration::from_secs_f64(left.min(1e9)))
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Everything was played, or a test was decided: the reason.
    Finished(String),
    /// Somebody stopped it.
    Stopped,
    /// Results could not be kept.
    Failed(SinkError),
    /// Some sets could not be played, and why; what could is kept.
    Incomplete(String),
}

/// The reason of a run that played all there was.
pub const ALL_PLAYED: &str = "all games played";

/// What threads and observers share.
struct Shared {
    stop: StopFlag,
    state: Mutex<State>,
}

struct State {
    /// Results in order of set without a gap: those that count.
    counted: Vec<SetResult>,
    games: u64,
    done: u64,
    played: u64,
    start: Instant,
    elapsed: Option<Duration>,
    end: Option<End>,
}

/// A run under way. Dropping it stops it.
pub struct RunHandle {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl RunHandle {
    /// Starts or resumes a run in the background on so many threads.
    pub fn start(
        stages: Box<dyn StageSource>,
        sink: Box<dyn ResultSink>,
        play: Play,
        threads: usize,
    ) -> RunHandle {
        RunHandle::start_with(stages, sink, Box::new(ThreadExecutor { play, count: threads }))
    }

    /// Starts or resumes a run in the background, played by this executor.
    pub fn start_with(
        mut stages: Box<dyn StageSource>,
        mut sink: Box<dyn ResultSink>,
        mut executor: Box<dyn Executor>,
    ) -> RunHandle {
        let state = State {
            counted: Vec::new(),
            games: stages.games(),
            done: 0,
            played: 0,
            start: Instant::now(),
            elapsed: None,
            end: None,
        };
        let shared = Arc::new(Shared { stop: StopFlag::default(), state: Mutex::new(state) });
        let inside = shared.clone();
        let thread = std::thread::spawn(move || {
            // Whoever waits for the end must hear of it, also if a player or a source of stages has a fault.
            let end = catch_unwind(AssertUnwindSafe(|| {
                let end = drive(&mut *stages, &mut *sink, &mut *executor, &inside);
                if matches!(end, Ok(End::Finished(_))) {
                    executor.finished();
                }
                end
            }));
            let end = match end {
                Ok(Ok(end)) => end,
                Ok(Err(ExecuteError::Keep(error))) => End::Failed(error),
                Ok(Err(ExecuteError::Unplayable(why))) => End::Incomplete(why),
                Err(_) => End::Incomplete("a fault of the program ended it".into()),
            };
            // Who hears of the end may go on with the run.
            drop(sink);
            let mut state = inside.lock();
            state.elapsed = Some(state.start.elapsed());
            state.end = Some(end);
        });
        RunHandle { shared, thread: Some(thread) }
    }

    /// How it stands.
    pub fn progress(&self) -> Progress {
        let state = self.shared.lock();
        Progress {
            done: state.done,
            games: state.games,
            played: state.played,
            elapsed: state.elapsed.unwrap_or_else(|| state.start.elapsed()),
            end: state.end.clone(),
        }
    }

    /// Looks at the results that count so far, in order.
    pub fn results<T>(&self, look: impl FnOnce(&[SetResult]) -> T) -> T {
        look(&self.shared.lock().counted)
    }

    /// Asks it to end after the moves in progress; sets that are not finished then are played again.
    pub fn stop(&self) {
        self.shared.stop.raise();
    }

    /// Waits for its end and returns how it ended with the results that count.
    pub fn wait(mut self) -> (End, Vec<SetResult>) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let mut state = self.shared.lock();
        let end = state.end.clone().unwrap_or(End::Stopped);
        (end, std::mem::take(&mut state.counted))
    }
}

impl Drop for RunHandle {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// Stage after stage.
fn drive(
    stages: &mut dyn StageSource,
    sink: &mut dyn ResultSink,
    executor: &mut dyn Executor,
    shared: &Shared,
) -> Result<End, ExecuteError> {
    let mut waiting: BTreeMap<u64, SetResult> =
        sink.kept()?.into_iter().map(|result| (result.set, result)).collect();
    let mut stage = 0;
    loop {
        let earlier = shared.lock().counted.clone();
        let Some(jobs) = stages.stage(stage, &earlier) else {
            return finish(sink, shared, ALL_PLAYED.into());
        };
        let last = earlier.len() + jobs.len();
        drop(earlier);
        if let Some(reason) = count(stages, &mut waiting, last, shared) {
            return finish(sink, shared, reason);
        }
        let missing: Vec<Job> = {
            let counted = shared.lock().counted.len() as u64;
            let open = |job: &&Job| job.set >= counted && !waiting.contains_key(&job.set);
            jobs.iter().filter(open).cloned().collect()
        };
        let mut ended = None;
        let played = Stage { number: stage, jobs: &jobs, missing: &missing };
        executor.play(&played, &shared.stop, &mut |results| {
            sink.keep(&results)?;
            shared.lock().played += results.iter().map(|r| r.games.len() as u64).sum::<u64>();
            waiting.extend(results.into_iter().map(|result| (result.set, result)));
            ended = count(stages, &mut waiting, last, shared);
            Ok(ended.is_none())
        })?;
        if let Some(reason) = ended {
            return finish(sink, shared, reason);
        }
        if shared.lock().counted.len() < last {
            return Ok(End::Stopped);
        }
        stage += 1;
    }
}

/// Lets results count that have no gap before them, until the stage or the run ends.
fn count(
    stages: &mut dyn StageSource,
    waiting: &mut BTreeMap<u64, SetResult>,
    last: usize,
    shared: &Shared,
) -> Option<String> {
    let mut state = shared.lock();
    while state.counted.len() < last {
        let set = state.counted.len() as u64;
        let result = waiting.remove(&set)?;
        state.done += result.games.len() as u64;
        state.counted.push(result);
        if let Some(reason) = stages.ends(&state.counted) {
            return Some(reason);
        }
    }
    None
}

fn finish(sink: &mut dyn ResultSink, shared: &Shared, reason: String) -> Result<End, ExecuteError> {
    let sets = shared.lock().counted.len() as u64;
    sink.close(sets, &reason)?;
    Ok(End::Finished(reason))
}
