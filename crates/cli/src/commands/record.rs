//! `record check`: does a record tell the truth?

use std::path::Path;

use anyhow::{Context, Result};
use ninefold_core::Record;
use ninefold_session::Games;
use serde_json::json;

use super::print_json;
use crate::saves::{self, LARGEST_RECORD, shown};
use crate::{Answer, Console};

/// Replays a record and compares its result.
pub(super) fn check(
    games: &Games,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let text = saves::read(file, &mut console.input, LARGEST_RECORD)?;
    let record = Record::parse(&text).with_context(|| shown(file))?;
    let (moves, game) = (record.moves.len(), record.game.clone());
    let kind = games.kind(&game).with_context(|| shown(file))?;
    let verdict = kind.replay(&record, None);
    let problem = verdict.as_ref().err().map(ToString::to_string);
    if json {
        let ok = problem.is_none();
        print_json(
            console,
            &json!({ "ok": ok, "game": game, "moves": moves, "problem": problem }),
        )?;
    } else if let Ok(session) = &verdict {
        let end = session.view().outcome.map_or("the game goes on".into(), |end| end.sentence);
        writeln!(console.out, "{game}: all {moves} moves are legal; {end}")?;
    } else if let Some(problem) = &problem {
        writeln!(console.err, "ninefold: {}: {problem}", shown(file))?;
    }
    Ok(if problem.is_none() { Answer::Yes } else { Answer::No })
}
