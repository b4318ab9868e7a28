//! How a cluster stands.

use serde::Serialize;

use crate::server::Link;
use crate::state::{KnownRun, State};
use crate::streams::{JOBS, RESULTS};
use crate::workers::{self, WorkerFacts};
use crate::{Cluster, ClusterError};

/// How a cluster stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Status {
    /// Where it is.
    pub address: String,
    /// The version of the server.
    pub server: String,
    /// Bundles that wait for workers or are with them.
    pub jobs: u64,
    /// Results that wait for their coordinators.
    pub results: u64,
    /// Runs that are not finished.
    pub runs: Vec<KnownRun>,
    /// Who is at work.
    pub workers: Vec<WorkerFacts>,
}

impl Status {
    /// Asks the server and the workers.
    pub fn ask(cluster: &Cluster) -> Result<Status, ClusterError> {
        let link = cluster.link();
        cluster.block_on(async {
            let workers = workers::list_workers(link, workers::ANSWERS).await?;
            let state = link.jetstream.get_stream(format!("KV_{}", crate::STATE)).await;
            let runs = match state {
                // Nobody has coordinated anything yet.
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
