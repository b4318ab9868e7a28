//! The difficulty of a puzzle: how often the levels solve it.

use ninefold_session::{Games, Limits, Origin, PlayerError, PlayerSpec, Setup, StopFlag};

use crate::FindError;

/// The levels that try a puzzle.
pub const GRADED_LEVELS: std::ops::RangeInclusive<u32> = 1..=8;
/// The number of tries of each level, each with its own seed. The highest level plays the same with every seed, so
/// its one try counts for all.
pub const SEEDS: u64 = 20;
/// A puzzle is worth solving if this level fails in at least half of its tries.
const BEGINNER: u32 = 2;

/// The percentage of tries that find the solution; `None` if the puzzle is too easy or the flag is raised.
///
/// Levels play as they do elsewhere, without tables.
pub(crate) fn grade(
    games: &Games,
    game: &str,
    position: &str,
    solution: &str,
    stop: &StopFlag,
) -> Result<Option<u32>, FindError> {
    let beginner = found_by(games, game, position, solution, BEGINNER, stop)?;
    if 2 * beginner > SEEDS {
        return Ok(None);
    }
    let mut found = beginner;
    for level in GRADED_LEVELS.filter(|&level| level != BEGINNER) {
        found += found_by(games, game, position, solution, level, stop)?;
        if stop.is_raised() {
            return Ok(None);
        }
    }
    let tries = SEEDS * GRADED_LEVELS.count() as u64;
    Ok(Some((100 * found / tries) as u32))
}

/// The number of tries in which a level finds the solution.
fn found_by(
    games: &Games,
    game: &str,
    position: &str,
    solution: &str,
    level: u32,
    stop: &StopFlag,
) -> Result<u64, FindError> {
    let player = player(level)?;
    let mut found = 0;
    for seed in 0..SEEDS {
        let origin = Origin::Position(position.to_owned());
        let session = games.open(game, &Setup { seed, origin, ..Setup::default() })?;
        let advice = session.consider(&player, Limits::default(), stop)?;
        found += u64::from(advice.best.as_deref() == Some(solution));
        // The play of the highest level is deterministic.
        if level == *GRADED_LEVELS.end() {
            return Ok(found * SEEDS);
        }
    }
    Ok(found)
}

/// The player of a level.
pub(crate) fn player(level: u32) -> Result<PlayerSpec, PlayerError> {
    PlayerSpec::parse(&format!("level:{level}"))
}
