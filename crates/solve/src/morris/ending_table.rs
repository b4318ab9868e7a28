//! The small table, made when it is first needed.

use std::path::Path;

use ninefold_core::{Arguments, Family, Player, StopFlag};
use ninefold_games::morris::{MorrisFamily, State};

use super::build::{BuildPlan, BuildProgress, build};
use super::exact::opened;
use super::file::TableError;
use super::tables::in_hand;
use crate::cpu::Cpu;

/// The most men of a side in the table that is made by itself.
pub const SMALL: u32 = 6;

/// Whether a table with at most so many men on each side covers a position.
pub fn is_covered_by(men: u32, state: &State) -> bool {
    let sides = [Player::FIRST, Player::SECOND];
    in_hand(state) == 0 && sides.iter().all(|&side| state.men_left(side) <= men)
}

/// Whether the tables are about the game of this specification: its variants have other values.
pub fn is_solved(spec: &str) -> bool {
    let is_usual = |arguments: Arguments| {
        ["flying", "protect"].iter().all(|rule| arguments.word(rule) == "on")
    };
    arguments(spec).is_some_and(is_usual)
}

/// The parameters in a specification of morris; nothing if it is none.
pub(super) fn arguments(spec: &str) -> Option<Arguments> {
    let (family, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let arguments = Arguments::parse(MorrisFamily::INFO.parameters, parameters);
    arguments.ok().filter(|_| family == MorrisFamily::INFO.id)
}

/// Builds the tables with at most so many men, distances included, unless the folder has them or larger ones with
/// distances: without them a player who is winning knows no way to the end.
///
/// Tells whether anything was built. Two processes that need it at once do not disturb each other: the second one
/// waits for the first.
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
