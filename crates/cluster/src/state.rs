//! The public state of runs, in a key-value bucket with compare-and-set.

use async_nats::jetstream::kv::{CreateErrorKind, Operation, Store, UpdateErrorKind};
use bytes::Bytes;
use futures_util::StreamExt;
use ninefold_arena::Job;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::build_id::digest;
use crate::server::Link;
use crate::streams::{self, STATE};
use crate::{BuildId, ClusterError};

/// The entry of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunEntry {
    /// Its display name.
    pub name: String,
    /// The game's specification.
    pub game: String,
    /// The build that can play it.
    #[serde(rename = "release")]
    pub build_id: BuildId,
    /// The process that coordinates it.
    pub owner: String,
    /// The number of sets per bundle; 0 while unknown.
    pub size: usize,
    /// The current stage, from 0.
    pub stage: usize,
    /// The number of stored sets.
    pub done: u64,
    /// The number of sets in this stage and all before it.
    #[serde(rename = "chunks")]
    pub sets: u64,
    /// Abandoned bundles.
    pub poisoned: Vec<u64>,
}

/// A known run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownRun {
    /// Its key.
    pub key: String,
    /// Its entry.
    #[serde(flatten)]
    pub entry: RunEntry,
    /// The last heartbeat of its coordinator, in seconds since 1970 by the server's clock.
    pub heard: i64,
}

impl KnownRun {
    /// A coordinator silent for this many seconds is gone. The limit leaves room for differences
    /// between clocks.
    const GONE: i64 = 300;

    /// Whether it currently has a coordinator.
    pub fn is_coordinated(&self) -> bool {
        self.silent_for() < KnownRun::GONE
    }

    /// The seconds since its coordinator's last heartbeat.
    pub fn silent_for(&self) -> i64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        (now.map_or(0, |now| now.as_secs() as i64) - self.heard).max(0)
    }
}

/// The start of a generation, or of another stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The first set.
    pub first: u64,
    /// The number of sets.
    #[serde(rename = "chunks")]
    pub sets: u64,
    /// A hash of all its jobs, including players.
    pub jobs: String,
}

impl Checkpoint {
    /// The checkpoint of these jobs.
    pub fn of(jobs: &[Job]) -> Checkpoint {
        let text = serde_json::to_vec(jobs).unwrap_or_default();
        let first = jobs.first().map_or(0, |job| job.set);
        let sets = jobs.len() as u64;
        Checkpoint { first, sets, jobs: format!("{:016x}", digest(&text)) }
    }
}

/// The bucket.
#[derive(Clone)]
pub(crate) struct State {
    link: Link,
    store: Store,
    replicas: usize,
}

/// The content of a key.
pub(crate) struct Held<T> {
    /// The value; `None` if another version wrote it and it cannot be read.
    pub(crate) value: Option<T>,
    /// Its revision.
    pub(crate) revision: u64,
}

/// The result of a compare-and-set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Set {
    /// It is set, with this revision.
    Done(u64),
    /// Another process was faster.
    Beaten,
}

impl State {
    /// Opens the bucket of a link, creating it if necessary.
    pub(crate) async fn open(link: &Link, replicas: usize) -> Result<State, ClusterError> {
        streams::stream(link, streams::state_stream(replicas)).await?;
        let store = link.jetstream.get_key_value(STATE).await;
        let store = store.map_err(|error| link.problem(&error))?;
        Ok(State { link: link.clone(), store, replicas })
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The content of a key, if any.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        key: &str,
    ) -> Result<Option<Held<T>>, ClusterError> {
        let entry = self.store.entry(key).await.map_err(|error| self.link.problem(&error))?;
        let kept = entry.filter(|entry| entry.operation == Operation::Put);
        Ok(kept.map(|entry| Held {
            value: serde_json::from_slice(&entry.value).ok(),
            revision: entry.revision,
        }))
    }

    /// Sets the value of a new key (revision 0) or of a key with this revision. If the server has
    /// lost the bucket, it is created again for the next attempt.
    pub(crate) async fn set<T: Serialize>(
        &self,
        key: &str,
        value: &T,
        revision: u64,
    ) -> Result<Set, ClusterError> {
        let value = Bytes::from(serde_json::to_vec(value).unwrap_or_default());
        let problem = if revision == 0 {
            match self.store.create(key, value).await {
                Ok(revision) => return Ok(Set::Done(revision)),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                    return Ok(Set::Beaten);
                }
                Err(error) => self.link.problem(&error),
            }
        } else {
            match self.store.update(key, value, revision).await {
                Ok(revision) => return Ok(Set::Done(revision)),
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                    return Ok(Set::Beaten);
                }
                Err(error) => self.link.problem(&error),
            }
        };
        let _ = streams::stream(&self.link, streams::state_stream(self.replicas)).await;
        Err(problem)
    }

    /// Deletes a key.
    pub(crate) async fn forget(&self, key: &str) -> Result<(), ClusterError> {
        self.store.purge(key).await.map_err(|error| self.link.problem(&error))
    }

    /// All keys with this prefix.
    pub(crate) async fn keys(&self, prefix: &str) -> Result<Vec<String>, ClusterError> {
        let mut all = self.store.keys().await.map_err(|error| self.link.problem(&error))?;
        let mut keys = Vec::new();
        while let Some(key) = all.next().await {
            let key = key.map_err(|error| self.link.problem(&error))?;
            if key.starts_with(prefix) {
                keys.push(key);
            }
        }
        keys.sort();
        Ok(keys)
    }

    /// All runs.
    pub(crate) async fn runs(&self) -> Result<Vec<KnownRun>, ClusterError> {
        let mut runs = Vec::new();
        for key in self.keys("run.").await? {
            let found = self.store.entry(&key).await;
            let found = found.map_err(|error| self.link.problem(&error))?;
            let Some(found) = found.filter(|found| found.operation == Operation::Put) else {
                continue;
            };
            if let Ok(entry) = serde_json::from_slice(&found.value) {
                let key = key.trim_start_matches("run.").to_owned();
                runs.push(KnownRun { key, entry, heard: found.created.unix_timestamp() });
            }
        }
        Ok(runs)
    }
}

/// The key of a run's entry.
pub(crate) fn run_key(run: &str) -> String {
    format!("run.{run}")
}

/// The key of the flag that stops a run's games.
pub(crate) fn stop_key(run: &str) -> String {
    format!("stop.{run}")
}

/// The common prefix of a run's checkpoints.
pub(crate) fn checkpoints_of(run: &str) -> String {
    format!("generation.{run}.")
}

/// The key of a stage's checkpoint.
pub(crate) fn checkpoint_key(run: &str, stage: usize) -> String {
    format!("{}{stage}", checkpoints_of(run))
}
