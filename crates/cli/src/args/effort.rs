//! How hard to look, and what a proof may cost.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::cluster::PartsArgs;
use super::numbers::{
    parse_depth, parse_lines, parse_nodes, parse_size, parse_threads, parse_time,
};

/// How hard to look.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// How many of the best moves to show
    #[arg(long, value_name = "N", value_parser = parse_lines, default_value = "3", allow_negative_numbers = true)]
    pub(crate) lines: usize,

    /// The longest time, such as 1m [default: 10s, or no limit with --depth or --nodes]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,

    /// The deepest look, in turns
    #[arg(long, value_name = "N", value_parser = parse_depth, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// The most positions
    #[arg(long, value_name = "N", value_parser = parse_nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// An evaluator such as fav1 [default: the strongest]
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) eval: Option<String>,

    /// How many threads search a game for two; one searches a game for more
    #[arg(long, value_name = "N", value_parser = parse_threads, default_value = "1", allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// The size of the table, such as 256M
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "64M")]
    pub(crate) memory: usize,
}

impl AnalyseArgs {
    /// How long to look when nothing is said.
    pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);
}

/// What a proof may cost.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The longest time, such as 10s [default: no limit; Ctrl-C stops]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,

    /// The size of the table, such as 1G [default: 256M; 14G with --prove]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<usize>,

    /// How many threads work on it (369, 9tka; m,n,k-games from the empty board)
    #[arg(long, visible_alias = "jobs", value_name = "N", value_parser = parse_threads, default_value = "1", allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Also tell by how many sections the game ends (9tka:2)
    #[arg(long)]
    pub(crate) margin: bool,

    /// Compute everything anew, trust no stored book and compare with it (369:6: minutes and 12 GB)
    #[arg(long)]
    pub(crate) prove: bool,

    /// Value every move, however long it takes
    #[arg(long)]
    pub(crate) all: bool,

    /// Write a proof that `proof check` verifies to this new file, compressed if it ends with .gz
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub(crate) proof: Option<PathBuf>,

    /// Tell why a player cannot win: pairs of cells, or an answer to every move (m,n,k-games)
    #[arg(long, conflicts_with_all = ["compare", "proof", "all"])]
    pub(crate) why: bool,

    /// Compare with the solvers of the game's paper: nodes and time of each
    #[arg(long)]
    pub(crate) compare: bool,

    #[command(flatten)]
    pub(crate) parts: PartsArgs,
}

impl SolveArgs {
    /// Whether a value is wanted and no file, reason or comparison.
    pub(crate) fn is_plain(&self) -> bool {
        self.proof.is_none() && !self.compare && !self.why
    }

    /// The size of the table.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or(if self.prove { 14 << 30 } else { 256 << 20 })
    }
}
