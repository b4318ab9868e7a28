//! Why nobody wins, as far as that can be shown on the board.

use std::time::Duration;

use ninefold_core::{Path, View};
use ninefold_search::StopFlag;
use ninefold_solve::{Budget, Reasons, Request, solver};

use crate::best::GameContext;

/// How long it may take to find out.
const LONGEST: Duration = Duration::from_secs(2);

/// How players are held who cannot win: pairs of which the other side always takes the other cell, or its answer to every move.
/// Of nobody once the game is over, and of games whose solver knows no such reasons.
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
