//! Arguments for a game, a position, and how to open it.

use std::path::PathBuf;

use clap::Args;
use ninefold_session::{Origin, Setup};

use super::numbers::parse_seed;

/// A game and a position of it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// A game such as morris, mnk:3,3,3, 369:6 or 9tka:2
    game: String,
    #[command(flatten)]
    origin: OriginArgs,
}

/// Where a game begins.
#[derive(Args, Debug)]
pub(crate) struct OriginArgs {
    /// The position as text [default: the start]
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    position: Option<String>,

    /// The position as Sanmill writes it (morris)
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// The seed of a random start and of random players [default: 0; play: a new one]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
}

/// Whether to answer many positions.
#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// Answer every line of standard input with a line of JSON; each is a position's text in quotes, or an object with
    /// position or fen, moves and seed
    #[arg(long, conflicts_with_all = ["position", "fen", "moves"])]
    pub(crate) batch: bool,
}

impl PositionArgs {
    /// The game and how to open it, with this folder of tables.
    pub(crate) fn split(self, data: Option<PathBuf>) -> (String, Setup) {
        (self.game, self.origin.setup(0, data))
    }
}

impl OriginArgs {
    /// How to open the game, with this folder of tables, and with this seed unless one is given.
    pub(crate) fn setup(self, seed: u64, data: Option<PathBuf>) -> Setup {
        let origin = match (self.position, self.fen) {
            (Some(text), _) => Origin::Position(text),
            (None, Some(text)) => Origin::Fen(text),
            (None, None) => Origin::Start,
        };
        let moves = self.moves.split_whitespace().map(str::to_owned).collect();
        Setup { seed: self.seed.unwrap_or(seed), origin, moves, data }
    }
}
