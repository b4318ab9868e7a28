//! The arguments, as clap reads them.

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
/// Without a command it serves the page, as serve does.
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

    /// Keep games and tables in this folder
    ///
    /// By default NINEFOLD_DATA, or else the platform's data folder.
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
    /// List the legal moves, one a line
    Moves(PositionArgs),
    /// Tell the phase, who is to move and how the game ended
    Status(PositionArgs),
    /// Count the move sequences of every length up to a depth
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// The longest length, in turns
        #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
        depth: u32,
        /// Count each move of the first turn by itself, at the full depth only
        #[arg(long)]
        divide: bool,
    },
    /// Draw the board
    Show(PositionArgs),
    /// Print what an evaluator says: a value a player, or a weight a move
    Eval {
        #[command(flatten)]
        position: PositionArgs,
        /// An evaluator such as fav1, est(coefs=18/26/…), eva or h2
        evaluator: String,
        /// Print what is counted, what each is worth and what that adds up to
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Print the move a computer would play, with values, depth, nodes and line
    Best {
        #[command(flatten)]
        position: PositionArgs,
        /// A player such as alphabeta:depth=5,eval=fav1 (see players); without one, what is known of the position
        player: Option<String>,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Show the best lines of a position as the strong search sees them, live
    ///
    /// With --json one line after every depth, the last one final. Ctrl-C ends it and keeps what was
    /// found.
    #[command(after_help = budgets())]
    Analyse {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        analyse: AnalyseArgs,
    },
    /// Print the tree that an algorithm searches, with values, windows and cut moves
    ///
    /// With two players values and windows are the first player's; a star marks best moves so far.
    Tree {
        #[command(flatten)]
        position: PositionArgs,
        /// minimax, alphabeta, mws, maxn or paranoid
        #[arg(long, value_name = "NAME", default_value = "alphabeta")]
        algorithm: String,
        /// How many turns to look ahead
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
    /// Write positions with exact values, searches or results to a file, for whoever learns from them
    ///
    /// Every row depends on the plan and its number alone: the same command makes the same file on any number of threads, and goes on
    /// where it was interrupted. A card beside the file tells how it was made.
    Data(DataArgs),
    /// Fit the numbers of an evaluator to exact values, searches or results
    ///
    /// The numbers that best foretell what positions are worth, by logistic regression; every fifth position is held out to
    /// tell how well they do. What a number counts is found by changing it, so this works for every evaluator that is a sum.
    Fit(FitArgs),
    /// Look after the store of games: check, copy, repair
    Store {
        #[command(subcommand)]
        command: StoreCommand,
    },
    /// Build, look up and verify tables of solved positions
    Tables {
        #[command(subcommand)]
        command: TablesCommand,
    },
    /// Print a position in which exactly one move is right; find new ones, or verify them
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
    /// Tell what a sequential test says about pairs of games that were counted elsewhere
    Sprt(SprtArgs),
    /// Try out a program of your own, or let it play on another machine's server
    Bot {
        #[command(subcommand)]
        command: BotCommand,
    },
    /// Answer as an engine in the words of other programs, until the input ends
    ///
    /// Speaks UGI, the protocol of the Gomocup and Sanmill's dialect of UCI on standard input and output: see docs/engines.md.
    Engine(EngineArgs),
    /// Play a match between computers: every opening once in every rotation of the seats
    Match(MatchArgs),
    /// Play a tournament that is kept on disk and resumed by the same command
    ///
    /// Every set of games begins with one opening, the same for everybody, and is played in every rotation
    /// of the seats. A tournament file is TOML: see docs/arena.md.
    Tournament(TournamentArgs),
    /// Evolve the numbers of an evaluator by tournaments between them, kept on disk
    Evolve(EvolveArgs),
    /// Take part in the runs and solutions of other machines, until Ctrl-C
    ///
    /// Takes jobs of tournaments, matches, evolutions and of solve that were started with --cluster anywhere: see
    /// docs/cluster.md. The first Ctrl-C ends what is being done, a second one gives it back.
    Worker(WorkerArgs),
    /// Look at a cluster of workers
    Cluster {
        #[command(subcommand)]
        command: ClusterCommand,
    },
    /// Repeat the papers' experiments and set their figures beside ours
    Reproduce(ReproduceArgs),
    /// List, show, export, report, resume, extend or delete runs that are kept
    Runs {
        #[command(subcommand)]
        command: RunsCommand,
    },
    /// Measure whether what is told of positions is true: chances, marks of reviews
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
    /// Write the manual pages to a folder, one a command
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
    /// List the games that are kept, in the terminal or on the page, the latest first
    List,
    /// Print or write the record of a game that is kept
    Export {
        /// The game's name
        name: String,
        /// Write to this new file instead of standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Keep the game of a record, for the terminal and the page, and print its name
    Import {
        /// The record's file, or - for standard input
        file: PathBuf,
    },
}
/// What to do with the store.
#[derive(Subcommand, Debug)]
pub(crate) enum StoreCommand {
    /// Look whether everything in it can be read
    Check,
    /// Write a copy to a new file, while others go on with it
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Write everything as lines of JSON, to a new file or to standard output
    Export {
        /// The new file
        file: Option<PathBuf>,
    },
    /// Take everything of an export that is not there yet
    Import {
        /// A file that export has written
        file: PathBuf,
    },
    /// Make a new store of all that can be read of a damaged one; the damaged one is kept
    Repair,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// Solve the game, or its positions with few men, and keep the result
    ///
    /// Finished parts are kept as they come, so Ctrl-C loses little and the same command goes on.
    Build {
        /// A game with tables: morris
        game: String,
        /// All positions with at most this many men on each side and empty hands
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=9), default_value_t = 6)]
        men: u32,
        /// All positions of the game: nine men and the placing phase
        #[arg(long, conflicts_with = "men")]
        full: bool,
        /// Also how many plies a win or a loss takes
        #[arg(long)]
        distance: bool,
        /// How many threads to use [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Work behind everybody else, tell progress as lines of JSON and end with the input: for the server
        #[arg(long, hide = true)]
        child: bool,
    },
    /// List the tables of the data folder
    Info,
    /// Compare tables with the rules, with published counts and with their checksums
    Verify {
        /// A game with tables: morris
        game: String,
        /// Look at this many random positions
        #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "all")]
        sample: u64,
        /// The seed of the sample
        #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true, default_value_t = 0)]
        seed: u64,
        /// Look at every position with empty hands
        #[arg(long)]
        all: bool,
        /// The tables with at most this many men on each side [default: the largest]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=9))]
        men: Option<u32>,
        /// Unpack tables into this much memory first, such as 3G
        #[arg(long, value_name = "SIZE", value_parser = parse_size)]
        memory: Option<usize>,
        /// How many threads to use [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Look one position up: its value and that of every move
    Probe {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        many: BatchArgs,
    },
    /// Make the book of morris anew from the full tables and compare it with the one in the program
    ///
    /// The book tells the value of every position of the opening and of the smallest endings where there are no tables.
    Book {
        /// Write the book that was made to this file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// Instead hold the book in the program against published counts and the rules, which needs no tables
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
    /// A game such as morris [default: asked for]
    pub(crate) game: Option<String>,

    /// One player a seat, such as human or alphabeta:depth=4 [default: human, then best:time=300ms]
    pub(crate) players: Vec<String>,

    #[command(flatten)]
    pub(crate) origin: OriginArgs,

    /// Go on with a record, with a game that is kept under this name, or with the last unfinished one
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "position", "fen", "moves", "seed"])]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// Start the programs that a record from a file names as players, as cmd(./bot): it may come from somebody else
    #[arg(long, requires = "resume")]
    pub(crate) allow_programs: bool,

    /// Keep the game in this new file instead of the data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port [default: the first free one from 9369]
    #[arg(long, value_name = "N", value_parser = parse_port, allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,

    /// The address to listen on; any but loopback needs the token that is then printed
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) host: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Want a token on loopback too, where others use this machine
    #[arg(long)]
    pub(crate) token: bool,

    /// Make another token; the one before, which the data folder keeps, opens nothing any more
    #[arg(long)]
    pub(crate) new_token: bool,

    /// A proxy in front of the server, whose X-Forwarded-For counts (can be given again)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) trust_proxy: Vec<IpAddr>,

    /// The address under which others reach the server, for the links it gives away [default: as whoever asks calls it]
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,

    /// Encrypt everything by this certificate, a PEM file; browsers then want https://
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,

    /// The private key of the certificate, a PEM file without a password
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,

    /// What is told on the standard error stream: off, error, warn, info or debug
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

/// What the players without a limit of their own spend.
fn budgets() -> String {
    let levels: Vec<String> = level_budgets().map(|nodes| nodes.to_string()).collect();
    format!(
        "Budgets: best looks for 1 s a move; levels 1 to {} look at {} positions at most, fewer on large boards, and level {} is best.",
        levels.len(),
        levels.join(", "),
        levels.len() + 1
    )
}
