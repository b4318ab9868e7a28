//! Checks puzzles against the exact solver.

use std::path::PathBuf;

use ninefold_session::{Games, OpenError, Origin, Setup, StopFlag};
use thiserror::Error;

use crate::Puzzle;
use crate::finder::{exactly, only_best};

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
pub enum Problem {
    /// The position is invalid.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The number of values differs from the number of legal moves.
    #[error("{given} moves have a value, {legal} are legal")]
    Moves {
        /// The number of values in the puzzle.
        given: usize,
        /// The number of legal moves.
        legal: usize,
    },
    /// The solver computes another value for a move.
    #[error("{mv} is worth {exact}, not {given}")]
    Value {
        /// The move.
        mv: String,
        /// The value in the puzzle.
        given: i32,
        /// The value from the solver.
        exact: i32,
    },
    /// A reply does not preserve the value of the move.
    #[error("the reply to {0} is not the best")]
    Reply(String),
    /// More than one move is right.
    #[error("no single move is right")]
    Ambiguous,
}

/// Checks every move and every reply against the solver. Returns `None` if the solver does not know, because a
/// table is missing.
pub fn verify(
    games: &Games,
    puzzle: &Puzzle,
    data: Option<PathBuf>,
) -> Result<Option<()>, Problem> {
    let stop = StopFlag::default();
    let open = || {
        let origin = Origin::Position(puzzle.position.clone());
        games.open(&puzzle.game, &Setup { origin, data: data.clone(), ..Setup::default() })
    };
    let values = open()?.values(&exactly(&stop));
    let (given, legal) = (puzzle.choices.len(), values.moves.len());
    if given != legal {
        return Err(Problem::Moves { given, legal });
    }
    if !values.exact {
        return Ok(None);
    }
    let mut is_known = true;
    // Values of moves are points still to be won; a hint gives the whole lead.
    let mover = open()?.status().to_move.saturating_sub(1);
    let so_far = open()?.hint(&exactly(&stop)).values[mover] - puzzle.best().value;
    for (choice, mv) in puzzle.choices.iter().zip(&values.moves) {
        let (given, exact) = (choice.value, mv.value);
        if given != exact {
            return Err(Problem::Value { mv: mv.text.clone(), given, exact });
        }
        let Some(reply) = choice.reply else { continue };
        let mut after = open()?;
        let wrong = || Problem::Reply(mv.text.clone());
        after.play(&mv.text).map_err(|_| wrong())?;
        let reply = after.moves().into_iter().nth(reply).ok_or_else(wrong)?;
        after.play(&reply).map_err(|_| wrong())?;
        // A reply is best if it preserves the value of the move.
        let held = after.hint(&exactly(&stop));
        match held.exact || after.status().over {
            true if !after.status().over && held.values[mover] != choice.value + so_far => {
                return Err(wrong());
            }
            true => {}
            false => is_known = false,
        }
    }
    if only_best(&values) != Some(puzzle.solution()) {
        return Err(Problem::Ambiguous);
    }
    Ok(is_known.then_some(()))
}
