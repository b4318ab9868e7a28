//! Scores of the engine: evaluations in the middle, decided games far outside.

use std::cmp::Ordering;

use ninefold_core::{Game, Outcome, Player};

/// A score for the side to move.
///
/// ```text
///  -(WIN - n TURN)   -WON   -JUDGED … JUDGED   WON   WIN - n TURN
///  lost in n turns             an evaluation         won in n turns
/// ```
///
/// In games with points a decided game scores its margin on top, so that of two wins in the same number of turns
/// the larger is preferred.
pub(super) type Score = i32;

/// An immediate win.
const WIN: Score = 1_000_000_000;
/// The cost of each turn that a win takes; the margin fits into half of it.
const TURN: Score = 1 << 14;
/// The score of every decided game is above this, or below its negation.
const WON: Score = 910_000_000;
/// The upper limit of evaluations.
const JUDGED: Score = 900_000_000;
/// Larger than every score.
pub(super) const INFINITE: Score = i32::MAX;

/// Converts an evaluation to a score.
pub(super) fn judged(value: i64) -> Score {
    value.clamp(i64::from(-JUDGED), i64::from(JUDGED)) as Score
}

/// The score of a game that is won after this many turns.
pub(super) fn won_in(turns: usize) -> Score {
    WIN - turns as Score * TURN
}

/// The score of a finished game for a player, `ply` turns below the root.
pub(super) fn finished<G: Game>(
    game: &G,
    state: &G::State,
    outcome: &Outcome,
    player: Player,
    ply: usize,
) -> Score {
    const MARGIN: i32 = TURN / 2 - 1;
    let win = won_in(ply) + lead(game, state, player).abs().min(MARGIN);
    match outcome.payoffs.of(player).cmp(&outcome.payoffs.of(player.other())) {
        Ordering::Greater => win,
        Ordering::Equal => 0,
        Ordering::Less => -win,
    }
}

/// A player's lead in points.
pub(super) fn lead<G: Game>(game: &G, state: &G::State, player: Player) -> i32 {
    let points = game.points(state);
    points[player.index()] - points[player.other().index()]
}

/// The number of turns until a game with this score is won, or lost if negative; `None` if it is undecided.
pub(super) fn decided_in(score: Score) -> Option<i32> {
    (score.abs() > WON).then(|| (WIN - score.abs() + TURN / 2) / TURN * score.signum())
}

/// Converts a score relative to the root to one relative to `ply` turns later, where distances are shorter.
pub(super) fn from_here(score: Score, ply: usize) -> Score {
    shifted(score, ply as Score)
}

/// The reverse of [`from_here`].
pub(super) fn from_root(score: Score, ply: usize) -> Score {
    shifted(score, -(ply as Score))
}

fn shifted(score: Score, turns: Score) -> Score {
    if score.abs() > WON { score + score.signum() * turns * TURN } else { score }
}

/// Whether the score is a loss for the side to move.
pub(super) fn is_lost(score: Score) -> bool {
    score < -WON
}

/// The score of an unproved loss: as bad as an undecided game can be, and worse the sooner it comes.
pub(super) fn doubtful(lost: Score) -> Score {
    lost + (WIN - JUDGED)
}
