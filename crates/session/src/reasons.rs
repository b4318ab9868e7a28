//! Explains why no player can win, where that can be shown on the board.

use std::time::Duration;

use ninefold_core::{Path, View};
use ninefold_search::StopFlag;
use ninefold_solve::{Budget, Reasons, Request, solver};

use crate::best::GameContext;

/// The time limit for finding out.
const LONGEST: Duration = Duration::from_secs(2);

/// Why players cannot win: pairs of cells of which the other side always gets one, or its reply to
/// every move. Empty once the game is over, in games that require threats, and where the solver has
/// no such reasons.
pub(crate) fn reasons<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    stop: &StopFlag,
) -> Reasons {
    let Ok(solver) = solver(context.spec) else { return Reasons::default() };
    if path.outcome().is_some() {
        return Reasons::default();
    }
    let budget = Budget {
        time: Some(LONGEST),
        memory: solver.usual_memory(),
        stop: stop.clone(),
        ..Budget::default()
    };
    let position = path.game().position_text(path.state());
    let request = Request { budget, ..Request::new(context.spec.to_owned(), position) };
    solver.why(&request, &mut |_| {}).unwrap_or_default()
}
