//! The arguments of what repeats the papers.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use ninefold_papers::reproduction::Paper;

use super::numbers::{parse_games, parse_seed, parse_threads, parse_time};

/// Experiments to repeat.
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// Which paper's
    #[arg(value_enum)]
    pub(crate) paper: PaperName,

    /// Fewer games and smaller depths: a few minutes for all
    #[arg(long)]
    pub(crate) quick: bool,

    /// Play at most so many games a line of a table
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// Throw away what earlier runs measured, instead of going on with it
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Write reproduction.md (truth.md) and its pictures to this folder instead of standard output
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// How many games to play at the same time; the results are the same [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,
}

/// A paper, by the word that names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaperName(pub(crate) Paper);

impl ValueEnum for PaperName {
    fn value_variants<'a>() -> &'a [PaperName] {
        const EVERY: [PaperName; Paper::EVERY.len()] = {
            let mut every = [PaperName(Paper::All); Paper::EVERY.len()];
            let mut index = 0;
            while index < every.len() {
                every[index] = PaperName(Paper::EVERY[index]);
                index += 1;
            }
            every
        };
        &EVERY
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.title()))
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum MnkCommand {
    /// Test somebody's solution of the assignment: the published tests and seeded random ones
    Check {
        /// The program, with its arguments after it
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        program: Vec<String>,
        /// The seed of the random tests
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0")]
        seed: u64,
        /// How many commands each random test has
        #[arg(long, value_name = "N", value_parser = parse_games, default_value = "200")]
        commands: usize,
        /// The longest time a test may take
        #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
        time: Duration,
    },
}
