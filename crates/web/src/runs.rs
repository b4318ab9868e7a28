//! Runs that this server plays.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use ninefold_arena::{End, RunHandle};
use ninefold_core::Phrase;
use ninefold_store::{Keeper, KeptRun, Store};

use crate::app::now;
use crate::problem::Problem;
use crate::refusals::{MANY_RUNS, RUN_STOPPING};

/// The maximum number of simultaneous runs.
const MOST_RUNS: usize = 2;

/// How long after its last result a run that this server does not play is assumed to be played on
/// another machine, in milliseconds.
const LATELY: i64 = 10_000;

/// The state of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RunState {
    /// It is finished.
    Done,
    /// This server plays it.
    Running,
    /// This server is finishing the moves in progress.
    Stopping,
    /// Another process plays it.
    Elsewhere,
    /// This server could not continue it, and why.
    Failed(String),
    /// It is not being played.
    Stopped,
}

impl RunState {
    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            RunState::Done => "done",
            RunState::Running => "running",
            RunState::Stopping => "stopping",
            RunState::Elsewhere => "elsewhere",
            RunState::Failed(_) => "failed",
            RunState::Stopped => "stopped",
        }
    }
}

/// Active runs, and how earlier ones ended.
#[derive(Default)]
pub(crate) struct Runs(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    playing: HashMap<u64, Playing>,
    ended: HashMap<u64, Ended>,
}

struct Playing {
    handle: RunHandle,
    is_stopping: bool,
}

struct Ended {
    at: i64,
    /// The error, if any.
    problem: Option<String>,
}

impl Runs {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        let mut inside = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        let Inside { playing, ended } = &mut *inside;
        playing.retain(|&id, run| {
            let Some(end) = run.handle.progress().end else { return true };
            let problem = match end {
                End::Failed(error) => Some(error.to_string()),
                End::Incomplete(why) => Some(why),
                End::Finished(_) | End::Stopped => None,
            };
            ended.insert(id, Ended { at: now(), problem });
            false
        });
        inside
    }

    /// The state of a stored run.
    pub(crate) fn stand(&self, store: &Store, run: &KeptRun) -> RunState {
        let inside = self.lock();
        if run.end.is_some() {
            return RunState::Done;
        }
        match (inside.playing.get(&run.id), inside.ended.get(&run.id)) {
            (Some(playing), _) if playing.is_stopping => RunState::Stopping,
            (Some(_), _) => RunState::Running,
            (None, ended) => {
                let since_then = ended.is_none_or(|ended| run.updated > ended.at);
                let lately = since_then && now() - run.updated < LATELY;
                let problem = ended.and_then(|ended| ended.problem.clone());
                match (store.keeper_of_run(run.id), problem) {
                    (Keeper::Somebody, _) => RunState::Elsewhere,
                    // Perhaps played on another machine, whose locks are not visible here.
                    (Keeper::Nobody, _) if lately => RunState::Elsewhere,
                    (_, Some(problem)) => RunState::Failed(problem),
                    (_, None) => RunState::Stopped,
                }
            }
        }
    }

    /// Whether this server has never played a run.
    pub(crate) fn is_strange(&self, id: u64) -> bool {
        let inside = self.lock();
        !inside.playing.contains_key(&id) && !inside.ended.contains_key(&id)
    }

    /// Plays a run, unless it is being played or there are too many.
    pub(crate) fn play(
        &self,
        id: u64,
        start: impl FnOnce() -> Result<RunHandle, Problem>,
    ) -> Result<(), Problem> {
        let mut inside = self.lock();
        match inside.playing.get(&id) {
            Some(playing) if playing.is_stopping => return Err(still_stopping(id)),
            Some(_) => return Ok(()),
            None => {}
        }
        if inside.playing.len() >= MOST_RUNS {
            return Err(Problem::busy(Phrase::of(MANY_RUNS).with(MOST_RUNS)));
        }
        inside.playing.insert(id, Playing { handle: start()?, is_stopping: false });
        Ok(())
    }

    /// Tells a run to end after the moves in progress, without waiting for it.
    pub(crate) fn stop(&self, id: u64) {
        if let Some(playing) = self.lock().playing.get_mut(&id) {
            playing.handle.stop();
            playing.is_stopping = true;
        }
    }

    /// Tells a run that is being played to end, and reports an error until it has.
    pub(crate) fn let_go(&self, id: u64) -> Result<(), Problem> {
        self.stop(id);
        match self.lock().playing.contains_key(&id) {
            true => Err(still_stopping(id)),
            false => Ok(()),
        }
    }

    /// Lets every run end without waiting: moves in progress are lost if the process ends first.
    /// The next server resumes them.
    pub(crate) fn abandon(&self, store: Arc<Store>) {
        let playing = std::mem::take(&mut self.lock().playing);
        playing.values().for_each(|run| run.handle.stop());
        std::thread::spawn(move || {
            for (id, run) in playing {
                // Dropping a run waits for it.
                drop(run);
                store.leave_run(id);
            }
        });
    }
}

fn still_stopping(id: u64) -> Problem {
    Problem::conflict(Phrase::of(RUN_STOPPING).with(id))
}
