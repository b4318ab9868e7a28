//! Builds a solver's table automatically when a command first needs it.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, bail};
use ninefold_arena::Plan;
use ninefold_core::StopFlag;
use ninefold_session::{GameKind, PlayerSpec, Programs, Session};
use ninefold_solve::{Preparation, PreparationProgress, solver};

use crate::Console;
use crate::saves::shown;

/// The variable for the size of the automatic table; 0 disables it.
const SIZE: &str = "NINEFOLD_SMALL_TABLE";

/// Builds the table if it covers the position of a session and does not exist.
pub(crate) fn for_position(
    session: &dyn Session,
    data: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    make(session.spec(), Some(&session.status().position), data, console)
}

/// Builds the table for players that use it; failing to store it does not prevent play.
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

/// The same for the players of a run.
pub(crate) fn for_run(plan: &Plan, data: Option<&Path>, console: &mut Console<'_>) -> Result<()> {
    size()?;
    let player = |entrant: &str| PlayerSpec::parse_with(entrant, Programs::Elsewhere).ok();
    let mut players = plan.entrants.iter().filter_map(|entrant| player(&entrant.player));
    if players.any(|player| player.looks_into_tables()) {
        let _ = make(&plan.game, None, data, console);
    }
    Ok(())
}

/// A table built in the background of a program that must answer at once. Dropping this cancels it.
pub(crate) struct Meanwhile {
    stop: StopFlag,
    making: Option<JoinHandle<()>>,
}

/// Builds the table of a game in the background; searches use it once it is ready.
pub(crate) fn meanwhile(game: &str, data: Option<PathBuf>) -> Result<Meanwhile> {
    let (stop, game, size) = (StopFlag::default(), game.to_owned(), size()?);
    let flag = stop.clone();
    let make = move |data: PathBuf| {
        let Ok(solver) = solver(&game) else { return };
        let wanted =
            Preparation { game: &game, position: None, size, data: &data, threads: 1, stop: &flag };
        // Failing to store it does not prevent play.
        let _ = solver.prepare(&wanted, &mut |_| {});
    };
    let making = data.filter(|_| size > 0).map(|data| thread::spawn(move || make(data)));
    Ok(Meanwhile { stop, making })
}

impl Drop for Meanwhile {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(making) = self.making.take() {
            drop(making.join());
        }
    }
}

/// The size of the automatic table; 0 disables it.
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
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let stop = &StopFlag::default();
    let wanted = Preparation { game, position, size, data, threads, stop };
    let made = solver.prepare(&wanted, &mut watch);
    if told {
        write!(console.err, "\r\x1b[K")?;
    }
    made.with_context(|| format!("the table of endings cannot be kept in {}", shown(data)))?;
    Ok(())
}
