//! Whoever loses as late as the tables allow.

use ninefold_core::{Path, Rules};
use ninefold_games::morris::Move;

use super::conversion::DrawnMorris;
use super::file::TableError;
use super::judge::{Judge, uncovered};
use super::tables::{Tables, Value};

/// How good a reply is: whether it draws at once, what it is worth, how long it lasts, how often its position came.
type Merit = (bool, Value, u32, u32);

/// The reply that holds out longest: a draw by the rules if there is one, the best value, then the longest way to
/// the end by the distances, and among equals the position that came most often. While men are placed, where no
/// distances are known, it is the reply after which fewest moves win.
pub fn delay(tables: &Tables, path: &Path<DrawnMorris>) -> Result<Move, TableError> {
    let mut judge = Judge::new(tables);
    let (mut walk, mut moves) = (path.clone(), Vec::new());
    path.moves(&mut moves);
    let mut best: Option<(Merit, Move)> = None;
    for mv in moves {
        walk.play(mv);
        let (next, again) = (walk.state().inner, walk.occurrences());
        let draws = walk
            .outcome()
            .is_some_and(|outcome| outcome.payoffs.of(path.game().to_move(path.state())) == 0);
        walk.undo();
        let verdict = tables.probe(&next)?.ok_or_else(|| uncovered(&next))?;
        let lasts = match verdict.plies {
            Some(plies) => plies,
            None if verdict.value == Value::Win => {
                let winning =
                    judge.judged(&next)?.into_iter().filter(|(_, value)| *value == Value::Win);
                // A man taken is one the winner has not, however many of his moves win.
                let taken = if mv.taken().is_some() { 100 } else { 0 };
                100 + taken - winning.count().min(100) as u32
            }
            None => 0,
        };
        let merit = (draws, verdict.value.reversed(), lasts, again);
        if best.is_none_or(|(known, _)| merit > known) {
            best = Some((merit, mv));
        }
    }
    best.map(|(_, mv)| mv).ok_or_else(|| uncovered(&path.state().inner))
}
