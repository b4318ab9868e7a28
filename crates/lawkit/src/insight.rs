//! Explanations and previews of moves and clicks.

use std::collections::BTreeSet;

use ninefold_core::{Phrase, Step, View};

use crate::case::Case;
use crate::law::Verdict;
use crate::{Law, Report};

/// The number of moves checked per position.
const MOVES: usize = 3;

/// The number of sites clicked in each unfinished turn.
const CLICKS: usize = 3;

/// Checks the law of insight.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let known: BTreeSet<&str> = case.game.forms().into_iter().collect();
    for index in case.sample(MOVES) {
        let mv = case.moves[index];
        let why = case.game.why(&case.state, mv);
        case.require(report, Law::Insight, !why.is_empty(), || {
            format!("nothing is said about move {}", case.game.move_text(mv))
        })?;
        for clause in &why {
            speaks(case, report, &known, clause)?;
        }
        for mark in case.game.preview(&case.state, mv) {
            let on_board = mark.sites.iter().all(|&site| usize::from(site) < case.subject.sites);
            let at_table = mark.owner.is_none_or(|owner| owner.index() < case.game.players());
            case.require(report, Law::Insight, on_board && at_table, || {
                format!("{mark:?} of a preview has no such site or owner")
            })?;
        }
    }
    refusals(case, report, &known)
}

/// Clicks that are not a valid next step are refused with a message, at every point of a turn.
fn refusals<G: View>(case: &Case<G>, report: &mut Report, known: &BTreeSet<&str>) -> Verdict {
    let turns: Vec<Vec<Step>> =
        case.moves.iter().map(|&mv| case.game.steps(&case.state, mv)).collect();
    let mut begun: BTreeSet<&[Step]> = BTreeSet::from([&[] as &[Step]]);
    for index in case.sample(1) {
        begun.extend((0..=turns[index].len()).map(|length| &turns[index][..length]));
    }
    // The first site beyond the board is clicked too.
    let stride = case.subject.sites.div_ceil(CLICKS).max(1);
    for steps in begun {
        for site in (0..=case.subject.sites as u16).step_by(stride) {
            let next = |turn: &Vec<Step>| {
                turn.starts_with(steps) && turn.get(steps.len()).is_some_and(|n| n.site == site)
            };
            if !turns.iter().any(next) {
                speaks(case, report, known, &case.game.refuse(&case.state, steps, site))?;
            }
        }
    }
    Ok(())
}

/// A phrase is complete, not empty, and translatable.
fn speaks<G: View>(
    case: &Case<G>,
    report: &mut Report,
    known: &BTreeSet<&str>,
    phrase: &Phrase,
) -> Verdict {
    let whole = phrase.is_whole() && !phrase.to_string().trim().is_empty();
    case.require(report, Law::Insight, whole, || format!("{phrase:?} is not whole"))?;
    let unknown = phrase.forms().into_iter().find(|form| !known.contains(form));
    case.require(report, Law::Insight, unknown.is_none(), || {
        format!("the form {unknown:?} is not among the forms of the game")
    })
}
