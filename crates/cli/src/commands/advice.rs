//! `eval` and `best`: an evaluator's view of a position, and a computer's move.

use std::path::Path;

use anyhow::Result;
use ninefold_session::{Effort, Evaluation, PlayerSpec, Programs, Session};

use super::{explanation, print_json};
use crate::words::known_worth;
use crate::{Answer, Console, ending_table};

/// One value per player, or one weight per move.
pub(super) fn eval(
    session: &dyn Session,
    evaluator: &str,
    explain: bool,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let evaluation =
        if explain { session.explain(evaluator)? } else { session.evaluate(evaluator)? };
    if json {
        print_json(console, &evaluation)?;
        return Ok(Answer::Yes);
    }
    if let Some(explained) = evaluation.explained() {
        explanation::lines(explained)
            .iter()
            .try_for_each(|line| writeln!(console.out, "{line}"))?;
    }
    match evaluation {
        Evaluation::Values { values, .. } => writeln!(console.out, "{}", spaced(&values))?,
        Evaluation::Weights { weights, choice, .. } => {
            for (mv, weight) in &weights {
                let chosen = if choice.as_ref() == Some(mv) { "  <" } else { "" };
                writeln!(console.out, "{mv} {weight}{chosen}")?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// The move a computer would play, and its search result; without a named computer, what is known
/// about the position.
pub(super) fn best(
    session: &dyn Session,
    player: Option<&str>,
    data: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let player = player.map(|player| PlayerSpec::parse_with(player, Programs::Allowed));
    let player = player.transpose()?;
    if player.as_ref().is_none_or(PlayerSpec::looks_into_tables) {
        // If there can be no table, the search still works.
        let _ = ending_table::for_position(session, data, console);
    }
    let advice = match &player {
        Some(player) => session.advise(player)?,
        None => session.hint(&Effort::default()),
    };
    let answer = if advice.best.is_some() { Answer::Yes } else { Answer::No };
    if json {
        print_json(console, &advice)?;
        return Ok(answer);
    }
    let view = session.view();
    let seat = view.seats.get(view.to_move.saturating_sub(1));
    let worth = seat.and_then(|seat| known_worth(&advice, &view, &seat.name));
    let worth = worth.map(|worth| ("worth", worth));
    let decision = match advice.decided {
        Some(turns @ 1..) => format!(" (wins in {turns})"),
        Some(turns) => format!(" (loses in {})", -turns),
        None => String::new(),
    };
    let rows = [
        ("move", advice.best.unwrap_or_else(|| "none, the game is over".into())),
        ("values", spaced(&advice.values) + &decision),
        ("depth", advice.depth.to_string()),
        ("nodes", advice.nodes.to_string()),
        ("cuts", advice.cuts.to_string()),
        ("line", advice.pv.join(" ")),
    ];
    let why = advice.why.map(|why| ("why", why.sentence));
    let note = advice.note.map(|note| ("note", note));
    for (name, value) in rows.into_iter().chain(worth).chain(why).chain(note) {
        writeln!(console.out, "{name:<7} {value}")?;
    }
    Ok(answer)
}

fn spaced(values: &[i32]) -> String {
    values.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}
