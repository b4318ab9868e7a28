//! Many positions in one run: a line of JSON in, a line of JSON out.

use anyhow::{Context, Result};
use ninefold_session::{Games, Origin, Session, Setup};
use serde::Deserialize;
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// A line that asks about a position: its text alone, or an object.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Text(String),
    Asked(Asked),
}

/// What the options of a command say of a single position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    position: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    seed: Option<u64>,
}

/// The setup that a line asks for, where it leaves nothing to `usual`.
fn setup(line: &str, usual: &Setup) -> Result<Setup> {
    let read = serde_json::from_str(line).context(
        "wanted a position's text in quotes, or an object with position or fen, moves and seed",
    )?;
    let asked = match read {
        Line::Text(position) => {
            Asked { position: Some(position), fen: None, moves: Vec::new(), seed: None }
        }
        Line::Asked(asked) => asked,
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

/// Answers every line of standard input, and tells what is wrong with a line in its place. The answer as a whole is no
/// when one of them was wrong.
pub(super) fn each_line(
    games: &Games,
    (spec, usual): (String, Setup),
    console: &mut Console<'_>,
    mut answer: impl FnMut(&dyn Session, &mut Console<'_>) -> Result<Answer>,
) -> Result<Answer> {
    let kind = games.kind(&spec)?;
    let mut all = Answer::Yes;
    let mut line = String::new();
    loop {
        line.clear();
        if console.input.read_line(&mut line)? == 0 {
            return Ok(all);
        }
        if line.trim().is_empty() {
            continue;
        }
        let opened = setup(line.trim(), &usual).and_then(|setup| Ok(kind.open(&setup)?));
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
