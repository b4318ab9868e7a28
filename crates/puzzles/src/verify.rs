//! Asks the exact solver about a puzzle again.

use std::path::PathBuf;

use ninefold_session::{Games, OpenError, Origin, Setup, StopFlag};
use thiserror::Error;

use crate::Puzzle;
use crate::finder::{exactly, only_best};

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
pub enum Problem {
    /// The position is none.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It does not have a value for every move.
    #[error("{given} moves have a value, {legal} are legal")]
    Moves {
        /// How many it has.
        given: usize,
        /// How many there are.
        legal: usize,
    },
    /// The solver gives a move another value.
    #[error("{mv} is worth {exact}, not {given}")]
    Value {
        /// The move.
        mv: String,
        /// What the puzzle says.
        given: i32,
        /// What the solver says.
        exact: i32,
    },
    /// A reply does not hold what the move is worth.
    #[error("the reply to {0} is not the best")]
    Reply(String),
    /// More than one move is right.
    #[error("no single move is right")]
    Ambiguous,
}

/// Whether the solver says the same of every move and of every reply; nothing where it does not know,
/// for want of a table.
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
    // Moves tell the points that are still to be won, a hint the whole lead.
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
        // A reply is the best if it holds what the move is worth.
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
