//! A defender that delays its loss as long as the tables allow.

use ninefold_core::{Path, Rules};
use ninefold_games::morris::Move;

use super::conversion::DrawnMorris;
use super::file::TableError;
use super::judge::{Judge, uncovered};
use super::tables::{Tables, Value};

/// The merit of a reply: whether it draws immediately, its value, its distance, and how often its position occurred.
type Merit = (bool, Value, u32, u32);

/// The reply that holds out longest: a draw under the rules if there is one, otherwise the best value, then the
/// longest way to the end by the distances, and on ties the position that occurred most often. During placing,
/// where no distances are known, it is the reply after which the fewest moves win.
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
                // Taking a man counts more than any number of the winner's good moves.
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
