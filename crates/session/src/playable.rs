//! Records that can be continued.

use ninefold_core::Record;
use thiserror::Error;

use crate::{Games, OpenError};

/// The longest stored game. Most end long before by their own rules; for the others this is enough.
pub const MOST_MOVES: usize = 5000;

/// Why a record cannot be continued.
#[derive(Debug, Error)]
pub enum PlayableError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It is too long.
    #[error("a game has at most {MOST_MOVES} moves here, and this one has {moves}")]
    Long {
        /// The number of moves.
        moves: usize,
    },
}

/// The family of a record's game, and the record in our form: with the game's full specification
/// and a name for every seat. An error if the game is unknown, the record is invalid by the rules,
/// or it has more than [`MOST_MOVES`].
///
/// ```
/// use ninefold_core::Record;
///
/// let games = ninefold_session::games();
/// let record = Record { game: "tictactoe".into(), moves: vec!["2,2".into()], ..Record::default() };
/// let (family, record) = ninefold_session::playable(&games, record)?;
/// assert_eq!((family, &*record.game), ("mnk", "mnk:3,3,3"));
/// assert_eq!(record.seats, ["human", "human"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn playable(
    games: &Games,
    mut record: Record,
) -> Result<(&'static str, Record), PlayableError> {
    let moves = record.moves.len();
    if moves > MOST_MOVES {
        return Err(PlayableError::Long { moves });
    }
    let family = games.family(&record.game).map_err(OpenError::from)?.id;
    let session = games.replay(&record, None)?;
    record.game = session.spec().to_owned();
    if record.seats.is_empty() {
        record.seats = vec!["human".to_owned(); session.players()];
    }
    Ok((family, record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_record_that_is_too_long_is_refused_before_it_is_played() {
        let moves = vec!["nothing".to_owned(); MOST_MOVES + 1];
        let record = Record { game: "morris".into(), moves, ..Record::default() };
        let refused = playable(&games(), record).unwrap_err().to_string();
        assert_eq!(refused, "a game has at most 5000 moves here, and this one has 5001");
    }
}
