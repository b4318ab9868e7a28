//! The arguments of an evolution.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::cluster::SpreadArgs;
use super::numbers::{
    parse_count, parse_depth, parse_opening, parse_plies, parse_seed, parse_threads, within,
};

/// An evolution.
#[derive(Args, Debug)]
pub(crate) struct EvolveArgs {
    /// A game for two
    #[arg(default_value = "morris")]
    pub(crate) game: String,

    /// The evaluator whose numbers evolve [default: the game's usual one; morris: est]
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) eval: Option<String>,

    /// Where the numbers are drawn from: stated or printed (morris est), or default [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) ranges: Option<String>,

    /// How the next population comes about
    #[arg(long, value_enum, default_value_t = MethodName::Paper)]
    pub(crate) method: MethodName,

    /// How many populations evolve apart before their champions are crossed
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1", allow_negative_numbers = true)]
    pub(crate) families: usize,

    /// How many tournaments each of them plays
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "2", allow_negative_numbers = true)]
    pub(crate) generations: usize,

    /// How many are in a population
    #[arg(long, value_name = "N", value_parser = parse_population, default_value = "50", allow_negative_numbers = true)]
    pub(crate) population: usize,

    /// How many turns they look ahead; the paper does not say
    #[arg(long, value_name = "N", value_parser = parse_depth, default_value = "3", allow_negative_numbers = true)]
    pub(crate) depth: u32,

    /// The seed of everything
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How many random moves an opening has [default: 0; 4 where there are several]
    #[arg(long, value_name = "N", value_parser = parse_opening, allow_negative_numbers = true)]
    pub(crate) opening: Option<u32>,

    /// On how many openings they meet, from both seats each [default: 1; 10 with --opponent or spsa]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) openings: Option<usize>,

    /// Everybody meets this player, not each other
    #[arg(long, value_name = "PLAYER")]
    pub(crate) opponent: Option<String>,

    /// After how many moves a game is a tie
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "85", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// In how many of a hundred numbers of a child a mutation draws anew, with --method ga [default: 5]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) mutation: Option<u32>,

    /// Begin with the sets of this file, one a line: numbers separated by blanks, / or commas; the others are drawn
    #[arg(long, value_name = "FILE")]
    pub(crate) sets: Option<PathBuf>,

    /// How many evolutions, each from the next seed; their champions meet, and the best of them is tested
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seeds: usize,

    /// Test the champion on fresh openings against this player, at any length [default: against the best of the first
    /// population, no longer than the evolution]
    #[arg(long, value_name = "PLAYER", num_args = 0..=1)]
    pub(crate) confirm: Option<Option<String>>,

    /// Do not test the champion
    #[arg(long, conflicts_with = "confirm")]
    pub(crate) no_confirm: bool,

    /// Write the sets, one record a match and the rankings to this new folder
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// How many games to play at the same time; the result is the same [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// The names of the methods.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MethodName {
    /// The best ten and crossovers of them, as Petcu and Holban have it
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
