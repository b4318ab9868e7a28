//! The clicks of a turn.

use ninefold_core::{Step, View};

use crate::case::Case;
use crate::law::Verdict;
use crate::{Law, Report};

/// Checks the law of steps.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let mut turns: Vec<(Vec<Step>, G::Move)> = Vec::new();
    for &mv in &case.moves {
        let steps = case.game.steps(&case.state, mv);
        case.require(report, Law::Steps, !steps.is_empty(), || {
            format!("move {} has no steps", case.game.move_text(mv))
        })?;
        let sites = case.subject.sites;
        let outside = steps.iter().find(|step| usize::from(step.site) >= sites);
        case.require(report, Law::Steps, outside.is_none(), || {
            let text = case.game.move_text(mv);
            format!("move {text} has {outside:?}, but the board has {sites} sites")
        })?;
        turns.push((steps, mv));
    }
    // In sorted order, a prefix of a turn comes right before a turn that it begins.
    turns.sort();
    for pair in turns.windows(2) {
        let [(shorter, first), (longer, second)] = pair else {
            continue;
        };
        case.require(report, Law::Steps, !longer.starts_with(shorter), || {
            let (first, second) = (case.game.move_text(*first), case.game.move_text(*second));
            format!("the steps of move {first} are or begin those of move {second}: {shorter:?}")
        })?;
    }
    Ok(())
}
