//! Distributes runs to many machines by NATS JetStream.
//!
//! A *coordinator* stores a run locally and publishes what is missing, some sets at a time, as
//! *bundles* to a work queue. *Workers* anywhere play them and publish the results, which the
//! coordinator verifies, stores, and only then acknowledges. The server handles delivery,
//! redelivery and removal of duplicates; the coordinator republishes anything it may lose, and
//! duplicates count once.
//!
//! Other work in pieces is distributed the same way: a [`TaskSource`] hands out *tasks*, whose
//! results determine the next ones, and stores the results itself.
//!
//! Nothing here depends on a particular game: callers supply the functions that play jobs, do tasks
//! and verify results.
//!
//! ```no_run
//! use ninefold_cluster::{Access, Cluster};
//!
//! let access = Access { address: "nats://box:4222".into(), creds: None, tls_ca: None };
//! let cluster = Cluster::connect(&access)?;
//! cluster.prepare(1)?;
//! println!("connected to {}", cluster.address());
//! # Ok::<(), ninefold_cluster::ClusterError>(())
//! ```

mod address;
mod build_id;
mod bundle;
mod cleanup;
mod coordinator;
mod delivery;
mod dispatch;
mod error;
mod lease;
mod notices;
mod publish;
mod receive;
mod server;
mod settings;
mod state;
mod status;
mod streams;
mod tasks;
mod worker;
mod workers;

pub use build_id::BuildId;
pub use cleanup::forget;
pub use coordinator::{Coordinator, RunFacts, Verify};
pub use error::ClusterError;
pub use notices::Notices;
pub use server::{Access, Cluster};
pub use settings::ClusterSettings;
pub use state::{Checkpoint, KnownRun, RunEntry};
pub use status::Status;
pub use streams::{JOBS, RESULTS, STATE, jobs_stream, results_stream, state_stream};
pub use tasks::{TaskCoordinator, TaskEnd, TaskNews, TaskSource};
pub use worker::{Attempt, Gossip, ShutdownRequest, Skills, Tally, Try, TryTask, Worker};
pub use workers::WorkerFacts;
