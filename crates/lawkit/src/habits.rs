//! The rules by which a random player narrows its choice.

use std::collections::BTreeSet;

use ninefold_core::Playable;

use crate::case::{Case, Court};
use crate::law::Verdict;
use crate::{Law, Report};

/// The law of the habits, for their names.
pub(crate) fn check_names<G: Playable>(
    court: &Court<G>,
    start: &G::State,
    report: &mut Report,
) -> Verdict {
    let mut seen = BTreeSet::new();
    for habit in court.game.knowledge().habits {
        let named = !habit.id.is_empty() && seen.insert(habit.id);
        court.require(report, Law::Habits, start, named, || {
            format!("{habit:?} has no name of its own")
        })?;
    }
    Ok(())
}

/// The law of the habits, for one position.
pub(crate) fn check<G: Playable>(case: &Case<G>, report: &mut Report) -> Verdict {
    if case.outcome.is_some() {
        return Ok(());
    }
    for habit in &case.court.habits {
        let mut chosen = Vec::new();
        (habit.moves)(case.game, &case.state, &mut chosen);
        case.require(report, Law::Habits, !chosen.is_empty(), || {
            format!("habit {} leaves no move", habit.id)
        })?;
        case.require(report, Law::Habits, chosen.is_sorted_by(|a, b| a < b), || {
            format!("habit {} gives moves out of order: {chosen:?}", habit.id)
        })?;
        let illegal = chosen.iter().find(|&mv| case.moves.binary_search(mv).is_err());
        case.require(report, Law::Habits, illegal.is_none(), || {
            format!("habit {} gives an illegal move: {illegal:?}", habit.id)
        })?;
    }
    Ok(())
}
