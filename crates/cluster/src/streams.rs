//! The streams on the server: the queue of jobs, the results, and the bucket of keys and values.
//!
//! ```text
//! NINEFOLD_JOBS     ninefold.jobs.RELEASE.RUN.CHUNK   work queue: a bundle goes to one worker, and is
//!                                                    gone once acknowledged
//! NINEFOLD_RESULTS  ninefold.results.RUN.CHUNK        one message per subject, a second one is rejected;
//!                                                    gone once the coordinator has stored it
//! KV_ninefold       $KV.ninefold.run.RUN …            runs, stop flags, checkpoints of generations
//! ```
//!
//! Gossip between workers about tasks, `ninefold.known.RELEASE.RUN`, is not stored: a worker that
//! misses it only does some extra work.

use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, PurgeErrorKind, RetentionPolicy, StorageType, Stream,
};

use crate::server::{Link, jetstream_error};
use crate::{BuildId, ClusterError, ClusterSettings};

/// The stream of jobs.
pub const JOBS: &str = "NINEFOLD_JOBS";
/// The stream of results.
pub const RESULTS: &str = "NINEFOLD_RESULTS";
/// The bucket of keys and values.
pub const STATE: &str = "ninefold";

/// Unclaimed messages expire after this time.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 3600);

/// The maximum number of bundles in progress.
const MOST_PENDING: i64 = 100_000;

/// The configuration of the stream of jobs.
pub fn jobs_stream(replicas: usize) -> Config {
    one_a_subject(JOBS, "ninefold.jobs.>", replicas)
}

/// The configuration of the stream of results.
pub fn results_stream(replicas: usize) -> Config {
    one_a_subject(RESULTS, "ninefold.results.>", replicas)
}

/// A queue that rejects a second message of the same subject.
fn one_a_subject(name: &str, subjects: &str, replicas: usize) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        discard_new_per_subject: true,
        ..usual(replicas)
    }
}

/// The configuration of the bucket's stream: set explicitly, because the client's own call requires
/// features that servers before 2.10 lack. Only the leader of several replicas is read, since
/// another one may be outdated.
pub fn state_stream(replicas: usize) -> Config {
    Config {
        name: format!("KV_{STATE}"),
        subjects: vec![format!("$KV.{STATE}.>")],
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        allow_rollup: true,
        deny_delete: true,
        ..usual(replicas)
    }
}

fn usual(replicas: usize) -> Config {
    Config {
        max_messages: -1,
        max_bytes: -1,
        max_consumers: -1,
        max_age: FORGOTTEN,
        storage: StorageType::File,
        num_replicas: replicas,
        ..Config::default()
    }
}

/// The subject of a bundle, or of all of a run with `>`.
pub(crate) fn job_subject(build_id: &str, run: &str, set: &str) -> String {
    format!("ninefold.jobs.{build_id}.{run}.{set}")
}

/// The subject of a result, or of all of a run with `>`.
pub(crate) fn result_subject(run: &str, set: &str) -> String {
    format!("ninefold.results.{run}.{set}")
}

/// The subject of gossip about a run's tasks, or of all runs with `*`.
pub(crate) fn known_subject(build_id: &str, run: &str) -> String {
    format!("ninefold.known.{build_id}.{run}")
}

/// The set named by the last word of a subject.
pub(crate) fn set_of(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}

/// Creates all missing streams, and checks the configuration of the others.
pub(crate) async fn prepare(link: &Link, replicas: usize) -> Result<(), ClusterError> {
    for form in [jobs_stream(replicas), results_stream(replicas), state_stream(replicas)] {
        stream(link, form).await?;
    }
    Ok(())
}

/// The stream of this form: the existing one, if its configuration fits, or a new one. Limits that
/// an administrator set on it stay.
pub(crate) async fn stream(link: &Link, form: Config) -> Result<Stream, ClusterError> {
    let (name, address) = (form.name.clone(), link.address.to_owned());
    let stream = match link.jetstream.get_or_create_stream(form.clone()).await {
        Ok(stream) => stream,
        // Another process may have created it at the same moment.
        Err(error) => link.jetstream.get_stream(&name).await.map_err(|_| {
            let error: &(dyn std::error::Error + 'static) = &error;
            stream_problem(&name, &address, error)
        })?,
    };
    let found = &stream.cached_info().config;
    let why = if found.retention != form.retention {
        "its retention is another"
    } else if found.max_messages_per_subject != form.max_messages_per_subject
        || found.discard_new_per_subject != form.discard_new_per_subject
        || found.discard != form.discard
    {
        "it does not keep one message a subject"
    } else if found.subjects != form.subjects {
        "its subjects are others"
    } else if form.num_replicas > 1 && is_alone(&stream) {
        // The server would record the number but store a single replica.
        let why =
            format!("replicas need a cluster of {} servers, and this is one", form.num_replicas);
        return Err(ClusterError::Stream { stream: name, address, why });
    } else if found.num_replicas < form.num_replicas {
        // A worker that came first created it with one replica.
        let raised = Config { num_replicas: form.num_replicas, ..found.clone() };
        let raised = link.jetstream.update_stream(raised).await;
        raised.map_err(|error| stream_problem(&name, &address, &error))?;
        return Ok(stream);
    } else {
        return Ok(stream);
    };
    Err(ClusterError::Foreign { stream: name, address, why })
}

/// Whether the server of a stream is not part of a cluster.
fn is_alone(stream: &Stream) -> bool {
    let cluster = stream.cached_info().cluster.as_ref();
    cluster.and_then(|cluster| cluster.name.as_ref()).is_none_or(String::is_empty)
}

fn stream_problem(
    name: &str,
    address: &str,
    error: &(dyn std::error::Error + 'static),
) -> ClusterError {
    let (stream, address) = (name.to_owned(), address.to_owned());
    ClusterError::Stream { stream, address, why: jetstream_error(error) }
}

/// Removes messages of these subjects from a stream. A missing stream has none.
pub(crate) async fn purge(link: &Link, stream: &str, subjects: &str) -> Result<(), ClusterError> {
    let found = link.jetstream.get_stream_no_info(stream).await;
    let found = found.map_err(|error| link.problem(&error))?;
    let Err(error) = found.purge().filter(subjects).await else { return Ok(()) };
    match error.kind() {
        PurgeErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => {
            Ok(())
        }
        _ => Err(link.problem(&error)),
    }
}

/// The position of this subject's bundle in the queue; `None` if it is no longer there.
pub(crate) async fn place_in_queue(
    link: &Link,
    subject: &str,
) -> Result<Option<u64>, ClusterError> {
    use async_nats::jetstream::stream::LastRawMessageErrorKind::NoMessageFound;
    let jobs = link.jetstream.get_stream_no_info(JOBS).await;
    let jobs = jobs.map_err(|error| link.problem(&error))?;
    match jobs.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok(Some(message.sequence)),
        Err(error) if error.kind() == NoMessageFound => Ok(None),
        Err(error) => Err(link.problem(&error)),
    }
}

/// The consumer shared by all workers of a build. It delivers a bundle until it is acknowledged;
/// after too many deliveries, the next worker reports the bundle instead of playing it.
pub(crate) fn workers(build_id: &BuildId, settings: &ClusterSettings) -> pull::Config {
    let token = build_id.token();
    pull::Config {
        durable_name: Some(format!("workers-{token}")),
        filter_subject: format!("ninefold.jobs.{token}.>"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: settings.patience,
        max_ack_pending: MOST_PENDING,
        max_waiting: 10_000,
        ..pull::Config::default()
    }
}

/// The consumer of the results of a run.
pub(crate) fn results_of(run: &str) -> pull::Config {
    pull::Config {
        durable_name: Some(format!("coordinator-{run}")),
        filter_subject: result_subject(run, "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(30),
        max_ack_pending: MOST_PENDING,
        ..pull::Config::default()
    }
}
