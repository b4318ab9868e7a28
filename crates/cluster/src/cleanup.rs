//! Removes a finished run from the server.

use crate::state::{RunEntry, State, checkpoints_of, run_key, stop_key};
use crate::streams::{self, JOBS, RESULTS, job_subject, result_subject, results_of};
use crate::{Cluster, ClusterError};

/// Deletes an abandoned run: its jobs, its results and its state. False if there is none with this
/// key.
pub fn forget(cluster: &Cluster, run: &str) -> Result<bool, ClusterError> {
    cluster.block_on(async {
        let state = State::open(cluster.link(), 1).await?;
        if state.get::<RunEntry>(&run_key(run)).await?.is_none() {
            return Ok(false);
        }
        cleanup(&state, run).await?;
        Ok(true)
    })
}

/// Removes everything about a run from the server except the flag that stops games: it tells
/// remaining workers not to publish results that nobody would collect.
pub(crate) async fn cleanup(state: &State, run: &str) -> Result<(), ClusterError> {
    let link = state.link();
    state.set(&stop_key(run), &true, 0).await?;
    streams::purge(link, JOBS, &job_subject("*", run, ">")).await?;
    streams::purge(link, RESULTS, &result_subject(run, ">")).await?;
    let results = link.jetstream.get_stream_no_info(RESULTS).await;
    if let (Ok(results), Some(name)) = (results, results_of(run).durable_name) {
        // It may not exist.
        let _ = results.delete_consumer(&name).await;
    }
    for key in state.keys(&checkpoints_of(run)).await? {
        state.forget(&key).await?;
    }
    state.forget(&run_key(run)).await
}
