//! Executors: they play the jobs of a run, on threads of this machine or elsewhere.

use ninefold_core::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use thiserror::Error;

use crate::{Job, SetResult, SinkError};

/// Plays a job; returns `None` when halted.
pub type Play = Arc<dyn Fn(&Job, &StopFlag) -> Option<SetResult> + Send + Sync>;

/// One stage of a run, as an executor sees it.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// All its jobs, in the order of their sets.
    pub jobs: &'a [Job],
    /// The jobs without stored results, in the same order.
    pub missing: &'a [Job],
}

/// Accepts finished sets, which are stored when it returns. Returns false when no more are needed.
pub type Take<'a> = dyn FnMut(Vec<SetResult>) -> Result<bool, SinkError> + 'a;

/// Why a stage could not be completed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExecuteError {
    /// Results could not be stored.
    #[error("{0}")]
    Keep(#[from] SinkError),
    /// Some sets cannot be played, with an explanation. The others are stored.
    #[error("{0}")]
    Unplayable(String),
}

/// Plays the jobs of a run.
pub trait Executor: Send {
    /// Plays the missing jobs of a stage and hands over results as they arrive, in any order, until `take` needs no
    /// more. Returns early when halted.
    fn play(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
        take: &mut Take<'_>,
    ) -> Result<(), ExecuteError>;

    /// Called once the run has ended for good and its end is stored.
    fn finished(&mut self) {}
}

/// Plays jobs on threads of this machine.
pub struct ThreadExecutor {
    /// Plays one job.
    pub play: Play,
    /// The number of threads.
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
                // Other results that are ready share the cost of one commit.
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
