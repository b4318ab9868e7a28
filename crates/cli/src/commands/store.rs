//! `store`: maintenance of the store of games.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Result, bail};
use ninefold_store::{Imported, Store};
use serde_json::json;

use super::print_json;
use crate::args::StoreCommand;
use crate::saves::{self, shown};
use crate::{Answer, Console};

/// Runs a subcommand on the store of a data folder, which must exist except for an import.
pub(super) fn run(
    command: &StoreCommand,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    if !Store::is_in(data) && !matches!(command, StoreCommand::Import { .. }) {
        bail!("there is no store in {}: name another folder with --data", shown(data));
    }
    match command {
        StoreCommand::Check => check(data, json, console),
        StoreCommand::Backup { file } => {
            Store::open(data)?.back_up(file)?;
            match json {
                true => print_json(console, &json!({ "file": file }))?,
                false => writeln!(console.out, "a copy is in {}", shown(file))?,
            }
            Ok(Answer::Yes)
        }
        StoreCommand::Export { file: None } => {
            Store::open(data)?.export(&mut console.out)?;
            Ok(Answer::Yes)
        }
        StoreCommand::Export { file: Some(file) } => {
            let rows = Store::open(data)?.export_to(file)?;
            match json {
                true => print_json(console, &json!({ "file": file, "rows": rows }))?,
                false => writeln!(console.out, "{rows} rows are in {}", shown(file))?,
            }
            Ok(Answer::Yes)
        }
        StoreCommand::Import { file } => {
            let lines = File::open(file).map_err(|error| saves::cannot_read(file, &error))?;
            let done = Store::open(data)?.import(BufReader::new(lines), file)?;
            let Imported { new, known, renamed, unreadable } = done;
            if json {
                let done = json!({ "new": new, "known": known, "renamed": renamed, "unreadable": unreadable });
                print_json(console, &done)?;
            } else {
                writeln!(
                    console.out,
                    "{new} rows are new, {known} were there already, {renamed} games got another name"
                )?;
                for problem in &unreadable {
                    writeln!(console.out, "kept as it is, though it cannot be read: {problem}")?;
                }
            }
            Ok(Answer::Yes)
        }
        StoreCommand::Repair => {
            let done = Store::repair(data)?;
            match json {
                true => {
                    print_json(console, &json!({ "kept": done.kept, "damaged": done.damaged }))?
                }
                false => {
                    let damaged = shown(&done.damaged);
                    writeln!(
                        console.out,
                        "{} rows are kept; the damaged store is {damaged}",
                        done.kept
                    )?;
                }
            }
            Ok(Answer::Yes)
        }
    }
}

fn check(data: &Path, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let found = Store::examine(data)?;
    if json {
        let answer = json!({
            "whole": found.is_whole(),
            "games": found.games,
            "runs": found.runs,
            "studies": found.studies,
            "file": found.file,
            "unreadable": found.unreadable,
        });
        print_json(console, &answer)?;
    } else {
        let counted = |number: u64, one: &str, more: &str| {
            format!("{number} {}", if number == 1 { one } else { more })
        };
        let games = counted(found.games, "game", "games");
        let runs = counted(found.runs, "run", "runs");
        let studies = counted(found.studies, "study", "studies");
        writeln!(console.out, "{games}, {runs} and {studies} can be read")?;
        for line in found.file.iter().chain(&found.unreadable) {
            writeln!(console.out, "{line}")?;
        }
        if !found.file.is_empty() {
            writeln!(console.out, "ninefold store repair keeps all that can be read")?;
        }
    }
    Ok(if found.is_whole() { Answer::Yes } else { Answer::No })
}
