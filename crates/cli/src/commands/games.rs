//! `games` and `rules`: what can be played, and how.

use anyhow::Result;
use ninefold_core::Parameter;
use ninefold_session::{Catalogue, Games, player_kinds};
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// Every game with its parameters.
pub(super) fn list(games: &Games, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    if json {
        print_json(console, &json!({ "games": Catalogue::new(games).games }))?;
        return Ok(Answer::Yes);
    }
    for family in games.families() {
        writeln!(console.out, "{:<20} {}: {}", family.form(), family.title, family.summary)?;
        print_parameters(family.parameters, console)?;
        for (alias, full) in family.aliases {
            writeln!(console.out, "    {alias} = {full}")?;
        }
    }
    Ok(Answer::Yes)
}

/// Every kind of player with its parameters.
pub(super) fn players(games: &Games, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    if json {
        print_json(console, &json!({ "players": Catalogue::new(games).players }))?;
        return Ok(Answer::Yes);
    }
    for kind in player_kinds() {
        writeln!(console.out, "{:<10} {}", kind.id, kind.summary)?;
        print_parameters(kind.parameters, console)?;
    }
    Ok(Answer::Yes)
}

fn print_parameters(parameters: &[Parameter], console: &mut Console<'_>) -> Result<()> {
    for parameter in parameters {
        let name = match parameter.positional {
            true => parameter.name.to_uppercase(),
            false => format!("{}=", parameter.name),
        };
        let default = match parameter.default {
            "" => String::new(),
            default => format!(" [{default}]"),
        };
        writeln!(console.out, "    {name:<10} {}", parameter.summary)?;
        writeln!(console.out, "    {:<10}   {}{default}", "", parameter.kind)?;
    }
    Ok(())
}

/// The rules page of a game.
pub(super) fn rules(
    games: &Games,
    game: &str,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let family = games.family(game)?;
    games.kind(game)?;
    if json {
        print_json(console, &json!({ "game": family.id, "rules": family.rules }))?;
    } else {
        writeln!(console.out, "{}", family.rules.trim_end())?;
    }
    Ok(Answer::Yes)
}
