//! `puzzle`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_seed;

/// Which puzzle to print, or what to do with puzzles.
#[derive(Args, Debug)]
pub(crate) struct PuzzleArgs {
    /// A game with puzzles, such as morris, mnk, 369:6 or 9tka:2
    pub(crate) game: String,
    /// The seed: which of the puzzles it is, or where to look for new ones
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How hard it is, 1 to 5 [default: any]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(crate) level: Option<u32>,
    /// What it is about, such as "two threats" [default: any]
    #[arg(long)]
    pub(crate) theme: Option<String>,
    /// Tell the right move
    #[arg(long)]
    pub(crate) solution: bool,
    /// Find so many new ones and print them as lines of a puzzle file (morris needs all its tables, with distances)
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "solution"])]
    pub(crate) count: Option<usize>,
    /// Leave out the puzzles in this file too, and their images
    #[arg(long, value_name = "FILE", requires = "count")]
    pub(crate) without: Option<PathBuf>,
    /// Work behind everybody else, and stop when the input ends: a server has started it
    #[arg(long, hide = true, requires = "count")]
    pub(crate) child: bool,
    /// Ask the exact solver again about all puzzles of the game that come with the program
    #[arg(long, conflicts_with_all = ["level", "solution", "count", "theme"])]
    pub(crate) verify: bool,
}
