//! Runs spread over many machines by NATS JetStream.
//!
//! A *coordinator* keeps a run in its own store and publishes what the store lacks, some sets at a time, as
//! *bundles* to a work queue. *Workers* anywhere play them and publish the results, which the coordinator
//! verifies, keeps, and only then acknowledges. Delivery, redelivery and removal of duplicates are the
//! server's; whatever it may lose, the coordinator publishes again, and whatever comes twice counts once.
//!
//! Other work that comes in pieces goes the same way: a [`TaskSource`] hands out *tasks*, whose results decide what
//! the next ones are, and keeps the results itself.
//!
//! Nothing here names a game: jobs are played, tasks done and results verified by whoever is asked to.
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
