//! The small table, built on first use.

use std::path::Path;

use ninefold_core::{Arguments, Family, Player, StopFlag};
use ninefold_games::morris::{MorrisFamily, State};

use super::build::{BuildPlan, BuildProgress, build};
use super::exact::opened;
use super::file::TableError;
use super::tables::in_hand;
use crate::cpu::Cpu;

/// The maximum number of men of a side in the table that is built automatically.
pub const SMALL: u32 = 6;

/// Whether a table with at most `men` men on each side covers a position.
pub fn is_covered_by(men: u32, state: &State) -> bool {
    let sides = [Player::FIRST, Player::SECOND];
    in_hand(state) == 0 && sides.iter().all(|&side| state.men_left(side) <= men)
}

/// Whether the tables apply to the game of this specification; variants have other values.
pub fn is_solved(spec: &str) -> bool {
    let is_usual = |arguments: Arguments| {
        ["flying", "protect"].iter().all(|rule| arguments.word(rule) == "on")
    };
    arguments(spec).is_some_and(is_usual)
}

/// The parameters in a specification of morris; `None` if it is none.
pub(super) fn arguments(spec: &str) -> Option<Arguments> {
    let (family, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let arguments = Arguments::parse(MorrisFamily::INFO.parameters, parameters);
    arguments.ok().filter(|_| family == MorrisFamily::INFO.id)
}

/// Builds the tables with at most `men` men, including distances, unless the folder has them or larger ones with
/// distances: without distances a winning player does not know the way to the end.
///
/// Returns whether anything was built. Two processes can call this at the same time: the second waits for the first.
pub fn build_if_missing(
    data: &Path,
    men: u32,
    threads: usize,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&BuildProgress),
) -> Result<bool, TableError> {
    if opened(data)?.is_some_and(|tables| tables.men_with_distances() >= men) {
        return Ok(false);
    }
    let plan = BuildPlan { men, distance: true, threads, cpu: Cpu::detect() };
    build(data, plan, stop, watch)?;
    Ok(true)
}
