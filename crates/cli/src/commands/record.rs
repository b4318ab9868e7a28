//! `record check`: does a record tell the truth?

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use ninefold_core::Record;
use ninefold_desk::{Games, Opener};
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// The largest file that is read; a game of a million moves is smaller.
const LARGEST: u64 = 16 << 20;

/// Replays a record and compares its result.
pub(super) fn check(
    games: &Games,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let text = read(file, console)?;
    let record = Record::parse(&text).with_context(|| file.display().to_string())?;
    let (moves, game) = (record.moves.len(), record.game.clone());
    let verdict = games.open(&game, Opener::Record(Box::new(record)))?;
    let problem = verdict.as_ref().err().map(ToString::to_string);
    if json {
        let ok = problem.is_none();
        print_json(
            console,
            &json!({ "ok": ok, "game": game, "moves": moves, "problem": problem }),
        )?;
    }
    match (verdict, problem) {
        (Ok(table), _) => {
            if !json {
                let end =
                    table.view().outcome.map_or("the game goes on".into(), |end| end.sentence);
                writeln!(console.out, "{game}: {moves} moves are legal; {end}")?;
            }
            Ok(Answer::Yes)
        }
        (Err(_), problem) => {
            if !json {
                let problem = problem.unwrap_or_default();
                writeln!(console.err, "ninefold: {}: {problem}", file.display())?;
            }
            Ok(Answer::No)
        }
    }
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(file: &Path, console: &mut Console<'_>) -> Result<String> {
    let mut text = String::new();
    if file == Path::new("-") {
        Read::take(&mut *console.input, LARGEST).read_to_string(&mut text)
    } else {
        let opened = std::fs::File::open(file);
        opened.and_then(|opened| opened.take(LARGEST).read_to_string(&mut text))
    }
    .with_context(|| format!("cannot read {}", file.display()))?;
    Ok(text)
}
