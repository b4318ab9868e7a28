//! The arguments of the arena's commands.

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

    /// One player a seat, such as level:5 or alphabeta:depth=4
    #[arg(required = true)]
    pub(crate) players: Vec<String>,

    /// How many games, rounded up to whole rotations of the seats
    #[arg(long, value_name = "N", value_parser = parse_games, default_value = "100", allow_negative_numbers = true)]
    pub(crate) games: usize,

    /// The seed of openings and players
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How many random moves an opening has
    #[arg(long, value_name = "N", value_parser = parse_opening, default_value = "4", allow_negative_numbers = true)]
    pub(crate) opening: u32,

    /// After how many moves, the opening included, a game counts as a draw
    #[arg(long, value_name = "N", value_parser = parse_plies, default_value = "1000", allow_negative_numbers = true)]
    pub(crate) plies: u32,

    /// How many games to play at the same time; the result is the same [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    /// Openings to play in turn instead of random moves: a file with a position or a list of moves a line, or balanced for those that come with
    /// gomoku
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) openings: Option<PathBuf>,

    /// Begin every game at this position
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,

    /// Let everybody keep its seat: the first player always begins
    #[arg(long, conflicts_with = "sprt")]
    pub(crate) fixed_seats: bool,

    /// The time everybody has for a game and what each move adds, such as 10s+100ms or 3m: whoever runs out of it loses
    #[arg(long, value_name = "TIME", value_parser = parse_clock, allow_negative_numbers = true)]
    pub(crate) clock: Option<TimeControl>,

    /// Print one row a game: its result, its moves, the time of each player
    #[arg(long)]
    pub(crate) list: bool,

    /// Stop when the first of two is shown to be ELO1 rather than ELO0 stronger, or the reverse
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// A tournament.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// A tournament file that ends in .toml; or a game, followed by its players
    #[arg(required = true, value_name = "FILE|GAME PLAYER")]
    pub(crate) what: Vec<String>,

    #[command(flatten)]
    pub(crate) options: TournamentOptions,

    /// How many games to play at the same time; the result is the same [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// What a tournament file says otherwise.
#[derive(Args, Debug, Default)]
pub(crate) struct TournamentOptions {
    /// Who meets whom [default: round-robin]
    #[arg(long, value_enum)]
    pub(crate) schedule: Option<ScheduleName>,

    /// How many rounds a Swiss tournament has [default: 5]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,

    /// How many of the first players a gauntlet tests [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) challengers: Option<usize>,

    /// How many games each table plays, rounded up to whole rotations of the seats [default: 20]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// The seed of openings and players [default: 0]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// How many random moves an opening has [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_opening, allow_negative_numbers = true)]
    pub(crate) opening: Option<u32>,

    /// After how many moves, the opening included, a game counts as a draw [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    pub(crate) plies: Option<u32>,

    /// The player to whom ratings are relative [default: the last]
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,

    /// Openings to play in turn instead of random moves: a file with a position or a list of moves a line, or balanced for those that come with
    /// gomoku
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) openings: Option<PathBuf>,

    /// Begin every game at this position
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,

    /// Let everybody keep its seat: of two players the first named begins
    #[arg(long)]
    pub(crate) fixed_seats: bool,

    /// End a game of two as soon as the tables of the data folder or a short proof say its result for certain
    #[arg(long)]
    pub(crate) adjudicate: bool,

    /// The time everybody has for a game and what each move adds, such as 10s+100ms or 3m: whoever runs out of it loses
    #[arg(long, value_name = "TIME", value_parser = parse_clock, allow_negative_numbers = true)]
    pub(crate) clock: Option<TimeControl>,

    /// Keep the time of every move, for the report; times differ from run to run
    #[arg(long)]
    pub(crate) times: bool,

    /// Stop a match of two when the first is shown to be ELO1 rather than ELO0 stronger, or the reverse
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
}

/// The names of the schedules.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ScheduleName {
    /// Everybody meets everybody
    RoundRobin,
    /// The first meet all the others
    Gauntlet,
    /// Rounds between neighbours in the standings
    Swiss,
}

#[derive(Subcommand, Debug)]
pub(crate) enum RunsCommand {
    /// List all runs, the latest first
    List,
    /// Print the standings of a run, or of several as if they were one
    Show {
        /// The run's number
        #[arg(required = true)]
        run: Vec<u64>,
        /// Rate relative to this player instead; nothing is played
        #[arg(long, value_name = "NAME")]
        anchor: Option<String>,
    },
    /// Print or write the games of a run
    Export {
        /// The run's number
        run: u64,
        /// The form: a JSON object a line, records as text, or a table
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
    /// Go on with a run that was stopped
    Resume {
        /// The run's number
        run: u64,
        /// How many games to play at the same time; the result is the same [default: one a core]
        #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
        jobs: Option<usize>,
        #[command(flatten)]
        spread: SpreadArgs,
    },
    /// Play more games, or let more players in: the run that would have been planned so, with what was played taken over
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

    /// How many games each table plays in all
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,

    /// One more player; may be given several times
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Vec<String>,

    /// How many rounds a Swiss tournament has in all
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,

    /// The player to whom ratings are relative
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,

    /// How many games to play at the same time; the result is the same [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,

    #[command(flatten)]
    pub(crate) spread: SpreadArgs,
}

/// A test of pairs that were counted.
#[derive(Args, Debug)]
pub(crate) struct SprtArgs {
    /// The two differences in Elo, the smaller first, such as 0,20
    #[arg(value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) test: Sprt,

    /// How many pairs of games brought the first player 0, ½, 1, 1½ and 2 points, such as 2,20,73,38,5
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
    /// Ask a program about positions of every phase of a game, and say what is wrong with its answers
    Check {
        /// The program, such as "cmd(./my-bot)"
        player: String,
        /// A game such as morris
        game: String,
    },
    /// Play on another machine's server: in a league, or a seat that an invitation leaves open and every game that follows
    ///
    /// The program runs here, asks and is never asked, so that it works from behind any network. It is started again when it dies; when the
    /// connection breaks off it goes on where it was.
    Connect {
        /// The server's address, as a browser has it
        url: String,
        /// Whoever plays, such as "cmd(./my-bot)" or level:5
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
        /// The token that it got when it joined, to go on
        #[arg(long, value_name = "TOKEN")]
        token: Option<String>,
        /// End after so many games
        #[arg(long, value_name = "N")]
        games: Option<u32>,
        /// What you call this version of your bot, for the curve of its rating in a league
        #[arg(long, value_name = "TEXT")]
        label: Option<String>,
        /// A certificate to trust besides those of the system, a PEM file, for a server with one of its own making
        #[arg(long, value_name = "FILE")]
        tls_ca: Option<PathBuf>,
    },
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object a game
    Jsonl,
    /// Records as text, one after the other
    Records,
    /// One row a game
    Csv,
    /// One row a seat of a game, one column a value
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
