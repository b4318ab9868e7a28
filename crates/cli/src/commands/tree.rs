//! `tree`: what an algorithm searches and what it cuts off, as an indented tree.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;
use ninefold_core::WON;
use ninefold_session::{BoundView, NodeState, NodeView, Session, StopFlag, TreeRequest, TreeView};

use super::print_json;
use crate::{Answer, Console};

/// How long a tree may take: nobody looks at one that is larger, and most that take longer turn out to be too large.
pub(super) const LONGEST: Duration = Duration::from_secs(5);

/// Prints the tree of a search.
pub(super) fn tree(
    session: &dyn Session,
    request: &TreeRequest,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let tree = session.tree(request, &StopFlag::default())?;
    if json {
        print_json(console, &tree)?;
    } else {
        let seats: Vec<String> = session.kind().seats().into_iter().map(|seat| seat.name).collect();
        write!(console.out, "{}", text(&tree, &seats))?;
    }
    Ok(if tree.best.is_some() { Answer::Yes } else { Answer::No })
}

fn text(tree: &TreeView, seats: &[String]) -> String {
    let mut text = String::new();
    // Positions come in the order of the search, so each is listed below its parent.
    let mut best = vec![false; tree.nodes.len()];
    for node in &tree.nodes {
        if let Some(index) = node.best {
            best[index as usize] = true;
        }
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        let indent = "  ".repeat(node.level as usize);
        let star = if best[index] { " *" } else { "" };
        let _ = writeln!(text, "{indent}{}{star}", line(node, ends_there(tree, node), seats));
    }
    if tree.unlisted > 0 {
        let _ = writeln!(text, "… {} more positions are counted, not listed", tree.unlisted);
    }
    let _ = writeln!(
        text,
        "{} with {}, {} deep: {} positions looked at, {} judged, {} moves cut off in {} cuts",
        tree.algorithm, tree.eval, tree.depth, tree.visited, tree.leaves, tree.cut_off, tree.cuts,
    );
    for (number, level) in tree.levels.iter().enumerate().skip(1) {
        let whole = level.whole.map(|whole| format!(" of {whole}")).unwrap_or_default();
        let _ = writeln!(text, "level {number}: {}{whole} looked at", level.visited);
    }
    text
}

/// Whether the line of best moves from a position reaches the end of the game.
fn ends_there(tree: &TreeView, node: &NodeView) -> bool {
    let mut at = node;
    while let Some(next) = at.best.and_then(|index| tree.nodes.get(index as usize)) {
        at = next;
    }
    at.reason.is_some()
}

/// A value for one player, in words if it is the end of a game: the winner, or a draw.
fn worth(value: i32, player: usize, over: bool, seats: &[String]) -> String {
    // With two players, one's loss is the other's win; with more, the winner is unknown.
    match (value, seats) {
        (WON, _) => format!("{} wins", seats[player]),
        (lost, [_, _]) if lost == -WON => format!("{} wins", seats[1 - player]),
        (lost, _) if lost == -WON => format!("{} loses", seats[player]),
        (0, _) if over => "draw".to_owned(),
        (value, _) => value.to_string(),
    }
}

/// One position: move, value with its bound, the player to move, window.
fn line(node: &NodeView, ends: bool, seats: &[String]) -> String {
    let mv = node.text.as_deref().unwrap_or("here");
    let again = if node.state == NodeState::Again { " again" } else { "" };
    let Some(values) = &node.values else { return format!("{mv} cut") };
    let sign = match node.bound {
        BoundView::Exact => "",
        BoundView::AtMost => "at most ",
        BoundView::AtLeast => "at least ",
    };
    // With two players the second's value is the first's negated.
    let shown = if values.len() == 2 { &values[..1] } else { &values[..] };
    let shown: Vec<String> =
        (0..).zip(shown).map(|(player, value)| worth(*value, player, ends, seats)).collect();
    let end =
        |end: Option<i32>, any: &str| end.map_or(any.to_owned(), |end| worth(end, 0, false, seats));
    let window = match node.window {
        Some([low, high]) => format!("  [{}, {}]", end(low, "-inf"), end(high, "+inf")),
        None => String::new(),
    };
    let over = node.reason.as_ref().map(|reason| format!("  {reason}")).unwrap_or_default();
    format!("{mv}{again}: {sign}{}{window}{over}", shown.join(" "))
}
