//! Arguments of `measure`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{parse_nodes, parse_seed};

#[derive(Subcommand, Debug)]
pub(crate) enum MeasureCommand {
    /// Compare predicted chances with the results of games between levels
    ///
    /// Prints ten bins of chances, each with the prediction and the result with its 95 % interval, the calibration error,
    /// and the logarithmic loss next to that of the best single logistic curve of the same values.
    Calibration {
        /// Games such as morris [default: all]
        games: Vec<String>,
        /// Number of games to play of each
        #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 300)]
        count: u64,
        /// Number of positions from these games to evaluate
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 10_000)]
        positions: u64,
        /// Nodes per search, fewer on large boards
        #[arg(long, value_name = "N", value_parser = parse_nodes, default_value_t = 20_000)]
        nodes: u64,
        /// The lowest and the highest level that play
        #[arg(long, value_name = "A-B", value_parser = parse_levels, default_value = "3-8")]
        levels: (i64, i64),
        /// The seed of the games
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
        /// Write every evaluated position to this new file, as CSV
        #[arg(long, value_name = "FILE")]
        samples: Option<PathBuf>,
    },
    /// Compare the marks of reviews with exact tables, which the reviewer does not see (morris, full tables)
    ///
    /// Prints by phase how many moves lose value by the tables, how many the review marks as mistakes or blunders, and
    /// how many of those really lose value.
    Review {
        /// Minimum number of moves to review, in whole games
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 2_000)]
        moves: u64,
        /// Nodes the reviewer searches for each move
        #[arg(long, value_name = "N", value_parser = parse_nodes, default_value_t = ninefold_session::USUAL_REVIEW_NODES)]
        nodes: u64,
        /// The lowest and the highest level that play
        #[arg(long, value_name = "A-B", value_parser = parse_levels, default_value = "4-8")]
        levels: (i64, i64),
        /// Let this player play on both sides instead
        #[arg(long, conflicts_with = "levels")]
        player: Option<String>,
        /// Let players and reviewer use the tables too
        #[arg(long)]
        tables_open: bool,
        /// The seed of the games
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
        /// Write what every move gave away to this new file, as CSV
        #[arg(long, value_name = "FILE")]
        samples: Option<PathBuf>,
    },
    /// Count the moves of a player that give value away by exact tables, which it does not see (morris, full tables)
    ///
    /// Prints them by phase, and separately those outside the book of the opening and small endings that every player has.
    Mistakes {
        /// The player to examine
        #[arg(default_value = "best:nodes=100000")]
        player: String,
        /// Its opponent [default: the same player]
        #[arg(long, value_name = "PLAYER")]
        opponent: Option<String>,
        /// Number of games to play
        #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 100)]
        count: u64,
        /// The seed of the openings
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
    },
    /// Simulate players of known strength many times and count how often each printed interval contains the truth
    ///
    /// Prints for draw-heavy, one-sided and unfair settings, shared openings and three seats how many of the 95 % intervals
    /// held, on which side the others missed, and both errors of the sequential test. No games are played.
    Coverage {
        /// Number of runs of each setting
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 2_000)]
        runs: u64,
        /// The seed of the runs
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
    },
    /// Play a match between a player that follows every hint and the player best, with equal nodes per move
    Hint(StrengthArgs),
    /// Play a match between the strong search, which forgets all positions between moves, and one that remembers them
    Memory(StrengthArgs),
}

/// Games and limits of a strength measurement.
#[derive(Args, Debug)]
pub(crate) struct StrengthArgs {
    /// Games such as morris [default: all]
    pub(crate) games: Vec<String>,
    /// Number of games of each, rounded up to whole rotations of the seats
    #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 200)]
    pub(crate) count: u64,
    /// Nodes per move, proofs included, fewer on large boards
    #[arg(long, value_name = "N", value_parser = parse_nodes, default_value_t = 10_000)]
    pub(crate) nodes: u64,
    /// The seed of the openings
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Two levels such as 3-8.
fn parse_levels(text: &str) -> Result<(i64, i64), String> {
    let wanted = || format!("{text:?} is no range of levels, wanted two from 1 to 10 such as 3-8");
    let (low, high) = text.split_once('-').ok_or_else(wanted)?;
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 1 <= low && low <= high && high <= 10 => Ok((low, high)),
        _ => Err(wanted()),
    }
}
