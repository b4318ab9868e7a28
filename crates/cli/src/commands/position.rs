//! `moves`, `status`, `show` and `perft`: queries about one position.

use std::time::{Duration, Instant};

use anyhow::Result;
use ninefold_session::Session;
use serde_json::json;

use super::print_json;
use crate::{Answer, Console, draw};

/// The legal moves, one per line.
pub(super) fn moves(
    session: &dyn Session,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let moves = session.moves();
    if json {
        print_json(console, &json!({ "moves": moves }))?;
    } else {
        moves.iter().try_for_each(|mv| writeln!(console.out, "{mv}"))?;
    }
    Ok(if moves.is_empty() { Answer::No } else { Answer::Yes })
}

/// Phase, player to move and outcome.
pub(super) fn status(
    session: &dyn Session,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let status = session.status();
    if json {
        print_json(console, &status)?;
        return Ok(Answer::Yes);
    }
    let payoffs = status
        .payoffs
        .map(|payoffs| payoffs.iter().map(i16::to_string).collect::<Vec<_>>().join(" "));
    let rows = [
        ("phase", Some(status.phase)),
        ("to_move", Some(status.to_move.to_string())),
        ("over", Some(status.over.to_string())),
        ("payoffs", payoffs),
        ("reason", status.reason),
        ("position", Some(status.position)),
        ("fen", status.fen),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            writeln!(console.out, "{name:<9} {value}")?;
        }
    }
    Ok(Answer::Yes)
}

/// The board.
pub(super) fn show(session: &dyn Session, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let view = session.view();
    if json {
        print_json(console, &view)?;
    } else {
        write!(console.out, "{}", draw::table(&view, console.colour))?;
    }
    Ok(Answer::Yes)
}

/// The number of move sequences of each length.
pub(super) fn perft(
    session: &mut dyn Session,
    depth: u32,
    divide: bool,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    if divide {
        let counts = first_turns(session, depth, console)?;
        if json {
            let counts: serde_json::Map<_, _> =
                counts.into_iter().map(|(mv, count)| (mv, count.into())).collect();
            print_json(console, &json!({ "divide": counts }))?;
        } else {
            counts.iter().try_for_each(|(mv, count)| writeln!(console.out, "{mv} {count}"))?;
        }
        return Ok(Answer::Yes);
    }
    let mut counts = Vec::new();
    for depth in 1..=depth {
        let count: u64 = first_turns(session, depth, console)?.iter().map(|(_, count)| count).sum();
        if !json {
            writeln!(console.out, "{depth} {count}")?;
            console.out.flush()?;
        }
        counts.push(count);
    }
    if json {
        print_json(console, &json!({ "perft": counts }))?;
    }
    Ok(Answer::Yes)
}

/// How long a count may take before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The count behind each move of the first turn, with progress.
fn first_turns(
    session: &mut dyn Session,
    depth: u32,
    console: &mut Console<'_>,
) -> Result<Vec<(String, u64)>> {
    let (start, moves) = (Instant::now(), session.moves());
    let mut counts = Vec::new();
    let mut told = false;
    for mv in &moves {
        session.play(mv)?;
        counts.push((mv.clone(), session.perft(depth - 1)));
        session.undo();
        if console.live && start.elapsed() > PATIENCE {
            write!(console.err, "\rdepth {depth}: {} of {} moves ", counts.len(), moves.len())?;
            console.err.flush()?;
            told = true;
        }
    }
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    Ok(counts)
}
