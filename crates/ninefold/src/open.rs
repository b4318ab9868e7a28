//! Opening games by their specifications.

use ninefold_session::{OpenError, Session, Setup, games};

/// Opens a game at its start: `morris`, `tictactoe`, `mnk:6,5,4`, `369:6`, `9tka:3`.
///
/// ```
/// let game = ninefold::open("morris")?;
/// assert_eq!(game.moves().len(), 24);
/// assert_eq!(ninefold::open("moris").err().unwrap().to_string(), "unknown game \"moris\", did you mean morris?");
/// # Ok::<(), ninefold::OpenError>(())
/// ```
pub fn open(game: &str) -> Result<Box<dyn Session>, OpenError> {
    open_with(game, &Setup::default())
}

/// Opens a game with a custom setup: at a position, after some moves, from a seed.
///
/// ```
/// use ninefold::prelude::*;
/// use ninefold::session::Origin;
///
/// let origin = Origin::Position("120/000/000 1".into());
/// let game = ninefold::open_with("tictactoe", &Setup { origin, ..Setup::default() })?;
/// assert_eq!(game.moves().len(), 7);
/// # Ok::<(), OpenError>(())
/// ```
pub fn open_with(game: &str, setup: &Setup) -> Result<Box<dyn Session>, OpenError> {
    games().open(game, setup)
}
