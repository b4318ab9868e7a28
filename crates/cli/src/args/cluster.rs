//! Arguments of runs that are distributed over many machines.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{parse_size, parse_threads, within};

/// Where the games of a run are played, besides here.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SpreadArgs {
    /// Let the workers of a cluster play; a URL such as nats://host:4222 (see worker)
    #[arg(long, value_name = "URL", conflicts_with = "jobs")]
    pub(crate) cluster: Option<String>,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// On how many servers of the cluster to store everything
    #[arg(long, value_name = "N", value_parser = parse_replicas, default_value = "1", requires = "cluster", allow_negative_numbers = true)]
    pub(crate) replicas: usize,
}

/// Where to prove a draw in parts, which are saved along the way.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PartsArgs {
    /// Save results to the data folder as they are found; the same command resumes after an interruption (m,n,k-games
    /// with five or more in a row)
    #[arg(long, conflicts_with_all = ["batch", "why", "compare", "all", "margin", "prove"])]
    pub(crate) local: bool,

    /// Like --local, but let the workers of a cluster do the work; a URL such as nats://host:4222 (see worker)
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "local", "batch", "proof", "why", "compare", "all", "margin", "prove"])]
    pub(crate) cluster: Option<String>,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// On how many servers of the cluster to store everything
    #[arg(long, value_name = "N", value_parser = parse_replicas, default_value = "1", requires = "cluster", allow_negative_numbers = true)]
    pub(crate) replicas: usize,
}

impl PartsArgs {
    /// Whether to prove a draw in parts.
    pub(crate) fn is_wanted(&self) -> bool {
        self.local || self.cluster.is_some()
    }
}

/// Credentials for a server.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SafetyArgs {
    /// A credentials file for the cluster, as written by the NATS tools
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(crate) creds: Option<PathBuf>,

    /// A file with the CA certificates that sign the cluster's; the connection is then encrypted
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(crate) tls_ca: Option<PathBuf>,
}

/// A worker.
#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    /// The server's URL, such as nats://host:4222; separate several servers of one cluster by commas
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: String,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// How many games to play at the same time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    /// The size of the table for solving positions, such as 1G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M")]
    pub(crate) memory: usize,

    /// Let jobs run programs on this machine, such as cmd(./my-bot), with your permissions
    #[arg(long)]
    pub(crate) allow_programs: bool,
}

/// What to do with a cluster.
#[derive(Subcommand, Debug)]
pub(crate) enum ClusterCommand {
    /// Print the active workers, the runs and the waiting jobs
    Status(StatusArgs),
    /// Delete an abandoned run from the cluster: its jobs, its results and its state
    Forget {
        /// The run's key, as status prints it
        run: String,
        #[command(flatten)]
        place: StatusArgs,
    },
}

/// Which cluster to query.
#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// The server's URL
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub(crate) cluster: String,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,
}

fn parse_replicas(text: &str) -> Result<usize, String> {
    within(text, 1..=5).map(|count| count as usize)
}
