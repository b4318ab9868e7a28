//! The small table of Nine Men's Morris, made when a command first needs it.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ninefold_core::{Notation, StopFlag};
use ninefold_session::{GameKind, PlayerSpec, Session};
use ninefold_solve::morris::{self, BuildProgress};

use crate::Console;
use crate::commands::build_progress;
use crate::saves::shown;

/// The variable with the most men of the table that is made by itself; 0 makes none.
const SMALL: &str = "NINEFOLD_SMALL_TABLE";

/// Makes the small table if the position of a table is one of its own and no table is there.
pub(crate) fn for_position(
    session: &dyn Session,
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let (Some(data), true, men @ 3..) = (data, morris::is_solved(session.spec()), men()?) else {
        return Ok(());
    };
    let state = morris::rules().parse_position(&session.status().position)?;
    if morris::is_covered_by(men, &state) {
        make(data, men, console)?;
    }
    Ok(())
}

/// Makes the small table for players who will look into it; that it cannot be kept does not keep them from playing.
pub(crate) fn for_players(
    kind: &dyn GameKind,
    players: &[PlayerSpec],
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let looks = players.iter().any(PlayerSpec::looks_into_tables);
    if let (true, Some(data), true, men @ 3..) =
        (looks, data, morris::is_solved(kind.spec()), men()?)
    {
        let _ = make(data, men, console);
    }
    Ok(())
}

/// Makes the small table for whoever needs any.
pub(crate) fn for_anything(data: &Path, console: &mut Console<'_>) -> Result<()> {
    match men()? {
        men @ 3.. => make(data, men, console),
        _ => Ok(()),
    }
}

/// The most men of the table that is made by itself; 0 makes none.
pub(crate) fn men() -> Result<u32> {
    let Some(text) = std::env::var_os(SMALL).filter(|text| !text.is_empty()) else {
        return Ok(morris::SMALL);
    };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(men) if men == 0 || morris::MEN.contains(&men) => Ok(men),
        _ => bail!("{SMALL} is {text:?}, wanted 0 for no table or the most men of a side, 3 to 9"),
    }
}

fn make(data: &Path, men: u32, console: &mut Console<'_>) -> Result<()> {
    let (live, err) = (console.live, &mut console.err);
    let mut told = false;
    let mut watch = |sign: &BuildProgress| {
        if live {
            let _ =
                write!(err, "\r\x1b[Kmaking the table of endings, once: {}", build_progress(sign));
            let _ = err.flush();
            told = true;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let made = morris::build_if_missing(data, men, threads, &StopFlag::default(), &mut watch);
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    made.with_context(|| format!("the table of endings cannot be kept in {}", shown(data)))?;
    Ok(())
}
