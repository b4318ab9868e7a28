//! `tree`: what an algorithm looks at and what it cuts off, as an indented tree.

use std::fmt::Write;

use anyhow::Result;
use ninefold_core::WON;
use ninefold_session::{BoundView, NodeState, NodeView, Session, TreeRequest, TreeView};

use super::print_json;
use crate::{Answer, Console};

/// Prints the tree of a search.
pub(super) fn tree(
    session: &dyn Session,
    request: &TreeRequest,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let tree = session.tree(request)?;
    if json {
        print_json(console, &tree)?;
    } else {
        write!(console.out, "{}", text(&tree))?;
    }
    Ok(if tree.best.is_some() { Answer::Yes } else { Answer::No })
}

fn text(tree: &TreeView) -> String {
    let mut text = String::new();
    // Positions come in the order in which they were met, so each stands below the one before it.
    let mut best = vec![false; tree.nodes.len()];
    for node in &tree.nodes {
        if let Some(index) = node.best {
            best[index as usize] = true;
        }
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        let indent = "  ".repeat(node.level as usize);
        let star = if best[index] { " *" } else { "" };
        let _ = writeln!(text, "{indent}{}{star}", line(node));
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

/// A value as a word where it is one: win, draw or loss, for the first player of two.
fn worth(value: i32, over: bool) -> String {
    match value {
        WON => "win".to_owned(),
        lost if lost == -WON => "loss".to_owned(),
        0 if over => "draw".to_owned(),
        value => value.to_string(),
    }
}

/// One position: move, value with its bound, who is to move, window.
fn line(node: &NodeView) -> String {
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
    let over = node.reason.is_some();
    let shown: Vec<String> = shown.iter().map(|value| worth(*value, over)).collect();
    let end = |end: Option<i32>, any: &str| end.map_or(any.to_owned(), |end| worth(end, false));
    let window = match node.window {
        Some([low, high]) => format!("  [{}, {}]", end(low, "-inf"), end(high, "+inf")),
        None => String::new(),
    };
    let over = node.reason.as_ref().map(|reason| format!("  {reason}")).unwrap_or_default();
    format!("{mv}{again}: {sign}{}{window}{over}", shown.join(" "))
}
