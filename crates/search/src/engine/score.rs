//! Scores of the engine: judgements in the middle, decided games far outside.

use std::cmp::Ordering;

use ninefold_core::{Game, Outcome, Player};

/// A score for the side to move.
///
/// ```text
///  -(WIN - n TURN)   -WON   -JUDGED … JUDGED   WON   WIN - n TURN
///  lost in n turns             an evaluation         won in n turns
/// ```
///
/// With points on the board a decided game is worth its margin more, so that of two wins after
/// equally many turns the larger is preferred.
pub(super) type Score = i32;

/// A game won at once.
const WIN: Score = 1_000_000_000;
/// What a win loses with each turn it takes; the margin fits in half of it.
const TURN: Score = 1 << 14;
/// Every decided game is worth more than this, or less than its negative.
const WON: Score = 910_000_000;
/// No evaluation is worth more.
const JUDGED: Score = 900_000_000;
/// More than every score.
pub(super) const INFINITE: Score = i32::MAX;

/// An evaluation as a score.
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

/// By how many points a player is ahead.
pub(super) fn lead<G: Game>(game: &G, state: &G::State, player: Player) -> i32 {
    let points = game.points(state);
    points[player.index()] - points[player.other().index()]
}

/// In how many turns a game with this score is won, or lost if negative; nothing when it is open.
pub(super) fn decided_in(score: Score) -> Option<i32> {
    (score.abs() > WON).then(|| (WIN - score.abs() + TURN / 2) / TURN * score.signum())
}

/// A score seen from the root, as seen from `ply` turns further on, where distances are shorter.
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

/// Whether a score says that the side to move loses.
pub(super) fn is_lost(score: Score) -> bool {
    score < -WON
}

/// A loss that is not proved: as bad as an open game can be, the sooner the worse.
pub(super) fn doubtful(lost: Score) -> Score {
    lost + (WIN - JUDGED)
}
