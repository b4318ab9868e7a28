//! The command line of Ninefold, as a library so that tests can run it with custom games.
//!
//! Every command writes its answer to standard output and exits with 0; with 1 if there is no move
//! or a check failed; with 2 and one line on standard error for bad usage or input; with 130 if
//! Ctrl-C ended it early.
//!
//! ```
//! use ninefold_cli::{Console, run};
//!
//! let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
//! let mut console =
//!     Console { input: &mut input, out: &mut out, err: &mut err, colour: false, live: false };
//! let args = ["ninefold", "moves", "tictactoe", "--position", "120/012/000 1"].map(Into::into);
//! assert_eq!(run(&ninefold_session::games(), args, &mut console), 0);
//! assert_eq!(String::from_utf8_lossy(&out), "1,3\n2,1\n3,1\n3,2\n3,3\n");
//! ```

mod args;
mod commands;
mod console;
mod draw;
mod ending_table;
mod interrupt;
mod kept_games;
mod play;
mod printable;
mod saves;
mod words;

use std::ffi::OsString;
use std::io;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use ninefold_session::Games;

use crate::args::{Cli, no_json};
pub use crate::console::Console;
pub use crate::printable::Printable;

/// The result of a command, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Success: 0.
    Yes,
    /// There is no move, or a check failed: 1.
    No,
    /// Ctrl-C ended it early: 130, as shells report it.
    Stopped,
}

/// Bad usage or input.
const REFUSED: u8 = 2;

/// The definition of all commands and flags.
pub fn definition() -> clap::Command {
    no_json::hidden(Cli::command())
}

/// Runs one command line, starting with the program's name, and returns the exit code.
pub fn run(
    games: &Games,
    args: impl IntoIterator<Item = OsString>,
    console: &mut Console<'_>,
) -> u8 {
    let matches = definition().try_get_matches_from(args);
    if let Some(problem) = matches.as_ref().ok().and_then(no_json::refusal) {
        let _ = writeln!(console.err, "ninefold: {problem}");
        return REFUSED;
    }
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            let _ = write!(console.out, "{}", error.render());
            return 0;
        }
        Err(error) => {
            let _ = writeln!(console.err, "ninefold: {}", one_line(&error));
            return REFUSED;
        }
    };
    match commands::run(cli, games, console) {
        Ok(Answer::Yes) => 0,
        Ok(Answer::No) => 1,
        Ok(Answer::Stopped) => 130,
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            let _ = writeln!(console.err, "ninefold: {error:#}");
            REFUSED
        }
    }
}

/// The message of a usage error without its paragraphs.
fn one_line(error: &clap::Error) -> String {
    const LONGEST: usize = 400;
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing (see --help)".into();
    }
    let text = error.render().to_string();
    let about = |paragraph: &&str| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    };
    let paragraphs = text.split("\n\n").map(str::trim).filter(about);
    let lines = paragraphs.map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let message = lines.collect::<Vec<_>>().join("; ");
    let message = message.trim_start_matches("error: ");
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… (see --help)", &message[..end]),
        None => format!("{message} (see --help)"),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
