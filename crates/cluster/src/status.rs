//! The status of a cluster.

use serde::Serialize;

use crate::server::Link;
use crate::state::{KnownRun, State};
use crate::streams::{JOBS, RESULTS};
use crate::workers::{self, WorkerFacts};
use crate::{Cluster, ClusterError};

/// The status of a cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Status {
    /// Its address.
    pub address: String,
    /// The version of the server.
    pub server: String,
    /// Bundles waiting for workers or in progress.
    pub jobs: u64,
    /// Results waiting for their coordinators.
    pub results: u64,
    /// Unfinished runs.
    pub runs: Vec<KnownRun>,
    /// The workers.
    pub workers: Vec<WorkerFacts>,
}

impl Status {
    /// Queries the server and the workers.
    pub fn ask(cluster: &Cluster) -> Result<Status, ClusterError> {
        let link = cluster.link();
        cluster.block_on(async {
            let workers = workers::list_workers(link, workers::ANSWERS).await?;
            let state = link.jetstream.get_stream(format!("KV_{}", crate::STATE)).await;
            let runs = match state {
                // No run was ever coordinated there.
                Err(_) => Vec::new(),
                Ok(_) => State::open(cluster.link(), 1).await?.runs().await?,
            };
            Ok(Status {
                address: cluster.address().to_owned(),
                server: link.client.server_info().version,
                jobs: messages(link, JOBS).await,
                results: messages(link, RESULTS).await,
                runs,
                workers,
            })
        })
    }
}

async fn messages(link: &Link, stream: &str) -> u64 {
    let stream = link.jetstream.get_stream(stream).await;
    stream.map_or(0, |stream| stream.cached_info().state.messages)
}
