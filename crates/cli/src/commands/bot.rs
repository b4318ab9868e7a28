//! `bot check`: tests whether a program speaks the protocol; `bot connect`: lets a program play on
//! another machine.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use ninefold_core::Fault;
use ninefold_session::{BotReport, Games, Programs, TrialStep};
use serde_json::json;

use super::bot_connect::{self, Joining};
use super::print_json;
use crate::args::arena::BotCommand;
use crate::{Answer, Console};

/// Tests a program on positions of every phase of a game and reports the result.
pub(super) fn run(
    games: &Games,
    command: BotCommand,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let (player, game) = match command {
        BotCommand::Check { player, game } => (player, game),
        BotCommand::Connect { url, player, code, name, token, games: most, label, tls_ca } => {
            let joining = Joining { url, player, code, name, token, most, label, tls_ca };
            return bot_connect::run(games, joining, data, console);
        }
    };
    let arena = games.kind(&game)?.arena(None, Programs::Allowed);
    let report = arena.try_bot(&player)?;
    let failed = report.steps.iter().find(|step| step.problem.is_some());
    if json {
        let value = json!({ "player": player, "game": arena.spec(), "ok": failed.is_none(), "report": report });
        print_json(console, &value)?;
    } else {
        print(arena.spec(), &report, console)?;
    }
    Ok(if failed.is_none() { Answer::Yes } else { Answer::No })
}

fn print(game: &str, report: &BotReport, console: &mut Console<'_>) -> Result<()> {
    for step in &report.steps {
        let TrialStep { phase, seat, plies, .. } = step;
        let told = match &step.played {
            Some(played) => format!("{played}, which is legal"),
            None => "no move".to_owned(),
        };
        let s = if *plies == 1 { "" } else { "s" };
        writeln!(console.out, "{phase}, seat {seat}, after {plies} move{s}: {told}")?;
        let Some(problem) = &step.problem else { continue };
        // Problems with a move are attributed to the move.
        let whose = if step.fault == Some(Fault::ILLEGAL_MOVE) { "'s" } else { "" };
        writeln!(console.out, "\nThe program{whose} {problem}.")?;
        writeln!(console.out, "It was asked about: {}", step.position)?;
        let advice = match report.protocol {
            Some(_) => {
                "See docs/engines.md; ninefold engine test tells which commands it answers wrongly."
            }
            None => advice(step.fault.unwrap_or_default()),
        };
        writeln!(console.out, "{advice}")?;
        if let Some(said) = &step.stderr {
            writeln!(console.out, "Its last lines on standard error:")?;
            for line in said.lines() {
                writeln!(console.out, "    {line}")?;
            }
        }
        return Ok(());
    }
    let phases: BTreeSet<&str> = report.steps.iter().map(|step| step.phase.as_str()).collect();
    let phases: Vec<&str> = phases.into_iter().collect();
    let (count, phases) = (report.steps.len(), phases.join(", "));
    writeln!(
        console.out,
        "\nAll is well: {count} positions of {game} ({phases}) had a legal answer."
    )?;
    let stays = match report.stays {
        _ if report.protocol.is_some() => {
            "It was started once for all of them; ninefold engine test tries its protocol."
        }
        true => "It speaks version 2 of the protocol and stays for further games.",
        false => {
            "It speaks version 1 of the protocol and is started anew for every game; a program that says \"ready\" \
             once it can play stays (docs/bots.md)."
        }
    };
    writeln!(console.out, "{stays}")?;
    Ok(())
}

/// Advice for each kind of fault.
fn advice(fault: &str) -> &'static str {
    match fault {
        Fault::CANNOT_START => {
            "Look at the path in cmd(…); a script needs a first line such as #!/usr/bin/env python3 and the right to be run."
        }
        Fault::CRASH => {
            "It ended before it said a move: run it by hand and type the lines of docs/bots.md."
        }
        Fault::ILLEGAL_MOVE => {
            "A move must be one of the words after \"legal\", letter by letter; those of the last \"legal\" line count."
        }
        Fault::GARBAGE => {
            "After \"go\" it says one line, \"move\" and the move; anything else it wants to tell begins with \"info\" or goes \
             to standard error."
        }
        Fault::START_TIME => {
            "Does it read lines until \"go\", and does it flush its output after \"move …\"? If it only starts slowly, \
             allow it more by start=, and let it say \"ready\" once it can play."
        }
        Fault::MOVE_TIME => {
            "Does it flush its output after every move? If it thinks longer, allow it more by time=."
        }
        _ => "See docs/bots.md.",
    }
}
