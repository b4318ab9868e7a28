//! Arguments that define a set of positions.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use ninefold_session::{DataPlan, DrawnFrom, Label};

use super::numbers::{parse_nodes, parse_plies, parse_seed};

/// Where positions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FromName {
    /// Random games, one position from each
    Random,
    /// Games between --players, one position from each
    Games,
    /// Every reachable position, once: for small boards
    All,
    /// Men placed on the board at random, hands empty (morris)
    Men,
}

/// The label of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LabelName {
    /// The proved value for the player to move, and its distance where known
    Exact,
    /// The value and winning chance found by a search of --nodes
    Search,
    /// The game's result for the player to move
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

    /// The output file; its extension selects the format: .csv, .jsonl, .npy or .npz
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,

    /// The label of each position
    #[arg(long, value_enum, default_value_t = LabelName::Exact)]
    pub(crate) label: LabelName,

    /// Also write what this evaluator counts, one column each
    #[arg(long, value_name = "EVALUATOR")]
    pub(crate) features: Option<String>,
}

/// An evaluator whose numbers to fit.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// A game such as morris, gomoku or 9tka:2
    pub(crate) game: String,

    /// An evaluator whose value is a sum of numbers times counts, such as mills or est
    pub(crate) evaluator: String,

    /// What the numbers should predict
    #[arg(long, value_enum, default_value_t = LabelName::Exact)]
    pub(crate) against: LabelName,

    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,

    /// How strongly to pull each number towards zero: as strongly as this many examples
    #[arg(long, value_name = "R", value_parser = parse_ridge, default_value = "1", allow_negative_numbers = true)]
    pub(crate) ridge: f64,

    /// Draw the learning curve into this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
}

/// The default player of the games that positions come from.
const USUAL_PLAYER: &str = "level:3";

/// How positions are drawn.
#[derive(Args, Debug)]
pub(crate) struct DrawnArgs {
    /// How many positions; with --from all, a sample of that size drawn by the seed [default: 1000 for data, 10000 for fit; all with --from all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    /// The seed of everything random
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Where positions come from
    #[arg(long, value_enum, default_value_t = FromName::Random)]
    pub(crate) from: FromName,

    /// Who plays the games of --from games: one player for all seats, or one per seat, separated by spaces [default: level:3]
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) players: Option<String>,

    /// Morris: the fewest and most men per side, including those in hand [default: 3-6 with --from men, otherwise any]
    #[arg(long, value_name = "MEN", value_parser = parse_men)]
    pub(crate) men: Option<[u32; 2]>,

    /// Only positions of this phase, as in the column phase, such as placing
    #[arg(long, value_name = "PHASE")]
    pub(crate) phase: Option<String>,

    /// Nodes per search, for labels that come from a search [default: 20000]
    #[arg(long, value_name = "N", value_parser = parse_nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// The maximum length of a game, in moves
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "1000", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// Number of threads [default: all]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl DrawnArgs {
    /// The plan for a game. An option that would have no effect is refused.
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

    /// Number of threads.
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
