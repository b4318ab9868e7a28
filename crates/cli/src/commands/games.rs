//! `games` and `rules`: what can be played, and how.

use anyhow::Result;
use ninefold_core::{FamilyInfo, Parameter};
use ninefold_desk::{Games, Opener, Setup, player_kinds};
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
        print_parameters(family.parameters, console)?;
        for (alias, full) in family.aliases {
            writeln!(console.out, "    {alias} = {full}")?;
        }
    }
    Ok(Answer::Yes)
}

/// Every kind of player with its parameters.
pub(super) fn players(json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let kinds = player_kinds();
    if json {
        let kinds: Vec<_> = kinds
            .iter()
            .map(|kind| {
                let parameters: Vec<_> = kind.parameters.iter().map(describe_parameter).collect();
                json!({ "id": kind.id, "summary": kind.summary, "parameters": parameters })
            })
            .collect();
        print_json(console, &json!({ "players": kinds }))?;
        return Ok(Answer::Yes);
    }
    for kind in kinds {
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

fn describe(family: &FamilyInfo) -> serde_json::Value {
    let parameters: Vec<_> = family.parameters.iter().map(describe_parameter).collect();
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

fn describe_parameter(parameter: &Parameter) -> serde_json::Value {
    json!({
        "name": parameter.name,
        "summary": parameter.summary,
        "wanted": parameter.kind.to_string(),
        "default": (!parameter.default.is_empty()).then_some(parameter.default),
        "positional": parameter.positional,
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
    games.open(game, Opener::Setup(Setup::default()))??;
    if json {
        print_json(console, &json!({ "game": family.id, "rules": family.rules }))?;
    } else {
        writeln!(console.out, "{}", family.rules.trim_end())?;
    }
    Ok(Answer::Yes)
}
