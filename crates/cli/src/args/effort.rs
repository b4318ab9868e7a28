//! Limits of searches and proofs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::cluster::PartsArgs;
use super::numbers::{
    parse_depth, parse_lines, parse_nodes, parse_size, parse_threads, parse_time,
};

/// Limits of an analysis.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// How many of the best moves to show
    #[arg(long, value_name = "N", value_parser = parse_lines, default_value = "3", allow_negative_numbers = true)]
    pub(crate) lines: usize,

    /// Time limit, such as 1m [default: 10s, or no limit with --depth or --nodes]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,

    /// Depth limit, in turns
    #[arg(long, value_name = "N", value_parser = parse_depth, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Node limit
    #[arg(long, value_name = "N", value_parser = parse_nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// An evaluator such as fav1 [default: the strongest]
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) eval: Option<String>,

    /// Number of search threads; games for more than two players use one
    #[arg(long, value_name = "N", value_parser = parse_threads, default_value = "1", allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// The size of the transposition table, such as 256M
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "64M")]
    pub(crate) memory: usize,
}

impl AnalyseArgs {
    /// The time limit if none is given.
    pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);
}

/// Limits of a proof.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// Time limit, such as 10s [default: none; Ctrl-C stops]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,

    /// The size of the table, such as 1G [default: 256M; 14G with --prove]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<usize>,

    /// Number of threads (369, 9tka; m,n,k-games from the empty board)
    #[arg(long, visible_alias = "jobs", value_name = "N", value_parser = parse_threads, default_value = "1", allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Also print by how many sections the game is won (9tka:2)
    #[arg(long)]
    pub(crate) margin: bool,

    /// Compute everything from scratch and compare it with the stored book (369:6: minutes and 12 GB)
    #[arg(long)]
    pub(crate) prove: bool,

    /// Value every move, however long it takes
    #[arg(long)]
    pub(crate) all: bool,

    /// Write a proof for `proof check` to this new file, compressed if its name ends with .gz
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub(crate) proof: Option<PathBuf>,

    /// Explain why a player cannot win: pairs of cells, or an answer to every move (m,n,k-games)
    #[arg(long, conflicts_with_all = ["compare", "proof", "all"])]
    pub(crate) why: bool,

    /// Compare the nodes and time of the solvers in the game's paper
    #[arg(long)]
    pub(crate) compare: bool,

    #[command(flatten)]
    pub(crate) parts: PartsArgs,
}

impl SolveArgs {
    /// Whether only a value was requested, without a file, reason or comparison.
    pub(crate) fn is_plain(&self) -> bool {
        self.proof.is_none() && !self.compare && !self.why
    }

    /// The size of the table.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or(if self.prove { 14 << 30 } else { 256 << 20 })
    }
}
