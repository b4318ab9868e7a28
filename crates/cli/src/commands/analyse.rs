//! `analyse`: the best lines of a position, live.

use anyhow::Result;
use ninefold_session::{
    AnalysedLine, Analysis, AnalysisRequest, EngineOptions, Limits, Session, SessionView, Source,
    StopFlag, Unit,
};

use super::print_json;
use crate::args::AnalyseArgs;
use crate::words::{counts_points, points_text};
use crate::{Answer, Console};

/// Searches with increasing depth and shows progress on a live terminal.
pub(super) fn analyse(
    session: &dyn Session,
    args: &AnalyseArgs,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let stop = StopFlag::default();
    let raised = stop.clone();
    // A second handler in one process is rejected; then the first one serves.
    let _ = ctrlc::set_handler(move || raised.raise());
    let bounded = args.depth.is_some() || args.nodes.is_some();
    let request = AnalysisRequest {
        lines: args.lines,
        evaluator: args.eval.clone(),
        limits: Limits {
            depth: args.depth,
            nodes: args.nodes,
            time: args.time.or((!bounded).then_some(AnalyseArgs::USUAL_TIME)),
        },
        options: EngineOptions {
            table: args.memory,
            threads: args.threads,
            every_move: args.lines > 1,
            ..EngineOptions::default()
        },
        stop,
        kept: None,
    };
    let view = session.view();
    let mut drawn = 0;
    let mut failed = None;
    let found = session.analyse(&request, &mut |seen| {
        let written = if json {
            print_json(console, seen).and_then(|()| Ok(console.out.flush()?))
        } else if console.live {
            redraw(seen, &view, &mut drawn, console)
        } else {
            Ok(())
        };
        // A write error is reported after the search, which stops at once.
        if let Err(error) = written {
            request.stop.raise();
            failed.get_or_insert(error);
        }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    if json {
        print_json(console, &found)?;
    } else {
        erase(drawn, console)?;
        write!(console.out, "{}", text(&found, &view))?;
    }
    Ok(if found.lines.is_empty() { Answer::No } else { Answer::Yes })
}

/// Draws over the previous output.
fn redraw(
    seen: &Analysis,
    view: &SessionView,
    drawn: &mut usize,
    console: &mut Console<'_>,
) -> Result<()> {
    erase(*drawn, console)?;
    let text = text(seen, view);
    *drawn = text.lines().count();
    write!(console.err, "{text}")?;
    console.err.flush()?;
    Ok(())
}

fn erase(lines: usize, console: &mut Console<'_>) -> Result<()> {
    if lines > 0 {
        write!(console.err, "\x1b[{lines}F\x1b[J")?;
        console.err.flush()?;
    }
    Ok(())
}

/// The maximum number of moves shown per line.
const SHOWN: usize = 12;
/// How wide what they are worth is at least.
const WIDTH: usize = 12;

/// The lines, each with its worth to the player to move: a result, a chance, or the values of a
/// requested evaluator.
fn text(seen: &Analysis, view: &SessionView) -> String {
    let mover = view.to_move.saturating_sub(1);
    let rate = seen.nodes as f64 / seen.seconds.max(1e-6) / 1e6;
    let mut text = format!(
        "depth {}, {} positions in {:.1} s ({rate:.1} million a second)\n",
        seen.depth, seen.nodes, seen.seconds
    );
    if seen.lines.is_empty() {
        text += "the game is over\n";
    }
    let worth = |line: &AnalysedLine| {
        let worth = match line.decided {
            Some(turns @ 1..) => format!("wins in {turns}"),
            Some(turns) => format!("loses in {}", -turns),
            None => match line.share.as_ref().and_then(|shares| shares.get(mover)) {
                Some(share) => format!("{:.0} %", 100.0 * share),
                None => line.values.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
            },
        };
        match known(seen, line, view) {
            // A search that sees the end says more than a proof without distances.
            Some((exact, has_distance)) if has_distance || line.decided.is_none() => exact,
            _ => worth,
        }
    };
    let worths: Vec<String> = seen.lines.iter().map(worth).collect();
    let width = worths.iter().map(String::len).fold(WIDTH, usize::max);
    for (index, (line, worth)) in seen.lines.iter().zip(worths).enumerate() {
        let shown = line.moves.len().min(SHOWN);
        let rest = if shown < line.moves.len() { " …" } else { "" };
        let moves = line.moves[..shown].join(" ");
        text += &format!("{}. {worth:>width$}  {moves}{rest}\n", index + 1);
    }
    if let (Some(why), Some(best)) = (&seen.why, seen.lines.first().and_then(|l| l.moves.first())) {
        text += &format!("{best}: {}\n", why.sentence);
    }
    if let Some(exact) = seen.exact.as_ref().filter(|exact| exact.source == Source::Table) {
        let note = exact.note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
        text += &format!("wins, draws and losses are exact, from a table{note}\n");
    }
    text
}

/// What is proved of the first move of a line, and whether that tells how long it takes or how many points it brings.
fn known(seen: &Analysis, line: &AnalysedLine, view: &SessionView) -> Option<(String, bool)> {
    let word = match line.letter? {
        'W' => "wins",
        'D' => "draws",
        _ => "loses",
    };
    let mut known = seen.exact.iter().flat_map(|exact| &exact.moves);
    let found = known.find(|known| Some(&known.text) == line.moves.first());
    let points = seen.exact.as_ref().is_some_and(|exact| exact.unit == Unit::Points);
    if let Some(found) = found.filter(|_| points && counts_points(view) && word != "draws") {
        let lead = found.value + lead(view);
        return Some((format!("{word} by {}", points_text(lead)), true));
    }
    Some(match found.and_then(|found| found.plies).filter(|_| word != "draws") {
        Some(plies) => (format!("{word} in {plies}"), true),
        None => (word.to_owned(), false),
    })
}

/// What the player on turn is ahead by already, of two.
fn lead(view: &SessionView) -> i32 {
    match view.scene.scores[..] {
        [first, second] if view.to_move == 1 => first - second,
        [first, second] => second - first,
        _ => 0,
    }
}
