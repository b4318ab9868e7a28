//! `games` and `rules`: what can be played, and how.

use anyhow::Result;
use ninefold_core::FamilyInfo;
use ninefold_desk::Games;
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// Every game with its parameters.
pub(super) fn list(games: &Games, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    if json {
        let families: Vec<_> = games.families().map(describe).collect();
        print_json(console, &json!({ "games": families }))?;
        return Ok(Answer::Yes);
    }
    for family in games.families() {
        writeln!(console.out, "{:<20} {}: {}", family.form(), family.title, family.summary)?;
        for parameter in family.parameters {
            let name = match parameter.positional {
                true => parameter.name.to_uppercase(),
                false => format!("{}=", parameter.name),
            };
            let default = format!("{} [{}]", parameter.kind, parameter.default);
            writeln!(console.out, "    {name:<10} {}: {default}", parameter.summary)?;
        }
        for (alias, full) in family.aliases {
            writeln!(console.out, "    {alias} = {full}")?;
        }
    }
    Ok(Answer::Yes)
}

fn describe(family: &FamilyInfo) -> serde_json::Value {
    let parameters: Vec<_> = family
        .parameters
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "summary": parameter.summary,
                "wanted": parameter.kind.to_string(),
                "default": parameter.default,
                "positional": parameter.positional,
            })
        })
        .collect();
    let aliases: Vec<_> =
        family.aliases.iter().map(|(name, spec)| json!({ "name": name, "spec": spec })).collect();
    json!({
        "id": family.id,
        "form": family.form(),
        "title": family.title,
        "summary": family.summary,
        "parameters": parameters,
        "aliases": aliases,
    })
}

/// The rules page of a game.
pub(super) fn rules(
    games: &Games,
    game: &str,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let family = games.family(game)?;
    if json {
        print_json(console, &json!({ "game": family.id, "rules": family.rules }))?;
    } else {
        writeln!(console.out, "{}", family.rules.trim_end())?;
    }
    Ok(Answer::Yes)
}
