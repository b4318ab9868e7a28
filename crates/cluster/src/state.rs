//! What everybody may know of a run, in a bucket of keys and values that changes by compare and set.

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

/// A run as the link knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunEntry {
    /// What a reader calls it.
    pub name: String,
    /// The game's specification.
    pub game: String,
    /// Who can play it.
    #[serde(rename = "release")]
    pub build_id: BuildId,
    /// The process that coordinates it.
    pub owner: String,
    /// How many sets a bundle has; 0 as long as nobody knows.
    pub size: usize,
    /// The stage that is played, from 0.
    pub stage: usize,
    /// Sets that are kept.
    pub done: u64,
    /// Sets of this stage and those before it.
    #[serde(rename = "chunks")]
    pub sets: u64,
    /// Chunks that were given up.
    pub poisoned: Vec<u64>,
}

/// A run that the link knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownRun {
    /// Its key.
    pub key: String,
    /// What is known of it.
    #[serde(flatten)]
    pub entry: RunEntry,
    /// When its coordinator was last heard, in seconds since 1970 by the server's clock.
    pub heard: i64,
}

impl KnownRun {
    /// A coordinator that was not heard for so many seconds is gone. Clocks may differ by some of them.
    const GONE: i64 = 300;

    /// Whether somebody coordinates it at the moment.
    pub fn is_coordinated(&self) -> bool {
        self.silent_for() < KnownRun::GONE
    }

    /// For how many seconds its coordinator was not heard.
    pub fn silent_for(&self) -> i64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        (now.map_or(0, |now| now.as_secs() as i64) - self.heard).max(0)
    }
}

/// What a generation, or another stage, began with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The first set.
    pub first: u64,
    /// How many there are.
    #[serde(rename = "chunks")]
    pub sets: u64,
    /// A number for all its jobs, players included.
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

/// What a key holds.
pub(crate) struct Held<T> {
    /// The value; nothing when another version wrote it and it cannot be read.
    pub(crate) value: Option<T>,
    /// Its revision.
    pub(crate) revision: u64,
}

/// What came of a compare and set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Set {
    /// It is set, with this revision.
    Done(u64),
    /// Somebody else was quicker.
    Beaten,
}

impl State {
    /// The bucket of a link, made if there is none.
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

    /// What a key holds, if anything.
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

    /// Sets a value where there is none (revision 0) or where it has this revision. A server that came back
    /// without the bucket gets it again, for the next try.
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

    /// Forgets a key.
    pub(crate) async fn forget(&self, key: &str) -> Result<(), ClusterError> {
        self.store.purge(key).await.map_err(|error| self.link.problem(&error))
    }

    /// All keys that begin so.
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

/// The key of the flag that ends a run's games.
pub(crate) fn stop_key(run: &str) -> String {
    format!("stop.{run}")
}

/// How the keys of all checkpoints of a run begin.
pub(crate) fn checkpoints_of(run: &str) -> String {
    format!("generation.{run}.")
}

/// The key of a stage's checkpoint.
pub(crate) fn checkpoint_key(run: &str, stage: usize) -> String {
    format!("{}{stage}", checkpoints_of(run))
}
