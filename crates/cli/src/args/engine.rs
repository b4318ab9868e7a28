//! Arguments of `engine`.

use clap::{Args, Subcommand};
use ninefold_session::Protocol;

/// An engine for other programs.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct EngineArgs {
    #[command(subcommand)]
    pub(crate) command: Option<EngineCommand>,

    /// A game such as gomoku
    #[arg(required = true)]
    pub(crate) game: Option<String>,

    /// The protocol: ugi for every game, gomocup for m,n,k-games, sanmill for morris [default: detected from the first line]
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: Option<Protocol>,

    /// The player, such as level:5 or engine:nodes=20000 [default: the strongest, as configured by the protocol's options]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum EngineCommand {
    /// Test another engine and report which commands it answers wrongly
    Test {
        /// The engine, such as "ugi(./my-engine)", "gomocup(./pbrain)" or "sanmill(./mill uci)"
        player: String,
        /// A game such as gomoku
        game: String,
    },
}
