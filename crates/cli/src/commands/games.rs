//! `games` and `rules`: the games, and their rules.

use anyhow::Result;
use ninefold_core::{EvaluatorInfo, FamilyInfo, Parameter};
use ninefold_session::{Catalogue, GameKind, Games, player_kinds};
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// All games with their parameters.
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
        if let Some(kind) = family.names().find_map(|name| games.kind(name).ok()) {
            print_evaluators("eval=", &kind.evaluators(), console)?;
            for (name, more) in evaluators_of_forms(games, family, &*kind) {
                print_evaluators(&format!("{name} also: eval="), &more, console)?;
            }
            print_evaluators("heuristic:eval=", &kind.heuristics(), console)?;
        }
    }
    Ok(Answer::Yes)
}

/// All kinds of players with their parameters.
pub(super) fn players(games: &Games, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    if json {
        print_json(console, &json!({ "players": Catalogue::new(games).players }))?;
        return Ok(Answer::Yes);
    }
    for kind in player_kinds() {
        writeln!(console.out, "{:<10} {}", kind.id, kind.summary)?;
        print_parameters(kind.parameters, console)?;
    }
    writeln!(console.out, "What eval= takes belongs to a game; ninefold games tells more of it.")?;
    for family in games.families() {
        let Some(kind) = family.names().find_map(|name| games.kind(name).ok()) else { continue };
        let ids = |found: &[&EvaluatorInfo]| {
            found.iter().map(|one| one.id).collect::<Vec<_>>().join(", ")
        };
        writeln!(console.out, "    {:<10} eval={}", family.id, ids(&kind.evaluators()))?;
        for (name, more) in evaluators_of_forms(games, family, &*kind) {
            writeln!(console.out, "    {:<10} eval={} ({name})", "", ids(&more))?;
        }
        if !kind.heuristics().is_empty() {
            writeln!(console.out, "    {:<10} heuristic:eval={}", "", ids(&kind.heuristics()))?;
        }
    }
    Ok(Answer::Yes)
}

/// The evaluators of named forms of a game that the default form lacks.
fn evaluators_of_forms(
    games: &Games,
    family: &FamilyInfo,
    usual: &dyn GameKind,
) -> Vec<(&'static str, Vec<&'static EvaluatorInfo>)> {
    let known: Vec<&str> = usual.evaluators().iter().map(|one| one.id).collect();
    let of_form = |name| {
        let all = games.kind(name).ok()?.evaluators();
        let more: Vec<_> = all.into_iter().filter(|one| !known.contains(&one.id)).collect();
        (!more.is_empty()).then_some((name, more))
    };
    family.names().filter_map(of_form).collect()
}

/// Prints the evaluators for searches, with their parameters in brackets.
fn print_evaluators(
    before: &str,
    evaluators: &[&EvaluatorInfo],
    console: &mut Console<'_>,
) -> Result<()> {
    for evaluator in evaluators {
        let names: Vec<&str> = evaluator.parameters.iter().map(|one| one.name).collect();
        let form = match names.is_empty() {
            true => evaluator.id.to_owned(),
            false => format!("{}({}=…)", evaluator.id, names.join("=…,")),
        };
        writeln!(console.out, "    {before}{form}  {}", evaluator.summary)?;
    }
    Ok(())
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
