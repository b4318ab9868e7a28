//! External programs on workers: before a run begins, a worker starts each of them once.

use anyhow::{Result, bail};
use ninefold_cluster::{
    Attempt, RunFacts, Status, TaskCoordinator, TaskEnd, TaskNews, TaskSource, forget,
};
use ninefold_core::quote;
use serde_json::json;

use super::{Identity, Repertoire, Spread, lock};
use crate::interrupt::stop_flag;

/// The first word of a task that tests a program.
pub(super) const TRY: &str = "try ";

/// Programs to test, one task each, and the results: success, or a sentence.
struct Trials {
    tasks: Vec<String>,
    handed_out: usize,
    found: Vec<Option<String>>,
}

impl TaskSource for Trials {
    fn out(&mut self) -> Vec<(u64, String)> {
        Vec::new()
    }

    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String> {
        let from = self.handed_out;
        self.handed_out = self.tasks.len().min(from + most);
        let tasks = self.tasks[from..self.handed_out].iter().cloned();
        Ok((from as u64..).zip(tasks).collect())
    }

    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String> {
        match self.found.get_mut(number as usize) {
            Some(found) => *found = Some(result.to_owned()),
            None => return Ok(TaskNews::Wrong),
        }
        Ok(TaskNews::Kept)
    }

    fn is_done(&self) -> bool {
        self.found.iter().all(Option::is_some)
    }

    fn counts(&self) -> (u64, u64) {
        let done = self.found.iter().filter(|found| found.is_some()).count();
        (done as u64, self.tasks.len() as u64)
    }
}

impl Spread {
    /// Rejects programs while some worker does not run programs, and those that fail to run on a
    /// worker.
    pub(in crate::commands) fn check_programs(&self, game: &str, players: &[&str]) -> Result<()> {
        let Some(first) = players.first() else { return Ok(()) };
        let workers = Status::ask(&self.cluster)?.workers;
        let refuses = workers.iter().find(|worker| !worker.programs);
        let who = match (refuses, workers.is_empty()) {
            (Some(worker), _) => Some(format!("{} runs none", worker.name)),
            (None, true) => Some("none is there".to_owned()),
            (None, false) => None,
        };
        if let Some(who) = who {
            bail!(
                "player {}: with --cluster a program is run by the workers, and {who}: its owner may start one with \
                 worker --allow-programs",
                quote(first)
            );
        }
        let known = lock(&self.tried).clone();
        let new: Vec<&str> =
            players.iter().copied().filter(|player| !known.contains(*player)).collect();
        if let Some(problem) = self.try_programs(game, &new)? {
            bail!("{problem}; so says a worker of the cluster");
        }
        lock(&self.tried).extend(new.into_iter().map(str::to_owned));
        Ok(())
    }

    /// Has the workers start these programs; a sentence about the first that fails.
    fn try_programs(&self, game: &str, players: &[&str]) -> Result<Option<String>> {
        if players.is_empty() {
            return Ok(None);
        }
        let identity = Identity::unique(&format!("programs for {game}"));
        let facts = RunFacts::new(&identity.text, &identity.name, game);
        let key = facts.key.clone();
        let task = |player: &&str| format!("{TRY}{}", json!({ "game": game, "player": player }));
        let tasks: Vec<String> = players.iter().map(task).collect();
        let found = vec![None; tasks.len()];
        let mut trials = Trials { tasks, handed_out: 0, found };
        let stop = stop_flag();
        let mut coordinator =
            TaskCoordinator::new(self.cluster.clone(), facts, &self.release, self.terms)?;
        let end = coordinator.run(&mut trials, &stop);
        if end != TaskEnd::Done {
            // If the server is unavailable, the run expires there.
            let _ = forget(&self.cluster, &key);
        }
        match end {
            TaskEnd::Done => Ok(trials.found.into_iter().flatten().find(|why| !why.is_empty())),
            TaskEnd::Stopped => bail!("stopped before a worker had tried the programs"),
            TaskEnd::Incomplete(why) => bail!("{why}"),
        }
    }
}

impl Repertoire {
    /// Starts the program of a task: an empty answer if it runs, otherwise the error.
    pub(super) fn try_program(&self, task: &str) -> Attempt<String> {
        let Ok(asked) = serde_json::from_str::<serde_json::Value>(task) else {
            return Attempt::Failed(format!("{} names no program", quote(task)));
        };
        let text = |key: &str| asked[key].as_str().unwrap_or_default();
        match self.arena_of(text("game")) {
            Err(why) => Attempt::Played(why),
            Ok(arena) => {
                let problem = arena.check(text("player")).err();
                Attempt::Played(problem.map_or(String::new(), |problem| problem.to_string()))
            }
        }
    }
}
