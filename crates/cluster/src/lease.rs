//! The right to coordinate a run: the last process to claim it has it.
use std::time::Duration;

use ninefold_arena::Stage;
use ninefold_core::StopFlag;

use crate::cleanup::cleanup;
use crate::server::Link;
use crate::state::{Checkpoint, Held, RunEntry, Set, State, checkpoint_key, run_key, stop_key};
use crate::{BuildId, ClusterError, RunFacts};

/// A claimed run.
pub(crate) struct Lease {
    state: State,
    run: String,
    revision: u64,
    /// Its public entry.
    pub(crate) entry: RunEntry,
}

/// The pause before an unresponsive server is asked again.
const AGAIN: Duration = Duration::from_millis(300);

impl Lease {
    /// Claims a run from any previous owner.
    pub(crate) async fn make(
        link: &Link,
        facts: &RunFacts,
        build_id: &BuildId,
        replicas: usize,
    ) -> Result<Lease, ClusterError> {
        let state = State::open(link, replicas).await?;
        let owner = process_name();
        if state.get::<bool>(&stop_key(&facts.key)).await?.is_some() {
            state.forget(&stop_key(&facts.key)).await?;
        }
        loop {
            // An entry of another version that cannot be read is claimed all the same.
            let held = state.get::<RunEntry>(&run_key(&facts.key)).await?;
            let before = held.as_ref().map_or(0, |held| held.revision);
            let found = held.and_then(|held| held.value);
            // The bundle size was measured for a build; another one may be slower.
            let size = found.as_ref().filter(|entry| entry.build_id == *build_id);
            let entry = RunEntry {
                name: facts.name.clone(),
                game: facts.game.clone(),
                build_id: build_id.clone(),
                owner: owner.clone(),
                size: size.map_or(0, |entry| entry.size),
                stage: found.as_ref().map_or(0, |entry| entry.stage),
                done: found.as_ref().map_or(0, |entry| entry.done),
                sets: found.as_ref().map_or(0, |entry| entry.sets),
                poisoned: Vec::new(),
            };
            if let Set::Done(revision) = state.set(&run_key(&facts.key), &entry, before).await? {
                return Ok(Lease { state, run: facts.key.clone(), revision, entry });
            }
        }
    }

    /// Reports the state of the run; a sentence if another process has claimed it since. An
    /// unavailable server gets the next report.
    pub(crate) async fn beat(&mut self) -> Result<(), String> {
        let key = run_key(&self.run);
        match self.state.set(&key, &self.entry, self.revision).await {
            Ok(Set::Done(revision)) => self.revision = revision,
            Ok(Set::Beaten) => match self.state.get::<RunEntry>(&key).await {
                Ok(Some(held)) => {
                    let owner = held.value.map(|entry| entry.owner);
                    if owner.as_ref() != Some(&self.entry.owner) {
                        let other = owner.unwrap_or_else(|| "another version of ninefold".into());
                        return Err(format!(
                            "{other} coordinates this run now, so this process has stopped"
                        ));
                    }
                    // Our own update, whose confirmation was lost.
                    self.revision = held.revision;
                }
                // The bucket was emptied.
                Ok(None) => self.revision = 0,
                Err(_) => {}
            },
            Err(_) => {}
        }
        Ok(())
    }

    /// Records the start of a stage, or compares it with the recorded one; false if stopped
    /// meanwhile.
    pub(crate) async fn checkpoint(
        &mut self,
        stage: &Stage<'_>,
        stop: &StopFlag,
    ) -> Result<bool, String> {
        let key = checkpoint_key(&self.run, stage.number);
        let own = Checkpoint::of(stage.jobs);
        while !stop.is_raised() {
            match self.state.set(&key, &own, 0).await {
                Ok(Set::Done(_)) => return Ok(true),
                Ok(Set::Beaten) => match self.state.get::<Checkpoint>(&key).await {
                    Ok(Some(Held { value: Some(other), .. })) if other == own => return Ok(true),
                    Ok(Some(Held { value: Some(_), .. })) => {
                        return Err(format!(
                            "stage {} is not the one that was begun before: the store lost or changed results since; delete the run and begin again",
                            stage.number + 1
                        ));
                    }
                    Ok(Some(Held { value: None, .. })) => {
                        return Err(format!(
                            "stage {} was begun by another version of ninefold; to begin it anew, first: ninefold cluster forget {} --cluster {}",
                            stage.number + 1,
                            self.run,
                            self.state.link().address
                        ));
                    }
                    _ => tokio::time::sleep(AGAIN).await,
                },
                Err(_) => tokio::time::sleep(AGAIN).await,
            }
        }
        Ok(false)
    }

    /// Tells all workers that no more games of the run are needed.
    pub(crate) async fn stop(&self) {
        let _ = self.state.set(&stop_key(&self.run), &true, 0).await;
    }

    /// Removes the run, unless another process has claimed it since. An unresponsive server is
    /// asked again.
    pub(crate) async fn cleanup(&mut self) {
        if self.beat().await.is_ok() {
            while cleanup(&self.state, &self.run).await.is_err() {
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// A name of this process that is unique among all machines.
pub(crate) fn process_name() -> String {
    use std::time::{SystemTime, UNIX_EPOCH};
    let machine = std::fs::read_to_string("/etc/hostname").ok();
    let machine = machine.or_else(|| std::env::var("COMPUTERNAME").ok());
    let machine = machine.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let machine: String = machine
        .trim()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || *letter == '-')
        .collect();
    let machine = if machine.is_empty() { "machine".to_owned() } else { machine };
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
    format!("{machine}-{}-{:04x}", std::process::id(), time >> 14)
}
