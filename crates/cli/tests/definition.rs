//! All commands and flags, as scripts write them.

use clap::{Arg, Command};

use crate::common::Sandbox;

/// One line a command or flag: its names, its value, its default. Help is prose and may change.
fn lines(command: &Command, around: &str, found: &mut String) {
    let path = format!("{around}{}", command.get_name());
    *found += &format!("{path}\n");
    let is_own = |arg: &&Arg| around.is_empty() || !arg.is_global_set();
    let is_help = |arg: &&Arg| arg.get_id() == "help";
    for arg in command.get_arguments().filter(is_own).filter(|arg| !is_help(arg)) {
        *found += &format!("  {}\n", line(arg));
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        lines(inner, &format!("{path} "), found);
    }
}

fn line(arg: &Arg) -> String {
    let mut parts = Vec::new();
    parts.extend(arg.get_short().map(|short| format!("-{short}")));
    parts.extend(arg.get_long().map(|long| format!("--{long}")));
    let takes_value = arg.get_action().takes_values();
    let names = arg.get_value_names().into_iter().flatten().filter(|_| takes_value);
    parts.extend(names.map(|name| format!("<{name}>")));
    if takes_value && let Some(count) = arg.get_num_args().filter(|count| *count != 1.into()) {
        parts.push(format!("({count})"));
    }
    let words: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if takes_value && !words.is_empty() {
        parts.push(format!("one of {}", words.join(", ")));
    }
    let defaults: Vec<_> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_value && !defaults.is_empty() {
        parts.push(format!("default {:?}", defaults.join(" ")));
    }
    for (is_so, word) in [(arg.is_required_set(), "required"), (arg.is_global_set(), "global")] {
        if is_so {
            parts.push(word.to_owned());
        }
    }
    parts.join(" ")
}

#[test]
fn commands_and_flags() {
    let mut definition = ninefold_cli::definition();
    definition.build();
    let mut found = String::new();
    lines(&definition, "", &mut found);
    insta::assert_snapshot!(found);
}

/// What has no JSON form does not offer it, and says so; what belongs to it may have one.
#[test]
fn only_what_has_a_json_form_offers_it() {
    let sandbox = Sandbox::new();
    for (words, offers) in [
        (&["play"][..], false),
        (&["engine"], false),
        (&["engine", "test"], true),
        (&["bot", "connect"], false),
        (&["bot", "check"], true),
        (&["reproduce"], false),
        (&["mnk"], false),
        (&["mnk", "check"], true),
        (&["completions"], false),
        (&["man"], false),
        (&["match"], true),
    ] {
        let help = sandbox.answer(&[words, &["--help"]].concat());
        assert_eq!(help.contains("--json"), offers, "{words:?}: {help}");
    }
    for before in [false, true] {
        let words = ["mnk", "--json"];
        let run = sandbox.run(&if before { [words[1], words[0]] } else { words });
        assert_eq!((run.code, run.err.as_str()), (2, "ninefold: mnk has no JSON form\n"));
    }
}
