//! What a set of positions is made of.

use std::path::PathBuf;

use anyhow::{Result, bail};
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
    #[value(alias = "results")]
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

/// Who plays the games that positions are from when nothing is said.
const USUAL_PLAYER: &str = "level:3";

/// How positions are drawn.
#[derive(Args, Debug)]
pub(crate) struct DrawnArgs {
    /// How many positions; with --from all so many of them drawn by the seed [default: 1000 for data, 10000 for fit; all with --from all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    /// What everything random is drawn from
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Where positions come from
    #[arg(long, value_enum, default_value_t = FromName::Random)]
    pub(crate) from: FromName,

    /// Who plays the games of --from games: one player for all seats, or one a seat, separated by spaces [default: level:3]
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) players: Option<String>,

    /// Morris: the fewest and the most men of a side, those in hand included [default: 3-6 with --from men, otherwise any]
    #[arg(long, value_name = "MEN", value_parser = parse_men)]
    pub(crate) men: Option<[u32; 2]>,

    /// Only positions of this phase, as the column phase tells it, such as placing
    #[arg(long, value_name = "PHASE")]
    pub(crate) phase: Option<String>,

    /// The positions a search looks at, where a search says what positions are worth [default: 20000]
    #[arg(long, value_name = "N", value_parser = parse_nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// How long a game may be
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "1000", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// How many threads work on it [default: all]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl DrawnArgs {
    /// What is said of positions of a game. A wish that would change nothing is refused.
    pub(crate) fn plan(
        &self,
        game: &str,
        label: Label,
        features: Option<&str>,
        positions: u64,
    ) -> Result<DataPlan> {
        let from = DrawnFrom::from(self.from);
        if self.players.is_some() && from != DrawnFrom::Games {
            bail!("--players is for --from games, whose games they play");
        }
        if self.nodes.is_some() && label != Label::Search {
            bail!("--nodes is for values by search, not for exact values or results");
        }
        let usual_positions = (from != DrawnFrom::All).then_some(positions);
        let usual = DataPlan::usual(game);
        let players = match (from, &self.players) {
            (DrawnFrom::Games, Some(players)) => {
                players.split_whitespace().map(str::to_owned).collect()
            }
            (DrawnFrom::Games, None) => vec![USUAL_PLAYER.to_owned()],
            _ => Vec::new(),
        };
        Ok(DataPlan {
            positions: self.positions.or(usual_positions),
            seed: self.seed,
            from,
            label,
            features: features.map(str::to_owned),
            players,
            men: self.men.filter(|_| from == DrawnFrom::Men).unwrap_or(usual.men),
            only_men: self.men.filter(|_| from != DrawnFrom::Men),
            nodes: self.nodes.unwrap_or(usual.nodes),
            plies: self.plies,
            phase: self.phase.clone(),
            ..usual
        })
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
