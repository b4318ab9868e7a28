//! The arguments of runs that are spread over many machines.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{parse_size, parse_threads, within};

/// Where the games of a run are played, besides here.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SpreadArgs {
    /// Let the workers of a cluster play, such as nats://host:4222 (see worker)
    #[arg(long, value_name = "URL", conflicts_with = "jobs")]
    pub(crate) cluster: Option<String>,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// On how many servers of the cluster everything is kept
    #[arg(long, value_name = "N", value_parser = parse_replicas, default_value = "1", requires = "cluster", allow_negative_numbers = true)]
    pub(crate) replicas: usize,
}

/// Where a draw is shown in parts, which are kept on the way.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PartsArgs {
    /// Keep what is found in the data folder as it is found; the same command goes on after an interruption (m,n,k-games
    /// with five or more in a row)
    #[arg(long, conflicts_with_all = ["batch", "why", "compare", "all", "margin", "prove"])]
    pub(crate) local: bool,

    /// Like --local, and let the workers of a cluster do the work, such as nats://host:4222 (see worker)
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "local", "batch", "proof", "why", "compare", "all", "margin", "prove"])]
    pub(crate) cluster: Option<String>,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// On how many servers of the cluster everything is kept
    #[arg(long, value_name = "N", value_parser = parse_replicas, default_value = "1", requires = "cluster", allow_negative_numbers = true)]
    pub(crate) replicas: usize,
}

impl PartsArgs {
    /// Whether a draw is to be shown in parts.
    pub(crate) fn is_wanted(&self) -> bool {
        self.local || self.cluster.is_some()
    }
}

/// How a server lets one in.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SafetyArgs {
    /// A file of credentials for the cluster, as the tools of NATS write it
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(crate) creds: Option<PathBuf>,

    /// A file with the certificates of those who sign the cluster's; the connection is then encrypted
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(crate) tls_ca: Option<PathBuf>,
}

/// A worker.
#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    /// Where the server is, such as nats://host:4222; several of one cluster are separated by commas
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: String,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,

    /// How many games to play at the same time [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    /// The size of the table for positions that are solved, such as 1G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M")]
    pub(crate) memory: usize,

    /// Run programs of this machine that jobs name, such as cmd(./my-bot), with your rights
    #[arg(long)]
    pub(crate) allow_programs: bool,
}

/// What to do with a cluster.
#[derive(Subcommand, Debug)]
pub(crate) enum ClusterCommand {
    /// Print who is at work, which runs there are, and what waits
    Status(StatusArgs),
    /// Forget a run that nobody will go on with: its jobs, its results and what is known of it
    Forget {
        /// The run's key, as status prints it
        run: String,
        #[command(flatten)]
        place: StatusArgs,
    },
}

/// Which cluster to look at.
#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// Where the server is
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub(crate) cluster: String,

    #[command(flatten)]
    pub(crate) safety: SafetyArgs,
}

fn parse_replicas(text: &str) -> Result<usize, String> {
    within(text, 1..=5).map(|count| count as usize)
}
