//! Lists workers: they answer when asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::StatusCode;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::server::Link;
use crate::{BuildId, ClusterError};

/// The subject on which workers listen.
pub(crate) const WHO: &str = "ninefold.who";

/// A worker's description of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerFacts {
    /// Its machine and process.
    pub name: String,
    /// Its build.
    #[serde(rename = "release")]
    pub build_id: BuildId,
    /// The number of games it plays at the same time.
    pub threads: usize,
    /// The number of bundles in progress.
    pub playing: usize,
    /// The number of finished bundles.
    pub bundles: u64,
    /// The number of finished games.
    pub games: u64,
    /// Whether it runs programs named in jobs.
    #[serde(default)]
    pub programs: bool,
}

/// All workers that answer within this time.
pub(crate) async fn list_workers(
    link: &Link,
    patience: Duration,
) -> Result<Vec<WorkerFacts>, ClusterError> {
    let client = &link.client;
    let inbox = client.new_inbox();
    let problem = |error: &(dyn std::error::Error + 'static)| link.problem(error);
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|error| problem(&error))?;
    let asked = client.publish_with_reply(WHO, inbox, "".into()).await;
    asked.map_err(|error| problem(&error))?;
    client.flush().await.map_err(|error| problem(&error))?;
    let deadline = tokio::time::Instant::now() + patience;
    let mut workers: Vec<WorkerFacts> = Vec::new();
    while let Ok(Some(answer)) = tokio::time::timeout_at(deadline, answers.next()).await {
        // Without any subscriber the server says so at once.
        if answer.status == Some(StatusCode::NO_RESPONDERS) {
            break;
        }
        // Another version may describe itself differently.
        workers.extend(serde_json::from_slice::<WorkerFacts>(&answer.payload));
    }
    workers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(workers)
}

/// Tracks the workers available for a run.
pub(crate) struct WorkerMonitor {
    link: Link,
    build_id: BuildId,
    start: Instant,
    told: Arc<AtomicBool>,
}

/// How long workers may take to answer, and how long to wait before reporting that there are none.
pub(crate) const ANSWERS: Duration = Duration::from_millis(400);
const LONELY: Duration = Duration::from_secs(3);

impl WorkerMonitor {
    pub(crate) fn new(link: &Link, build_id: &BuildId) -> WorkerMonitor {
        let (link, build_id) = (link.clone(), build_id.clone());
        WorkerMonitor { link, build_id, start: Instant::now(), told: Arc::default() }
    }

    /// The known number of games that workers of this build play at the same time.
    pub(crate) fn threads(&self) -> usize {
        self.link.notices.threads()
    }

    /// Queries the workers without waiting for the answers. Reports once if there are none.
    pub(crate) fn look(&self) {
        let (link, build_id, told) = (self.link.clone(), self.build_id.clone(), self.told.clone());
        let is_late = self.start.elapsed() >= LONELY;
        tokio::spawn(async move {
            let Ok(all) = list_workers(&link, ANSWERS).await else { return };
            let own: Vec<&WorkerFacts> =
                all.iter().filter(|worker| worker.build_id == build_id).collect();
            let threads = own.iter().map(|worker| worker.threads).sum();
            link.notices.count(own.len(), threads);
            if own.is_empty() && is_late && !told.swap(true, Ordering::Relaxed) {
                let address = &link.address;
                link.notices.tell(match all.first() {
                    Some(other) => format!(
                        "all workers at {address} are of another release, such as {}; this is {build_id}",
                        other.build_id
                    ),
                    None => format!(
                        "no worker is connected to {address}; start one with: ninefold worker --cluster {address}"
                    ),
                });
            }
        });
    }
}
