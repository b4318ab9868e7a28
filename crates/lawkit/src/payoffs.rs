//! Payoffs at the end and points on the way.

use ninefold_core::{Context, Evaluator, MAX_PLAYERS, Outcome, PointsEvaluator, View};

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::{Law, Report};

/// Checks the payoff law for one end of a game.
pub(crate) fn check_outcome<G: View>(
    subject: &Subject<G>,
    state: &G::State,
    outcome: &Outcome,
    report: &mut Report,
) -> Verdict {
    let players = subject.game.players();
    let (seats, beyond) = outcome.payoffs.0.split_at(players.min(MAX_PLAYERS));
    let mut require = |holds: bool, wanted: &str| {
        let detail = || format!("the outcome is {outcome:?}, wanted {wanted}");
        subject.require(report, Law::Payoffs, state, holds, detail)
    };
    require(is_word(outcome.reason), "a word for its reason")?;
    require(beyond.iter().all(|&payoff| payoff == 0), "nothing for seats beyond the table")?;
    require(seats.iter().any(|&payoff| payoff >= 0), "somebody who does not lose")?;
    if players == 2 {
        let takes_all = seats.iter().all(|payoff| (0..=1).contains(payoff));
        let sum: i32 = seats.iter().map(|&payoff| i32::from(payoff)).sum();
        require(sum == 0 || takes_all, "payoffs that cancel, or 0 and 1")?;
    }
    Ok(())
}

/// Checks the payoff law if the game is over, and the law of points won so far.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    if let Some(outcome) = &case.outcome {
        check_outcome(case.subject, &case.state, outcome, report)?;
    }
    let players = case.game.players();
    let points = case.game.points(&case.state);
    let nobody = points.iter().skip(players).all(|&points| points == 0);
    case.require(report, Law::Points, nobody, || {
        format!("points {points:?} go beyond a table of {players}")
    })?;
    let values = PointsEvaluator.values(case.game, &case.state, Context::default());
    let wanted = match players {
        2 => [points[0] - points[1], points[1] - points[0], 0, 0],
        _ => points,
    };
    case.require(report, Law::Points, values == wanted, || {
        format!("points {points:?} are valued {values:?}, wanted {wanted:?}")
    })
}

fn is_word(reason: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    !reason.is_empty() && reason.chars().all(letter)
}
