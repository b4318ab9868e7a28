//! The rules that restrict the choice of a random player.

use std::collections::BTreeSet;

use ninefold_core::View;

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::{Law, Report};

/// Checks the law of move rules for their names.
pub(crate) fn check_names<G: View>(
    subject: &Subject<G>,
    start: &G::State,
    report: &mut Report,
) -> Verdict {
    let mut seen = BTreeSet::new();
    for move_rule in subject.game.knowledge().move_rules {
        let named = !move_rule.id.is_empty() && seen.insert(move_rule.id);
        subject.require(report, Law::MoveRules, start, named, || {
            format!("{move_rule:?} has no name of its own")
        })?;
    }
    Ok(())
}

/// Checks the law of move rules for one position.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    if case.outcome.is_some() {
        return Ok(());
    }
    for move_rule in &case.subject.move_rules {
        let mut chosen = Vec::new();
        (move_rule.moves)(case.game, &case.state, &mut chosen);
        case.require(report, Law::MoveRules, !chosen.is_empty(), || {
            format!("move rule {} leaves no move", move_rule.id)
        })?;
        case.require(report, Law::MoveRules, chosen.is_sorted_by(|a, b| a < b), || {
            format!("move rule {} gives moves out of order: {chosen:?}", move_rule.id)
        })?;
        let illegal = chosen.iter().find(|&mv| case.moves.binary_search(mv).is_err());
        case.require(report, Law::MoveRules, illegal.is_none(), || {
            format!("move rule {} gives an illegal move: {illegal:?}", move_rule.id)
        })?;
    }
    Ok(())
}
