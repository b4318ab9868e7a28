//! What can be measured.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{parse_nodes, parse_seed};

#[derive(Subcommand, Debug)]
pub(crate) enum MeasureCommand {
    /// Set the chances that are told beside what happened in games between levels
    ///
    /// Prints ten bins of chances, what was foretold and what happened with its 95 % interval, the calibration error,
    /// and the logarithmic loss beside that of the best single logistic curve of the same values.
    Calibration {
        /// Games such as morris [default: all]
        games: Vec<String>,
        /// How many games are played of each
        #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 300)]
        count: u64,
        /// How many positions of them are judged
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 10_000)]
        positions: u64,
        /// The positions a search looks at, fewer on large boards
        #[arg(long, value_name = "N", value_parser = parse_nodes, default_value_t = 20_000)]
        nodes: u64,
        /// The lowest and the highest level that play
        #[arg(long, value_name = "A-B", value_parser = parse_levels, default_value = "3-8")]
        levels: (i64, i64),
        /// The seed of the games
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
        /// Write every judged position into this new file, as CSV
        #[arg(long, value_name = "FILE")]
        samples: Option<PathBuf>,
    },
    /// Set the marks of reviews beside exact tables, which the reviewer does not see (morris, full tables)
    ///
    /// Prints by phase how many moves lose value by the tables, how many the review marks as mistakes or blunders, and
    /// how many of those really lose.
    Review {
        /// How many moves are reviewed at least, in whole games
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 2_000)]
        moves: u64,
        /// The positions the reviewer looks at for each move
        #[arg(long, value_name = "N", value_parser = parse_nodes, default_value_t = ninefold_session::USUAL_REVIEW_NODES)]
        nodes: u64,
        /// The lowest and the highest level that play
        #[arg(long, value_name = "A-B", value_parser = parse_levels, default_value = "4-8")]
        levels: (i64, i64),
        /// Let this player play on both sides instead
        #[arg(long, conflicts_with = "levels")]
        player: Option<String>,
        /// Let players and reviewer look into the tables too
        #[arg(long)]
        tables_open: bool,
        /// The seed of the games
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
        /// Write what every move gave away into this new file, as CSV
        #[arg(long, value_name = "FILE")]
        samples: Option<PathBuf>,
    },
    /// Count the moves of a player that give value away by exact tables, which it does not see (morris, full tables)
    ///
    /// Prints them by phase, and apart those beyond the book of the opening and of small endings that every player has.
    Mistakes {
        /// Whose moves are looked at
        #[arg(default_value = "best:nodes=100000")]
        player: String,
        /// Who plays against it [default: the same]
        #[arg(long, value_name = "PLAYER")]
        opponent: Option<String>,
        /// How many games are played
        #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 100)]
        count: u64,
        /// The seed of the openings
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
    },
    /// Let players of known strength meet again and again, and count how often each interval that is printed holds the truth
    ///
    /// Prints for draw-heavy, one-sided and unfair settings, shared openings and three seats how many of the 95 % intervals
    /// held, and on which side the others missed; and both errors of the sequential test. No game is played.
    Coverage {
        /// How many runs of each setting
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 2_000)]
        runs: u64,
        /// The seed of the runs
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value_t = 1)]
        seed: u64,
    },
    /// Let whoever plays every hint meet the player best, with as many positions a move
    Hint(StrengthArgs),
    /// Let the strong search, which forgets all positions between moves, meet one that remembers them
    Memory(StrengthArgs),
}

/// Who plays how many games.
#[derive(Args, Debug)]
pub(crate) struct StrengthArgs {
    /// Games such as morris [default: all]
    pub(crate) games: Vec<String>,
    /// How many games of each, up to whole rotations of the seats
    #[arg(long = "games", value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 200)]
    pub(crate) count: u64,
    /// The positions looked at a move, proofs included, fewer on large boards
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
