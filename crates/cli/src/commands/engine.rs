//! `engine`: runs Ninefold as an engine for other programs, until its input ends; `engine test`:
//! tests other engines.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ninefold_session::{
    EngineReport, EngineSetup, EngineStep, Games, PlayerSpec, Programs, serve_engine,
};
use serde_json::json;

use super::print_json;
use crate::args::{EngineArgs, EngineCommand};
use crate::{Answer, Console, ending_table};

/// Runs as an engine on standard input and output, or tests one.
pub(super) fn run(
    games: &Games,
    args: EngineArgs,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let EngineArgs { command, game, protocol, player } = args;
    if let Some(EngineCommand::Test { player, game }) = command {
        return test(games, &player, &game, json, console);
    }
    let kind = games.kind(&game.unwrap_or_default())?;
    if let Some(protocol) = protocol {
        protocol.fits(kind.spec()).map_err(|why| anyhow!(why))?;
    }
    let player = player.as_deref().map(PlayerSpec::parse).transpose()?;
    if let Some(player) = &player {
        // Checks that it is a computer that can play here.
        kind.arena(None, Programs::Refused).check(&player.to_string())?;
    }
    // A program waiting for the answer to its first line must not wait for a table.
    let looks = player.as_ref().is_none_or(PlayerSpec::looks_into_tables);
    let _making = ending_table::meanwhile(kind.spec(), data.clone().filter(|_| looks))?;
    serve_engine(games, EngineSetup { kind, protocol, player, data }, console.input, console.out)?;
    Ok(Answer::Yes)
}

/// Reports how an engine answers the commands of its protocol.
fn test(
    games: &Games,
    player: &str,
    game: &str,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let arena = games.kind(game)?.arena(None, Programs::Allowed);
    // A write error is noticed at the end.
    let mut tell = |step: &EngineStep| {
        if !json {
            let _ = print_step(step, console);
        }
    };
    let report = arena.test_engine(player, &mut tell)?;
    if json {
        let value = json!({ "player": player, "game": arena.spec(), "ok": report.is_well(), "report": report });
        print_json(console, &value)?;
    } else {
        print_summary(&report, console)?;
    }
    Ok(if report.is_well() { Answer::Yes } else { Answer::No })
}

fn print_step(step: &EngineStep, console: &mut Console<'_>) -> Result<()> {
    match (&step.problem, &step.answer) {
        (Some(problem), _) => writeln!(console.out, "wrong  {}: {problem}", step.command)?,
        (None, Some(answer)) => writeln!(console.out, "right  {}: {answer}", step.command)?,
        (None, None) => writeln!(console.out, "right  {}: it has ended", step.command)?,
    }
    Ok(console.out.flush()?)
}

fn print_summary(report: &EngineReport, console: &mut Console<'_>) -> Result<()> {
    let wrong = report.steps.iter().filter(|step| step.problem.is_some()).count();
    let count = report.steps.len();
    match wrong {
        0 => writeln!(console.out, "\nAll is well: {count} commands were answered rightly.")?,
        _ => writeln!(console.out, "\n{wrong} of {count} commands were answered wrongly.")?,
    }
    if let Some(why) = &report.not_asked {
        writeln!(console.out, "Some commands are missing here: {why}.")?;
    }
    if let Some(said) = &report.stderr {
        writeln!(console.out, "Its last lines on standard error:")?;
        for line in said.lines() {
            writeln!(console.out, "    {line}")?;
        }
    }
    Ok(())
}
