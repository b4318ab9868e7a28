//! Arguments of an evolution.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::cluster::SpreadArgs;
use super::numbers::{
    parse_count, parse_depth, parse_opening, parse_plies, parse_seed, parse_threads, within,
};

/// An evolution.
#[derive(Args, Debug)]
pub(crate) struct EvolveArgs {
    /// A two-player game
    #[arg(default_value = "morris")]
    pub(crate) game: String,

    /// The evaluator whose numbers evolve [default: the game's default; morris: est]
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) eval: Option<String>,

    /// Where the numbers are drawn from: stated or printed (morris est), or default [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) ranges: Option<String>,

    /// How to make the next population
    #[arg(long, value_enum, default_value_t = MethodName::Paper)]
    pub(crate) method: MethodName,

    /// How many populations evolve separately before their champions are crossed
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1", allow_negative_numbers = true)]
    pub(crate) families: usize,

    /// How many tournaments each population plays
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "2", allow_negative_numbers = true)]
    pub(crate) generations: usize,

    /// Size of a population
    #[arg(long, value_name = "N", value_parser = parse_population, default_value = "50", allow_negative_numbers = true)]
    pub(crate) population: usize,

    /// Search depth in turns; the paper does not state it
    #[arg(long, value_name = "N", value_parser = parse_depth, default_value = "3", allow_negative_numbers = true)]
    pub(crate) depth: u32,

    /// The seed of everything
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Number of random opening moves [default: 0; 4 with several openings]
    #[arg(long, value_name = "N", value_parser = parse_opening, allow_negative_numbers = true)]
    pub(crate) opening: Option<u32>,

    /// How many openings each pair plays, from both seats each [default: 1; 10 with --opponent or spsa]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) openings: Option<usize>,

    /// Let everyone play this player instead of each other
    #[arg(long, value_name = "PLAYER")]
    pub(crate) opponent: Option<String>,

    /// Number of moves after which a game is a tie
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "85", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// Percentage of a child's numbers that mutation redraws, with --method ga [default: 5]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) mutation: Option<u32>,

    /// Start with the sets in this file, one per line: numbers separated by blanks, / or commas; the others are drawn
    #[arg(long, value_name = "FILE")]
    pub(crate) sets: Option<PathBuf>,

    /// How many evolutions, each with the next seed; their champions play each other, and the best is tested
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seeds: usize,

    /// Test the champion on fresh openings against this player, at any length [default: against the best of the first
    /// population, no longer than the evolution]
    #[arg(long, value_name = "PLAYER", num_args = 0..=1)]
    pub(crate) confirm: Option<Option<String>>,

    /// Do not test the champion
    #[arg(long, conflicts_with = "confirm")]
    pub(crate) no_confirm: bool,

    /// Write the sets, one record per match and the rankings to this new folder
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// How many games to play at the same time; the result does not depend on it [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// The names of the methods.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MethodName {
    /// The best ten and crossovers of them, as in Petcu and Holban
    Paper,
    /// The same with mutation
    Ga,
    /// Evolution strategy with covariance matrix adaptation
    Cmaes,
    /// Simultaneous perturbation: a point that follows pairs around it
    Spsa,
}

fn parse_population(text: &str) -> Result<usize, String> {
    within(text, 4..=1000).map(|count| count as usize)
}
