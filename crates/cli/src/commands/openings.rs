//! Opening files: one position or list of moves per line.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use ninefold_arena::OpeningLine;
use ninefold_core::quote;
use ninefold_session::{GameKind, balanced_openings, opening_position, read_opening};

use crate::saves;

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// The name of the openings that come with a game.
const BALANCED: &str = "balanced";

/// The openings of a file, or the single one of a position; without either they are random. Unless
/// there is a file of that name, `balanced` means those that come with the game.
pub(super) fn given(
    kind: &dyn GameKind,
    file: Option<&Path>,
    position: Option<&str>,
) -> Result<Vec<OpeningLine>> {
    if let Some(text) = position {
        return Ok(vec![opening_position(kind, text, Vec::new())?]);
    }
    let Some(file) = file else { return Ok(Vec::new()) };
    let text = match file == Path::new(BALANCED) && !file.exists() {
        true => match balanced_openings(kind) {
            Some(text) => text.to_owned(),
            None => bail!("{} comes without balanced openings, wanted a file", quote(kind.spec())),
        },
        false => saves::read(file, &mut std::io::empty(), LARGEST)?,
    };
    let name = quote(&file.to_string_lossy());
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let read = read_opening(kind, line);
        lines.extend(read.map_err(|problem| anyhow!("{name}, line {number}: {problem}"))?);
    }
    if lines.is_empty() {
        bail!("{name} has no opening, wanted a position or a list of moves a line");
    }
    Ok(lines)
}
