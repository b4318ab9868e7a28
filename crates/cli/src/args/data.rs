//! What a set of positions is made of.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ninefold_session::{DataPlan, DrawnFrom, Label};

use super::numbers::{parse_nodes, parse_plies, parse_seed};

/// Where positions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FromName {
    /// Random games, each position from a game of its own
    Random,
    /// Games between --players, each position from a game of its own
    Games,
    /// Every position that can be reached, once: for small boards
    All,
    /// Men put on the board at random, hands empty (morris)
    Men,
}

/// What is said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LabelName {
    /// The proved value for the player on turn, and its distance where that is known
    Exact,
    /// The value and the chance that a search of --nodes finds
    Search,
    /// What the player on turn got in the game
    Result,
}

impl From<FromName> for DrawnFrom {
    fn from(name: FromName) -> DrawnFrom {
        match name {
            FromName::Random => DrawnFrom::Random,
            FromName::Games => DrawnFrom::Games,
            FromName::All => DrawnFrom::All,
            FromName::Men => DrawnFrom::Men,
        }
    }
}

impl From<LabelName> for Label {
    fn from(name: LabelName) -> Label {
        match name {
            LabelName::Exact => Label::Exact,
            LabelName::Search => Label::Search,
            LabelName::Result => Label::Result,
        }
    }
}

/// A set of positions with labels.
#[derive(Args, Debug)]
pub(crate) struct DataArgs {
    /// A game such as morris, mnk:3,3,3 or 369:4
    pub(crate) game: String,

    /// The file: its end says the form, .csv, .jsonl, .npy or .npz
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,

    /// What is said of each
    #[arg(long, value_enum, default_value_t = LabelName::Exact)]
    pub(crate) label: LabelName,

    /// Also what this evaluator counts, a column each
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) features: Option<String>,
}

/// An evaluator whose numbers are fitted.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// A game such as morris, gomoku or 9tka:2
    pub(crate) game: String,

    /// An evaluator whose value is a sum of numbers times counts, such as mills or est
    pub(crate) evaluator: String,

    /// What the numbers are to foretell
    #[arg(long, value_enum, default_value_t = LabelName::Exact)]
    pub(crate) against: LabelName,

    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,

    /// How strongly numbers are pulled towards nothing: as many examples that say so, each
    #[arg(long, value_name = "R", value_parser = parse_ridge, default_value = "1", allow_negative_numbers = true)]
    pub(crate) ridge: f64,

    /// Draw the learning curve into this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
}

/// How positions are drawn.
#[derive(Args, Debug)]
pub(crate) struct DrawnArgs {
    /// How many positions; with --from all at most [default: 1000; all with --from all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    /// What everything random is drawn from
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Where positions come from
    #[arg(long, value_enum, default_value_t = FromName::Random)]
    pub(crate) from: FromName,

    /// Who plays the games: one player for all seats, or one a seat, separated by spaces
    #[arg(long, value_name = "PLAYERS", default_value = "level:3")]
    pub(crate) players: String,

    /// The fewest and the most men of a side, with --from men
    #[arg(long, value_name = "MEN", value_parser = parse_men, default_value = "3-6")]
    pub(crate) men: [u32; 2],

    /// Only positions of this phase, as the column phase tells it, such as placing
    #[arg(long, value_name = "PHASE")]
    pub(crate) phase: Option<String>,

    /// The positions a search looks at, where a search says what positions are worth
    #[arg(long, value_name = "N", value_parser = parse_nodes, default_value = "20000", allow_negative_numbers = true)]
    pub(crate) nodes: u64,

    /// How long a game may be
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "1000", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// How many threads work on it [default: all]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl DrawnArgs {
    /// What is said of positions of a game.
    pub(crate) fn plan(
        &self,
        game: &str,
        label: Label,
        features: Option<&str>,
        usual: u64,
    ) -> DataPlan {
        let from = DrawnFrom::from(self.from);
        let usual = if from == DrawnFrom::All { u64::MAX } else { usual };
        let players = || self.players.split_whitespace().map(str::to_owned).collect();
        DataPlan {
            game: game.to_owned(),
            positions: self.positions.unwrap_or(usual),
            seed: self.seed,
            from,
            label,
            features: features.map(str::to_owned),
            players: if from == DrawnFrom::Games { players() } else { Vec::new() },
            men: self.men,
            nodes: self.nodes,
            plies: self.plies,
            phase: self.phase.clone(),
        }
    }

    /// How many threads work on it.
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

fn parse_ridge(text: &str) -> Result<f64, String> {
    let ridge = text.parse::<f64>().ok().filter(|ridge| ridge.is_finite() && *ridge >= 0.0);
    ridge.ok_or_else(|| "wanted a number of at least 0, such as 1 or 0.5".to_owned())
}

fn parse_men(text: &str) -> Result<[u32; 2], String> {
    let (few, many) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        text.parse().map_err(|_| "wanted a number of men or a range such as 3-6".to_owned())
    };
    Ok([number(few)?, number(many)?])
}
