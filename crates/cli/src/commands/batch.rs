//! Many positions in one run: lines of JSON in, lines of JSON out.

use anyhow::{Context, Result};
use ninefold_session::{Games, Origin, Session, Setup};
use serde::Deserialize;
use serde_json::{Value, json};

use super::print_json;
use crate::{Answer, Console};

/// The options of a command for a single position.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    position: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    seed: Option<u64>,
}

/// The form of a line.
const WANTED: &str =
    "wanted a position's text in quotes, or an object with position or fen, moves and seed";

/// The setup given by a line, with defaults from `usual`.
fn setup(line: &[u8], usual: &Setup) -> Result<Setup> {
    // Some editors start a file with a byte order mark.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = std::str::from_utf8(line).ok().context("the line is no text")?;
    let asked = match serde_json::from_str(line).ok().context(WANTED)? {
        Value::String(position) => Asked { position: Some(position), ..Asked::default() },
        object @ Value::Object(_) => serde_json::from_value(object).context(WANTED)?,
        _ => anyhow::bail!(WANTED),
    };
    let origin = match (asked.position, asked.fen) {
        (Some(_), Some(_)) => anyhow::bail!("position and fen are given, wanted one of them"),
        (Some(text), None) => Origin::Position(text),
        (None, Some(text)) => Origin::Fen(text),
        (None, None) => usual.origin.clone(),
    };
    let seed = asked.seed.unwrap_or(usual.seed);
    Ok(Setup { seed, origin, moves: asked.moves, data: usual.data.clone() })
}

/// Answers every line of standard input, reporting errors in place of the answer. The overall
/// result is "no" if any line was invalid.
pub(super) fn each_line(
    games: &Games,
    (spec, usual): (String, Setup),
    console: &mut Console<'_>,
    mut answer: impl FnMut(&dyn Session, &mut Console<'_>) -> Result<Answer>,
) -> Result<Answer> {
    let kind = games.kind(&spec)?;
    let mut all = Answer::Yes;
    let mut line = Vec::new();
    loop {
        line.clear();
        if console.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(all);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let opened = setup(line.trim_ascii(), &usual).and_then(|setup| Ok(kind.open(&setup)?));
        let told = match opened {
            Ok(session) => answer(&*session, console).map(|_| ()),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = told {
            if crate::is_broken_pipe(&problem) {
                return Err(problem);
            }
            print_json(console, &json!({ "error": format!("{problem:#}") }))?;
            all = Answer::No;
        }
        console.out.flush()?;
    }
}
