//! Drives a run stage by stage, and stores each result before it counts.

use ninefold_core::StopFlag;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::{ExecuteError, Executor, Job, Play, SetResult, Stage, ThreadExecutor};

/// Why a result could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// Storage for results.
pub trait ResultSink: Send {
    /// The results stored so far, in the order of their sets.
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError>;

    /// Stores results: all of them or, on an error, none.
    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError>;

    /// Marks the run as finished with `sets` sets, and deletes any beyond.
    fn close(&mut self, sets: u64, reason: &str) -> Result<(), SinkError>;
}

/// Stores nothing, for runs that are never resumed; the caller has the results.
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

/// What a run plays, stage by stage. The answers must depend only on the results given.
pub trait StageSource: Send {
    /// The jobs of a stage, given the results of all previous stages in order; `None` when the run is finished. Set
    /// numbers continue without a gap.
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>>;

    /// Whether the run ends with the last of these results, and why. Called for every result in order.
    fn ends(&mut self, _so_far: &[SetResult]) -> Option<String> {
        None
    }

    /// The maximum number of games that the run is expected to have.
    fn games(&self) -> u64;
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Games that count.
    pub done: u64,
    /// The maximum number of games in total.
    pub games: u64,
    /// Games played since the run was started or resumed.
    pub played: u64,
    /// The time since then.
    pub elapsed: Duration,
    /// Whether it has ended, and how.
    pub end: Option<End>,
}

impl Progress {
    /// Games per second since the run was started or resumed.
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
    /// Everything was played, or a test was decided; with the reason.
    Finished(String),
    /// Stopped on request.
    Stopped,
    /// Results could not be stored.
    Failed(SinkError),
    /// Some sets could not be played, with the reason; the others are stored.
    Incomplete(String),
}

/// The reason of a run that played all its games.
pub const ALL_PLAYED: &str = "all games played";

/// The state shared by threads and observers.
struct Shared {
    stop: StopFlag,
    state: Mutex<State>,
}

struct State {
    /// The results that count: in order of their sets, without a gap.
    counted: Vec<SetResult>,
    games: u64,
    done: u64,
    played: u64,
    start: Instant,
    elapsed: Option<Duration>,
    end: Option<End>,
}

/// A run in progress. Dropping it stops the run.
pub struct RunHandle {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl RunHandle {
    /// Starts or resumes a run in the background on `threads` threads.
    pub fn start(
        stages: Box<dyn StageSource>,
        sink: Box<dyn ResultSink>,
        play: Play,
        threads: usize,
    ) -> RunHandle {
        RunHandle::start_with(stages, sink, Box::new(ThreadExecutor { play, count: threads }))
    }

    /// Starts or resumes a run in the background with this executor.
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
            // The end must be reported to waiting threads even if a player or a stage source panics.
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
            // Release the sink first: an observer of the end may resume the run.
            drop(sink);
            let mut state = inside.lock();
            state.elapsed = Some(state.start.elapsed());
            state.end = Some(end);
        });
        RunHandle { shared, thread: Some(thread) }
    }

    /// The progress of the run.
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

    /// Gives access to the results that count so far, in order.
    pub fn results<T>(&self, look: impl FnOnce(&[SetResult]) -> T) -> T {
        look(&self.shared.lock().counted)
    }

    /// Requests the end of the run after the moves in progress; unfinished sets will be played again.
    pub fn stop(&self) {
        self.shared.stop.raise();
    }

    /// Waits for the end, and returns how the run ended and the results that count.
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

/// Runs stage after stage.
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

/// Counts results without a gap before them, until the stage or the run ends.
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
