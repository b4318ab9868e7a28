//! The Maker–Breaker game: can one side fill a line if the other only wants to prevent it?

mod cells;
mod grid;
mod lanes;
mod options;
mod pairing;
mod search;
mod sight;
mod table;

use std::time::Duration;

use super::{Budget, Progress};
use cells::Set;
use grid::Grid;
use search::Search;
pub use sight::BreakerCuts;

/// What a search of the Maker–Breaker game has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BreakerAnswer {
    /// Whether Maker fills a line; nothing when the budget was spent first.
    pub maker_wins: Option<bool>,
    /// The zone of the win.
    pub zone: u128,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Who wins the Maker–Breaker game.
pub fn maker_breaker(
    [rows, columns, k]: [usize; 3],
    makers: u128,
    breakers: u128,
    maker_moves: bool,
    cuts: BreakerCuts,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Option<BreakerAnswer> {
    let grid = Grid::new(rows, columns, k)?;
    let mut search = Search::new(grid, cuts, budget, progress);
    let position = search.position(makers, breakers);
    search.committed = makers | breakers == 0;
    let found = search.ask(position, maker_moves);
    let zone: Set = found.map_or(0, |found| found.1);
    let _ = Duration::ZERO;
    Some(BreakerAnswer { maker_wins: found.map(|found| found.0), zone, nodes: search.looks() })
}
