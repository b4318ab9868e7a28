//! Commands without a JSON form: their help does not list `--json`, and they refuse it.

use clap::{Arg, ArgAction, ArgMatches, Command};

/// Each command as typed, and the reason where it is not obvious.
const WITHOUT: [(&[&str], &str); 7] = [
    (&["play"], ""),
    (&["engine"], ""),
    (&["bot", "connect"], ": its games are kept by the server"),
    (&["reproduce"], ""),
    (&["mnk"], ""),
    (&["completions"], ""),
    (&["man"], ""),
];

/// All commands, those without a JSON form with `--json` hidden.
pub(crate) fn hidden(all: Command) -> Command {
    WITHOUT.iter().fold(all, |all, (path, _)| hidden_at(all, path))
}

fn hidden_at(command: Command, path: &[&str]) -> Command {
    match path {
        [] => {
            let names: Vec<String> =
                command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            let shown = |command: Command, name: &String| {
                command.mut_subcommand(name, |sub| sub.arg(json()))
            };
            // Its subcommands may have such a form.
            names.iter().fold(command.arg(json().hide(true)), shown)
        }
        [first, rest @ ..] => command.mut_subcommand(*first, |sub| hidden_at(sub, rest)),
    }
}

fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .global(true)
        .action(ArgAction::SetTrue)
        .help("Print the answer as JSON")
}

/// Why `--json` is refused with this command line, if it is.
pub(crate) fn refusal(matches: &ArgMatches) -> Option<String> {
    let (mut path, mut at) = (Vec::new(), matches);
    let has = |matches: &ArgMatches| {
        matches.try_get_one::<bool>("json").ok().flatten().copied().unwrap_or_default()
    };
    let mut asked = has(matches);
    while let Some((name, sub)) = at.subcommand() {
        path.push(name);
        at = sub;
        asked |= has(sub);
    }
    let (path, why) = WITHOUT.iter().find(|(known, _)| asked && path == *known)?;
    Some(format!("{} has no JSON form{why}", path.join(" ")))
}
