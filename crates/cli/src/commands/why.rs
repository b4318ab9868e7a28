//! `solve --why`: shows on the board why a player cannot win.

use std::collections::HashMap;

use anyhow::Result;
use ninefold_solve::{Reason, ReasonAnswer, Reasons, Request, Solver};
use serde_json::json;

use super::print_json;
use super::solve::watched;
use crate::{Answer, Console};

/// Explains why players cannot win.
pub(super) fn why(
    solver: &dyn Solver,
    request: &Request,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let Reasons { found, not_held, open } = watched(console, |watch| solver.why(request, watch))?;
    let answer = if found.is_empty() { Answer::No } else { Answer::Yes };
    if json {
        print_json(console, &json!({ "why": found, "not_held": not_held, "open": open }))?;
        return Ok(answer);
    }
    for reason in &found {
        print(reason, &request.position, console)?;
    }
    for player in &not_held {
        let what = format!(
            "player {player} cannot be held by pairs and answers alone: player {player} wins, or it takes threats"
        );
        writeln!(console.err, "ninefold: {what}")?;
    }
    for player in &open {
        let what = format!(
            "whether player {player} can be held was not found; give it more --time or --memory"
        );
        writeln!(console.err, "ninefold: {what}")?;
    }
    if found.is_empty() && not_held.is_empty() && open.is_empty() {
        writeln!(console.err, "ninefold: the game is over")?;
    }
    Ok(answer)
}

fn print(reason: &Reason, position: &str, console: &mut Console<'_>) -> Result<()> {
    let (player, holder) = (reason.player, 3 - reason.player);
    let out = &mut console.out;
    if reason.complete {
        writeln!(
            out,
            "player {player} cannot win: player {holder} always takes the other cell of a pair,"
        )?;
        writeln!(out, "and every line that is open to player {player} contains a pair:")?;
        return Ok(write!(out, "{}", drawn(position, &reason.pairs))?);
    }
    writeln!(out, "player {player} cannot win: player {holder} has an answer to everything")?;
    if !reason.pairs.is_empty() {
        writeln!(out, "  he always takes the other cell of {}", listed(&reason.pairs))?;
    }
    for answer in &reason.answers {
        writeln!(out, "  {}", told(answer))?;
    }
    Ok(())
}

fn told(answer: &ReasonAnswer) -> String {
    let ReasonAnswer { to, stone, pairs, complete } = answer;
    let then = match (complete, pairs.is_empty()) {
        (true, true) => "no line is open any more".to_owned(),
        (true, false) => format!("then pairs hold: {}", listed(pairs)),
        (false, _) => "then ask again".to_owned(),
    };
    match to.is_empty() {
        true => format!("he plays {stone}; {then}"),
        false => format!("to {}: {stone}; {then}", to.join(" ")),
    }
}

fn listed(pairs: &[[String; 2]]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|pair| pair.join("-")).collect();
    pairs.join(" ")
}

/// The board with the same letter, or number after 52 letters, on both cells of a pair.
fn drawn(position: &str, pairs: &[[String; 2]]) -> String {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    let name = |index: usize| {
        letters.get(index).map_or_else(|| (index - letters.len() + 3).to_string(), char::to_string)
    };
    let mut names = HashMap::new();
    for (index, pair) in pairs.iter().enumerate() {
        for cell in pair {
            names.insert(cell.as_str(), name(index));
        }
    }
    let rows = position.split(' ').next().unwrap_or_default();
    let mut text = String::new();
    for (row, cells) in rows.split('/').enumerate() {
        for (column, stone) in cells.chars().enumerate() {
            let cell = format!("{},{}", row + 1, column + 1);
            let shown = match (stone, names.get(cell.as_str())) {
                ('0', Some(name)) => name.clone(),
                ('0', None) => ".".to_owned(),
                (stone, _) => stone.to_string(),
            };
            text += &format!("{shown:>3}");
        }
        text.push('\n');
    }
    text
}
