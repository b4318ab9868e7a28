//! Opening files: positions or lists of moves, one a line.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use ninefold_arena::OpeningLine;
use ninefold_core::quote;
use ninefold_session::{GameKind, Origin, Setup};

use crate::saves;

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// The openings of a file, or the single one of a position; none of both leaves them to chance.
pub(super) fn given(
    kind: &dyn GameKind,
    file: Option<&Path>,
    position: Option<&str>,
) -> Result<Vec<OpeningLine>> {
    if let Some(text) = position {
        return Ok(vec![read_position(kind, text, Vec::new())?]);
    }
    let Some(file) = file else { return Ok(Vec::new()) };
    let text = saves::read(file, &mut std::io::empty(), LARGEST)?;
    let name = quote(&file.to_string_lossy());
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        // What other managers write: comments after # and ;, as in EPD files.
        let line = line.split(['#', ';']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let read = read_line(kind, line);
        lines.push(read.map_err(|problem| anyhow!("{name}, line {number}: {problem}"))?);
    }
    if lines.is_empty() {
        bail!("{name} has no opening, wanted a position or a list of moves a line");
    }
    Ok(lines)
}

/// A line: moves, with or without their numbers; a position; or a position, the word moves, and moves.
fn read_line(kind: &dyn GameKind, line: &str) -> Result<OpeningLine> {
    let words = |text: &str| -> Vec<String> {
        let is_number = |word: &&str| {
            word.strip_suffix('.').is_some_and(|rest| {
                let rest = rest.trim_end_matches('.');
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        text.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned).collect()
    };
    if let Some((position, moves)) = line.split_once(" moves ") {
        return read_position(kind, position, words(moves));
    }
    let moves = words(line);
    let by_moves = opened(kind, Origin::Start, moves.clone());
    match by_moves {
        Ok(()) => Ok(OpeningLine { position: None, moves }),
        Err(problem) => read_position(kind, line, Vec::new())
            .map_err(|other| anyhow!("neither moves ({problem}) nor a position ({other})")),
    }
}

fn read_position(kind: &dyn GameKind, text: &str, moves: Vec<String>) -> Result<OpeningLine> {
    let position = Some(text.to_owned());
    match opened(kind, Origin::Position(text.to_owned()), moves.clone()) {
        Ok(()) => Ok(OpeningLine { position, moves }),
        Err(problem) => {
            // As another program writes it, where there is such a form.
            let setup = Setup {
                origin: Origin::Fen(text.to_owned()),
                moves: moves.clone(),
                ..Setup::default()
            };
            let Ok(session) = kind.open(&setup) else { bail!("{problem}") };
            let position = session.record(&[]).position;
            Ok(OpeningLine { position, moves })
        }
    }
}

/// Whether a game can begin there.
fn opened(kind: &dyn GameKind, origin: Origin, moves: Vec<String>) -> Result<()> {
    let session = kind.open(&Setup { origin, moves, ..Setup::default() })?;
    if session.status().over {
        bail!("the game is over there");
    }
    Ok(())
}
