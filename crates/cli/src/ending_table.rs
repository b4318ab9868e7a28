//! The table that a solver makes by itself, when a command first needs it.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ninefold_core::StopFlag;
use ninefold_session::{GameKind, PlayerSpec, Session};
use ninefold_solve::{Preparation, PreparationProgress, solver};

use crate::Console;
use crate::saves::shown;

/// The variable with the size of the table that is made by itself; 0 makes none.
const SIZE: &str = "NINEFOLD_SMALL_TABLE";

/// Makes the table if the position of a session is one of its own and no table is there.
pub(crate) fn for_position(
    session: &dyn Session,
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    make(session.spec(), Some(&session.status().position), data, console)
}

/// Makes the table for players who will look into it; that it cannot be kept does not keep them from playing.
pub(crate) fn for_players(
    kind: &dyn GameKind,
    players: &[PlayerSpec],
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    size()?;
    if players.iter().any(PlayerSpec::looks_into_tables) {
        let _ = make(kind.spec(), None, data, console);
    }
    Ok(())
}

/// The size of the table that is made by itself; 0 makes none.
pub(crate) fn size() -> Result<u32> {
    let Some(text) = std::env::var_os(SIZE).filter(|text| !text.is_empty()) else {
        return Ok(Preparation::USUAL_SIZE);
    };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(size) if size == 0 || Preparation::SIZES.contains(&size) => Ok(size),
        _ => bail!("{SIZE} is {text:?}, wanted 0 for no table or the most men of a side, 3 to 9"),
    }
}

fn make(
    game: &str,
    position: Option<&str>,
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let (Some(data), Ok(solver), size @ 1..) = (data, solver(game), size()?) else {
        return Ok(());
    };
    let (live, err) = (console.live, &mut console.err);
    let mut told = false;
    let mut watch = |progress: &PreparationProgress| {
        if live {
            let words = &progress.words;
            let _ = write!(err, "\r\x1b[Kmaking the table of endings, once: {words}");
            let _ = err.flush();
            told = true;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = &StopFlag::default();
    let wanted = Preparation { game, position, size, data, threads, stop };
    let made = solver.prepare(&wanted, &mut watch);
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    made.with_context(|| format!("the table of endings cannot be kept in {}", shown(data)))?;
    Ok(())
}
