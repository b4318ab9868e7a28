//! Command line arguments for clap.

pub(crate) mod arena;
pub(crate) mod cluster;
mod data;
mod effort;
mod engine;
mod evolve;
mod measure;
pub(crate) mod no_json;
mod numbers;
mod papers;
mod position;
mod puzzle;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use ninefold_session::level_budgets;
use ninefold_web::LogLevel;

use self::arena::{BotCommand, MatchArgs, RunsCommand, SprtArgs, TournamentArgs};
use self::cluster::{ClusterCommand, WorkerArgs};
pub(crate) use self::data::{DataArgs, FitArgs};
pub(crate) use self::effort::{AnalyseArgs, SolveArgs};
pub(crate) use self::engine::{EngineArgs, EngineCommand};
pub(crate) use self::evolve::{EvolveArgs, MethodName};
pub(crate) use self::measure::{MeasureCommand, StrengthArgs};
use self::numbers::{parse_depth, parse_port, parse_seed, parse_size, parse_tree_depth};
pub(crate) use self::papers::{MnkCommand, ReproduceArgs};
pub(crate) use self::position::{BatchArgs, OriginArgs, PositionArgs};
pub(crate) use self::puzzle::PuzzleArgs;

/// Play, study and solve Nine Men's Morris, m,n,k-games, 3-6-9, 9tka and Connect Four.
///
/// Without a command it serves the page, like serve.
#[derive(Parser, Debug)]
#[command(
    name = "ninefold",
    version,
    after_help = "Exit codes: 0; 1 when there is no move or a check failed; 2 for bad usage or input; 130 when Ctrl-C stopped it."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print the answer as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Store games and tables in this folder
    ///
    /// Defaults to NINEFOLD_DATA, or else the platform's data folder.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page: play, learn and watch in a browser
    Serve(ServeArgs),
    /// List the games and their parameters
    Games,
    /// Print the rules of a game
    Rules {
        /// A game such as morris
        game: String,
    },
    /// List the legal moves, one per line
    Moves(PositionArgs),
    /// Print the phase, the player to move and how the game ended
    Status(PositionArgs),
    /// Count move sequences of every length up to a depth
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// The maximum length, in turns
        #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
        depth: u32,
        /// Count separately for each first move, at the full depth only
        #[arg(long)]
        divide: bool,
    },
    /// Draw the board
    Show(PositionArgs),
    /// Print an evaluator's result: a value per player, or a weight per move
    Eval {
        #[command(flatten)]
        position: PositionArgs,
        /// An evaluator such as fav1, est(coefs=18/26/…), eva or h2
        evaluator: String,
        /// Print each count, its weight and the sum
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Print the move a computer would play, with values, depth, nodes and line
    Best {
        #[command(flatten)]
        position: PositionArgs,
        /// A player such as alphabeta:depth=5,eval=fav1 (see players) [default: print what is known about the position]
        player: Option<String>,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Show the strong search's best lines for a position, live
    ///
    /// With --json, prints one line after every depth; the last one is final. Ctrl-C stops it and prints
    /// what it has found.
    #[command(after_help = budgets())]
    Analyse {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        analyse: AnalyseArgs,
    },
    /// Print the tree that an algorithm searches, with values, windows and cut moves
    ///
    /// With two players, values and windows are the first player's; a star marks the best moves so far.
    Tree {
        #[command(flatten)]
        position: PositionArgs,
        /// minimax, alphabeta, mws, maxn or paranoid
        #[arg(long, value_name = "NAME", default_value = "alphabeta")]
        algorithm: String,
        /// Search depth in turns
        #[arg(long, value_name = "N", value_parser = parse_tree_depth, default_value = "2", allow_negative_numbers = true)]
        depth: u32,
        /// An evaluator such as fav1 [default: the game's first]
        #[arg(long, value_name = "EVALUATOR")]
        eval: Option<String>,
    },
    /// Prove the exact value of a position
    Solve {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        solve: SolveArgs,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Write positions with exact values, search values or results to a file, as training data
    ///
    /// Every row depends only on the plan and its own number: the same command makes the same file on any number of threads, and resumes
    /// where it was interrupted. A card next to the file describes how it was made.
    Data(DataArgs),
    /// Fit an evaluator's numbers to exact values, search values or results
    ///
    /// Finds by logistic regression the numbers that best predict the values of positions; every fifth position is held out to
    /// measure how well they do. What a number counts is found by changing it, so this works for every evaluator that is a sum.
    Fit(FitArgs),
    /// Maintain the store of games: check, copy, repair
    Store {
        #[command(subcommand)]
        command: StoreCommand,
    },
    /// Build, look up and verify tables of solved positions
    Tables {
        #[command(subcommand)]
        command: TablesCommand,
    },
    /// Print a puzzle, a position with exactly one right move; find new puzzles, or verify them
    Puzzle(PuzzleArgs),
    /// Answer the commands of the m,n,k assignment from standard input
    ///
    /// GEN_ALL_POS_MOV, GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and SOLVE_GAME_STATE, each followed by
    /// N M K player and N × M cells, until the input ends.
    Mnk {
        #[command(subcommand)]
        command: Option<MnkCommand>,
    },
    /// List the kinds of players and their parameters
    #[command(after_help = budgets())]
    Players,
    /// Print the verdict of a sequential test on pairs of games that were counted elsewhere
    Sprt(SprtArgs),
    /// Test your own program, or let it play on another machine's server
    Bot {
        #[command(subcommand)]
        command: BotCommand,
    },
    /// Run as an engine for other programs, until the input ends
    ///
    /// Speaks UGI, the protocol of the Gomocup and Sanmill's dialect of UCI on standard input and output: see docs/engines.md.
    Engine(EngineArgs),
    /// Play a match between computers: each opening once in every rotation of the seats
    Match(MatchArgs),
    /// Play a tournament, saved to disk and resumed by the same command
    ///
    /// Every set of games starts from one opening, the same for all pairings, and is played in every rotation
    /// of the seats. A tournament file is TOML: see docs/arena.md.
    Tournament(TournamentArgs),
    /// Evolve an evaluator's numbers by tournaments, saved to disk
    Evolve(EvolveArgs),
    /// Work on runs and solutions of other machines, until Ctrl-C
    ///
    /// Takes jobs of tournaments, matches, evolutions and solve started anywhere with --cluster: see
    /// docs/cluster.md. The first Ctrl-C finishes the current jobs, a second one returns them to the queue.
    Worker(WorkerArgs),
    /// Inspect a cluster of workers
    Cluster {
        #[command(subcommand)]
        command: ClusterCommand,
    },
    /// Repeat the papers' experiments and compare their figures with ours
    Reproduce(ReproduceArgs),
    /// List, show, export, report, resume, extend or delete saved runs
    Runs {
        #[command(subcommand)]
        command: RunsCommand,
    },
    /// Measure accuracy and strength: chances, marks of reviews, mistakes, intervals
    Measure {
        #[command(subcommand)]
        command: MeasureCommand,
    },
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Work with game records
    Record {
        #[command(subcommand)]
        command: RecordCommand,
    },
    /// Work with proofs
    Proof {
        #[command(subcommand)]
        command: ProofCommand,
    },
    /// Print counts that change only when the rules or the generators change
    Bench,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages to a folder, one per command
    #[command(hide = true)]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum RecordCommand {
    /// Replay a record and verify its moves and its result
    Check {
        /// The record's file, or - for standard input
        file: PathBuf,
    },
    /// List the saved games of the terminal and the page, latest first
    List,
    /// Print or write the record of a saved game
    Export {
        /// The game's name
        name: String,
        /// Write to this new file instead of standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Save the game of a record, for the terminal and the page, and print its name
    Import {
        /// The record's file, or - for standard input
        file: PathBuf,
    },
}
/// What to do with the store.
#[derive(Subcommand, Debug)]
pub(crate) enum StoreCommand {
    /// Check that everything in it can be read
    Check,
    /// Write a copy to a new file, while others keep using the store
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Write everything as JSON lines, to a new file or standard output
    Export {
        /// The new file
        file: Option<PathBuf>,
    },
    /// Add everything from an export that is not in the store yet
    Import {
        /// A file written by export
        file: PathBuf,
    },
    /// Make a new store from everything readable in a damaged one; the damaged one is kept
    Repair,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// Solve the game, or its positions with few men, and save the result
    ///
    /// Finished parts are saved along the way, so Ctrl-C loses little and the same command resumes.
    Build {
        /// A game with tables: morris
        game: String,
        /// All positions with at most this many men on each side and empty hands
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=9), default_value_t = 6)]
        men: u32,
        /// All positions of the game: nine men and the placing phase
        #[arg(long, conflicts_with = "men")]
        full: bool,
        /// Also compute how many plies a win or a loss takes
        #[arg(long)]
        distance: bool,
        /// Number of threads [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Run at low priority, report progress as JSON lines and stop when the input ends: for the server
        #[arg(long, hide = true)]
        child: bool,
    },
    /// List the tables of the data folder
    Info,
    /// Compare tables with the rules, with published counts and with their checksums
    Verify {
        /// A game with tables: morris
        game: String,
        /// Check this many random positions
        #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "all")]
        sample: u64,
        /// The seed of the sample
        #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true, default_value_t = 0)]
        seed: u64,
        /// Check every position with empty hands
        #[arg(long)]
        all: bool,
        /// Use the tables with at most this many men on each side [default: the largest]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=9))]
        men: Option<u32>,
        /// Unpack tables into this much memory first, such as 3G
        #[arg(long, value_name = "SIZE", value_parser = parse_size)]
        memory: Option<usize>,
        /// Number of threads [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Look up one position: its value and that of every move
    Probe {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Rebuild the morris book from the full tables and compare it with the built-in one
    ///
    /// Without tables, the book supplies the value of every position of the opening and of the smallest endings.
    Book {
        /// Write the rebuilt book to this file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// Instead check the built-in book against published counts and the rules; needs no tables
        #[arg(long, conflicts_with = "write")]
        verify: bool,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum ProofCommand {
    /// Verify a proof with code that shares nothing with the solver but the rules
    Check {
        /// The proof's file, or - for standard input
        file: PathBuf,
    },
}

/// A game to play.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// A game such as morris [default: prompt for it]
    pub(crate) game: Option<String>,

    /// One player per seat, such as human or alphabeta:depth=4 [default: human, then best:time=300ms]
    pub(crate) players: Vec<String>,

    #[command(flatten)]
    pub(crate) origin: OriginArgs,

    /// Resume a record, the saved game of this name, or the last unfinished game
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "position", "fen", "moves", "seed"])]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// Allow a record from a file to start the programs it names as players, such as cmd(./bot); the file may come from someone else
    #[arg(long, requires = "resume")]
    pub(crate) allow_programs: bool,

    /// Save the game to this new file instead of the data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port [default: the first free one from 9369]
    #[arg(long, value_name = "N", value_parser = parse_port, allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,

    /// The address to listen on; for any but loopback, clients need the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) host: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Require a token on loopback too, for machines with several users
    #[arg(long)]
    pub(crate) token: bool,

    /// Make a new token; the previous one, stored in the data folder, becomes invalid
    #[arg(long)]
    pub(crate) new_token: bool,

    /// A proxy in front of the server whose X-Forwarded-For is trusted (can be repeated)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) trust_proxy: Vec<IpAddr>,

    /// The address under which others reach the server, for links [default: the address in the request]
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,

    /// Encrypt all traffic with this certificate, a PEM file; browsers then need https://
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,

    /// The private key of the certificate, a PEM file without a password
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,

    /// What to log to standard error: off, error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value_t = LogLevel::default())]
    pub(crate) log: LogLevel,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            port: None,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            open: false,
            token: false,
            new_token: false,
            trust_proxy: Vec::new(),
            public_url: None,
            tls_cert: None,
            tls_key: None,
            log: LogLevel::default(),
        }
    }
}

/// The budgets of players without their own limit.
fn budgets() -> String {
    let levels: Vec<String> = level_budgets().map(|nodes| nodes.to_string()).collect();
    format!(
        "Budgets: best searches for 1 s per move; levels 1 to {} search at most {} nodes, fewer on large boards; level {} is best.",
        levels.len(),
        levels.join(", "),
        levels.len() + 1
    )
}
