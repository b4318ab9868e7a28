//! Arguments of the arena's commands.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use ninefold_arena::{Pentanomial, Sprt, TimeControl};

use super::cluster::SpreadArgs;
use super::numbers::{
    parse_clock, parse_count, parse_games, parse_opening, parse_plies, parse_seed, parse_threads,
};

/// A match.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// A game such as morris
    pub(crate) game: String,

    /// One player per seat, such as level:5 or alphabeta:depth=4
    #[arg(required = true)]
    pub(crate) players: Vec<String>,

    /// How many games, rounded up to whole rotations of the seats
    #[arg(long, value_name = "N", value_parser = parse_games, default_value = "100", allow_negative_numbers = true)]
    pub(crate) games: usize,

    /// The seed of openings and players
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Number of random opening moves
    #[arg(long, value_name = "N", value_parser = parse_opening, default_value = "4", allow_negative_numbers = true)]
    pub(crate) opening: u32,

    /// Number of moves, including the opening, after which a game is a draw
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "1000", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// How many games to play at the same time; the result does not depend on it [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    /// Openings to play in turn instead of random moves: a file with one position or list of moves per line, or balanced for the built-in gomoku
    /// openings
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) openings: Option<PathBuf>,

    /// Start every game from this position
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,

    /// Do not change seats: the first player always begins
    #[arg(long, conflicts_with = "sprt")]
    pub(crate) fixed_seats: bool,

    /// The time everybody has for a game and what each move adds, such as 10s+100ms or 3m: whoever runs out of it loses
    #[arg(long, value_name = "TIME", value_parser = parse_clock, allow_negative_numbers = true)]
    pub(crate) clock: Option<TimeControl>,

    /// Print one row per game: result, moves and each player's time
    #[arg(long)]
    pub(crate) list: bool,

    /// Stop when the test decides whether the first of two players is ELO1 or only ELO0 stronger
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// A tournament.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// A tournament file ending in .toml, or a game followed by its players
    #[arg(required = true, value_name = "FILE|GAME PLAYER")]
    pub(crate) what: Vec<String>,

    #[command(flatten)]
    pub(crate) options: TournamentOptions,

    /// How many games to play at the same time; the result does not depend on it [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// Options that a tournament file sets otherwise.
#[derive(Args, Debug, Default)]
pub(crate) struct TournamentOptions {
    /// Who plays whom [default: round-robin]
    #[arg(long, value_enum)]
    pub(crate) schedule: Option<ScheduleName>,

    /// How many rounds a Swiss tournament has [default: 5]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,

    /// How many players, from the first, a gauntlet tests [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) challengers: Option<usize>,

    /// How many games each table plays, rounded up to whole rotations of the seats [default: 20]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// The seed of openings and players [default: 0]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Number of random opening moves [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_opening, allow_negative_numbers = true)]
    pub(crate) opening: Option<u32>,

    /// Number of moves, including the opening, after which a game is a draw [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) plies: Option<u32>,

    /// The player that ratings are relative to [default: the last]
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,

    /// Openings to play in turn instead of random moves: a file with one position or list of moves per line, or balanced for the built-in gomoku
    /// openings
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) openings: Option<PathBuf>,

    /// Start every game from this position
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,

    /// Do not change seats: of two players, the first named always begins
    #[arg(long)]
    pub(crate) fixed_seats: bool,

    /// End a two-player game as soon as the tables in the data folder or a short proof decide its result
    #[arg(long)]
    pub(crate) adjudicate: bool,

    /// The time everybody has for a game and what each move adds, such as 10s+100ms or 3m: whoever runs out of it loses
    #[arg(long, value_name = "TIME", value_parser = parse_clock, allow_negative_numbers = true)]
    pub(crate) clock: Option<TimeControl>,

    /// Record the time of every move for the report; times differ from run to run
    #[arg(long)]
    pub(crate) times: bool,

    /// Stop a match of two when the test decides whether the first is ELO1 or only ELO0 stronger
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
}

/// The names of the schedules.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ScheduleName {
    /// Everyone plays everyone
    RoundRobin,
    /// The first players play all the others
    Gauntlet,
    /// Rounds between neighbours in the standings
    Swiss,
}

#[derive(Subcommand, Debug)]
pub(crate) enum RunsCommand {
    /// List all runs, latest first
    List,
    /// Print the standings of a run, or of several runs combined
    Show {
        /// The run's number
        #[arg(required = true)]
        run: Vec<u64>,
        /// Show ratings relative to this player instead; no games are played
        #[arg(long, value_name = "NAME")]
        anchor: Option<String>,
    },
    /// Print or write the games of a run
    Export {
        /// The run's number
        run: u64,
        /// The format: one JSON object per line, records as text, or a table
        #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
        format: ExportFormat,
        /// Write to this new file instead of standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Write a run as one HTML file with tables and plots
    Report {
        /// The run's number
        run: u64,
        /// The new file
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Resume a stopped run
    Resume {
        /// The run's number
        run: u64,
        /// How many games to play at the same time; the result does not depend on it [default: one per core]
        #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
        jobs: Option<usize>,
        #[command(flatten)]
        spread: SpreadArgs,
    },
    /// Add games or players: gives the run as if planned that way from the start, keeping the games already played
    Extend(ExtendArgs),
    /// Delete a run and its games
    Delete {
        /// The run's number
        run: u64,
    },
}

/// What is added to a run.
#[derive(Args, Debug)]
pub(crate) struct ExtendArgs {
    /// The run's number
    pub(crate) run: u64,

    /// How many games each table plays in total
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// An additional player; can be repeated
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Vec<String>,

    /// How many rounds a Swiss tournament has in total
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,

    /// The player that ratings are relative to
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,

    /// How many games to play at the same time; the result does not depend on it [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// A test of counted pairs of games.
#[derive(Args, Debug)]
pub(crate) struct SprtArgs {
    /// The two differences in Elo, the smaller first, such as 0,20
    #[arg(value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) test: Sprt,

    /// How many pairs of games gave the first player 0, ½, 1, 1½ and 2 points, such as 2,20,73,38,5
    #[arg(value_name = "COUNTS", value_parser = parse_pairs)]
    pub(crate) pairs: Pentanomial,

    /// The probability of accepting ELO1 when ELO0 is true
    #[arg(long, value_name = "P", value_parser = parse_error, default_value = "0.05")]
    pub(crate) alpha: f64,

    /// The probability of accepting ELO0 when ELO1 is true
    #[arg(long, value_name = "P", value_parser = parse_error, default_value = "0.05")]
    pub(crate) beta: f64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum BotCommand {
    /// Ask a program about positions from every phase of a game and report what is wrong with its answers
    Check {
        /// The program, such as "cmd(./my-bot)"
        player: String,
        /// A game such as morris
        game: String,
    },
    /// Play on another machine's server: in a league, or in a seat that an invitation leaves open and in all rematches
    ///
    /// The program runs here and only makes outgoing connections, so it works from behind any network. It is restarted when it dies; when
    /// the connection is lost, it continues where it was.
    Connect {
        /// The server's address, as in a browser
        url: String,
        /// The player, such as "cmd(./my-bot)" or level:5
        player: String,
        /// The code of a league such as amber-heron-42, or of an invitation: the end of its link, or the whole link
        #[arg(
            long,
            value_name = "CODE",
            conflicts_with = "token",
            required_unless_present = "token"
        )]
        code: Option<String>,
        /// What the others call it
        #[arg(long, value_name = "NAME", default_value = "bot")]
        name: String,
        /// The token it was given when it joined, to continue
        #[arg(long, value_name = "TOKEN")]
        token: Option<String>,
        /// End after this many games
        #[arg(long, value_name = "N")]
        games: Option<u32>,
        /// A name for this version of your bot, shown on its rating curve in a league
        #[arg(long, value_name = "TEXT")]
        label: Option<String>,
        /// A PEM file with a certificate to trust besides those of the system, for a server with a self-signed one
        #[arg(long, value_name = "FILE")]
        tls_ca: Option<PathBuf>,
    },
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object per game
    Jsonl,
    /// Records as text, one after another
    Records,
    /// One row per game
    Csv,
    /// One row per seat of a game, one column per value
    Tidy,
}

/// More pairs of a kind than anybody plays.
const MOST_PAIRS: u64 = 1_000_000_000;

/// Five numbers of pairs.
fn parse_pairs(text: &str) -> Result<Pentanomial, String> {
    let count = |count: &str| count.trim().parse().ok().filter(|count| *count <= MOST_PAIRS);
    let counts: Option<Vec<u64>> = text.split([',', '/']).map(count).collect();
    let five = counts.and_then(|counts| <[u64; 5]>::try_from(counts).ok());
    let wanted = || {
        format!(
            "wanted five numbers of pairs up to {MOST_PAIRS}, those with 0, ½, 1, 1½ and 2 points"
        )
    };
    five.map(Pentanomial).ok_or_else(wanted)
}

fn parse_error(text: &str) -> Result<f64, String> {
    let error = text.parse::<f64>().ok().filter(|error| (0.000_001..0.5).contains(error));
    error.ok_or_else(|| "wanted a probability above 0 and below 0.5".to_owned())
}

/// `0,20`, with errors of 5 % each.
fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    let wanted =
        || "wanted two differences in Elo up to 1000, the smaller first, such as 0,20".to_owned();
    let (elo0, elo1) = bounds.ok_or_else(wanted)?;
    let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    if test.has_bounds() { Ok(test) } else { Err(wanted()) }
}
