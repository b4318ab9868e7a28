//! The right to coordinate a run: whoever claimed it last has it.
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
    /// What everybody may know of it.
    pub(crate) entry: RunEntry,
}

/// The pause before a server that does not answer is asked again.
const AGAIN: Duration = Duration::from_millis(300);

impl Lease {
    /// Claims a run, from whoever had it.
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
            // What another version wrote, and this one cannot read, is claimed all the same.
            let held = state.get::<RunEntry>(&run_key(&facts.key)).await?;
            let before = held.as_ref().map_or(0, |held| held.revision);
            let found = held.and_then(|held| held.value);
            // Sets of a bundle were counted by a build; another one may be slower.
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

    /// Says how the run stands; a sentence when somebody else has claimed it since. A server that is away
    /// hears it the next time.
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
                    // Our own word, whose confirmation was lost.
                    self.revision = held.revision;
                }
                // Somebody emptied the bucket.
                Ok(None) => self.revision = 0,
                Err(_) => {}
            },
            Err(_) => {}
        }
        Ok(())
    }

    /// Writes down what a stage begins with, or compares it with what was written down before; false when
    /// halted meanwhile.
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

    /// Tells all workers that no more games of the run are wanted.
    pub(crate) async fn stop(&self) {
        let _ = self.state.set(&stop_key(&self.run), &true, 0).await;
    }

    /// Clears the run away, unless somebody else has claimed it since. A server that does not answer is asked
    /// again.
    pub(crate) async fn cleanup(&mut self) {
        if self.beat().await.is_ok() {
            while cleanup(&self.state, &self.run).await.is_err() {
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// This process among all of all machines.
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
