//! `record`: verifies records, and exports and imports stored games.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ninefold_core::{Record, quote};
use ninefold_session::Games;
use ninefold_store::GameFilter;
use serde::Serialize;
use serde_json::json;

use super::print_json;
use crate::kept_games::KeptGames;
use crate::saves::{self, LARGEST_RECORD, shown};
use crate::{Answer, Console};

/// Replays a record and compares its result.
pub(super) fn check(
    games: &Games,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let record = read(file, console)?;
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

fn read(file: &Path, console: &mut Console<'_>) -> Result<Record> {
    let text = saves::read(file, &mut console.input, LARGEST_RECORD)?;
    Record::parse(&text).with_context(|| shown(file))
}

/// A stored game in a list.
#[derive(Serialize)]
struct Listed {
    name: String,
    game: String,
    seats: Vec<String>,
    moves: usize,
    over: bool,
    updated: i64,
}

/// Lists the stored games.
pub(super) fn list(
    games: &Games,
    kept: &KeptGames,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let store = kept.open(games)?;
    let all = store.games(&GameFilter { limit: u32::MAX, ..GameFilter::default() })?;
    let listed = all.into_iter().map(|kept| Listed {
        name: kept.id,
        game: kept.record.game,
        seats: kept.record.seats,
        moves: kept.record.moves.len(),
        over: kept.record.result.is_some(),
        updated: kept.updated,
    });
    if json {
        print_json(console, &json!({ "games": listed.collect::<Vec<_>>() }))?;
        return Ok(Answer::Yes);
    }
    for Listed { name, game, seats, moves, over, .. } in listed {
        let state = if over { "over" } else { "goes on" };
        let seats = seats.join(", ");
        let s = if moves == 1 { "" } else { "s" };
        writeln!(console.out, "{name:<16}  {game} between {seats}: {moves} move{s}, {state}")?;
    }
    Ok(Answer::Yes)
}

/// Prints or writes the record of a stored game.
pub(super) fn export(
    games: &Games,
    kept: &KeptGames,
    name: &str,
    output: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let found = kept.game(games, name)?;
    let found = found.ok_or_else(|| anyhow!("there is no game {}", quote(name)))?;
    let record = found.annotated_record()?;
    if let Some(file) = output {
        saves::create(file, &record)?;
    }
    match (json, output) {
        (true, _) => print_json(console, &json!({ "name": name, "record": record.to_string() }))?,
        (false, Some(_)) => {}
        (false, None) => write!(console.out, "{record}")?,
    }
    Ok(Answer::Yes)
}

/// Stores the game of a record.
pub(super) fn import(
    games: &Games,
    kept: &KeptGames,
    file: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let record = read(file, console)?;
    let name = kept.import(games, record).with_context(|| shown(file))?.kept.id;
    match json {
        true => print_json(console, &json!({ "name": name }))?,
        false => writeln!(console.out, "{name}")?,
    }
    Ok(Answer::Yes)
}
