//! Runs spread over many machines by NATS JetStream.
//!
//! A *coordinator* keeps a run in its own store and publishes what the store lacks, some sets at a time, as
//! *bundles* to a work queue. *Workers* anywhere play them and publish the results, which the coordinator
//! verifies, keeps, and only then acknowledges. Delivery, redelivery and removal of duplicates are the
//! server's; whatever it may lose, the coordinator publishes again, and whatever comes twice counts once.
//!
//! Nothing here names a game: jobs are played and results verified by whoever is asked to.

mod address;
mod board;
mod bundle;
mod claim;
mod clear;
mod coordinator;
mod error;
mod fate;
mod publish;
mod receive;
mod release;
mod roll;
mod server;
mod spread;
mod state;
mod status;
mod streams;
mod terms;
mod worker;

pub use board::Board;
pub use clear::forget;
pub use coordinator::{Coordinator, RunFacts, Verify};
pub use error::ClusterError;
pub use release::Release;
pub use roll::WorkerFacts;
pub use server::{Access, Cluster};
pub use state::{Checkpoint, KnownRun, RunEntry};
pub use status::Status;
pub use streams::{JOBS, RESULTS, STATE, jobs_stream, results_stream, state_stream};
pub use terms::Terms;
pub use worker::{Attempt, Leave, Tally, Try, Worker};
