//! Records that can be gone on with.

use ninefold_core::Record;

use crate::{Games, OpenError};

/// The family of a record's game, and the record as this program writes it: the game's full specification, and somebody
/// on every seat. Refused where the game is unknown or the rules do not find the record true.
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
pub fn playable(games: &Games, mut record: Record) -> Result<(&'static str, Record), OpenError> {
    let family = games.family(&record.game)?.id;
    let session = games.replay(&record, None)?;
    record.game = session.spec().to_owned();
    if record.seats.is_empty() {
        record.seats = vec!["human".to_owned(); session.players()];
    }
    Ok((family, record))
}
