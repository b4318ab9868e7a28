//! Arguments of `reproduce` and `mnk`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use ninefold_papers::reproduction::Paper;

use super::numbers::{parse_games, parse_seed, parse_threads, parse_time};

/// Experiments to repeat.
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// The paper
    #[arg(value_enum)]
    pub(crate) paper: PaperName,

    /// Fewer games and smaller depths: a few minutes for all
    #[arg(long)]
    pub(crate) quick: bool,

    /// Play at most this many games per line of a table
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// Discard earlier measurements instead of continuing them
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Write reproduction.md (truth.md) and its pictures to this folder instead of standard output
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// How many games to play at the same time; the results do not depend on it [default: one per core]
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
    /// Test a solution of the assignment with the published tests and seeded random ones
    Check {
        /// The program, with its arguments after it
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        program: Vec<String>,
        /// The seed of the random tests
        #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0")]
        seed: u64,
        /// Number of commands in each random test
        #[arg(long, value_name = "N", value_parser = parse_games, default_value = "200")]
        commands: usize,
        /// Time limit per test
        #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
        time: Duration,
    },
}
