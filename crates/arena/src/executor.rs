//! What plays the jobs of a run: threads of this machine, or something else.

use ninefold_core::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use thiserror::Error;

use crate::{Job, SetResult, SinkError};

/// Plays a job; nothing when halted.
pub type Play = Arc<dyn Fn(&Job, &StopFlag) -> Option<SetResult> + Send + Sync>;

/// One stage of a run, for whoever plays it.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// All its jobs, in the order of their sets.
    pub jobs: &'a [Job],
    /// Those whose results are not kept yet, in the same order.
    pub missing: &'a [Job],
}

/// Takes finished sets, which are kept when it returns; false when no more are wanted.
pub type Take<'a> = dyn FnMut(Vec<SetResult>) -> Result<bool, SinkError> + 'a;

/// Why a stage could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExecuteError {
    /// Results could not be kept.
    #[error("{0}")]
    Keep(#[from] SinkError),
    /// Some sets cannot be played: a sentence. The others are kept.
    #[error("{0}")]
    Unplayable(String),
}

/// Whoever plays the jobs of a run.
pub trait Executor: Send {
    /// Plays what is missing of a stage and hands over results as they come, in any order, until `take`
    /// wants no more. Returns early when halted.
    fn play(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<(), ExecuteError>;

    /// Told once the run has ended for good and that is kept.
    fn finished(&mut self) {}
}

/// Threads of this machine.
pub struct ThreadExecutor {
    /// How a job is played.
    pub play: Play,
    /// How many there are.
    pub count: usize,
}

impl Executor for ThreadExecutor {
    fn play(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<(), ExecuteError> {
        let jobs = stage.missing;
        let next = AtomicUsize::new(0);
        let enough = StopFlag::default();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.count.clamp(1, jobs.len().max(1)) {
                let (send, next, enough, play) = (send.clone(), &next, &enough, &self.play);
                scope.spawn(move || {
                    while !stop.is_raised() && !enough.is_raised() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(index) else { break };
                        let Some(result) = play(job, stop) else { break };
                        if send.send(result).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            while let Ok(first) = receive.recv() {
                // Whatever else is ready shares the cost of one commit.
                let results: Vec<SetResult> =
                    std::iter::once(first).chain(receive.try_iter()).collect();
                match take(results) {
                    Ok(true) => {}
                    other => {
                        enough.raise();
                        return Ok(other.map(|_| ())?);
                    }
                }
            }
            Ok(())
        })
    }
}
