//! Arguments of `puzzle`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_seed;

/// Which puzzle to print, or what to do with puzzles.
#[derive(Args, Debug)]
pub(crate) struct PuzzleArgs {
    /// A game with puzzles, such as morris, mnk, 369:6 or 9tka:2
    pub(crate) game: String,
    /// Selects the puzzle, or the starting point of a search for new ones
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Difficulty, 1 to 5 [default: any]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(crate) level: Option<u32>,
    /// Theme, such as "two threats" [default: any]
    #[arg(long)]
    pub(crate) theme: Option<String>,
    /// Print the solution
    #[arg(long)]
    pub(crate) solution: bool,
    /// Find this many new puzzles and print them as lines of a puzzle file (morris needs all its tables, with distances)
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "solution"])]
    pub(crate) count: Option<usize>,
    /// Also exclude the puzzles in this file, and their symmetric images
    #[arg(long, value_name = "FILE", requires = "count")]
    pub(crate) without: Option<PathBuf>,
    /// Run at low priority and stop when the input ends: for the server
    #[arg(long, hide = true, requires = "count")]
    pub(crate) child: bool,
    /// Verify all built-in puzzles of the game with the exact solver
    #[arg(long, conflicts_with_all = ["level", "solution", "count", "theme"])]
    pub(crate) verify: bool,
}
